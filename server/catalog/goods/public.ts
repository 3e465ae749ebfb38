/**
 * Owns the goods and SKUs, their tax classes and the search index.
 * Writes the tables `goods`, `goods_event`, `goods_search`, `goods_words`, `search_lexeme` and `sku`.
 * Never computes what a company pays: catalog/pricing does.
 */

export {
  buildFileIdsOfStaffShopsSql,
  buildSkuIdsOfStaffShopsSql,
  countGoodsAndCategoriesByLicenceKind,
  deleteDraftGoodsRow,
  findShopOfGoods,
  findSkuIdsOfOtherShops,
  type GoodsContentWithoutSkusAndRelations,
  type GoodsEvent,
  type GoodsRecord,
  insertDraftGoods,
  lockGoods,
  lockGoodsOfSkus,
  readGoodsRecordsById,
  recordGoodsEvents,
  requireStaffMayEditSku,
  type SkuOfGoods,
  type SkuRecord,
  updateGoodsRow,
} from './goods-records.ts'
export {
  countAllGoodsByCategory,
  countAllGoodsByShop,
  findOncePublishedGoodsById,
  findOncePublishedGoodsOfSkus,
  findSkusById,
  firstGoodsPictureIdSql,
  type GoodsRow,
  type GoodsWithShop,
  listAllCategories,
  listShopNamesById,
  listSkusOfAllGoods,
  listSkusOnShelf,
  type SkuRow,
  searchGoodsOnShelfByName,
  searchSkuIdsByCodeOrGoodsName,
  selectShopNames,
  skuIdsMatchingTextSql,
} from './goods-store.ts'
export {
  findFirstSkuThatCanBeHad,
  findSkusToOrderById,
  readCardTextsOfGoods,
  readGoodsCards,
  readGoodsCountsOfBrandOrModel,
  readGoodsDetail,
  readStockLookup,
  toPriceViewer,
  toSkuOutput,
} from './goods-view.ts'
export {
  findShopsAndCategories,
  insertSampleGoodsOnShelf,
  moveGoodsBetweenCategories,
  readWhetherShopsAndCategoriesExist,
  recordCategoryMoveInGoodsHistory,
  type ShopAndCategory,
  updateGoodsTaxClass,
  updateSkuBasePriceColumns,
  updateSkuBins,
  upsertPublishedGoods,
  upsertSkus,
} from './goods-writes.ts'
export {
  refreshSearchAfterAttributeChange,
  refreshSearchAfterBrandOrModelChange,
  refreshSearchAfterCategoryChange,
  refreshSearchAfterStockChange,
  rewriteOutdatedGoodsSearchWords,
} from './jobs.ts'
export { correctOneWordOfKeyword } from './search/correct-keyword.ts'
export { type CrossReferenceHit, findCrossReferenceHits } from './search/cross-reference-matches.ts'
export {
  findKeywordMatches,
  findSimilarKeywordMatches,
  isUnsearchableKeyword,
  type KeywordMatch,
  listBestMatchingGoodsIds,
  listFirstGoodsIds,
} from './search/find-by-keyword.ts'
export { type ComparableSku, findSkuCandidates, type SkuCandidates } from './search/find-skus-of-texts.ts'
export { unifyLookalikeCharacters } from './search/read-keyword.ts'
export { findReplacementsBySku } from './search/replacements.ts'
export {
  canBePartNumberOrItsBeginning,
  countGoodsOnShelfByBrand,
  refreshSearchRowsOfGoods,
  refreshStockInSearch,
  SEARCH_INDEX_WORDS_VERSION,
  setParentCategoryInSearch,
} from './search-index.ts'
export {
  addMinimumQuantities,
  describeSkusById,
  findGoodsByCodes,
  findGoodsCodes,
  findMinimumQuantities,
  findReplacementByPartNumber,
  findSkuBarcodes,
  findSkuBins,
  findSkuBriefsById,
  findSkuCodes,
  findSkuCodesAndCosts,
  findSkuCodesBeginningAlike,
  findSkuIdsByCode,
  findSkuManufacturerNumbers,
  findSkusWithGoodsByCodes,
  readSkuLookupByStaffTypedCode,
  type SkuFoundByStaffTypedCode,
  skuIdsOfCategorySql,
  skuIdsOfCategoryTreeSql,
} from './sku-lookup.ts'
export { findTaxClassesSetOnGoods, hasNoTaxClassSql, readTaxClassesBySku, type SkuTaxClass } from './tax-classes.ts'
