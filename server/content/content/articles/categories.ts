// Reads and writes the table `help_category`. `insertMissingDefaultArticles` inserts the built-in categories.
import { sql } from 'kysely'
import type { ConsoleHelpCategory } from '#contract/content/content/article-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'

const CATEGORIES_MAX = 20

export const listHelpCategories = (db: Db) =>
  db.selectFrom('help_category').select(['id', 'name', 'note', 'position']).orderBy('position').orderBy('name').execute()

/** Lists all categories with the number of their articles, published or not. */
export async function listHelpCategoriesWithCounts(db: Db): Promise<ConsoleHelpCategory[]> {
  const counts = await db
    .selectFrom('article')
    .select(['help_category_id as id', db.fn.countAll<number>().as('articles')])
    .where('help_category_id', 'is not', null)
    .groupBy('help_category_id')
    .execute()
  const byId = new Map(counts.map(({ id, articles }) => [id, articles]))
  const categories = await db
    .selectFrom('help_category')
    .select(['id', 'name', 'note', 'position', buildRowVersionSubquery('helpCategory', 'help_category.id').as('rowVersion')])
    .orderBy('position')
    .orderBy('name')
    .execute()
  return categories.map((category) => ({ ...category, articles: byId.get(category.id) ?? 0 }))
}

/** Locks a category so that nobody deletes it. Refuses HELP_CATEGORY_NOT_FOUND. */
export async function lockHelpCategoryAgainstDeletion(tx: Tx, id: string): Promise<void> {
  const found = await tx.selectFrom('help_category').select('id').where('id', '=', id).forShare().executeTakeFirst()
  if (!found) refuse('HELP_CATEGORY_NOT_FOUND')
}

interface Category {
  id?: string | undefined
  name: string
  note: string
  position: number
  /** The version that the editor has read; 0 for a new category. */
  rowVersion: number
  staffId: string
}

const labels = { name: '名称', note: '说明', position: '排序' }

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('HELP_CATEGORY_EXISTS', { field: 'name' })
  throw error
}

/**
 * Creates a category, or updates the one with the given id. Refuses ROW_CHANGED, HELP_CATEGORY_NOT_FOUND, HELP_CATEGORY_EXISTS,
 * HELP_CATEGORY_FULL.
 */
export async function saveHelpCategory(tx: Tx, moment: Moment, { id, rowVersion, staffId, ...values }: Category): Promise<void> {
  if (id === undefined) {
    if ((await listHelpCategories(tx)).length >= CATEGORIES_MAX) refuse('HELP_CATEGORY_FULL')
    await tx
      .insertInto('help_category')
      .values({ id: moment.newId(), ...values })
      .execute()
      .catch(refuseTaken)
    return
  }
  const row = { kind: 'helpCategory', key: id } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const before = (await listHelpCategories(tx)).find((category) => category.id === id) ?? refuse('HELP_CATEGORY_NOT_FOUND')
  await tx.updateTable('help_category').set(values).where('id', '=', id).execute().catch(refuseTaken)
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatRowEdit(labels, before, values) })
}

/** Deletes a category. Refuses HELP_CATEGORY_IN_USE if it has articles. */
export async function deleteHelpCategory(tx: Tx, { id, rowVersion }: { id: string; rowVersion: number }): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'helpCategory', key: id, seen: rowVersion })
  const held = await tx.selectFrom('help_category').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!held) refuse('HELP_CATEGORY_NOT_FOUND')
  // Drafts count too: a draft may be about to move into this category.
  const used = await tx
    .selectFrom('article')
    .select('id')
    .where((where) => where.or([where('help_category_id', '=', id), sql<boolean>`draft->>'categoryId' = ${id}`]))
    .limit(1)
    .executeTakeFirst()
  if (used) refuse('HELP_CATEGORY_IN_USE')
  await tx.deleteFrom('help_category').where('id', '=', id).execute()
}
