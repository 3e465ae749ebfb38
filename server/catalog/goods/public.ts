/**
 * Owns the goods and SKUs, their tax classes and the search index.
 * Writes the tables `goods`, `goods_search`, `search_lexeme` and `sku`.
 * Never computes what a company pays: catalog/pricing does.
 */

export {
  countLicenceDemands,
  deleteDraftGoodsRow,
  findFilesOfStaff,
  findShopOfGoods,
  findSkusOfOtherShops,
  type GoodsHead,
  type GoodsRecord,
  insertDraftGoods,
  lockGoods,
  lockGoodsOfSkus,
  readGoodsRecords,
  recordGoodsChange,
  refuseSkuOfOtherShop,
  type SkuRecord,
  updateGoods,
} from './goods-records.ts'
export {
  countAllGoodsByCategory,
  countGoodsByShop,
  findGoods,
  findGoodsOfSkus,
  findSkus,
  firstPictureSql,
  type GoodsRow,
  type GoodsWithShop,
  listCategories,
  listShopNames,
  listSkusOfAllGoods,
  listSkusOfGoods,
  namedSkusSql,
  type SkuRow,
  searchGoodsByName,
  searchSkuIds,
} from './goods-store.ts'
export { describeSku, readGoodsCards, readGoodsCounts, toGoodsViewer } from './goods-view.ts'
export {
  findShopsAndCategories,
  insertGoodsOnShelf,
  moveGoodsBetweenCategories,
  type ShopAndCategory,
  updateGoodsTaxClass,
  updateSkuPrices,
  upsertPublishedGoods,
  upsertSkus,
} from './goods-writes.ts'
export { refreshSearchAfterCategoryChange, refreshSearchAfterStockChange } from './jobs.ts'
export { findReplacements } from './search/replacements.ts'
export {
  countGoodsByBrand,
  findKeywordMatches,
  findSimilarMatches,
  isUnsearchable,
  type KeywordMatch,
  listFirstGoods,
  matchesPartNumber,
  refreshSearchIndex,
  setParentCategoryInSearch,
} from './search-index.ts'
export {
  addMinimumQuantities,
  findGoodsByCodes,
  findGoodsCodes,
  findMinimumQuantities,
  findNamedSkus,
  findReplacementOfCode,
  findSkuBriefs,
  findSkuCodes,
  findSkuOwners,
  findSkusByCode,
  type NamedSku,
  suggestSkus,
} from './sku-lookup.ts'
export { findOwnTaxClasses, lacksTaxClassSql, readTaxClasses, type SkuTaxClass } from './tax-classes.ts'
