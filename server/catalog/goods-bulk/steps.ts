// The steps of a bulk edit that a person starts.
import type { GoodsBulkEditChange } from '#contract/catalog/goods-bulk/change.ts'
import { GOODS_BULK_EDIT_GOODS_MAX } from '#contract/catalog/goods-bulk/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type ConsoleGoodsFilter, findGoodsIdsForConsole } from '#server/catalog/goods-editing/public.ts'
import { requireTrialPricesConfirmed } from '#server/catalog/price-lists/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { getGoodsBulkEditUndoDeadline, insertGoodsBulkEdit, requireLockedGoodsBulkEdit, updateGoodsBulkEditRow } from './bulk-store.ts'
import { countBulkEditRowsByResult, insertGoodsBulkEditRows, markBulkEditRowsForUndo, readBulkEditPricesToConfirm } from './row-store.ts'

/** How many goods with their prices a refusal lists. */
const LISTED_MAX = 100

const publishWorkDue = (tx: Tx, moment: Moment, bulkId: string) =>
  publishEvents(tx, moment, [{ topic: 'goods-bulk.due', payload: { bulkId } }])

interface NewBulk {
  goodsIds: readonly string[] | undefined
  filter: ConsoleGoodsFilter | undefined
  change: GoodsBulkEditChange
  staffId: string
}

/**
 * Starts a trial. Refuses GOODS_BULK_EMPTY, GOODS_BULK_TOO_MANY, and GOODS_NOT_FOUND, which also covers chosen goods of other people's
 * shops.
 */
export async function createGoodsBulkEditAndBeginTrial(
  tx: Tx,
  moment: Moment,
  { goodsIds, filter, change, staffId }: NewBulk,
): Promise<string> {
  const asked = goodsIds && [...new Set(goodsIds)]
  const found = await findGoodsIdsForConsole(tx, { ...filter, goodsIds: asked }, { staffId, limit: GOODS_BULK_EDIT_GOODS_MAX + 1 })
  if (asked && found.length < asked.length) refuse('GOODS_NOT_FOUND')
  if (found.length === 0) refuse('GOODS_BULK_EMPTY')
  if (found.length > GOODS_BULK_EDIT_GOODS_MAX) refuse('GOODS_BULK_TOO_MANY')
  const id = moment.newId()
  await insertGoodsBulkEdit(tx, moment, { id, staffId, change, goodsCount: found.length })
  await insertGoodsBulkEditRows(tx, id, found)
  await publishWorkDue(tx, moment, id)
  return id
}

interface Step {
  id: string
  staffId: string
}

/**
 * Starts writing the result of the trial. Refuses GOODS_BULK_NOT_FOUND, GOODS_BULK_STATE_WRONG, GOODS_BULK_MOVED if the result is no longer
 * the one that the person has seen, PRICE_CHANGE_LARGE, PRICE_BELOW_COST.
 */
export async function beginApplyingGoodsBulkEdit(
  tx: Tx,
  moment: Moment,
  { seen, confirmed, ...step }: Step & { seen: string; confirmed: boolean },
) {
  const { id, staffId } = step
  const { triedHash } = await requireLockedGoodsBulkEdit(tx, { ...step, verb: 'apply' })
  if (triedHash?.toString('base64url') !== seen) refuse('GOODS_BULK_MOVED')
  if (!confirmed) await requireTrialPricesConfirmed(tx, await readBulkEditPricesToConfirm(tx, id, LISTED_MAX))
  await updateGoodsBulkEditRow(tx, id, { state: 'applying', doneCount: 0, appliedBy: staffId, confirmed })
  await publishWorkDue(tx, moment, id)
}

/** Stops between two goods. The written goods stay, and can be undone. Refuses GOODS_BULK_NOT_FOUND, GOODS_BULK_STATE_WRONG. */
export async function stopGoodsBulkEdit(tx: Tx, moment: Moment, step: Step): Promise<void> {
  await requireLockedGoodsBulkEdit(tx, { ...step, verb: 'stop' })
  const { counts } = await countBulkEditRowsByResult(tx, step.id)
  await updateGoodsBulkEditRow(tx, step.id, { state: 'stopped', counts, endedAt: moment.now })
}

/**
 * Starts restoring the written goods. Refuses GOODS_BULK_NOT_FOUND, GOODS_BULK_STATE_WRONG (also if nothing was written) and
 * GOODS_BULK_UNDO_LATE.
 */
export async function beginGoodsBulkEditUndo(tx: Tx, moment: Moment, step: Step): Promise<void> {
  const job = await requireLockedGoodsBulkEdit(tx, { ...step, verb: 'undo' })
  const until = getGoodsBulkEditUndoDeadline(job)
  if (until !== null && until <= moment.now) refuse('GOODS_BULK_UNDO_LATE')
  if ((await markBulkEditRowsForUndo(tx, step.id)) === 0) refuse('GOODS_BULK_STATE_WRONG', { msg: '没有修改过商品，不用撤销' })
  await updateGoodsBulkEditRow(tx, step.id, { state: 'undoing', doneCount: 0, appliedBy: step.staffId })
  await publishWorkDue(tx, moment, step.id)
}
