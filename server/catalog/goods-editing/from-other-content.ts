// Creates drafts from another content: an older version, or other goods.
import type { GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { lockCategoryTree } from '#server/catalog/categories/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { omitDeletedAttributesAndModels } from './attribute-values.ts'
import { findGoodsVersion } from './content-store.ts'
import { type GoodsAtRowVersion, lockGoodsAtRowVersion, readGoodsWithDraft, requireGoodsEditable } from './goods-at-version.ts'
import type { GoodsWithContent } from './published-content.ts'
import { createGoodsWithDraft, type SavedDraft, writeDraftOfLockedGoods } from './save-draft.ts'

/**
 * Converts the content of an older version to one that can be published today. SKUs keep their current codes, because orders have them.
 * Later SKUs are kept, but are off the shelf.
 */
function upgradeContent({ content: current }: GoodsWithContent, old: GoodsContent): GoodsContent {
  const now = new Map(current.skus.map((sku) => [sku.skuId, sku]))
  const then = new Set(old.skus.map(({ skuId }) => skuId))
  const restored = old.skus.map((sku): SkuContent => ({ ...sku, code: now.get(sku.skuId)?.code ?? sku.code }))
  const later = current.skus.filter(({ skuId }) => !then.has(skuId)).map((sku): SkuContent => ({ ...sku, onShelf: false, archived: true }))
  return { ...old, code: current.code, skus: [...restored, ...later] }
}

/**
 * Creates a draft from an older version. It replaces an existing draft. Refuses GOODS_NOT_FOUND, ROW_CHANGED, GOODS_STATE_WRONG,
 * GOODS_VERSION_NOT_FOUND, SHOP_NOT_YOURS.
 */
export async function restoreGoodsVersionAsDraft(
  tx: Tx,
  moment: Moment,
  { version, staffId, ...ref }: GoodsAtRowVersion & { version: number; staffId: string },
): Promise<SavedDraft> {
  await lockCategoryTree(tx, 'use')
  const work = await lockGoodsAtRowVersion(tx, { ...ref, staffId })
  const { goods } = work
  requireGoodsEditable(goods)
  const { content } = (await findGoodsVersion(tx, goods.goodsId, version)) ?? refuse('GOODS_VERSION_NOT_FOUND')
  return writeDraftOfLockedGoods(tx, moment, {
    ...work,
    content: await omitDeletedAttributesAndModels(tx, upgradeContent(goods, content)),
    staffId,
    note: `恢复版本 ${version}`,
  })
}

/** The content for new goods as a copy. Codes are not copied, because each code identifies one thing, and so do the numbers of other makers. */
const copyOf = (content: GoodsContent): GoodsContent => ({
  ...content,
  code: '',
  skus: content.skus
    .filter(({ archived }) => !archived)
    .map((sku) => ({ ...sku, skuId: null, code: '', barcode: '', crossReferences: [], replacedBy: null, onShelf: true })),
})

/** Creates goods with a copy of the draft, or of the published content if there is no draft. Refuses GOODS_NOT_FOUND. */
export async function copyGoodsAsDraft(
  tx: Tx,
  moment: Moment,
  { goodsId, staffId }: { goodsId: string; staffId: string },
): Promise<SavedDraft> {
  const { goods, rebased } = await readGoodsWithDraft(tx, goodsId, { staffId })
  return createGoodsWithDraft(tx, moment, { content: copyOf(rebased?.content ?? goods.content), staffId })
}
