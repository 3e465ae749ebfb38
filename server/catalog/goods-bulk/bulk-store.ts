// Reads and writes the table `goods_bulk`.
import * as z from 'zod/mini'
import { type GoodsBulkEditState, type GoodsBulkEditVerb, goodsBulkEditLifecycle } from '#contract/catalog/goods-bulk/bulk-lifecycle.ts'
import { GoodsBulkEditChange } from '#contract/catalog/goods-bulk/change.ts'
import type { GoodsBulkEdit, GoodsBulkEditCounts } from '#contract/catalog/goods-bulk/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { findShopIdsThatStaffMayEdit } from '#server/catalog/goods-editing/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'

export interface GoodsBulkEditRecord {
  id: string
  staffId: string
  change: GoodsBulkEditChange
  state: GoodsBulkEditState
  goodsCount: number
  triedHash: Buffer | null
  /** The staff account that requested the current step. */
  appliedBy: string | null
  confirmed: boolean
  endedAt: Date | null
}

const selectBulks = (db: Db) => db.selectFrom('goods_bulk').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof selectBulks>['executeTakeFirstOrThrow']>>

const changeFrom = (stored: Row['change']): GoodsBulkEditChange =>
  z.decode(GoodsBulkEditChange, stored as z.input<typeof GoodsBulkEditChange>)

const recordFrom = (row: Row): GoodsBulkEditRecord => ({
  id: row.id,
  staffId: row.staff_id,
  change: changeFrom(row.change),
  state: row.state as GoodsBulkEditState,
  goodsCount: row.goods_count,
  triedHash: row.tried_hash,
  appliedBy: row.applied_by,
  confirmed: row.confirmed,
  endedAt: row.ended_at,
})

const UNDO_HOURS = 24
const NONE: GoodsBulkEditCounts = { changed: 0, same: 0, refused: 0, kept: 0, applied: 0, undone: 0, questions: 0 }

/** Until when a bulk edit can be undone; null: it has written nothing, or it was undone. */
export const getGoodsBulkEditUndoDeadline = ({ state, endedAt }: Pick<GoodsBulkEditRecord, 'state' | 'endedAt'>): Date | null =>
  endedAt !== null && (state === 'done' || state === 'stopped') ? addHours(endedAt, UNDO_HOURS) : null

function viewOf(row: Row, staff: ReadonlyMap<string, string>): GoodsBulkEdit {
  const counts = { ...NONE, ...(row.counts as Partial<GoodsBulkEditCounts>) }
  const record = recordFrom(row)
  return {
    id: row.id,
    change: record.change,
    state: record.state,
    goodsCount: row.goods_count,
    doneCount: row.done_count,
    counts,
    seen: row.tried_hash?.toString('base64url') ?? null,
    by: staff.get(row.staff_id) ?? '',
    createdAt: row.created_at,
    undoUntil: counts.applied > 0 ? getGoodsBulkEditUndoDeadline(record) : null,
  }
}

export async function insertGoodsBulkEdit(
  tx: Tx,
  moment: Moment,
  given: Pick<GoodsBulkEditRecord, 'id' | 'staffId' | 'change' | 'goodsCount'>,
): Promise<void> {
  const { id, staffId, change, goodsCount } = given
  const stored = JSON.stringify(z.encode(GoodsBulkEditChange, change))
  await tx
    .insertInto('goods_bulk')
    .values({ id, staff_id: staffId, change: stored, state: 'trying', goods_count: goodsCount, created_at: moment.now })
    .execute()
}

export async function findGoodsBulkEdit(db: Db, id: string): Promise<GoodsBulkEditRecord | undefined> {
  const row = await selectBulks(db).where('id', '=', id).executeTakeFirst()
  return row && recordFrom(row)
}

/** Whose bulk edits a person sees: everybody's, or only his own if he keeps certain shops. */
async function findAuthor(db: Db, staffId: string): Promise<string | undefined> {
  return (await findShopIdsThatStaffMayEdit(db, { staffId })) === null ? undefined : staffId
}

