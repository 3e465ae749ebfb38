/**
 * Owns the material codes that companies give to SKUs.
 * Writes the table `material_code`.
 * Never changes a SKU.
 */

export { findMaterialCodes, findSkusByMaterialCode } from './material-codes.ts'
export { findSkuSummaries } from './sku-summaries.ts'
