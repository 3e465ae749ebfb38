import type { Category, GoodsCard } from '#contract/catalog/goods/shapes.ts'
import type { SearchParams } from '#storefront/platform/routing/types.ts'

/** The number of goods that the tree fetches per category. Each sub-category has a link to the rest. */
export const CATEGORY_TREE_GOODS_MAX = 100
/** The number of goods of one sub-category in the tree: one row. */
export const SUB_CATEGORY_ROW_GOODS_MAX = 4

export type SubCategory = Category['children'][number]

/** The selection in the tree: a category, and one of its sub-categories or all of them. */
export interface CategorySelection {
  category: Category
  sub: SubCategory | undefined
}

/** Parses the URL. A sub-category alone implies its category. An unknown id selects the first category. */
export function parseCategorySelection(
  categories: readonly Category[],
  { categoryId, subId }: SearchParams,
): CategorySelection | undefined {
  const has = ({ children }: Category) => children.some(({ id }) => String(id) === subId)
  const named = categories.find(({ id }) => String(id) === categoryId)
  const category = named ?? categories.find(has) ?? categories[0]
  return category && { category, sub: category.children.find(({ id }) => String(id) === subId) }
}

/** Returns the URL of a category or of a sub-category. */
export const categoryLink = (category: Category, sub?: SubCategory) =>
  sub === undefined
    ? ({ to: '/categories', search: { categoryId: String(category.id) } } as const)
    : ({ to: '/categories2', search: { categoryId: String(category.id), subId: String(sub.id) } } as const)

/** One row of the tree. */
export interface SubCategoryGoods {
  sub: SubCategory
  goods: GoodsCard[]
}

/** Groups goods by sub-category, in the order of the tree. Sub-categories without available goods are omitted. */
export const groupGoodsBySubCategory = ({ children }: Category, goods: readonly GoodsCard[]): SubCategoryGoods[] =>
  children
    .map((sub) => ({ sub, goods: goods.filter(({ categoryId }) => categoryId === sub.id).slice(0, SUB_CATEGORY_ROW_GOODS_MAX) }))
    .filter(({ goods: found }) => found.length > 0)
