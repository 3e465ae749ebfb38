import type { Project, ProjectMember, projectEndpoints } from '#contract/sites/projects/api.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { listMembershipsOfEnterprise } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { changeProjectFieldsAndMembers, closeOrReopenProject, createProject, deleteProject } from './change-project.ts'
import { listMemberIdsByProject, listProjects } from './projects.ts'

/** Lists the members of an enterprise, the main account first. Removed members are left out. */
async function listAssignableMembers(db: Db, enterpriseId: string): Promise<ProjectMember[]> {
  const userIds = (await listMembershipsOfEnterprise(db, enterpriseId))
    .filter(({ acceptedAt }) => acceptedAt !== null)
    .map(({ userId }) => userId)
  const names = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, userIds)
  return userIds.map((userId) => ({ userId, name: names.get(userId) ?? '' }))
}

async function readProjects(db: Db, enterpriseId: string): Promise<Project[]> {
  const memberships = await listAssignableMembers(db, enterpriseId)
  const members = await listMemberIdsByProject(db, enterpriseId)
  return (await listProjects(db, enterpriseId)).map(({ id, name, code, site, managerId, budgetFen, budgetSpan, open }) => {
    const own = new Set(members.get(id))
    return {
      id,
      name,
      code,
      site,
      budget: budgetFen,
      budgetSpan,
      open,
      manager: memberships.find(({ userId }) => userId === managerId) ?? null,
      members: memberships.filter(({ userId }) => own.has(userId)),
    }
  })
}

export const projectHandlers: Handlers<Omit<typeof projectEndpoints, 'budgets' | 'costs' | 'bookingOptions'>> = {
  list: (_, { db, caller }) => readProjects(db, caller.enterpriseId),
  seats: (_, { db, caller }) => listAssignableMembers(db, caller.enterpriseId),
  add: async (given, { caller: { enterpriseId }, moment, write }) => ({
    id: await write((tx) => createProject(tx, moment, { enterpriseId, given })),
  }),
  modify: async ({ id, ...given }, { caller: { enterpriseId }, write }) => {
    await write((tx) => changeProjectFieldsAndMembers(tx, { ref: { enterpriseId, id }, given }))
    return null
  },
  setOpen: async ({ id, open }, { caller: { enterpriseId }, write }) => {
    await write((tx) => closeOrReopenProject(tx, { enterpriseId, id }, open))
    return null
  },
  delete: async ({ id }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => deleteProject(tx, moment, { enterpriseId, id }))
    return null
  },
}
