import * as z from 'zod/mini'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { compareContents, isSameValue } from '#contract/catalog/goods-editing/differences.ts'
import { keepIdsOfSameCodes } from '#contract/catalog/goods-editing/problems.ts'
import { GoodsNotReady } from '#contract/catalog/goods-editing/shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { lockAttributes } from '#server/catalog/attributes/public.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { lockCategoryTree } from '#server/catalog/categories/public.ts'
import { type GoodsHead, refreshSearchIndex, type SkuRecord, updateGoods, upsertSkus } from '#server/catalog/goods/public.ts'
import { createMissingStockRows } from '#server/catalog/inventory/public.ts'
import { findBelowCost, findPriceMoves, requireLargeChangesConfirmed, writePricesWithHistory } from '#server/catalog/price-lists/public.ts'
import { lockPrices, type PriceUpdate } from '#server/catalog/pricing/public.ts'
import { isForeignKeyViolation, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { recordRowEdits } from '#server/platform/core/row-edits.ts'
import { normaliseGoodsContent, updateAttributesAndMachineModels } from './attribute-values.ts'
import { deleteDraft, insertVersion, isPublishingDue, replaceGoodsRelations, schedulePublishing } from './content-store.ts'
import {
  findShopsOfEditor,
  type GoodsAtRowVersion,
  type GoodsWithDraft,
  lockGoodsAtVersion,
  readContentNames,
  requireEditable,
  requireShopOfEditor,
} from './goods-at-version.ts'
import { type GoodsWithContent, toGoodsRecords } from './published-content.ts'
import { findPublishingProblems, readContentFacts } from './publishing-problems.ts'

export interface PublishRequest extends GoodsAtRowVersion {
  /** undefined: now. */
  publishAt?: Date | undefined
  note: string
  /** The person has seen large price changes and prices below the cost, and means them. */
  confirmed: boolean
}

export interface PublishResult {
  rowVersion: number
  version: number
  publishAt: Date | null
}

/** SKUs that were published and are left out now. They are never deleted: carts, lists and price lists may have them. */
const withLeftOut = ({ content }: GoodsWithContent, next: GoodsContent): GoodsContent => {
  const kept = new Set(next.skus.map(({ skuId }) => skuId))
  const left = content.skus.filter(({ skuId }) => !kept.has(skuId))
  return { ...next, skus: [...next.skus, ...left.map((sku) => ({ ...sku, onShelf: false, archived: true }))] }
}

/** What the shelf of each SKU becomes, where it changes. */
function findShelfMoves({ skus }: GoodsWithContent, records: readonly SkuRecord[]): SkuRecord[] {
  const before = new Map(skus.map(({ skuId, onShelf }) => [skuId, onShelf]))
  return records.filter(({ skuId, onShelf }) => before.has(skuId) && before.get(skuId) !== onShelf)
}

/** The version that goods have which were published before versions were kept. */
async function keepFirstVersion(tx: Tx, { goodsId, state, version, content, publishedAt, changedAt }: GoodsWithContent): Promise<number> {
  if (version > 0 || state === 'draft') return version
  await insertVersion(tx, goodsId, { version: 1, content, staffId: null, at: publishedAt ?? changedAt, note: '保存版本之前的内容' })
  return 1
}

interface Writing extends Pick<PublishRequest, 'staffId' | 'note'> {
  goods: GoodsWithContent
  content: GoodsContent
  /** The parts of the content that the tables of goods and SKUs hold. */
  head: GoodsHead
  records: readonly SkuRecord[]
  moves: readonly PriceUpdate[]
}

/** Changes the prices of SKUs that are there, in the same way as 改价 does. */
async function movePrices(tx: Tx, moment: Moment, { moves, staffId }: Pick<Writing, 'moves' | 'staffId'>): Promise<void> {
  if (moves.length === 0) return
  if (staffId === null) throw new Error('prices are changed by nobody')
  await writePricesWithHistory(tx, moment, { list: undefined, moves, hand: { staffId, fileName: null } })
}

/** Records shelves that changed for those who edit them one by one, and wakes people who wait for a SKU that is back. */
async function tellShelves(tx: Tx, moment: Moment, { shelves, staffId }: { shelves: readonly SkuRecord[]; staffId: string | null }) {
  const rows = shelves.map(({ skuId, onShelf }) => ({ key: skuId, what: onShelf ? '上架' : '下架' }))
  if (staffId !== null) await recordRowEdits(tx, moment, { kind: 'shelf', rows, staffId })
  const back = shelves.filter(({ onShelf }) => onShelf).map(({ skuId }) => skuId)
  if (back.length > 0) await publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: back } }])
}

