/**
 * Owns the material codes that companies give to SKUs.
 * Writes the table `material_code`.
 * Never changes a SKU.
 */

export { findMaterialCodesBySku, findSkuIdsByMaterialCode, findSkusByBeginningOfMaterialCode } from './material-codes.ts'
export { findSkuBriefsWithMaterialCode } from './sku-summaries.ts'
