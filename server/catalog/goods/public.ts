/**
 * Owns the shops, categories, goods and SKUs, their tax classes and the search index.
 * Writes the tables `catalog_version`, `category`, `goods`, `goods_search`, `shop` and `sku`.
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
export { incrementCatalogVersion, refreshSearchIndex } from './search-index.ts'
export { describeSkus, findSkusByCode, suggestSkus } from './sku-lookup.ts'
export { lacksTaxClassSql, readTaxClasses, type SkuTaxClass, toTaxClass, toTaxClassColumns } from './tax-classes.ts'
export { watchCatalogVersion } from './watch-catalog-version.ts'
