export { type PriceViewer, readLadders } from './ladders.ts'
export { computeLineAmount } from './line-amount.ts'
export {
  findLatestPriceChange,
  listPriceChanges,
  lockPrices,
  type PriceUpdate,
  readPriceVersions,
  recordPriceUpdates,
} from './price-changes.ts'
export { deletePriceListItems, listPriceListItems, upsertPriceListItems } from './price-list-items.ts'
export {
  findPriceList,
  getPriceListNames,
  insertPriceList,
  listPriceLists,
  type PriceListRef,
  type PriceListRow,
  updatePriceList,
} from './price-lists.ts'
export type { PriceRow } from './price-rows.ts'
export { deleteTiers, readTiers, upsertTiers } from './tiers.ts'
