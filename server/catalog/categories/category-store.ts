// Reads and writes the table `category`.
import { sql } from 'kysely'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'
import { toTaxClass, toTaxClassColumns } from './tax-class-columns.ts'

export interface CategoryRecord {
  id: number
  parentId: number | null
  name: string
  shown: boolean
  pictureId: string | null
  taxClass: TaxClass | null
  /** The kinds of licences that its goods demand, besides those of the upper category. */
  licenceKindIds: string[]
  rowVersion: number
}

/** The texts of a category by which people search for it. */
export type CategoryFields = Pick<CategoryRecord, 'name' | 'shown' | 'pictureId' | 'taxClass' | 'licenceKindIds'>

const select = (db: Db) =>
  db
    .selectFrom('category')
    .select(['id', 'parent_id', 'name', 'shown', 'picture_id', 'tax_code', 'tax_name', 'licence_kind_ids'])
    .select(buildRowVersionSubquery('category', 'category.id').as('row_version'))

const recordFrom = (row: Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>): CategoryRecord => ({
  id: row.id,
  parentId: row.parent_id,
  name: row.name,
  shown: row.shown,
  pictureId: row.picture_id,
  taxClass: toTaxClass(row.tax_code, row.tax_name),
  licenceKindIds: row.licence_kind_ids,
  rowVersion: row.row_version,
})

/** Lists all categories in display order. Siblings are sorted among each other. */
export async function listCategoryRecords(db: Db): Promise<CategoryRecord[]> {
  return (await select(db).orderBy('position').orderBy('id').execute()).map(recordFrom)
}

/**
 * Locks the tree of categories until the transaction ends, before any row of a category or of goods is locked. A transaction that moves,
 * merges or deletes categories takes the lock exclusively; one that puts goods into another category takes it shared.
 */
export async function lockCategoryTree(tx: Tx, purpose: 'change' | 'use'): Promise<void> {
  const key = sql`hashtextextended('category tree', 0)`
  await (purpose === 'change' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`).execute(tx)
}

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('CATEGORY_NAME_TAKEN', { field: 'name' })
  throw error
}

const columnsOf = ({ name, shown, pictureId, taxClass, licenceKindIds }: CategoryFields) => ({
  name,
  shown,
  picture_id: pictureId,
  licence_kind_ids: licenceKindIds,
  ...toTaxClassColumns(taxClass),
})

/** Inserts a category after its siblings. Refuses CATEGORY_NAME_TAKEN. */
export async function insertCategory(tx: Tx, { parentId, ...facts }: CategoryFields & { parentId: number | null }): Promise<number> {
  const { last } = await tx
    .selectFrom('category')
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('parent_id', 'is not distinct from', parentId)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('category')
    .values({ id: sql<number>`nextval('category_sequence')`, parent_id: parentId, position: last + 1, ...columnsOf(facts) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken)
  return id
}

/** Refuses CATEGORY_NAME_TAKEN. */
export async function updateCategoryRow(tx: Tx, id: number, facts: CategoryFields): Promise<void> {
  await tx.updateTable('category').set(columnsOf(facts)).where('id', '=', id).execute().catch(refuseTaken)
}

/** Puts categories under one parent, in the given order. Refuses CATEGORY_NAME_TAKEN. */
export async function updateCategoryParentsAndPositions(tx: Tx, parentId: number | null, ids: readonly number[]): Promise<void> {
  await sql`
    update category set parent_id = ${parentId}::int, position = given.place
    from unnest(${[...ids]}::int[]) with ordinality as given(id, place) where category.id = given.id`
    .execute(tx)
    .catch(refuseTaken)
}

export async function deleteCategoryRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('category')
    .where('id', 'in', [...ids])
    .execute()
}