/** Writes a checked content to all tables. The number of statements does not depend on the number of SKUs. */
async function writeContent(tx: Tx, moment: Moment, { goods, content, head, records, ...given }: Writing): Promise<PublishResult> {
  const { goodsId, state, content: before } = goods
  const { moves, staffId, note } = given
  const version = (await keepFirstVersion(tx, goods)) + 1
  const known = new Set(goods.skus.map(({ skuId }) => skuId))
  const added = records.flatMap(({ skuId }) => (known.has(skuId) ? [] : skuId))
  const change = { staffId, now: moment.now, note: `发布版本 ${version}` }
  const rowVersion = await updateGoods(tx, { goodsId, head, ...(state === 'draft' ? { state: 'on_sale' } : {}), version, ...change })
  await upsertSkus(tx, goodsId, records)
  await movePrices(tx, moment, { moves, staffId })
  await createMissingStockRows(tx, added)
  if (!isSameValue(before.relations, content.relations)) await replaceGoodsRelations(tx, goodsId, content.relations)
  await updateAttributesAndMachineModels(tx, goodsId, { before, content })
  await insertVersion(tx, goodsId, { version, content, staffId, at: moment.now, note })
  await deleteDraft(tx, goodsId)
  await tellShelves(tx, moment, { shelves: findShelfMoves(goods, records), staffId })
  await refreshSearchIndex(tx, [goodsId])
  await incrementCatalogVersion(tx)
  return { rowVersion, version, publishAt: null }
}

type Publishing = Omit<PublishRequest, 'goodsId' | 'rowVersion'>

/** All of these are locked before the goods, by everybody who changes one of them. */
async function lockWhatGoodsName(tx: Tx): Promise<void> {
  await lockCategoryTree(tx, 'use')
  await lockAttributes(tx, 'use')
  await lockPrices(tx)
}

/** Publishes the draft of locked goods, or sets the time for it. */
async function publishLocked(
  tx: Tx,
  moment: Moment,
  { goods, draft, rebased, ownShops }: GoodsWithDraft,
  { publishAt, note, confirmed, staffId }: Publishing,
): Promise<PublishResult> {
  requireEditable(goods)
  if (!draft || !rebased) refuse('GOODS_NO_DRAFT')
  requireShopOfEditor(ownShops, rebased.content.shopId)
  if (rebased.conflicts.length > 0) await refuseOutdated(tx, goods, rebased)
  const facts = await readContentFacts(tx, rebased.content)
  const published = new Map(goods.skus.map((sku) => [sku.skuId, sku]))
  const arranged = normaliseGoodsContent(facts.attributes, keepIdsOfSameCodes(rebased.content, published))
  const content = withLeftOut(goods, arranged)
  if (goods.state !== 'draft' && isSameValue(content, goods.content))
    refuse('GOODS_NO_DRAFT', { msg: '草稿与已发布的内容相同，没有待发布的修改' })
  const problems = await findPublishingProblems(tx, goods, { content: arranged, facts })
  if (problems.length > 0) refuseNotReady(problems)
  const { head, records } = toGoodsRecords(content)
  const moves = findPriceMoves(goods, records)
  await requireLargeChangesConfirmed(tx, moves, { confirmed, belowCost: findBelowCost(goods, records) })
  if (publishAt === undefined)
    return writeContent(tx, moment, { goods, content, head, records, moves, staffId, note }).catch((error) => {
      if (error instanceof Refusal && error.reason === 'MACHINE_MODEL_NOT_FOUND')
        refuseNotReady([{ path: 'machineModelIds', reason: '所选的机型刚刚被删除，请重新选择' }])
      if (isForeignKeyViolation(error)) refuseNotReady([{ path: 'brandId', reason: '所选的品牌或关联的商品刚刚被删除，请重新选择' }])
      if (!isUniqueViolation(error)) throw error
      return refuseNotReady([{ path: 'skus', reason: '商品编码或规格编码刚刚被其他商品使用，请修改' }])
    })
  if (publishAt <= moment.now) refuse('PUBLISH_TIME_PAST')
  await schedulePublishing(tx, goods.goodsId, { at: publishAt, staffId, note })
  const rowVersion = await updateGoods(tx, { goodsId: goods.goodsId, staffId, now: moment.now, note: '定时发布' })
  return { rowVersion, version: goods.version, publishAt }
}

