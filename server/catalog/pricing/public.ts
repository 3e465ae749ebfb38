/**
 * Owns the price lists, the tiers and the history of prices.
 * Writes the tables `price_change`, `price_list`, `price_list_item` and `sku_tier`.
 * Never writes the base prices of a SKU: catalog/goods does.
 */

export { computeLineAmount } from './line-amount.ts'
export {
  findLatestPriceChange,
  listPriceChanges,
  lockPrices,
  type PriceUpdate,
  readPriceChangeCountLookup,
  recordPriceUpdates,
} from './price-changes.ts'
export { type PriceViewer, priceDigestSql, readPriceLadderLookup } from './price-ladders.ts'
export { deletePriceListItems, hasPriceListItemOutsideSkus, listPriceListItems, upsertPriceListItems } from './price-list-items.ts'
export {
  findPriceList,
  findPriceListNames,
  insertPriceList,
  listPriceLists,
  type PriceListRef,
  type PriceListRow,
  updatePriceListRow,
} from './price-lists.ts'
export type { PriceRow } from './price-rows.ts'
export { deletePriceTiersByKey, readPriceTiersBySku, upsertPriceTiers } from './price-tiers.ts'
