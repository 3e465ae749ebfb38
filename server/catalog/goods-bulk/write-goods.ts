// Writes and restores one product of a bulk edit, as its editor would.

import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { goodsBulkEditKinds } from '#contract/catalog/goods-bulk/change.ts'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { isSameGoodsFieldValue } from '#contract/catalog/goods-editing/differences.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findTaxClassesSetOnGoods, updateGoodsTaxClass } from '#server/catalog/goods/public.ts'
import {
  changeGoodsState,
  lockGoodsAtRowVersion,
  publishContentsWithoutDraft,
  saveSameContentAsNewVersion,
} from '#server/catalog/goods-editing/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { GoodsBulkEditRecord } from './bulk-store.ts'
import type { GoodsBulkEditRowPlan } from './plan/bulk-plan.ts'
import {
  claimBulkEditRow,
  type GoodsBeforeBulkEdit,
  recordBulkEditRowApplied,
  recordBulkEditRowUndone,
  type StoredGoodsBulkEditRow,
} from './row-store.ts'

interface Writing {
  goodsId: string
  rowVersion: number
  staffId: string
  note: string
}

async function publishContent(
  tx: Tx,
  moment: Moment,
  { note, confirmed, content, staffId, ...goods }: Writing & { content: GoodsContent; confirmed: boolean },
): Promise<number> {
  const [written] = await publishContentsWithoutDraft(tx, moment, [{ goods, content }], { staffId, note, confirmed })
  return written?.rowVersion ?? refuse('GOODS_NOT_FOUND')
}

/**
 * Refuses ROW_CHANGED if the tax class was changed meanwhile: a change of the tax class alone does not raise the row version of the goods.
 */
async function writeTaxClass(
  tx: Tx,
  moment: Moment,
  { note, was, is, ...seen }: Writing & { was: TaxClass | null; is: TaxClass | null },
): Promise<number> {
  const { goodsId, staffId } = seen
  const { goods, ownShops } = await lockGoodsAtRowVersion(tx, seen)
  const now = (await findTaxClassesSetOnGoods(tx, [goodsId])).get(goodsId) ?? null
  if (!isSameGoodsFieldValue(now, was)) refuse('ROW_CHANGED', { msg: '税收编码刚刚被他人修改' })
  const differences = (await updateGoodsTaxClass(tx, moment, { goodsId, taxClass: is, ownShops, staffId })) ?? refuse('GOODS_NOT_FOUND')
  return saveSameContentAsNewVersion(tx, moment, { goods, differences, staffId, note })
}

/** Writes planned goods once. Refuses what the editor's functions refuse. */
export async function applyGoodsBulkEditRow(
  tx: Tx,
  moment: Moment,
  job: GoodsBulkEditRecord,
  { row, goods, outcome }: GoodsBulkEditRowPlan,
): Promise<void> {
  if (!goods || !outcome || !(await claimBulkEditRow(tx, job.id, row))) return
  const { goodsId, rowVersion } = goods
  const staffId = job.appliedBy ?? job.staffId
  const writing = { goodsId, rowVersion, staffId, note: `批量修改${goodsBulkEditKinds[job.change.kind].label}` }
  const record = (before: GoodsBeforeBulkEdit, after: number) => recordBulkEditRowApplied(tx, job.id, row, { before, rowVersion: after })
  switch (outcome.kind) {
    case 'content': {
      const { content } = outcome
      return record({ content: goods.content }, await publishContent(tx, moment, { ...writing, content, confirmed: job.confirmed }))
    }
    case 'shelf':
      return record({}, (await changeGoodsState(tx, moment, outcome.verb, { ...writing, asVersion: true })).rowVersion)
    case 'taxClass': {
      const { was, is } = outcome
      return record({ taxClass: was }, await writeTaxClass(tx, moment, { ...writing, was, is }))
    }
  }
}

/**
 * Restores goods once, if nobody has changed them since they were written. Otherwise it refuses ROW_CHANGED, which names the person who
 * has.
 */
export async function undoGoodsBulkEditRow(
  tx: Tx,
  moment: Moment,
  job: GoodsBulkEditRecord,
  { row, goodsId, before, rowVersion }: StoredGoodsBulkEditRow,
): Promise<void> {
  if (before === null || rowVersion === null || !(await claimBulkEditRow(tx, job.id, row))) return
  const staffId = job.appliedBy ?? job.staffId
  const writing = { goodsId, rowVersion, staffId, note: `撤销批量修改${goodsBulkEditKinds[job.change.kind].label}` }
  const { change } = job
  if (before.content !== undefined) await publishContent(tx, moment, { ...writing, content: before.content, confirmed: true })
  else if (change.kind === 'shelf')
    await changeGoodsState(tx, moment, change.onSale ? 'takeOff' : 'relist', { ...writing, asVersion: true })
  else if (change.kind === 'taxClass') await writeTaxClass(tx, moment, { ...writing, was: change.taxClass, is: before.taxClass ?? null })
  await recordBulkEditRowUndone(tx, job.id, row)
}