/** Reads one bulk edit for people. Refuses GOODS_BULK_NOT_FOUND. */
export async function readGoodsBulkEdit(db: Db, { id, staffId }: { id: string; staffId: string }): Promise<GoodsBulkEdit> {
  const row = (await selectBulks(db).where('id', '=', id).executeTakeFirst()) ?? refuse('GOODS_BULK_NOT_FOUND')
  const author = await findAuthor(db, staffId)
  if (author !== undefined && row.staff_id !== author) refuse('GOODS_BULK_NOT_FOUND')
  return viewOf(row, await listStaffNamesById(db))
}

/** Returns a page of bulk edits, newest first. */
export async function listGoodsBulkEdits(db: Db, staffId: string, slice: RowSlice): Promise<{ dataList: GoodsBulkEdit[]; total: number }> {
  const author = await findAuthor(db, staffId)
  const own = <Q extends { where: (column: 'staff_id', is: '=', id: string) => Q }>(query: Q): Q =>
    author === undefined ? query : query.where('staff_id', '=', author)
  const page = own(selectBulks(db)).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { rows, total } = await fetchPageWithTotal(page, own(db.selectFrom('goods_bulk')), slice)
  const staff = await listStaffNamesById(db)
  return { dataList: rows.map((row) => viewOf(row, staff)), total }
}

/** Locks a bulk edit for one step of its lifecycle. Refuses GOODS_BULK_NOT_FOUND, GOODS_BULK_STATE_WRONG. */
export async function requireLockedGoodsBulkEdit(
  tx: Tx,
  { id, staffId, verb }: { id: string; staffId: string; verb: GoodsBulkEditVerb },
): Promise<GoodsBulkEditRecord> {
  const row = (await selectBulks(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? refuse('GOODS_BULK_NOT_FOUND')
  const author = await findAuthor(tx, staffId)
  if (author !== undefined && row.staff_id !== author) refuse('GOODS_BULK_NOT_FOUND')
  const { from } = goodsBulkEditLifecycle.verbs[verb]
  if (!from.some((state) => state === row.state)) refuse('GOODS_BULK_STATE_WRONG')
  return recordFrom(row)
}

/** Locks a bulk edit, so that it cannot be stopped while its goods are written. Returns whether it is still in this state. */
export async function shareLockGoodsBulkEditIfInState(tx: Tx, id: string, state: GoodsBulkEditState): Promise<boolean> {
  const row = await tx.selectFrom('goods_bulk').select('state').where('id', '=', id).forShare().executeTakeFirst()
  return row?.state === state
}

/** Locks only the bulk edit, to record its progress. Returns whether it is still in this state. */
export async function lockGoodsBulkEditIfInState(tx: Tx, id: string, state: GoodsBulkEditState): Promise<boolean> {
  const row = await tx.selectFrom('goods_bulk').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.state === state
}

interface BulkUpdate {
  state?: GoodsBulkEditState
  doneCount?: number
  counts?: GoodsBulkEditCounts
  triedHash?: Buffer
  appliedBy?: string
  confirmed?: boolean
  endedAt?: Date
}

export async function updateGoodsBulkEditRow(tx: Tx, id: string, change: BulkUpdate): Promise<void> {
  await tx
    .updateTable('goods_bulk')
    .set({
      ...(change.state && { state: change.state }),
      ...(change.doneCount === undefined ? {} : { done_count: change.doneCount }),
      ...(change.counts && { counts: JSON.stringify(change.counts) }),
      ...(change.triedHash && { tried_hash: change.triedHash }),
      ...(change.appliedBy === undefined ? {} : { applied_by: change.appliedBy }),
      ...(change.confirmed === undefined ? {} : { confirmed: change.confirmed }),
      ...(change.endedAt && { ended_at: change.endedAt }),
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes bulk edits with their rows some days after their trial. */
export async function deleteOldGoodsBulkEdits(db: Db, moment: Moment, keptDays: number): Promise<void> {
  await runInTransaction(db, (tx) => tx.deleteFrom('goods_bulk').where('created_at', '<', daysBefore(moment, keptDays)).execute())
}
