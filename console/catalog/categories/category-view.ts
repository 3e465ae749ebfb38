import type { ConsoleCategory, ConsoleSubcategory } from '#contract/catalog/categories/console-api.ts'
import { formatCategoryPath } from '#ui/format.ts'

/** A category as a row of the list: with its position among its siblings, and the categories that it can be moved under or merged into. */
export interface CategoryTreeRow extends ConsoleSubcategory {
  parentId: number | null
  parentName: string | null
  position: number
  isLast: boolean
  /** How many categories are below it. */
  childCount: number
}

const linesOf = (
  siblings: readonly (ConsoleSubcategory & { children?: readonly ConsoleSubcategory[] })[],
  parent: ConsoleCategory | null,
): CategoryTreeRow[] =>
  siblings.map(({ children = [], ...category }, position) => ({
    ...category,
    parentId: parent?.categoryId ?? null,
    parentName: parent?.name ?? null,
    position,
    isLast: position === siblings.length - 1,
    childCount: children.length,
  }))

/** Returns the tree as lines in display order: each top category, and below it its children. */
export const toCategoryTreeRows = (tree: readonly ConsoleCategory[]): CategoryTreeRow[] =>
  linesOf(tree, null).flatMap((line, at) => {
    const top = tree[at]
    return top ? [line, ...linesOf(top.children, top)] : [line]
  })

export const formatCategoryName = ({ parentName, name }: Pick<CategoryTreeRow, 'parentName' | 'name'>): string =>
  formatCategoryPath(parentName, name)

/** One choice of a select. `value` 0 means no parent: a top category. */
export interface CategoryOption {
  value: number
  label: string
}

export const TOP_LEVEL_PARENT_VALUE = 0

/** Returns where a category can be moved: under another top category if it has no children, and to the top if it has no goods. */
export function listCategoryParentChoices(
  lines: readonly CategoryTreeRow[],
  { categoryId, parentId, childCount, goodsCount }: CategoryTreeRow,
): CategoryOption[] {
  const tops = lines.filter((line) => line.parentId === null && line.categoryId !== categoryId && line.categoryId !== parentId)
  const below = childCount > 0 ? [] : tops.map((line) => ({ value: line.categoryId, label: line.name }))
  return parentId !== null && goodsCount === 0 ? [{ value: TOP_LEVEL_PARENT_VALUE, label: '一级分类' }, ...below] : below
}

/** Returns the categories of the same level, into which it can be merged. */
export const listCategoryMergeTargets = (lines: readonly CategoryTreeRow[], { categoryId, parentId }: CategoryTreeRow): CategoryOption[] =>
  lines
    .filter((line) => line.categoryId !== categoryId && (line.parentId === null) === (parentId === null))
    .map((line) => ({ value: line.categoryId, label: formatCategoryName(line) }))

/** Returns why a category cannot be deleted; undefined: it can. */
export function categoryDeletionError({ childCount, goodsCount }: CategoryTreeRow): string | undefined {
  if (childCount > 0) return `有 ${childCount} 个子分类，请先移走或合并`
  return goodsCount > 0 ? `有 ${goodsCount} 个商品，请先移走或合并` : undefined
}
