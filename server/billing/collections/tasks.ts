// Reads and writes the table `collection_task`.
import { sql } from 'kysely'
import { buildAgeBands, countDaysLate, findAgeBandNumber, getDueDayRangeOfAgeBand } from '#contract/billing/collections/age-bands.ts'
import type { CollectionTaskState } from '#contract/billing/collections/collection-lifecycle.ts'
import type { AgeBand, CollectionTask } from '#contract/billing/collections/shapes.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readCollectionAndTypedBankLineSettings } from '#server/content/content/public.ts'
import { attachEnterpriseNamesToRows, hasKeywordInEnterpriseNameSql } from '#server/people/organisation/public.ts'
import { listActiveStaffIdsWithPermission, listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { type CollectionTaskRef, insertCollectionTaskEntries } from './entries.ts'

/** A task as its verbs need it. */
export interface CollectionTaskRow extends CollectionTaskRef {
  state: CollectionTaskState
  ownerId: string | null
}

/** Locks a task. Refuses COLLECTION_NOT_FOUND. */
export async function lockCollectionTask(tx: Tx, { enterpriseId, id }: CollectionTaskRef): Promise<CollectionTaskRow> {
  const row = await tx
    .selectFrom('collection_task')
    .select(['state', 'owner_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('COLLECTION_NOT_FOUND')
  return { enterpriseId, id, state: row.state, ownerId: row.owner_id }
}

/** Locks a task that is not closed. Refuses COLLECTION_NOT_FOUND, COLLECTION_CLOSED. */
export async function lockOpenCollectionTask(tx: Tx, ref: CollectionTaskRef): Promise<CollectionTaskRow> {
  const task = await lockCollectionTask(tx, ref)
  if (task.state === 'CLOSED') refuse('COLLECTION_CLOSED')
  return task
}

/** Moves a locked task to another state. */
export async function updateCollectionTaskStateColumn(
  tx: Tx,
  { enterpriseId, id }: CollectionTaskRef,
  state: CollectionTaskState,
): Promise<void> {
  await tx.updateTable('collection_task').set({ state }).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}

export interface CollectionTaskFilter {
  state?: CollectionTaskState | undefined
  band?: number | undefined
  ownerId?: string | undefined
  unowned?: boolean | undefined
  keyword?: string | undefined
}

/** Selects the columns of a task, with its waiting promise and its place on the stop-list. */
const tasks = (db: Db) =>
  db
    .selectFrom('collection_task as t')
    .leftJoin('collection_promise as p', (join) =>
      join.onRef('p.enterprise_id', '=', 't.enterprise_id').onRef('p.task_id', '=', 't.id').on('p.state', '=', 'WAIT'),
    )
    .leftJoin('credit_account as c', 'c.enterprise_id', 't.enterprise_id')
    .select(['t.enterprise_id', 't.id', 't.state', 't.owner_id', 't.due_day', 't.overdue_fen', 't.opened_at', 't.closed_at'])
    .select(['p.amount_fen as promised_fen', 'p.day as promised_day', 'c.stop_scope'])
type Row = Awaited<ReturnType<ReturnType<typeof tasks>['executeTakeFirstOrThrow']>>

const taskFrom = (
  row: Row,
  { bands, today, people }: { bands: readonly AgeBand[]; today: string; people: ReadonlyMap<string, string> },
) => {
  const days = countDaysLate(row.due_day, row.closed_at === null ? today : toShanghaiDay(row.closed_at))
  return {
    enterpriseId: row.enterprise_id,
    id: row.id,
    state: row.state,
    ownerId: row.owner_id,
    ownerName: row.owner_id === null ? null : (people.get(row.owner_id) ?? ''),
    dueDay: row.due_day,
    days,
    band: findAgeBandNumber(bands, days),
    overdue: row.overdue_fen,
    promise: row.promised_fen === null || row.promised_day === null ? null : { amount: row.promised_fen, day: row.promised_day },
    stop: row.stop_scope,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
  }
}

const readBands = async (db: Db) => buildAgeBands(await readCollectionAndTypedBankLineSettings(db))

/** Lists a page of tasks, the longest overdue first, of those the highest amount; closed ones by when they were closed, the last first. */
export async function listCollectionTasks(
  db: Db,
  moment: Moment,
  { state, band, ownerId, unowned, keyword, ...slice }: CollectionTaskFilter & RowSlice,
): Promise<{ dataList: CollectionTask[]; total: number }> {
  const across = withoutTenantGuard(db, 'console')
  const [bands, today] = [await readBands(db), toShanghaiDay(moment.now)]
  const wanted = (() => {
    let query = tasks(across).where('t.state', state === undefined ? '<>' : '=', state ?? 'CLOSED')
    const due = bands.find((one) => one.band === band)
    if (due) {
      const { first, last } = getDueDayRangeOfAgeBand(due, today)
      query = query.where('t.due_day', '<=', last)
      if (first !== null) query = query.where('t.due_day', '>=', first)
    }
    if (ownerId !== undefined) query = query.where('t.owner_id', '=', ownerId)
    if (unowned === true) query = query.where('t.owner_id', 'is', null)
    return keyword ? query.where(hasKeywordInEnterpriseNameSql('t.enterprise_id', keyword)) : query
  })()
  const ordered =
    state === 'CLOSED'
      ? wanted.orderBy('t.closed_at', 'desc').orderBy('t.id')
      : wanted.orderBy('t.due_day').orderBy('t.overdue_fen', 'desc').orderBy('t.id')
  const { rows, total } = await fetchPageWithTotal(ordered, wanted, slice)
  const shown = { bands, today, people: await listStaffNamesById(db) }
  return {
    dataList: await attachEnterpriseNamesToRows(
      db,
      rows.map((row) => taskFrom(row, shown)),
    ),
    total,
  }
}

/** Reads one task. Refuses COLLECTION_NOT_FOUND. */
export async function readCollectionTask(db: Db, moment: Moment, { enterpriseId, id }: CollectionTaskRef): Promise<CollectionTask> {
  const row = await tasks(db).where('t.enterprise_id', '=', enterpriseId).where('t.id', '=', id).executeTakeFirst()
  if (!row) refuse('COLLECTION_NOT_FOUND')
  const shown = { bands: await readBands(db), today: toShanghaiDay(moment.now), people: await listStaffNamesById(db) }
  const [task] = await attachEnterpriseNamesToRows(db, [taskFrom(row, shown)])
  return task ?? refuse('COLLECTION_NOT_FOUND')
}

interface CollectionSummary {
  bands: (AgeBand & { tasks: number; overdue: Fen })[]
  owners: { staffId: string; name: string; tasks: number }[]
}

/** Counts the tasks that are not closed by age, and by the people who may have one. */
export async function countOpenCollectionTasksByAgeAndOwner(db: Db, moment: Moment): Promise<CollectionSummary> {
  const bands = await readBands(db)
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('collection_task')
    .select(['due_day', 'owner_id'])
    .select(sql<number>`count(*)::int`.as('tasks'))
    .select(sql<number>`sum(overdue_fen)::bigint`.as('overdue'))
    .where('state', '<>', 'CLOSED')
    .groupBy(['due_day', 'owner_id'])
    .execute()
  const today = toShanghaiDay(moment.now)
  const bandOf = (dueDay: string) => findAgeBandNumber(bands, countDaysLate(dueDay, today))
  const add = (found: readonly (typeof rows)[number][]) => ({
    tasks: found.reduce((sum, one) => sum + one.tasks, 0),
    overdue: fen(found.reduce((sum, one) => sum + one.overdue, 0)),
  })
  const people = await listStaffNamesById(db)
  const owners = await listActiveStaffIdsWithPermission(db, 'collectionEdit')
  return {
    bands: bands.map((band) => ({ ...band, ...add(rows.filter((row) => bandOf(row.due_day) === band.band)) })),
    owners: owners.map((staffId) => ({
      staffId,
      name: people.get(staffId) ?? '',
      tasks: add(rows.filter((row) => row.owner_id === staffId)).tasks,
    })),
  }
}

/**
 * Gives tasks that are not closed to an owner, or to nobody. Returns how many have another owner now. Refuses COLLECTION_OWNER unless he
 * is an active person of finance. A task that is closed, unknown, or of another owner than the caller has seen is left as it is.
 */
export async function assignCollectionTasks(
  tx: Tx,
  moment: Moment,
  {
    tasks: refs,
    ownerId,
    staffId,
  }: { tasks: readonly (CollectionTaskRef & { seenOwnerId: string | null })[]; ownerId: string | null; staffId: string },
): Promise<number> {
  if (ownerId !== null && !(await listActiveStaffIdsWithPermission(tx, 'collectionEdit')).includes(ownerId))
    refuse('COLLECTION_OWNER', { field: 'ownerId' })
  const { rows } = await sql<CollectionTaskRef>`
    update collection_task set owner_id = ${ownerId}::uuid
    from unnest(${refs.map((ref) => ref.enterpriseId)}::uuid[], ${refs.map((ref) => ref.id)}::uuid[],
      ${refs.map((ref) => ref.seenOwnerId)}::uuid[]) named(enterprise_id, id, seen)
    where collection_task.enterprise_id = named.enterprise_id and collection_task.id = named.id and state <> 'CLOSED'
      and owner_id is not distinct from named.seen and owner_id is distinct from ${ownerId}::uuid
    returning collection_task.enterprise_id as "enterpriseId", collection_task.id`.execute(withoutTenantGuard(tx, 'console'))
  const name = ownerId === null ? undefined : (await listStaffNamesById(tx)).get(ownerId)
  const note = ownerId === null ? '收回分配' : `负责人 ${name ?? ''}`
  await insertCollectionTaskEntries(
    tx,
    moment,
    rows.map((ref) => ({ ...ref, kind: 'assign', note, staffId })),
  )
  return rows.length
}
