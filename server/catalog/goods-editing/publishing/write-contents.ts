// Checks contents and writes them to all tables. Every way to publish ends here.
import * as z from 'zod/mini'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { isSameGoodsFieldValue } from '#contract/catalog/goods-editing/differences.ts'
import {
  formatGoodsPublishingProblems,
  type GoodsPublishingProblem,
  reuseIdsOfReaddedSkus,
} from '#contract/catalog/goods-editing/problems.ts'
import { GoodsNotReadyDetail } from '#contract/catalog/goods-editing/shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { lockAllAttributesAndSets } from '#server/catalog/attributes/public.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { lockCategoryTree } from '#server/catalog/categories/public.ts'
import {
  type GoodsContentWithoutSkusAndRelations,
  refreshSearchRowsOfGoods,
  type SkuRecord,
  upsertPublishedGoods,
  upsertSkus,
} from '#server/catalog/goods/public.ts'
import { normaliseGoodsContent, updateAttributesAndMachineModels } from '#server/catalog/goods-editing/attribute-values.ts'
import { deleteDraftRows, insertGoodsVersions, replaceGoodsRelations } from '#server/catalog/goods-editing/content-store.ts'
import { type GoodsWithContent, toGoodsRecords } from '#server/catalog/goods-editing/published-content.ts'
import { type ExistingContentReferences, findPublishingProblemsOfContents } from '#server/catalog/goods-editing/publishing-problems.ts'
import { createMissingStockRows } from '#server/catalog/inventory/public.ts'
import { lockExistingLicenceKindIds } from '#server/catalog/licences/public.ts'
import {
  computePricesBelowCost,
  computePriceUpdatesOfPublishedSkus,
  requireLargePriceChangesConfirmed,
  updatePricesAndRecordChanges,
} from '#server/catalog/price-lists/public.ts'
import { lockPrices, type PriceUpdate } from '#server/catalog/pricing/public.ts'
import { isForeignKeyViolation, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { recordRowEditsOfKind } from '#server/platform/core/row-edits.ts'
import { buildFirstVersionIfMissing } from './save-version.ts'
import { updateCrossReferences } from './update-cross-references.ts'

/** Every transaction that changes one of these locks them before the goods. */
export async function lockCategoriesAttributesAndPrices(tx: Tx): Promise<void> {
  await lockCategoryTree(tx, 'use')
  await lockAllAttributesAndSets(tx, 'use')
  await lockPrices(tx)
}

/** Published SKUs that the new content leaves out. They are never deleted, because carts, lists and price lists may have them. */
const withLeftOut = ({ content }: GoodsWithContent, next: GoodsContent): GoodsContent => {
  const kept = new Set(next.skus.map(({ skuId }) => skuId))
  const left = content.skus.filter(({ skuId }) => !kept.has(skuId))
  return { ...next, skus: [...next.skus, ...left.map((sku) => ({ ...sku, onShelf: false, archived: true }))] }
}

/** The new shelf state of each SKU, where it changes. */
function findShelfMoves({ skus }: GoodsWithContent, records: readonly SkuRecord[]): SkuRecord[] {
  const before = new Map(skus.map(({ skuId, onShelf }) => [skuId, onShelf]))
  return records.filter(({ skuId, onShelf }) => before.has(skuId) && before.get(skuId) !== onShelf)
}

/** Locked goods, and the content to publish. */
export interface LockedContentToPublish {
  goods: GoodsWithContent
  content: GoodsContent
  /** The records that the content refers to. */
  facts: ExistingContentReferences
}

/** A content without problems, in the form in which it is written. */
export interface CheckedContent {
  goods: GoodsWithContent
  content: GoodsContent
  /** The parts of the content that the tables of goods and SKUs hold. */
  head: GoodsContentWithoutSkusAndRelations
  records: readonly SkuRecord[]
  moves: readonly PriceUpdate[]
}

/** Refuses GOODS_NOT_READY. Its message names all problems, for callers that show only the message. */
function refuseNotReady(problems: readonly GoodsPublishingProblem[], content: Pick<GoodsContent, 'skus'> = { skus: [] }): never {
  refuse('GOODS_NOT_READY', {
    msg: `还不能发布：${formatGoodsPublishingProblems(content, problems).join('；')}`,
    ...z.encode(GoodsNotReadyDetail, { problems: [...problems] }),
  })
}

/**
 * Checks contents before they are written. Refuses GOODS_NO_DRAFT for a content that is already published, GOODS_NOT_READY with the
 * problems of the first content that has some, and PRICE_CHANGE_LARGE or PRICE_BELOW_COST for everything that is not confirmed. The number
 * of statements does not grow with the goods.
 */
export async function requireContentsPublishable(
  tx: Tx,
  moment: Pick<Moment, 'now'>,
  { wanted, confirmed }: { wanted: readonly LockedContentToPublish[]; confirmed: boolean },
): Promise<CheckedContent[]> {
  const arranged = wanted.map(({ goods, content, facts }) => {
    const published = new Map(goods.skus.map((sku) => [sku.skuId, sku]))
    return { goods, facts, content: normaliseGoodsContent(facts.attributes, reuseIdsOfReaddedSkus(content, published)) }
  })
  const whole = arranged.map(({ goods, content }) => ({ goods, content: withLeftOut(goods, content) }))
  if (whole.some(({ goods, content }) => goods.state !== 'draft' && isSameGoodsFieldValue(content, goods.content)))
    refuse('GOODS_NO_DRAFT', { msg: '草稿与已发布的内容相同，没有待发布的修改' })
  const problems = await findPublishingProblemsOfContents(tx, moment, arranged)
  for (const [at, { content }] of arranged.entries()) if (problems[at]?.length) refuseNotReady(problems[at], content)
  const checked = whole.map(({ goods, content }) => {
    const { head, records } = toGoodsRecords(content)
    return { goods, content, head, records, moves: computePriceUpdatesOfPublishedSkus(goods, records) }
  })
  await requireLargePriceChangesConfirmed(
    tx,
    checked.flatMap(({ moves }) => moves),
    { confirmed, belowCost: checked.flatMap(({ goods, records }) => computePricesBelowCost(goods, records)) },
  )
  return checked
}

interface Writer {
  staffId: string | null
  /** The entry for the history. */
  note: string
}

/** Changes the prices of existing SKUs in the same way as 改价. */
async function movePrices(tx: Tx, moment: Moment, { moves, staffId }: { moves: readonly PriceUpdate[]; staffId: string | null }) {
  if (moves.length === 0) return
  if (staffId === null) throw new Error('prices are changed by nobody')
  await updatePricesAndRecordChanges(tx, moment, { list: undefined, moves, source: { staffId, fileName: null } })
}

/** Records shelf changes for people who edit them one by one, and notifies people who wait for a SKU that is available again. */
async function recordShelfChanges(tx: Tx, moment: Moment, { shelves, staffId }: { shelves: readonly SkuRecord[]; staffId: string | null }) {
  const rows = shelves.map(({ skuId, onShelf }) => ({ key: skuId, what: onShelf ? '上架' : '下架' }))
  if (staffId !== null) await recordRowEditsOfKind(tx, moment, { kind: 'shelf', rows, staffId })
  const back = shelves.filter(({ onShelf }) => onShelf).map(({ skuId }) => skuId)
  if (back.length > 0) await publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: back } }])
}

