export { findMaterialCodes, findSkusByMaterialCode } from './material-codes.ts'
export { findSkuSummaries } from './sku-summaries.ts'
