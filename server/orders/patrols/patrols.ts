// Reads and writes the table `patrol`; patrol-findings.ts has the findings.
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'

/** The fields of a patrol that people edit. */
export interface PatrolInput {
  route: string
  day: string
  projectId: string | null
  note: string
}

export interface PatrolRow extends PatrolInput {
  id: string
  userId: string
}

/** Identifies a patrol of an enterprise. */
export interface PatrolRef {
  enterpriseId: string
  id: string
}

const live = (db: Db, enterpriseId: string) =>
  db.selectFrom('patrol').where('patrol.enterprise_id', '=', enterpriseId).where('patrol.deleted_at', 'is', null)
const columns = ['patrol.id', 'patrol.route', 'patrol.day', 'patrol.project_id', 'patrol.note', 'patrol.user_id'] as const

interface Raw {
  id: string
  route: string
  day: string
  project_id: string | null
  note: string
  user_id: string
}
const rowFrom = ({ project_id, user_id, ...row }: Raw): PatrolRow => ({ ...row, projectId: project_id, userId: user_id })

interface Filter {
  projectId?: string | undefined
  /** Only patrols with open findings. */
  open?: boolean | undefined
}

/** Returns a page of an enterprise's patrols, latest first. */
export async function listPatrols(
  db: Db,
  enterpriseId: string,
  { pageNo, pageSize, projectId, open }: Filter & { pageNo: number; pageSize: number },
): Promise<{ rows: PatrolRow[]; total: number }> {
  const matching = () => {
    let query = live(db, enterpriseId)
    if (projectId) query = query.where('patrol.project_id', '=', projectId)
    if (!open) return query
    return query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('patrol_finding as finding')
          .select('finding.id')
          .where('finding.enterprise_id', '=', enterpriseId)
          .whereRef('finding.patrol_id', '=', 'patrol.id')
          .where('finding.state', '=', 'OPEN'),
      ),
    )
  }
  const { rows: found, total } = await fetchPageWithTotal(
    matching().select(columns).orderBy('patrol.day', 'desc').orderBy('patrol.id'),
    matching(),
    toSlice({ pageNo, pageSize }),
  )
  return { rows: found.map(rowFrom), total }
}

export async function findPatrol(db: Db, { enterpriseId, id }: PatrolRef): Promise<PatrolRow | undefined> {
  const row = await live(db, enterpriseId).select(columns).where('patrol.id', '=', id).executeTakeFirst()
  return row && rowFrom(row)
}

/** Locks the patrols of an enterprise against additions, and returns their number. */
export async function lockAndCountPatrols(tx: Tx, enterpriseId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`patrols of ${enterpriseId}`}, 0))`.execute(tx)
  const total = await countRows(live(tx, enterpriseId))
  return total
}

/** Locks a patrol until the transaction ends, so that concurrent additions run one after the other. Returns false if there is none. */
export async function lockPatrol(tx: Tx, { enterpriseId, id }: PatrolRef): Promise<boolean> {
  const row = await live(tx, enterpriseId).select('patrol.id').where('patrol.id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

const valuesOf = ({ route, day, projectId, note }: PatrolInput) => ({ route, day, project_id: projectId, note })

export async function insertPatrol(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, head }: { enterpriseId: string; userId: string; head: PatrolInput },
): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('patrol')
    .values({ enterprise_id: enterpriseId, id, ...valuesOf(head), user_id: userId, created_at: moment.now })
    .execute()
  return id
}

const change = (tx: Tx, { enterpriseId, id }: PatrolRef) =>
  tx.updateTable('patrol').where('enterprise_id', '=', enterpriseId).where('id', '=', id).where('deleted_at', 'is', null)

/** Returns whether there was such a patrol. */
export async function updatePatrolRow(tx: Tx, ref: PatrolRef, head: PatrolInput): Promise<boolean> {
  return (await change(tx, ref).set(valuesOf(head)).executeTakeFirst()).numUpdatedRows === 1n
}
export async function markPatrolDeleted(tx: Tx, { now }: Pick<Moment, 'now'>, ref: PatrolRef): Promise<boolean> {
  return (await change(tx, ref).set({ deleted_at: now }).executeTakeFirst()).numUpdatedRows === 1n
}
