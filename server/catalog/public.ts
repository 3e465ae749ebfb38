export { insertCategory, insertGoods, insertShop, updatePrices } from './goods-inserts.ts'
export {
  findGoods,
  findGoodsLike,
  findSkus,
  findSkusLike,
  type GoodsRow,
  listAllSkus,
  listCategories,
  type SkuRow,
  shopNames,
} from './goods-store.ts'
export { readCards } from './goods-view.ts'
export { refreshAfterStock } from './jobs.ts'
export { moveVersion, refreshSearch } from './search-index.ts'
export { describeSkus, findSkusByCode, suggestSkus } from './sku-lookup.ts'
export { lacksTaxClass, readTaxClasses, type SkuTaxClass, taxClassFrom, taxColumns } from './tax-classes.ts'
export { watchVersion } from './watch-version.ts'
