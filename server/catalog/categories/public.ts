/**
 * Owns the tree of categories, with the tax class of each. Writes the table `category`. Never creates a third level, and never reuses the
 * number of a deleted category.
 */

export { lockCategoryTree } from './category-store.ts'
export { createCategory, setCategoryTaxClass } from './save-category.ts'
export { toTaxClass, toTaxClassColumns } from './tax-class-columns.ts'