/**
 * Publishes the draft of goods, now or at a time. Refuses GOODS_NOT_FOUND, ROW_CHANGED, GOODS_STATE_WRONG, GOODS_NO_DRAFT, SHOP_NOT_YOURS,
 * DRAFT_OUTDATED, GOODS_NOT_READY with all problems, PRICE_CHANGE_LARGE, PRICE_BELOW_COST, PUBLISH_TIME_PAST.
 */
export async function publishDraft(tx: Tx, moment: Moment, { goodsId, rowVersion, ...publishing }: PublishRequest): Promise<PublishResult> {
  await lockWhatGoodsName(tx)
  const work = await lockGoodsAtVersion(tx, { goodsId, rowVersion, staffId: publishing.staffId })
  return publishLocked(tx, moment, work, publishing)
}

/**
 * Publishes a draft whose time has come, in the name of the person who set the time. What the prices are was confirmed then: so the draft is
 * read under the lock of the goods, and one that was saved meanwhile is no longer due. Returns whether it was. Refuses like `publishDraft`.
 */
export async function publishDueDraft(tx: Tx, moment: Moment, goodsId: string): Promise<boolean> {
  await lockWhatGoodsName(tx)
  const work = await lockGoodsAtVersion(tx, { goodsId, rowVersion: undefined, staffId: null })
  const { draft } = work
  if (!isPublishingDue(draft, moment)) return false
  const { publishBy: staffId, publishNote: note } = draft
  await publishLocked(tx, moment, { ...work, ownShops: await findShopsOfEditor(tx, { staffId }) }, { note, confirmed: true, staffId })
  return true
}

/** Refuses GOODS_NOT_READY. Its sentence names the first problem, for those who see only the sentence. */
function refuseNotReady(problems: readonly { path: string; reason: string }[]): never {
  const [first] = problems
  const more = problems.length > 1 ? `等 ${problems.length} 处` : ''
  refuse('GOODS_NOT_READY', { msg: `还不能发布：${first?.reason ?? ''}${more}`, ...z.encode(GoodsNotReady, { problems: [...problems] }) })
}

/** Refuses DRAFT_OUTDATED with the fields that both sides have changed: `from` is what is published, `to` what the draft has. */
async function refuseOutdated(
  tx: Tx,
  goods: GoodsWithContent,
  { content, conflicts }: { content: GoodsContent; conflicts: readonly string[] },
) {
  const differences = compareContents(goods.content, content, await readContentNames(tx, [goods.content, content]))
  const both = differences.filter(({ path }) => conflicts.includes(path))
  refuse('DRAFT_OUTDATED', { differences: both.map((difference) => ({ ...difference })) })
}
