import type { SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { normaliseSkuCodeForComparison } from '#contract/catalog/goods-editing/problems.ts'
import type { PriceBelowCost, PricesToConfirm } from '#contract/catalog/pricing/console-shapes.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { PriceUpdate } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { areSamePrices } from './change-prices.ts'
import { findLargePriceChanges } from './large-changes.ts'

type PricedSku = Pick<SkuContent, 'skuId' | 'code' | 'salePrice' | 'creditPrice' | 'costPrice' | 'archived'>
/** The published SKUs of the goods. */
interface Published {
  skus: readonly { skuId: string; salePrice: Fen; creditPrice: Fen | null; costPrice: Fen | null }[]
}

/** The published SKU; undefined: it is new. */
const createFinder = ({ skus }: Published) => {
  const before = new Map(skus.map((sku) => [sku.skuId, sku]))
  return ({ skuId }: PricedSku) => (skuId === null ? undefined : before.get(skuId))
}

/** The price changes of SKUs that are already published. The first price of a new SKU is in its version. */
export function computePriceUpdatesOfPublishedSkus(published: Published, skus: readonly PricedSku[]): PriceUpdate[] {
  const find = createFinder(published)
  return skus.flatMap((sku): PriceUpdate[] => {
    const old = find(sku)
    if (!old || sku.salePrice === null) return []
    const was = { salePriceFen: old.salePrice, creditPriceFen: old.creditPrice }
    const is = { salePriceFen: sku.salePrice, creditPriceFen: sku.creditPrice }
    return areSamePrices(was, is) ? [] : [{ skuId: old.skuId, from: 1, was, is }]
  })
}

/** The prices that fall below their cost. A price that was below it before is not reported again. */
export function computePricesBelowCost(published: Published, skus: readonly PricedSku[]): PriceBelowCost[] {
  const find = createFinder(published)
  return skus.flatMap((sku): PriceBelowCost[] => {
    const { code, salePrice, costPrice, archived } = sku
    if (archived || salePrice === null || costPrice === null || salePrice >= costPrice) return []
    const old = find(sku)
    return old?.salePrice === salePrice && old.costPrice === costPrice ? [] : [{ code, from: 1, salePrice, costPrice }]
  })
}

/**
 * Finds which prices of contents must be confirmed before they are published. `goods` is undefined for new goods. The answer is by SKU
 * code; null: nothing must be confirmed. It takes one query for all contents.
 */
export async function readPricesToConfirmLookup(
  db: Db,
  stated: readonly { goods: Published | undefined; content: { skus: readonly PricedSku[] } }[],
  percentMax: number,
): Promise<(codes: readonly string[]) => PricesToConfirm | null> {
  const prices = stated.map(({ goods, content }) => ({ published: goods ?? { skus: [] }, skus: content.skus }))
  const moves = prices.flatMap(({ published, skus }) => computePriceUpdatesOfPublishedSkus(published, skus))
  const large = moves.length === 0 ? [] : await findLargePriceChanges(db, moves, percentMax)
  const below = prices.flatMap(({ published, skus }) => computePricesBelowCost(published, skus))
  const largeOf = Map.groupBy(large, ({ code }) => normaliseSkuCodeForComparison(code))
  const belowOf = Map.groupBy(below, ({ code }) => normaliseSkuCodeForComparison(code))
  return (codes) => {
    const keys = codes.map(normaliseSkuCodeForComparison)
    const changes = keys.flatMap((key) => largeOf.get(key) ?? [])
    const belowCost = keys.flatMap((key) => belowOf.get(key) ?? [])
    return changes.length + belowCost.length === 0 ? null : { changes, belowCost }
  }
}
