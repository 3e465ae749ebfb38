import type { NamesInGoodsContent } from '#contract/catalog/goods-editing/differences.ts'
import { type CategoryAttributeCache, createCategoryAttributeCache } from '#server/catalog/attributes/public.ts'
import { listAllCategories } from '#server/catalog/goods/public.ts'
import { findShopIdsThatStaffMayEdit, readNamesForGoodsContents } from '#server/catalog/goods-editing/public.ts'
import { readPriceChangeConfirmPercent } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/** The data that all goods of a bulk edit share. It is read once for some seconds of work. Publishing checks all of it again. */
export interface GoodsBulkEditSharedData extends CategoryAttributeCache {
  names: NamesInGoodsContent
  /** Categories that goods can be in: those of the lower level. */
  leafIds: ReadonlySet<number>
  /** The shops whose goods the person may change; null: all shops. */
  ownShops: readonly string[] | null
  /** Larger price changes must be confirmed. */
  percentMax: number
}

export async function readGoodsBulkEditSharedData(db: Db, staffId: string): Promise<GoodsBulkEditSharedData> {
  const categories = await listAllCategories(db)
  return {
    names: await readNamesForGoodsContents(db, []),
    leafIds: new Set(categories.flatMap(({ id, parent_id }) => (parent_id === null ? [] : id))),
    ownShops: await findShopIdsThatStaffMayEdit(db, { staffId }),
    percentMax: await readPriceChangeConfirmPercent(db),
    ...createCategoryAttributeCache(),
  }
}
