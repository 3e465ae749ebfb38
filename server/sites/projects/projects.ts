// Reads and writes the tables `project` and `project_member`: the mines and sites where enterprises work.

import { sql } from 'kysely'
import type { Fen } from '#contract/platform/core/money.ts'
import type { BudgetSpan } from '#contract/sites/projects/api.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** The fields of a project that the enterprise edits. */
export interface ProjectInput {
  name: string
  code: string
  site: string
  managerId: string | null
  budgetFen: Fen | null
  budgetSpan: BudgetSpan
}

export interface ProjectRow extends ProjectInput {
  id: string
  open: boolean
}

/** Identifies a project of an enterprise. */
export interface ProjectRef {
  enterpriseId: string
  id: string
}

const live = (db: Db, enterpriseId: string) =>
  db.selectFrom('project').where('enterprise_id', '=', enterpriseId).where('deleted_at', 'is', null)

const rows = (db: Db, enterpriseId: string) =>
  live(db, enterpriseId).select(['id', 'name', 'code', 'site', 'manager_id', 'budget_fen', 'budget_span', 'open'])

type Raw = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const rowFrom = ({ manager_id, budget_fen, budget_span, ...row }: Raw): ProjectRow => ({
  ...row,
  managerId: manager_id,
  budgetFen: budget_fen,
  budgetSpan: budget_span,
})

/** Lists the projects of an enterprise: open projects first, then by name. */
export async function listProjects(db: Db, enterpriseId: string): Promise<ProjectRow[]> {
  const found = await rows(db, enterpriseId).orderBy('open', 'desc').orderBy('name').orderBy('id').execute()
  return found.map(rowFrom)
}

export async function findProject(db: Db, { enterpriseId, id }: ProjectRef): Promise<ProjectRow | undefined> {
  const row = await rows(db, enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && rowFrom(row)
}

/** Returns the names of projects by id. Deleted projects are included. */
export async function findProjectNames(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('project')
    .select(['id', 'name'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Returns the names of projects of several enterprises by id, for staff. Deleted projects are included. */
export async function findProjectNamesOfEnterprises(
  db: Db,
  refs: readonly { enterpriseId: string; projectId: string }[],
): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.name from unnest(${refs.map(({ enterpriseId }) => enterpriseId)}::uuid[], ${refs.map(({ projectId }) => projectId)}::uuid[]) w(enterprise_id, id)
      join project p on p.enterprise_id = w.enterprise_id and p.id = w.id`.execute(withoutTenantGuard(db, 'console'))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the members of each project of an enterprise, by project id. */
export async function listMemberIdsByProject(db: Db, enterpriseId: string): Promise<Map<string, string[]>> {
  const found = await db
    .selectFrom('project_member')
    .select(['project_id', 'user_id'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('project_id')
    .orderBy('user_id')
    .execute()
  const byProject = Map.groupBy(found, ({ project_id }) => project_id)
  return new Map([...byProject].map(([id, members]) => [id, members.map(({ user_id }) => user_id)]))
}

/**
 * Locks the projects of an enterprise against creation and renaming: two concurrent transactions would otherwise not see each other's rows
 * when they count and compare names.
 */
export async function lockProjects(tx: Tx, enterpriseId: string): Promise<{ id: string; name: string }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`projects of ${enterpriseId}`}, 0))`.execute(tx)
  return live(tx, enterpriseId).select(['id', 'name']).execute()
}

const valuesOf = ({ name, code, site, managerId, budgetFen, budgetSpan }: ProjectInput) => ({
  name,
  code,
  site,
  manager_id: managerId,
  budget_fen: budgetFen,
  budget_span: budgetSpan,
})

export async function insertProject(tx: Tx, moment: Moment, { enterpriseId, facts }: { enterpriseId: string; facts: ProjectInput }) {
  const id = moment.newId()
  await tx
    .insertInto('project')
    .values({ enterprise_id: enterpriseId, id, ...valuesOf(facts), open: true, created_at: moment.now })
    .execute()
  return id
}

const change = (tx: Tx, { enterpriseId, id }: ProjectRef) =>
  tx.updateTable('project').where('enterprise_id', '=', enterpriseId).where('id', '=', id).where('deleted_at', 'is', null)

/** Returns whether there was such a project. */
export async function updateProjectRow(tx: Tx, project: ProjectRef, facts: ProjectInput): Promise<boolean> {
  return (await change(tx, project).set(valuesOf(facts)).executeTakeFirst()).numUpdatedRows === 1n
}

export async function updateProjectOpenColumn(tx: Tx, project: ProjectRef, open: boolean): Promise<boolean> {
  return (await change(tx, project).set({ open }).executeTakeFirst()).numUpdatedRows === 1n
}

/** Marks a project as deleted. The row stays, because orders, costs and patrols still refer to it. */
export async function markProjectDeleted(tx: Tx, { now }: Pick<Moment, 'now'>, project: ProjectRef): Promise<boolean> {
  return (await change(tx, project).set({ deleted_at: now }).executeTakeFirst()).numUpdatedRows === 1n
}

export async function replaceProjectMemberRows(tx: Tx, { enterpriseId, id }: ProjectRef, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('project_member').where('enterprise_id', '=', enterpriseId).where('project_id', '=', id).execute()
  const members = [...new Set(userIds)].map((userId) => ({ enterprise_id: enterpriseId, project_id: id, user_id: userId }))
  if (members.length > 0) await tx.insertInto('project_member').values(members).execute()
}
