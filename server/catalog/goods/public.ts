/**
 * Owns the goods and SKUs, their tax classes and the search index.
 * Writes the tables `goods`, `goods_event`, `goods_search`, `goods_words`, `search_lexeme` and `sku`.
 * Never computes what a company pays: catalog/pricing does.
 */

export {
  countGoodsRequiringLicences,
  deleteDraftGoodsRow,
  fileRestrictionOfStaffSql,
  findShopOfGoods,
  findSkuCosts,
  findSkuIdsOfOtherShops,
  type GoodsEvent,
  type GoodsHead,
  type GoodsRecord,
  insertDraftGoods,
  lockGoods,
  lockGoodsOfSkus,
  readGoodsRecordsById,
  recordGoodsEvents,
  refuseSkuOfOtherShop,
  type SkuOfGoods,
  type SkuRecord,
  skuRestrictionOfStaffSql,
  updateGoodsRow,
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
  listShopNamesById,
  listSkusOfAllGoods,
  listSkusOfGoods,
  type SkuRow,
  searchGoodsByName,
  searchSkuIds,
  skuIdsMatchingTextSql,
} from './goods-store.ts'
export { readGoodsCards, readGoodsCountsOfBrandOrModel, toPriceViewer, toSkuOutput } from './goods-view.ts'
export {
  findShopsAndCategories,
  insertSampleGoodsOnShelf,
  moveGoodsBetweenCategories,
  readWhetherShopsAndCategoriesExist,
  recordMoveOfCategories,
  type ShopAndCategory,
  updateGoodsTaxClass,
  updateSkuBasePriceColumns,
  updateSkuBins,
  upsertPublishedGoods,
  upsertSkus,
} from './goods-writes.ts'
export {
  refreshSearchAfterAttributeChange,
  refreshSearchAfterCategoryChange,
  refreshSearchAfterStockChange,
  refreshSearchAfterTextChange,
  repairSearchWords,
} from './jobs.ts'
export {
  findKeywordMatches,
  findSimilarKeywordMatches,
  isUnsearchableKeyword,
  type KeywordMatch,
  listFirstGoodsIds,
} from './search/find-by-keyword.ts'
export { type ComparableSku, findSkuCandidates, type SkuCandidates } from './search/find-skus-of-texts.ts'
export { writeLookalikes } from './search/read-keyword.ts'
export { findReplacementsBySku } from './search/replacements.ts'
export {
  countGoodsByBrand,
  matchesPartNumber,
  refreshSearchIndex,
  refreshStockInSearch,
  setParentCategoryInSearch,
  WORDS_VERSION,
} from './search-index.ts'
export {
  addMinimumQuantities,
  describeSkusById,
  findGoodsByCodes,
  findGoodsCodes,
  findMinimumQuantities,
  findReplacementOfCode,
  findSkuBarcodes,
  findSkuBins,
  findSkuBriefsById,
  findSkuCodes,
  findSkuIdsByCode,
  findSkusWithGoodsByCodes,
  readSkuLookupByStaffTypedCode,
  type SkuFoundByStaffTypedCode,
  skuIdsOfCategorySql,
  skuIdsOfCategoryTreeSql,
} from './sku-lookup.ts'
export { findTaxClassesSetOnGoods, hasNoTaxClassSql, readTaxClassesBySku, type SkuTaxClass } from './tax-classes.ts'
