// The table `help_category`. What the program comes with is inserted by the defaults.
import { sql } from 'kysely'
import type { ConsoleHelpCategory } from '#contract/content/content/article-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { formatEdit, lockRowAtVersion, recordRowEdit, selectRowVersion } from '#server/platform/core/row-edits.ts'

const CATEGORIES_MAX = 20

export const listHelpCategories = (db: Db) =>
  db.selectFrom('help_category').select(['id', 'name', 'note', 'position']).orderBy('position').orderBy('name').execute()

/** Every category with how many articles it has, published or not. */
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
    .select(['id', 'name', 'note', 'position', selectRowVersion('helpCategory', 'help_category.id').as('rowVersion')])
    .orderBy('position')
    .orderBy('name')
    .execute()
  return categories.map((category) => ({ ...category, articles: byId.get(category.id) ?? 0 }))
}

/** Holds a category against being deleted; refuses when it is not there. */
export async function requireHelpCategory(tx: Tx, id: string): Promise<void> {
  const found = await tx.selectFrom('help_category').select('id').where('id', '=', id).forShare().executeTakeFirst()
  if (!found) refuse('HELP_CATEGORY_NOT_FOUND')
}

interface Category {
  id?: string | undefined
  name: string
  note: string
  position: number
  /** As its editor has seen it; of a new one 0. */
  rowVersion: number
  staffId: string
}

const labels = { name: '名称', note: '说明', position: '排序' }

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('HELP_CATEGORY_EXISTS', { field: 'name' })
  throw error
}

/** Adds a category, or changes the one that is named. */
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
  await lockRowAtVersion(tx, { ...row, seen: rowVersion })
  const before = (await listHelpCategories(tx)).find((category) => category.id === id) ?? refuse('HELP_CATEGORY_NOT_FOUND')
  await tx.updateTable('help_category').set(values).where('id', '=', id).execute().catch(refuseTaken)
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatEdit(labels, before, values) })
}

/** Deletes a category that has no articles. */
export async function deleteHelpCategory(tx: Tx, { id, rowVersion }: { id: string; rowVersion: number }): Promise<void> {
  await lockRowAtVersion(tx, { kind: 'helpCategory', key: id, seen: rowVersion })
  const held = await tx.selectFrom('help_category').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!held) refuse('HELP_CATEGORY_NOT_FOUND')
  // A draft may be on its way here, too.
  const used = await tx
    .selectFrom('article')
    .select('id')
    .where((where) => where.or([where('help_category_id', '=', id), sql<boolean>`draft->>'categoryId' = ${id}`]))
    .limit(1)
    .executeTakeFirst()
  if (used) refuse('HELP_CATEGORY_IN_USE')
  await tx.deleteFrom('help_category').where('id', '=', id).execute()
}
