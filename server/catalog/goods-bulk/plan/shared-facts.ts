import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { ContentNames } from '#contract/catalog/goods-editing/differences.ts'
import { findAttributesOfCategory } from '#server/catalog/attributes/public.ts'
import { listCategories } from '#server/catalog/goods/public.ts'
import { findShopsOfEditor, readContentNames } from '#server/catalog/goods-editing/public.ts'
import { readPriceConfirmPercent } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/** What all goods of a bulk edit have in common. It is read once for some seconds of work; publishing looks at all of it again. */
export interface SharedFacts {
  names: ContentNames
  /** Categories that goods can be in: those of the lower level. */
  leafIds: ReadonlySet<number>
  /** The shops whose goods the person works on; null: all. */
  ownShops: readonly string[] | null
  /** Price changes beyond it must be confirmed. */
  percentMax: number
  /** Reads the attributes of categories that are not known yet. */
  learnAttributes: (db: Db, categoryIds: Iterable<number>) => Promise<void>
  attributesOf: (categoryId: number | null) => readonly CategoryAttribute[]
}

export async function readSharedFacts(db: Db, staffId: string): Promise<SharedFacts> {
  const categories = await listCategories(db)
  const known = new Map<number, CategoryAttribute[]>()
  return {
    names: await readContentNames(db, []),
    leafIds: new Set(categories.flatMap(({ id, parent_id }) => (parent_id === null ? [] : id))),
    ownShops: await findShopsOfEditor(db, { staffId }),
    percentMax: await readPriceConfirmPercent(db),
    async learnAttributes(on, categoryIds) {
      for (const id of new Set(categoryIds)) if (!known.has(id)) known.set(id, await findAttributesOfCategory(on, id))
    },
    attributesOf: (categoryId) => (categoryId === null ? [] : (known.get(categoryId) ?? [])),
  }
}
