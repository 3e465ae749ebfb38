import { listAllCategories } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/**
 * The names of all categories of today as reports show them, by id as text: the category with the one above it.
 *
 * A category of the first level has its name alone.
 */
export async function listCategoryNamesWithParents(db: Db): Promise<Map<string, string>> {
  const categories = await listAllCategories(db)
  const parents = new Map(categories.map(({ id, name }) => [id, name]))
  return new Map(
    categories.map(({ id, parent_id, name }) => [String(id), [parents.get(parent_id ?? 0), name].filter(Boolean).join(' / ')] as const),
  )
}
