import { type Db, inTransaction } from '#server/platform/core/db.ts'
import { findSkus } from './goods-store.ts'
import { incrementCatalogVersion, refreshSearchIndex } from './search-index.ts'

/** After SKUs sold out, came back or sold: the search rows of their goods are written anew. Any number of times, the same result. */
export async function refreshSearchAfterStockChange(db: Db, { skuIds }: { skuIds: string[] }): Promise<void> {
  const skus = await findSkus(db, skuIds)
  await inTransaction(db, async (tx) => {
    await refreshSearchIndex(tx, [...new Set(skus.map(({ goodsId }) => goodsId))])
    await incrementCatalogVersion(tx)
  })
}
