// The steps of a count sheet after counting: submitted, sent back, posted, cancelled.
import { sql } from 'kysely'
import type { recountScopes } from '#contract/catalog/stock-counts/shapes.ts'
import { type StockCountVerb, stockCountLifecycle } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { describeSkusById, refreshStockInSearch } from '#server/catalog/goods/public.ts'
import { adjustStocks, findSkuUnitsInWarehouse, lockStockBySku, type StockAdjustmentInput } from '#server/catalog/inventory/public.ts'
import { findHundredCostsBySku } from '#server/catalog/purchase-orders/public.ts'
import { requireSecondPersonToAll } from '#server/people/dual-control/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { recordRowEdit, requireRowAtVersion } from '#server/platform/core/row-edits.ts'
import { type FindOrdersHoldingSkus, refuseMovedAway, refuseReserved } from './refuse-shortages.ts'
import { readTypedLines, type TypedLine } from './stock-count-lines.ts'
import { type LockedStockCount, lockStockCount, type StockCountRef } from './stock-count-store.ts'

type VersionedRef = StockCountRef & { rowVersion: number }

/** Locks a sheet. That it was decided meanwhile is said before that it was changed: then nothing is left to do with it. */
const lockAtVersion = async (
  tx: Tx,
  moment: Moment,
  { rowVersion, ...ref }: VersionedRef,
  verb: StockCountVerb,
): Promise<LockedStockCount> => {
  const count = await lockStockCount(tx, moment, ref, { verb })
  await requireRowAtVersion(tx, { kind: 'stockCount', key: ref.id, seen: rowVersion })
  return count
}

interface Step {
  submitted_by?: string
  submitted_at?: Date
  approved_by?: string
  approved_at?: Date
  rejected_reason?: string
}

async function moveStockCount(
  tx: Tx,
  moment: Moment,
  { id, staffId, verb, step }: StockCountRef & { verb: StockCountVerb; step: Step },
): Promise<void> {
  const { to, label } = stockCountLifecycle.verbs[verb]
  const fields = Object.assign({ state: to, state_at: moment.now }, step)
  await tx
    .updateTable('stock_count')
    .set(verb === 'reject' ? Object.assign({ round: sql<number>`round + 1` }, fields) : fields)
    .where('id', '=', id)
    .execute()
  await recordRowEdit(tx, moment, { kind: 'stockCount', key: id, staffId, what: label })
}

/**
 * Submits a sheet. Lines that nobody has typed are only left out if the person says so. Refuses STOCK_COUNT_NOT_FOUND, STOCK_COUNT_STATE,
 * STOCK_COUNT_UNFINISHED, ROW_CHANGED.
 */
export async function submitStockCount(tx: Tx, moment: Moment, { leaveOut, ...ref }: VersionedRef & { leaveOut: boolean }): Promise<void> {
  const { id } = await lockAtVersion(tx, moment, ref, 'submit')
  const lines = tx.selectFrom('stock_count_line').where('stock_count_id', '=', id)
  const { total, counted } = await lines
    .select([sql<number>`count(*)::int`.as('total'), sql<number>`count(counted)::int`.as('counted')])
    .executeTakeFirstOrThrow()
  if (counted === 0) refuse('STOCK_COUNT_UNFINISHED', { msg: '还没有录入任何实盘数量', waiting: total })
  if (counted < total && !leaveOut)
    refuse('STOCK_COUNT_UNFINISHED', { msg: `还有 ${total - counted} 个规格没有录入实盘数量`, waiting: total - counted })
  const step = { submitted_by: ref.staffId, submitted_at: moment.now }
  await moveStockCount(tx, moment, { id, staffId: ref.staffId, verb: 'submit', step })
}

/** Sends a sheet back to be counted again. Refuses STOCK_COUNT_NOT_FOUND, STOCK_COUNT_STATE, ROW_CHANGED. */
export async function rejectStockCount(
  tx: Tx,
  moment: Moment,
  { recount, reason, ...ref }: VersionedRef & { recount: keyof typeof recountScopes; reason: string },
): Promise<void> {
  const { id } = await lockAtVersion(tx, moment, ref, 'reject')
  const lines = tx
    .updateTable('stock_count_line')
    .set({ counted: null, counted_booked: null, counted_by: null, counted_at: null })
    .where('stock_count_id', '=', id)
  await (recount === 'all' ? lines : lines.where(sql<boolean>`counted <> counted_booked`)).execute()
  await moveStockCount(tx, moment, { id, staffId: ref.staffId, verb: 'reject', step: { rejected_reason: reason } })
}

