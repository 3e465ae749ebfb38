import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { type Db, inTransaction } from '#server/platform/core/db.ts'
import { findSkus } from './goods-store.ts'
import { refreshSearchIndex } from './search-index.ts'

/** Refreshes the search rows of the goods whose stock has changed. It can be repeated without harm. */
export async function refreshSearchAfterStockChange(db: Db, { skuIds }: { skuIds: string[] }): Promise<void> {
  const skus = await findSkus(db, skuIds)
  await inTransaction(db, async (tx) => {
    await refreshSearchIndex(tx, [...new Set(skus.map(({ goodsId }) => goodsId))])
    await incrementCatalogVersion(tx)
  })
}
