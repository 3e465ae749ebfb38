import type { ConsoleCategory } from '#contract/catalog/categories/console-api.ts'

interface TreeOption {
  label: string
  title: string
  options: { value: string; label: string }[]
}

/** The categories as options of a select, grouped by their upper category. `withTops`: upper categories can be selected, too. */
export const toCategoryOptions = (tree: readonly ConsoleCategory[], withTops: boolean): TreeOption[] =>
  tree.map(({ categoryId, name, children }) => ({
    label: name,
    title: name,
    options: [
      ...(withTops ? [{ value: String(categoryId), label: `${name}（全部）` }] : []),
      ...children.map((child) => ({ value: String(child.categoryId), label: child.name })),
    ],
  }))