/** Gives up a sheet. The stock stays as it is. Refuses STOCK_COUNT_NOT_FOUND, STOCK_COUNT_STATE. */
export async function cancelStockCount(tx: Tx, moment: Moment, ref: StockCountRef): Promise<void> {
  const { id } = await lockStockCount(tx, moment, ref, { verb: 'cancel' })
  await moveStockCount(tx, moment, { id, staffId: ref.staffId, verb: 'cancel', step: {} })
}

/** Keeps with the lines what came or left since they were typed, and what they cost now. */
async function recordPosting(
  tx: Tx,
  { id }: LockedStockCount,
  { lines, lying }: { lines: readonly TypedLine[]; lying: ReadonlyMap<string, number> },
): Promise<void> {
  const costs = await findHundredCostsBySku(
    tx,
    lines.map(({ skuId }) => skuId),
  )
  const given = lines.map(({ lineNo, skuId, countedBooked }) => ({
    lineNo,
    moved: (lying.get(skuId) ?? 0) - countedBooked,
    hundredFen: costs.get(skuId) ?? null,
  }))
  await sql`
    update stock_count_line as line set moved = given.moved, hundred_fen = given."hundredFen"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given("lineNo" int, moved int, "hundredFen" bigint)
    where line.stock_count_id = ${id} and line.line_no = given."lineNo"`.execute(tx)
}

/** Posts the differences of a sheet as movements, one for each line, also for those without a difference: they were counted. */
async function postDifferences(
  tx: Tx,
  moment: Moment,
  { count: { id, countNo, warehouseId }, lines, staffId }: { count: LockedStockCount; lines: readonly TypedLine[]; staffId: string },
): Promise<void> {
  const skus = await describeSkusById(
    tx,
    lines.map(({ skuId }) => skuId),
  )
  const posted = lines.map(
    ({ skuId, difference }): StockAdjustmentInput => ({
      skuId,
      warehouseId,
      minimum: skus.get(skuId)?.minimum ?? 1,
      change: difference,
      kind: 'count',
      reason: `盘点单 ${countNo}`,
      staffId,
      stockCountId: id,
    }),
  )
  await adjustStocks(tx, moment, posted)
  await refreshStockInSearch(tx, [...new Set([...skus.values()].map(({ goodsId }) => goodsId))])
  await incrementCatalogVersion(tx)
}

/**
 * Posts the differences of a sheet (decision 390), with a number of statements that does not grow with the lines. Returns the units more and
 * less. Refuses STOCK_COUNT_NOT_FOUND, STOCK_COUNT_STATE, STOCK_COUNT_MOVED, STOCK_COUNT_RESERVED, SECOND_PERSON_NEEDED, SECOND_PERSON_TIED,
 * ROW_CHANGED.
 */
export async function approveStockCount(
  tx: Tx,
  moment: Moment,
  { findOrdersHoldingSkus, ...ref }: VersionedRef & { findOrdersHoldingSkus: FindOrdersHoldingSkus },
): Promise<{ surplus: number; shortage: number }> {
  const { staffId } = ref
  const count = await lockAtVersion(tx, moment, ref, 'approve')
  const lines = await readTypedLines(tx, count.id)
  const firstIds = [...new Set([...lines.map(({ countedBy }) => countedBy), count.submittedBy ?? ''])].filter(Boolean)
  await requireSecondPersonToAll(tx, { firstIds, secondId: staffId }, moment, '参与盘点的人不能审核这张盘点单，请由另一人审核')
  const skuIds = lines.map(({ skuId }) => skuId)
  const stock = await lockStockBySku(tx, skuIds)
  const lying = await findSkuUnitsInWarehouse(tx, { warehouseId: count.warehouseId, skuIds })
  // First: in a mall of one warehouse no more can be sold than lies there, so what has left it would pass for what orders hold.
  await refuseMovedAway(tx, { lines, lying })
  await refuseReserved(tx, { lines, stock, findOrdersHoldingSkus })
  await recordPosting(tx, count, { lines, lying })
  await postDifferences(tx, moment, { count, lines, staffId })
  const step = { approved_by: staffId, approved_at: moment.now }
  await moveStockCount(tx, moment, { id: count.id, staffId, verb: 'approve', step })
  return {
    surplus: lines.reduce((total, { difference }) => total + Math.max(0, difference), 0),
    shortage: lines.reduce((total, { difference }) => total + Math.max(0, -difference), 0),
  }
}
