// The only file that writes the table `help_category`, but for what the program comes with.
import { sql } from 'kysely'
import type { ConsoleHelpCategory } from '../../../contract/content/article-api.ts'
import { refuse } from '../../../contract/refusals.ts'
import { type Db, isUniqueViolation, type Tx } from '../../platform/db.ts'
import type { Moment } from '../../platform/moment.ts'

const CATEGORIES_MAX = 20

export const listCategories = (db: Db) =>
  db.selectFrom('help_category').select(['id', 'name', 'note', 'position']).orderBy('position').orderBy('name').execute()

/** Every category with how many articles it has, published or not. */
export async function countCategories(db: Db): Promise<ConsoleHelpCategory[]> {
  const counts = await db
    .selectFrom('article')
    .select(['help_category_id as id', db.fn.countAll<number>().as('articles')])
    .where('help_category_id', 'is not', null)
    .groupBy('help_category_id')
    .execute()
  const byId = new Map(counts.map(({ id, articles }) => [id, articles]))
  return (await listCategories(db)).map((category) => ({ ...category, articles: byId.get(category.id) ?? 0 }))
}

/** Holds a category against being deleted; refuses when it is not there. */
export async function demandCategory(tx: Tx, id: string): Promise<void> {
  const found = await tx.selectFrom('help_category').select('id').where('id', '=', id).forShare().executeTakeFirst()
  if (!found) refuse('HELP_CATEGORY_NOT_FOUND')
}

interface Category {
  id?: string | undefined
  name: string
  note: string
  position: number
}

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('HELP_CATEGORY_EXISTS', { field: 'name' })
  throw error
}

/** Adds a category, or changes the one that is named. */
export async function saveCategory(tx: Tx, moment: Moment, { id, ...values }: Category): Promise<void> {
  if (id === undefined) {
    if ((await listCategories(tx)).length >= CATEGORIES_MAX) refuse('HELP_CATEGORY_FULL')
    await tx
      .insertInto('help_category')
      .values({ id: moment.newId(), ...values })
      .execute()
      .catch(refuseTaken)
    return
  }
  const { numUpdatedRows } = await tx.updateTable('help_category').set(values).where('id', '=', id).executeTakeFirst().catch(refuseTaken)
  if (numUpdatedRows === 0n) refuse('HELP_CATEGORY_NOT_FOUND')
}

/** Deletes a category that has no articles. */
export async function deleteCategory(tx: Tx, id: string): Promise<void> {
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
