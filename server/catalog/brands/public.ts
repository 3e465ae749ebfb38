/**
 * Owns the brands of goods.
 * Writes the table `brand`.
 * Never deletes a brand that goods name.
 */

export { findBrandNames, listBrandNames, lockBrands } from './brand-store.ts'
