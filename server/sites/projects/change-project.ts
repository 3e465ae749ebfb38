import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { PROJECTS_PER_ENTERPRISE_MAX, type projectEndpoints } from '#contract/sites/projects/api.ts'
import { listMembershipsOfEnterprise } from '#server/people/organisation/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  findProject,
  insertProject,
  lockProjects,
  markProjectDeleted,
  type ProjectInput,
  type ProjectRef,
  replaceProjectMemberRows,
  updateProjectOpenColumn,
  updateProjectRow,
} from './projects.ts'

type Given = InputOf<typeof projectEndpoints.add>

/** Checks that every given person is a member of the enterprise. Refuses SEAT_NOT_FOUND. */
async function requireMembers(db: Db, enterpriseId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const memberIds = new Set((await listMembershipsOfEnterprise(db, enterpriseId)).map(({ userId }) => userId))
  if (userIds.some((userId) => !memberIds.has(userId))) refuse('SEAT_NOT_FOUND')
}

const factsOf = ({ name, code, site, managerId, budget, budgetSpan }: Given): ProjectInput => ({
  name,
  code,
  site,
  managerId,
  budgetFen: budget,
  budgetSpan,
})
const peopleOf = ({ managerId, memberIds }: Given) => (managerId === null ? memberIds : [managerId, ...memberIds])

/** Creates a project and returns its id. Refuses PROJECTS_FULL, PROJECT_NAME_TAKEN, SEAT_NOT_FOUND. */
export async function createProject(
  tx: Tx,
  moment: Moment,
  { enterpriseId, given }: { enterpriseId: string; given: Given },
): Promise<string> {
  const known = await lockProjects(tx, enterpriseId)
  if (known.some(({ name }) => name === given.name)) refuse('PROJECT_NAME_TAKEN', { field: 'name' })
  if (known.length >= PROJECTS_PER_ENTERPRISE_MAX) refuse('PROJECTS_FULL')
  await requireMembers(tx, enterpriseId, peopleOf(given))
  const id = await insertProject(tx, moment, { enterpriseId, facts: factsOf(given) })
  await replaceProjectMemberRows(tx, { enterpriseId, id }, given.memberIds)
  return id
}

/** Replaces the fields of a project. Refuses PROJECT_NOT_FOUND, PROJECT_NAME_TAKEN, SEAT_NOT_FOUND. */
export async function changeProjectFieldsAndMembers(tx: Tx, { ref, given }: { ref: ProjectRef; given: Given }): Promise<void> {
  const known = await lockProjects(tx, ref.enterpriseId)
  if (!known.some(({ id }) => id === ref.id)) refuse('PROJECT_NOT_FOUND')
  if (known.some(({ id, name }) => name === given.name && id !== ref.id)) refuse('PROJECT_NAME_TAKEN', { field: 'name' })
  await requireMembers(tx, ref.enterpriseId, peopleOf(given))
  await updateProjectRow(tx, ref, factsOf(given))
  await replaceProjectMemberRows(tx, ref, given.memberIds)
}

export async function closeOrReopenProject(tx: Tx, ref: ProjectRef, open: boolean): Promise<void> {
  if (!(await updateProjectOpenColumn(tx, ref, open))) refuse('PROJECT_NOT_FOUND')
}

export async function deleteProject(tx: Tx, moment: Moment, ref: ProjectRef): Promise<void> {
  if (!(await markProjectDeleted(tx, moment, ref))) refuse('PROJECT_NOT_FOUND')
}

/** Checks that a project belongs to the enterprise and, with `open`, that it is not closed. Refuses PROJECT_NOT_FOUND. */
export async function requireProjectExists(db: Db, ref: ProjectRef, { open = false }: { open?: boolean } = {}): Promise<void> {
  const found = await findProject(db, ref)
  if (!found || (open && !found.open)) refuse('PROJECT_NOT_FOUND')
}
