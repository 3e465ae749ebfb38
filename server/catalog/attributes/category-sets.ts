// Reads and writes the table `category_attribute_set`: which set a category has, besides those of its upper categories.
import { sql } from 'kysely'
import type { AttributeSetRow, CategoryAttribute, CategoryOwnAndInheritedAttributeSet } from '#contract/catalog/attributes/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { buildRowVersionSubquery, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import { attributeBoundColumns, attributeDefinitionColumns, findChoicesByAttribute } from './attribute-store.ts'
import { lockAllAttributesAndSets } from './lock-attributes.ts'
import { attributeSetLineFlagColumns, findAttributeSet } from './set-store.ts'

/** Lists all categories, parents before children, with the sets that apply to them. */
export async function listCategoriesWithAttributeSet(db: Db): Promise<CategoryOwnAndInheritedAttributeSet[]> {
  const rows = await db
    .selectFrom('category as c')
    .leftJoin('category as p', 'p.id', 'c.parent_id')
    .leftJoin('category_attribute_set as own', 'own.category_id', 'c.id')
    .leftJoin('attribute_set as s', 's.id', 'own.set_id')
    .leftJoin('category_attribute_set as above', 'above.category_id', 'p.id')
    .leftJoin('attribute_set as t', 't.id', 'above.set_id')
    .select(['c.id as categoryId', 'c.name', 'p.name as parentName', 's.id', 's.name as setName', 't.id as upperId', 't.name as upperName'])
    .select(buildRowVersionSubquery('categoryAttributeSet', 'c.id').as('rowVersion'))
    .orderBy(sql`coalesce(p.position, c.position)`)
    .orderBy(sql`c.parent_id is not null`)
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  return rows.map(({ categoryId, name, parentName, id, setName, upperId, upperName, rowVersion }) => ({
    categoryId,
    name,
    parentName,
    set: id === null ? null : { setId: id, name: setName ?? '' },
    inherited: upperId === null ? null : { setId: upperId, name: upperName ?? '' },
    rowVersion,
  }))
}

/** Lists the categories that use each of these sets, by set. */
export async function findCategoriesByAttributeSet(db: Db, setIds: readonly string[]): Promise<Map<string, AttributeSetRow['categories']>> {
  if (setIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('category_attribute_set as own')
    .innerJoin('category as c', 'c.id', 'own.category_id')
    .leftJoin('category as p', 'p.id', 'c.parent_id')
    .select(['own.set_id', 'c.id as categoryId', 'c.name', 'p.name as parentName'])
    .where('own.set_id', '=', anyOfIdsSql(setIds))
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  const bySet = Map.groupBy(rows, ({ set_id }) => set_id)
  return new Map([...bySet].map(([id, categories]) => [id, categories.map(({ set_id: _, ...category }) => category)]))
}

interface Assignment {
  categoryId: number
  /** null: only the sets of the upper categories apply. */
  setId: string | null
}

/** Sets the attribute set of a category. Refuses CATEGORY_NOT_FOUND, ATTRIBUTE_SET_NOT_FOUND. */
export async function assignAttributeSetToCategory(tx: Tx, { categoryId, setId }: Assignment): Promise<void> {
  await lockAllAttributesAndSets(tx, 'change')
  const category = await tx.selectFrom('category').select('id').where('id', '=', categoryId).executeTakeFirst()
  if (!category) refuse('CATEGORY_NOT_FOUND')
  await tx.deleteFrom('category_attribute_set').where('category_id', '=', categoryId).execute()
  if (setId === null) return
  if (!(await findAttributeSet(tx, setId))) refuse('ATTRIBUTE_SET_NOT_FOUND')
  await tx.insertInto('category_attribute_set').values({ category_id: categoryId, set_id: setId }).execute()
}

/** Does the same for staff who have read a version of the assignment. Also refuses ROW_CHANGED. */
export async function changeCategoryAttributeSetAtVersion(
  tx: Tx,
  moment: Moment,
  { staffId, rowVersion, ...assignment }: Assignment & { staffId: string; rowVersion: number },
): Promise<void> {
  await lockAllAttributesAndSets(tx, 'change')
  const row = { kind: 'categoryAttributeSet', key: String(assignment.categoryId) } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  await assignAttributeSetToCategory(tx, assignment)
  const name = assignment.setId === null ? '无' : (await findAttributeSet(tx, assignment.setId))?.name
  await recordRowEdit(tx, moment, { ...row, staffId, what: `参数模板 改为 ${name}` })
  await incrementCatalogVersion(tx)
}

/**
 * Finds the attributes that goods of some categories have, by category: first those of the upper category's set, then those of its own,
 * each in the order of its set. An attribute of both sets keeps its first position and has the flags of the category's own set. Two
 * statements, whatever the number of categories.
 */
export async function findAttributesByCategory(db: Db, categoryIds: readonly number[]): Promise<Map<number, CategoryAttribute[]>> {
  if (categoryIds.length === 0) return new Map()
  const rows = await db
    .withRecursive('above', (cte) =>
      cte
        .selectFrom('category')
        .select(['id as asked_id', 'id', 'parent_id', sql<number>`0`.as('distance')])
        .where('id', '=', sql<number>`any(${[...categoryIds]}::int[])`)
        .unionAll((upper) =>
          upper
            .selectFrom('category as c')
            .innerJoin('above', 'above.parent_id', 'c.id')
            .select(['above.asked_id', 'c.id', 'c.parent_id', sql<number>`above.distance + 1`.as('distance')]),
        ),
    )
    .selectFrom('above')
    .innerJoin('category_attribute_set as own', 'own.category_id', 'above.id')
    .innerJoin('attribute_set_line as l', 'l.set_id', 'own.set_id')
    .innerJoin('attribute as a', 'a.id', 'l.attribute_id')
    .select(['above.asked_id', ...attributeDefinitionColumns, ...attributeSetLineFlagColumns])
    .select(attributeBoundColumns)
    .orderBy('above.asked_id')
    .orderBy('above.distance', 'desc')
    .orderBy('l.position')
    .execute()
  const choices = await findChoicesByAttribute(db, [
    ...new Set(rows.filter(({ kind }) => kind === 'choice').map(({ attributeId }) => attributeId)),
  ])
  const found = Map.groupBy(rows, ({ asked_id }) => asked_id)
  return new Map(
    [...found].map(([categoryId, own]) => {
      // A key that is set again keeps its position in the map.
      const attributes = new Map(own.map(({ asked_id: _, ...attribute }) => [attribute.attributeId, attribute]))
      return [categoryId, [...attributes.values()].map((one) => ({ ...one, choices: choices.get(one.attributeId) ?? [] }))]
    }),
  )
}

/** The same for one category. */
export const findAttributesOfCategory = async (db: Db, categoryId: number): Promise<CategoryAttribute[]> =>
  (await findAttributesByCategory(db, [categoryId])).get(categoryId) ?? []
