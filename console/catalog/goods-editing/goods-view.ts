import * as z from 'zod/mini'
import type { TagTone } from '#console/platform/components/tag.tsx'
import type { ConsoleCategory } from '#contract/catalog/categories/console-api.ts'
import type { GoodsState } from '#contract/catalog/goods-editing/goods-lifecycle.ts'

export const goodsTones: Record<GoodsState, TagTone> = { draft: 'wait', on_sale: 'good', off_sale: 'bad', archived: 'over' }

/** A category in an address. */
export const CategoryIdParam = z.string().check(z.regex(/^[1-9]\d{0,4}$/))

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
