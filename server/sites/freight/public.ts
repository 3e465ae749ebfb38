/**
 * Owns the freight templates of the shops.
 * Writes the table `freight_row`.
 * Never changes an order.
 */

export { replaceFreightTemplateRows } from './freight-rows.ts'
export { readFreightTermsLookupByShop } from './freight-terms.ts'
