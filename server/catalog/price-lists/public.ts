/**
 * Owns how staff set prices: by hand, by file, and with a confirmation of large changes. Writes no table. Never computes what a company
 * pays, and writes prices only through catalog/pricing and catalog/goods.
 */

export { updatePricesAndRecordChanges } from './change-prices.ts'
export { formatPricesToConfirm, requireLargePriceChangesConfirmed, requireTrialPricesConfirmed } from './large-changes.ts'
export { type PriceRowInput, parsePriceCells } from './parse-price-rows.ts'
export { setPublicPricesByCode } from './prices-by-code.ts'
export { computePricesBelowCost, computePriceUpdatesOfPublishedSkus, readPricesToConfirmLookup } from './prices-to-confirm.ts'
