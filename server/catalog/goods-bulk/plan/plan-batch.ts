import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import type { GoodsBulkEditChange } from '#contract/catalog/goods-bulk/change.ts'
import { isSameGoodsFieldValue, listGoodsContentDifferences } from '#contract/catalog/goods-editing/differences.ts'
import { goodsLifecycle } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import type { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import { findTaxClassesSetOnGoods } from '#server/catalog/goods/public.ts'
import {
  findGoodsIdsWithDraft,
  type GoodsWithContent,
  normaliseGoodsContent,
  readGoodsWithContentById,
} from '#server/catalog/goods-editing/public.ts'
import { findOrderedSkuIds } from '#server/catalog/inventory/public.ts'
import { readPricesToConfirmLookup } from '#server/catalog/price-lists/public.ts'
import { type Db, runInSnapshot } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { GoodsBulkEditPlannedWrite, GoodsBulkEditRowPlan } from './bulk-plan.ts'
import { applyBulkEditToGoodsContent } from './change-content.ts'
import { listBulkContentFaults } from './check-content.ts'
import type { GoodsBulkEditSharedData } from './shared-facts.ts'

interface Batch {
  change: GoodsBulkEditChange
  shared: GoodsBulkEditSharedData
  drafts: ReadonlySet<string>
  ordered: ReadonlySet<string>
  taxClasses: ReadonlyMap<string, TaxClass>
}

/** Returns why these goods may not be changed at all; undefined: they may. */
function findBar({ goodsId, head, state }: GoodsWithContent, { change, shared: { ownShops }, drafts }: Batch): string | undefined {
  if (ownShops !== null && head.shopId !== null && !ownShops.includes(head.shopId)) return '该商品属于其他店铺，您不能修改'
  if (state === 'draft') return '商品还没有发布，请在编辑页修改'
  if (state === 'archived') return '商品已归档，不能修改'
  const publishes = change.kind !== 'shelf' && change.kind !== 'taxClass'
  return publishes && drafts.has(goodsId) ? '商品有未发布的草稿，请先发布或放弃草稿' : undefined
}

type Result = { fault: string } | { same: true } | { outcome: GoodsBulkEditPlannedWrite; differences: GoodsContentDifference[] }

function planShelf({ state }: GoodsWithContent, onSale: boolean): Result {
  const verb = onSale ? 'relist' : 'takeOff'
  const { to } = goodsLifecycle.verbs[verb]
  if (state === to) return { same: true }
  const { states } = goodsLifecycle
  return {
    outcome: { kind: 'shelf', verb },
    differences: [{ path: 'state', label: '状态', from: states[state].label, to: states[to].label }],
  }
}

const formatTaxClass = (taxClass: TaxClass | null): string => (taxClass ? `${taxClass.taxName} ${taxClass.taxCode}` : '沿用分类的')

function planTaxClass({ goodsId }: GoodsWithContent, is: TaxClass | null, { taxClasses }: Batch): Result {
  const was = taxClasses.get(goodsId) ?? null
  if (isSameGoodsFieldValue(was, is)) return { same: true }
  const difference = { path: 'taxClass', label: '税收编码', from: formatTaxClass(was), to: formatTaxClass(is) }
  return { outcome: { kind: 'taxClass', was, is }, differences: [difference] }
}

function planGoods(goods: GoodsWithContent, batch: Batch): Result {
  const { change, shared } = batch
  const bar = findBar(goods, batch)
  if (bar !== undefined) return { fault: bar }
  if (change.kind === 'shelf') return planShelf(goods, change.onSale)
  if (change.kind === 'taxClass') return planTaxClass(goods, change.taxClass, batch)
  const attributes = shared.attributesOf(change.kind === 'category' ? change.categoryId : goods.content.categoryId)
  const changed = applyBulkEditToGoodsContent(goods.content, change, attributes)
  if (isSameGoodsFieldValue(changed, goods.content)) return { same: true }
  const content = normaliseGoodsContent(attributes, changed)
  const faults = listBulkContentFaults(content, goods, batch)
  if (faults.length > 0) return { fault: faults.join('\n') }
  return { outcome: { kind: 'content', content }, differences: listGoodsContentDifferences(goods.content, content, shared.names) }
}

function planRow(row: number, goods: GoodsWithContent | undefined, batch: Batch): GoodsBulkEditRowPlan {
  const result: Result = goods ? planGoods(goods, batch) : { fault: '商品不存在或已删除' }
  const outcome = 'outcome' in result ? result.outcome : undefined
  return {
    row,
    goods,
    result: 'fault' in result ? 'refused' : outcome ? 'changed' : 'same',
    reason: 'fault' in result ? result.fault : '',
    outcome,
    differences: 'differences' in result ? result.differences : [],
    questions: null,
    seen: sha256(JSON.stringify([goods?.goodsId, goods?.content, outcome])),
  }
}

/** Adds the prices that must be confirmed. */
async function addPriceQuestions(db: Db, plans: readonly GoodsBulkEditRowPlan[], percentMax: number): Promise<GoodsBulkEditRowPlan[]> {
  const stated = plans.flatMap(({ goods, outcome }) => (outcome?.kind === 'content' ? [{ goods, content: outcome.content }] : []))
  const questionsOf = await readPricesToConfirmLookup(db, stated, percentMax)
  return plans.map((plan) =>
    plan.outcome?.kind === 'content' ? { ...plan, questions: questionsOf(plan.outcome.content.skus.map(({ code }) => code)) } : plan,
  )
}

type Rows = readonly { row: number; goodsId: string }[]
type Wanted = Pick<Batch, 'change' | 'shared'>

/** Reads the data for the plans, and makes them. */
async function planFromReads(db: Db, rows: Rows, { change, shared }: Wanted): Promise<GoodsBulkEditRowPlan[]> {
  const ids = rows.map(({ goodsId }) => goodsId)
  const found = await readGoodsWithContentById(db, ids)
  const contents = [...found.values()].map(({ content }) => content)
  await shared.learnAttributes(db, [
    ...contents.flatMap(({ categoryId }) => categoryId ?? []),
    ...(change.kind === 'category' ? [change.categoryId] : []),
  ])
  const batch: Batch = {
    change,
    shared,
    drafts: await findGoodsIdsWithDraft(db, ids),
    ordered: await findOrderedSkuIds(
      db,
      contents.flatMap(({ skus }) => skus.flatMap(({ skuId }) => skuId ?? [])),
    ),
    taxClasses: change.kind === 'taxClass' ? await findTaxClassesSetOnGoods(db, ids) : new Map(),
  }
  const plans = rows.map(({ row, goodsId }) => planRow(row, found.get(goodsId), batch))
  return addPriceQuestions(db, plans, shared.percentMax)
}

/**
 * Plans some goods. It writes nothing, and its statements do not grow with goods or SKUs. It reads one snapshot: goods that somebody else
 * publishes meanwhile are read with their SKUs and their version, or not at all.
 */
export const planGoodsBulkEditBatch = async (db: Db, rows: Rows, wanted: Wanted): Promise<GoodsBulkEditRowPlan[]> =>
  rows.length === 0 ? [] : runInSnapshot(db, (snapshot) => planFromReads(snapshot, rows, wanted))
