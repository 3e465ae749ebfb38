import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { Db } from '#server/platform/core/db.ts'
import { findAttributesByCategory } from './category-sets.ts'

/** The attributes of categories, each read once. It serves some seconds of work on many goods, and does not notice changes. */
export interface CategoryAttributeCache {
  /** Reads the attributes of categories that were not read yet. */
  learnAttributes: (db: Db, categoryIds: Iterable<number>) => Promise<void>
  /** The attributes of a category that was read; none for goods without a category. */
  attributesOf: (categoryId: number | null) => readonly CategoryAttribute[]
}

export function createCategoryAttributeCache(): CategoryAttributeCache {
  const known = new Map<number, CategoryAttribute[]>()
  return {
    async learnAttributes(db, categoryIds) {
      const asked = [...new Set(categoryIds)].filter((id) => !known.has(id))
      const found = await findAttributesByCategory(db, asked)
      for (const id of asked) known.set(id, found.get(id) ?? [])
    },
    attributesOf: (categoryId) => (categoryId === null ? [] : (known.get(categoryId) ?? [])),
  }
}