export interface WrittenContent {
  goodsId: string
  rowVersion: number
  version: number
}

/** Locks the licence kinds that contents demand against deletion. Refuses GOODS_NOT_READY for a kind that was deleted just now. */
async function lockLicenceKinds(tx: Tx, checked: readonly CheckedContent[]): Promise<void> {
  const ids = [...new Set(checked.flatMap(({ content }) => content.licenceKindIds))]
  const known = await lockExistingLicenceKindIds(tx, ids)
  if (ids.some((id) => !known.has(id))) refuseNotReady([{ path: 'licenceKindIds', reason: '所选的许可证种类刚刚被删除，请重新选择' }])
}

async function writeToTables(tx: Tx, moment: Moment, checked: readonly CheckedContent[], { staffId, note }: Writer) {
  await lockLicenceKinds(tx, checked)
  const versioned = checked.map((one) => {
    const first = buildFirstVersionIfMissing(one.goods)
    return { ...one, first, version: Math.max(one.goods.version, first.length) + 1 }
  })
  const published = versioned.map(({ goods: { goodsId, state }, head, records, version }) => ({
    goodsId,
    head,
    state: state === 'draft' ? ('on_sale' as const) : state,
    version,
    skus: records,
    note: `发布版本 ${version}`,
  }))
  const rowVersions = await upsertPublishedGoods(tx, published, { staffId, now: moment.now })
  await upsertSkus(tx, published)
  await movePrices(tx, moment, { moves: checked.flatMap(({ moves }) => moves), staffId })
  const added = checked.flatMap(({ goods, records }) => {
    const known = new Set(goods.skus.map(({ skuId }) => skuId))
    return records.flatMap(({ skuId }) => (known.has(skuId) ? [] : skuId))
  })
  await createMissingStockRows(tx, added)
  const rewritten = checked.map(({ goods, content }) => ({ goodsId: goods.goodsId, before: goods.content, content }))
  const related = rewritten.filter(({ before, content }) => !isSameGoodsFieldValue(before.relations, content.relations))
  await replaceGoodsRelations(
    tx,
    related.map(({ goodsId, content: { relations } }) => ({ goodsId, relations })),
  )
  await updateAttributesAndMachineModels(tx, rewritten)
  await updateCrossReferences(tx, rewritten)
  await insertGoodsVersions(
    tx,
    versioned.flatMap(({ goods: { goodsId }, content, version, first }) => [
      ...first,
      { goodsId, version, content, staffId, at: moment.now, note },
    ]),
  )
  const goodsIds = published.map(({ goodsId }) => goodsId)
  await deleteDraftRows(tx, goodsIds)
  await recordShelfChanges(tx, moment, { shelves: checked.flatMap(({ goods, records }) => findShelfMoves(goods, records)), staffId })
  await refreshSearchRowsOfGoods(tx, goodsIds)
  await incrementCatalogVersion(tx)
  return published.map(({ goodsId, version }): WrittenContent => ({ goodsId, version, rowVersion: rowVersions.get(goodsId) ?? 0 }))
}

/**
 * Writes checked contents to all tables, in the given order. Refuses GOODS_NOT_READY for codes that were taken, or things that were
 * deleted, just now. The number of statements does not grow with the goods or their SKUs.
 */
export function writePublishedContents(
  tx: Tx,
  moment: Moment,
  checked: readonly CheckedContent[],
  writer: Writer,
): Promise<WrittenContent[]> {
  return writeToTables(tx, moment, checked, writer).catch((error) => {
    if (error instanceof Refusal && error.reason === 'MACHINE_MODEL_NOT_FOUND')
      refuseNotReady([{ path: 'machineModelIds', reason: '所选的机型刚刚被删除，请重新选择' }])
    if (isForeignKeyViolation(error)) refuseNotReady([{ path: 'brandId', reason: '所选的品牌或关联的商品刚刚被删除，请重新选择' }])
    if (!isUniqueViolation(error)) throw error
    return refuseNotReady([{ path: 'skus', reason: '商品编码或规格编码刚刚被其他商品使用，请修改' }])
  })
}
