export {
  findGoods,
  findSkus,
  type GoodsRow,
  insertCategory,
  insertGoods,
  insertShop,
  type NewGoods,
  type SkuRow,
  shopNames,
  updateSku,
} from './goods-store.ts'
export { refreshAfterStock } from './jobs.ts'
export { moveVersion, refreshSearch } from './search-index.ts'
export { watchVersion } from './watch-version.ts'
