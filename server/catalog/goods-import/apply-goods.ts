import { refuse } from '#contract/platform/core/refusals.ts'
import { publishContentsWithoutDraft } from '#server/catalog/goods-editing/public.ts'
import { requireTrialPricesConfirmed } from '#server/catalog/price-lists/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { type GoodsImportRecord, requireLockedGoodsImport, updateGoodsImportRow } from './import-store.ts'
import type { GoodsImportPlan } from './plan/goods-plan.ts'
import { countImportRowsByResult, markImportGoodsApplied, readGoodsImportPricesToConfirm } from './row-store.ts'

/** How many prices a refusal lists. */
const LISTED_MAX = 100

/**
 * Starts writing the result of the trial. Refuses GOODS_IMPORT_NOT_FOUND, GOODS_IMPORT_STATE_WRONG, GOODS_IMPORT_MOVED if the result is no
 * longer the one that the person has seen, PRICE_CHANGE_LARGE, PRICE_BELOW_COST.
 */
export async function beginApplyingGoodsImport(
  tx: Tx,
  moment: Moment,
  { id, seen, confirmed, staffId }: { id: string; seen: string; confirmed: boolean; staffId: string },
): Promise<void> {
  const { triedHash } = await requireLockedGoodsImport(tx, id, 'apply')
  if (triedHash?.toString('base64url') !== seen) refuse('GOODS_IMPORT_MOVED')
  if (!confirmed) await requireTrialPricesConfirmed(tx, await readGoodsImportPricesToConfirm(tx, id, LISTED_MAX))
  await updateGoodsImportRow(tx, id, { state: 'applying', doneCount: 0, appliedBy: staffId, confirmed })
  await publishEvents(tx, moment, [{ topic: 'goods-import.due', payload: { importId: id } }])
}

/** Stops an import between two goods. Refuses GOODS_IMPORT_NOT_FOUND, GOODS_IMPORT_STATE_WRONG. */
export async function stopGoodsImport(tx: Tx, moment: Moment, id: string): Promise<GoodsImportRecord> {
  const job = await requireLockedGoodsImport(tx, id, 'stop')
  const { counts } = await countImportRowsByResult(tx, id)
  await updateGoodsImportRow(tx, id, { state: 'stopped', counts, endedAt: moment.now })
  return job
}

/** Publishes planned goods once, all of them or none, as their editor would. Refuses what `publishContentsWithoutDraft` refuses. */
export async function publishGoodsImportPlans(
  tx: Tx,
  moment: Moment,
  job: GoodsImportRecord,
  plans: readonly GoodsImportPlan[],
): Promise<void> {
  const { id, fileName, confirmed } = job
  const marked = await markImportGoodsApplied(
    tx,
    id,
    plans.map(({ goodsNo }) => goodsNo),
  )
  const contents = plans.filter(({ goodsNo }) => marked.has(goodsNo))
  if (contents.length === 0) return
  const note = `导入 ${fileName}`.slice(0, 200)
  await publishContentsWithoutDraft(tx, moment, contents, { note, confirmed, staffId: job.appliedBy ?? job.staffId })
}
