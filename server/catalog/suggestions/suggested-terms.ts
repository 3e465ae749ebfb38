import { findPriceStepForQuantity, type PriceLadder } from '#contract/catalog/pricing/price-steps.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { readStockLookup, SkuRow } from '#server/catalog/goods/public.ts'

/** What a suggested SKU costs and whether it can be had; empty: it is not sold any more. */
export interface SuggestedTerms {
  salePrice?: Fen
  soldOut?: boolean
  belowMinimum?: true | undefined
}

/** The price is that of the smallest quantity that can be ordered, and the SKU can be had if so many are there. */
export const toSuggestedTerms = (
  sku: SkuRow,
  { stockOf, ladder }: { stockOf: Awaited<ReturnType<typeof readStockLookup>>; ladder: PriceLadder },
): SuggestedTerms => {
  const { available } = stockOf(sku.id)
  const soldOut = available < sku.minimum
  return {
    salePrice: findPriceStepForQuantity(ladder, sku.minimum).salePriceFen,
    soldOut,
    belowMinimum: soldOut && available > 0 ? true : undefined,
  }
}
