import type { Category, GoodsCard } from '#contract/catalog/goods/shapes.ts'
import type { SearchParams } from '#storefront/platform/components/route-types.ts'

/** As many goods of one category as the tree looks at; each sub-category leads on to the rest. */
export const TREE_GOODS = 100
/** Goods of one sub-category in the tree: a row. */
export const ROW = 4

export type SubCategory = Category['children'][number]

/** Where somebody stands in the tree: a category, and below it a sub-category or all of them. */
export interface CategorySelection {
  category: Category
  sub: SubCategory | undefined
}

/** Reads the address. A sub-category alone names its category; what is not in the tree leads to the first category. */
export function findCategorySelection(categories: readonly Category[], { categoryId, subId }: SearchParams): CategorySelection | undefined {
  const has = ({ children }: Category) => children.some(({ id }) => String(id) === subId)
  const named = categories.find(({ id }) => String(id) === categoryId)
  const category = named ?? categories.find(has) ?? categories[0]
  return category && { category, sub: category.children.find(({ id }) => String(id) === subId) }
}

/** The address of a place: a category's own, or that of a sub-category. */
export const categoryUrl = (category: Category, sub?: SubCategory) =>
  sub === undefined
    ? ({ to: '/categories', search: { categoryId: String(category.id) } } as const)
    : ({ to: '/categories2', search: { categoryId: String(category.id), subId: String(sub.id) } } as const)

/** One row of the tree. */
export interface Branch {
  sub: SubCategory
  goods: GoodsCard[]
}

/** Goods by sub-category, in the order of the tree; those without goods on the shelf are left out. */
export const branches = ({ children }: Category, goods: readonly GoodsCard[]): Branch[] =>
  children
    .map((sub) => ({ sub, goods: goods.filter(({ categoryId }) => categoryId === sub.id).slice(0, ROW) }))
    .filter(({ goods: found }) => found.length > 0)
