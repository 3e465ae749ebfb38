export { listMoves, lockPrices, type PriceMove, recordMoves } from './changes.ts'
export { readLadders, type Viewer } from './ladders.ts'
export { dropItems, listItems, putItems } from './list-items.ts'
export {
  findPriceList,
  insertPriceList,
  type ListRef,
  listPriceLists,
  namePriceLists,
  type PriceListRow,
  updatePriceList,
} from './price-lists.ts'
export type { PriceRow } from './rows.ts'
export { dropTiers, putTiers, readTiers } from './tiers.ts'
