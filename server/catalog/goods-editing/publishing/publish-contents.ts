import * as z from 'zod/mini'
import { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import {
  type EditingStaff,
  findShopIdsThatStaffMayEdit,
  type GoodsRowVersionRef,
  lockManyGoodsAtRowVersions,
  requireGoodsEditable,
  requireStaffMayMoveGoodsToShop,
} from '#server/catalog/goods-editing/goods-at-version.ts'
import { type GoodsWithContent, toGoodsRecords } from '#server/catalog/goods-editing/published-content.ts'
import { lockReferencesAndKeepFilesOfContents } from '#server/catalog/goods-editing/publishing-problems.ts'
import { assignIdsToNewSkus } from '#server/catalog/goods-editing/save-draft.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  lockCategoriesAttributesAndPrices,
  requireContentsPublishable,
  type WrittenContent,
  writePublishedContents,
} from './write-contents.ts'

/** A content that was made without an editor page: by a file, or by a bulk edit. */
interface ContentToPublish {
  /** The goods as they were read; undefined: new goods. */
  goods: GoodsRowVersionRef | undefined
  content: GoodsContent
}

const EMPTY = z.decode(GoodsContent, {})

/** New goods that nobody has saved yet: a draft that has only its id. */
const createUnsaved = (moment: Moment): GoodsWithContent => ({
  goodsId: moment.newId(),
  state: 'draft',
  version: 0,
  publishedAt: null,
  rowVersion: 0,
  changedBy: null,
  changedAt: moment.now,
  changeNote: '',
  head: toGoodsRecords(EMPTY).head,
  skus: [],
  content: EMPTY,
})

interface Publishing extends EditingStaff {
  note: string
  /** The person has seen and confirmed large price changes and prices below the cost. */
  confirmed: boolean
}

/**
 * Publishes contents as an editor would who saves and publishes a draft of each, but without the draft: all of them or none, in the given
 * order. Existing drafts are discarded. The number of statements does not grow with the goods or their SKUs. Refuses GOODS_NOT_FOUND,
 * ROW_CHANGED, GOODS_STATE_WRONG, SKU_NOT_FOUND, SHOP_NOT_YOURS, GOODS_NO_DRAFT, GOODS_NOT_READY, PRICE_CHANGE_LARGE, PRICE_BELOW_COST.
 */
export async function publishContentsWithoutDraft(
  tx: Tx,
  moment: Moment,
  contents: readonly ContentToPublish[],
  { staffId, note, confirmed }: Publishing,
): Promise<WrittenContent[]> {
  await lockCategoriesAttributesAndPrices(tx)
  const seen = contents.flatMap(({ goods, content }) => (goods ? [{ ...goods, sent: content }] : []))
  const locked = new Map((await lockManyGoodsAtRowVersions(tx, seen, { staffId })).map((work) => [work.goods.goodsId, work]))
  const ownShops = await findShopIdsThatStaffMayEdit(tx, { staffId })
  const named = contents.map(({ goods: ref, content: typed }) => {
    const work = ref && locked.get(ref.goodsId)
    const goods = work?.goods ?? createUnsaved(moment)
    requireGoodsEditable(goods)
    requireStaffMayMoveGoodsToShop(ownShops, typed.shopId)
    const known = [...goods.skus, ...(work?.draft?.content.skus ?? [])].flatMap(({ skuId }) => skuId ?? [])
    return { goods, content: assignIdsToNewSkus(moment, typed, new Set(known)) }
  })
  const factsOf = await lockReferencesAndKeepFilesOfContents(
    tx,
    moment,
    named.map(({ content }) => content),
  )
  const wanted = named.map((one) => ({ ...one, facts: factsOf(one.content) }))
  return writePublishedContents(tx, moment, await requireContentsPublishable(tx, moment, { wanted, confirmed }), { staffId, note })
}
