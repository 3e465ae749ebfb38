import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsPublishingProblem } from '#contract/catalog/goods-editing/problems.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { lockCategoryTree } from '#server/catalog/categories/public.ts'
import {
  deleteDraftGoodsRow,
  type GoodsContentWithoutSkusAndRelations,
  insertDraftGoods,
  updateGoodsRow,
} from '#server/catalog/goods/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { normaliseGoodsContent } from './attribute-values.ts'
import { deleteDraftRows, upsertDraftAndClearSchedule } from './content-store.ts'
import {
  type EditingStaff,
  findShopIdsThatStaffMayEdit,
  type GoodsAtRowVersion,
  type GoodsWithDraft,
  lockGoodsAtRowVersion,
  requireGoodsEditable,
  requireStaffMayMoveGoodsToShop,
} from './goods-at-version.ts'
import {
  type ExistingContentReferences,
  findPublishingProblems,
  type GoodsOfContentToCheck,
  lockReferencesAndKeepFilesOfOneContent,
} from './publishing-problems.ts'

export interface SavedDraft {
  goodsId: string
  rowVersion: number
  content: GoodsContent
  facts: ExistingContentReferences
  /** The SKUs that are published. */
  skus: GoodsOfContentToCheck['skus']
}

/** A code for goods without one: unique by chance, and readable. */
const createCode = (moment: Moment): string =>
  `SP${toShanghaiDay(moment.now).slice(2).replaceAll('-', '')}${moment.bytes(3).toString('hex').toUpperCase()}`

/**
 * The fields of a draft that lists show. The code is a placeholder, because two drafts may have the same code. Things that do not exist are
 * left out, because a draft may be wrong.
 */
function draftHead(
  goodsId: string,
  content: GoodsContent,
  { places, brandIds }: ExistingContentReferences,
): GoodsContentWithoutSkusAndRelations {
  const { skus, attributes, machineModelIds, relations, brandId, ...head } = content
  return {
    ...head,
    code: goodsId,
    shopId: places.shopId,
    categoryId: places.categoryId,
    brandId: brandId !== null && brandIds.has(brandId) ? brandId : null,
    hardness: null,
    pictures: [],
    documents: [],
    parameters: [],
    description: '',
    licenceKindIds: [],
  }
}

/** Gives new SKUs their ids. Refuses SKU_NOT_FOUND for ids of other goods, and for an id that two SKUs share. */
export function assignIdsToNewSkus(moment: Moment, content: GoodsContent, known: ReadonlySet<string>): GoodsContent {
  const used = new Set<string>()
  const skus = content.skus.map((sku) => {
    const skuId = sku.skuId ?? moment.newId()
    if (used.has(skuId) || (sku.skuId !== null && !known.has(skuId))) refuse('SKU_NOT_FOUND')
    used.add(skuId)
    return { ...sku, skuId }
  })
  return { ...content, skus }
}

/** Creates goods with a draft. Only their editors see them. Refuses SKU_NOT_FOUND, SHOP_NOT_YOURS. */
export async function createGoodsWithDraft(
  tx: Tx,
  moment: Moment,
  { content: typed, staffId }: EditingStaff & { content: GoodsContent },
): Promise<SavedDraft> {
  await lockCategoryTree(tx, 'use')
  requireStaffMayMoveGoodsToShop(await findShopIdsThatStaffMayEdit(tx, { staffId }), typed.shopId)
  const goodsId = moment.newId()
  const coded = { ...typed, code: typed.code === '' ? createCode(moment) : typed.code }
  const facts = await lockReferencesAndKeepFilesOfOneContent(tx, moment, coded)
  const content = normaliseGoodsContent(facts.attributes, assignIdsToNewSkus(moment, coded, new Set()))
  await insertDraftGoods(tx, { goodsId, head: draftHead(goodsId, content, facts), staffId, now: moment.now, note: '新建' })
  await upsertDraftAndClearSchedule(tx, { goodsId, content, base: null, baseVersion: 0, editedBy: staffId, editedAt: moment.now })
  return { goodsId, rowVersion: 1, content, facts, skus: [] }
}

/** Writes a content as the draft of locked goods. Refuses SKU_NOT_FOUND, SHOP_NOT_YOURS. */
export async function writeDraftOfLockedGoods(
  tx: Tx,
  moment: Moment,
  {
    goods,
    draft,
    ownShops,
    content: typed,
    staffId,
    note,
  }: EditingStaff & Omit<GoodsWithDraft, 'rebased'> & { content: GoodsContent; note: string },
): Promise<SavedDraft> {
  const { goodsId, state } = goods
  requireStaffMayMoveGoodsToShop(ownShops, typed.shopId)
  const known = [...goods.skus, ...(draft?.content.skus ?? [])].flatMap(({ skuId }) => skuId ?? [])
  const named = assignIdsToNewSkus(moment, typed, new Set(known))
  const facts = await lockReferencesAndKeepFilesOfOneContent(tx, moment, named)
  const content = normaliseGoodsContent(facts.attributes, named)
  const unpublished = state === 'draft'
  const base = unpublished ? null : goods.content
  await upsertDraftAndClearSchedule(tx, { goodsId, content, base, baseVersion: goods.version, editedBy: staffId, editedAt: moment.now })
  const head = unpublished ? { head: draftHead(goodsId, content, facts) } : {}
  const rowVersion = await updateGoodsRow(tx, { goodsId, ...head, staffId, now: moment.now, note })
  return { goodsId, rowVersion, content, facts, skus: goods.skus }
}

/** Saves the draft of goods. Refuses GOODS_NOT_FOUND, ROW_CHANGED, GOODS_STATE_WRONG, SKU_NOT_FOUND, SHOP_NOT_YOURS. */
export async function saveDraft(
  tx: Tx,
  moment: Moment,
  { content, staffId, ...ref }: GoodsAtRowVersion & { content: GoodsContent },
): Promise<SavedDraft> {
  await lockCategoryTree(tx, 'use')
  const work = await lockGoodsAtRowVersion(tx, { ...ref, staffId }, content)
  requireGoodsEditable(work.goods)
  return writeDraftOfLockedGoods(tx, moment, { ...work, content, staffId, note: '编辑草稿' })
}

/** Lists the problems that prevent publishing a saved draft. */
export const findDraftProblems = (tx: Tx, moment: Moment, saved: SavedDraft): Promise<GoodsPublishingProblem[]> =>
  findPublishingProblems(tx, moment, { goods: saved, content: saved.content, facts: saved.facts })

/** Discards a draft, and deletes its goods if they were never published. Refuses GOODS_NOT_FOUND, ROW_CHANGED, GOODS_NO_DRAFT. */
export async function discardDraftAndUnpublishedGoods(tx: Tx, moment: Moment, { staffId, ...ref }: GoodsAtRowVersion): Promise<void> {
  const { goods, draft } = await lockGoodsAtRowVersion(tx, { ...ref, staffId })
  if (!draft) refuse('GOODS_NO_DRAFT')
  await deleteDraftRows(tx, [goods.goodsId])
  if (goods.state === 'draft') await deleteDraftGoodsRow(tx, goods.goodsId)
  else await updateGoodsRow(tx, { goodsId: goods.goodsId, staffId, now: moment.now, note: '放弃草稿' })
}
