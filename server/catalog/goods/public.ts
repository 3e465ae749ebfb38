/**
 * Owns the shops, categories, goods and SKUs, their tax classes and the search index.
 * Writes the tables `category`, `goods`, `goods_search`, `shop` and `sku`.
 * Never computes what a company pays: catalog/pricing does.
 */

export {
  addMinimums,
  findGoods,
  findSkus,
  type GoodsRow,
  listAllSkus,
  listCategories,
  listShopNames,
  type SkuRow,
  searchGoodsByName,
  searchSkuIds,
} from './goods-store.ts'
export { readGoodsCards } from './goods-view.ts'
export { insertCategory, insertGoods, insertShop, updateSkuPrices } from './goods-writes.ts'
export { refreshSearchAfterStockChange } from './jobs.ts'
export { refreshSearchIndex } from './search-index.ts'
export { describeSkus, findSkusByCode, suggestSkus } from './sku-lookup.ts'
export { lacksTaxClass, readTaxClasses, type SkuTaxClass, taxClassColumns, taxClassFrom } from './tax-classes.ts'
