/**
 * Owns the brands of goods.
 * Writes the table `brand`.
 * Never deletes a brand that goods name.
 */

export { createBrand, findBrand, findBrandName, findBrandNames, listBrandNames, listBrandsAmong, lockBrands } from './brand-store.ts'
