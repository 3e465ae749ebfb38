/**
 * Owns the tree of categories, with the tax class of each.
 * Writes the table `category`.
 * Never makes a third level, and never uses the number of a deleted category again.
 */

export { lockCategoryTree } from './category-store.ts'
export { createCategory, setCategoryTaxClass } from './save-category.ts'
export { toTaxClass, toTaxClassColumns } from './tax-class-columns.ts'
