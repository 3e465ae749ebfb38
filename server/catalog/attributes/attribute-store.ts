// Reads and writes the tables `attribute` and `attribute_choice`.
import { sql } from 'kysely'
import type { AttributeInput } from '#contract/catalog/attributes/save-input.ts'
import {
  type AttributeChoice,
  type AttributeFlagValues,
  type AttributeKind,
  COUNTED_ATTRIBUTE_USES_MAX,
} from '#contract/catalog/attributes/shapes.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'

export interface AttributeRecord extends AttributeFlagValues {
  attributeId: string
  code: string
  name: string
  kind: AttributeKind
  unit: string
  decimals: number
  lower: number | null
  upper: number | null
  multiple: boolean
  ruler: boolean
}

/** Converts a numeric to a number. The values of these columns have at most fifteen digits. */
const asNumber = (column: string) => sql<number | null>`${sql.ref(column)}::float8`

/** The columns of the attribute `a` that each line of a set and each attribute of a category also show. */
export const attributeDefinitionColumns = [
  'a.id as attributeId',
  'a.code',
  'a.name',
  'a.kind',
  'a.unit',
  'a.decimals',
  'a.multiple',
] as const
export const attributeBoundColumns = [asNumber('a.lower').as('lower'), asNumber('a.upper').as('upper')] as const
const usualFlags = ['a.required', 'a.filterable', 'a.compared', 'a.makes_skus as makesSkus', 'a.on_card as onCard'] as const

const selectAttributes = (db: Db) =>
  db
    .selectFrom('attribute as a')
    .select([...attributeDefinitionColumns, ...usualFlags, 'a.ruler'])
    .select(attributeBoundColumns)

export async function findAttributesById(db: Db, ids: readonly string[]): Promise<AttributeRecord[]> {
  return ids.length === 0 ? [] : selectAttributes(db).where('a.id', '=', anyOfIdsSql(ids)).execute()
}

const countSets = sql<number>`(select count(*) from attribute_set_line l where l.attribute_id = a.id)`
const countChoices = sql<number>`(select count(*) from attribute_choice c where c.attribute_id = a.id)`
/** Stops at COUNTED_USES_MAX, so that a list stays fast when most goods have the attribute. */
const countGoods = sql<number>`(select count(*) from (
  select distinct v.goods_id from goods_attribute v where v.attribute_id = a.id limit ${sql.lit(COUNTED_ATTRIBUTE_USES_MAX)}) as used)`

const selectListed = (db: Db) =>
  selectAttributes(db).select([
    countSets.as('setCount'),
    countChoices.as('choiceCount'),
    countGoods.as('goodsCount'),
    buildRowVersionSubquery('attribute', 'a.id').as('rowVersion'),
  ])
export type AttributeWithUses = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

export const findAttributeWithUses = (db: Db, id: string): Promise<AttributeWithUses | undefined> =>
  selectListed(db).where('a.id', '=', id).executeTakeFirst()

/** Returns a page of attributes by code. */
export async function listAttributes(
  db: Db,
  { keyword, kind, ...slice }: RowSlice & { keyword?: string | undefined; kind?: AttributeKind | undefined },
): Promise<{ rows: AttributeWithUses[]; total: number }> {
  let page = selectListed(db)
  let all = db.selectFrom('attribute as a')
  if (keyword) {
    const like = formatLikeContainsPattern(keyword)
    const found = sql<boolean>`(a.name ilike ${like} or a.code ilike ${like})`
    page = page.where(found)
    all = all.where(found)
  }
  if (kind) {
    page = page.where('a.kind', '=', kind)
    all = all.where('a.kind', '=', kind)
  }
  return fetchPageWithTotal(page.orderBy('a.code'), all, slice)
}

/** Lists the codes, names and units of all attributes. */
export const listAttributeCodesAndNames = (db: Db): Promise<{ code: string; name: string; unit: string }[]> =>
  db.selectFrom('attribute').select(['code', 'name', 'unit']).orderBy('code').execute()

export const countAttributes = (db: Db): Promise<number> => countRows(db.selectFrom('attribute'))

/** Whether an attribute is marked as the hardness ruler. */
export const hasHardnessRuler = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('attribute').select('id').where('ruler', '=', true).limit(1).executeTakeFirst()) !== undefined

/** Finds another attribute that has this code, or that is the hardness ruler. */
export const findConflictingAttribute = (
  db: Db,
  { id, ...criterion }: { id: string | undefined } & ({ code: string } | { ruler: true }),
): Promise<{ name: string } | undefined> => {
  let query = db.selectFrom('attribute').select('name')
  query = 'code' in criterion ? query.where('code', '=', criterion.code) : query.where('ruler', '=', true)
  return (id === undefined ? query : query.where('id', '<>', id)).executeTakeFirst()
}

type Definition = Omit<AttributeInput, 'id' | 'choices' | 'rowVersion'>

const columnsOf = ({ makesSkus, onCard, lower, upper, ...rest }: Definition) => ({
  ...rest,
  makes_skus: makesSkus,
  on_card: onCard,
  lower: lower === null ? null : String(lower),
  upper: upper === null ? null : String(upper),
})

export async function insertAttribute(tx: Tx, moment: Moment, definition: Definition): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('attribute')
    .values({ id, ...columnsOf(definition), created_at: moment.now })
    .execute()
  return id
}

export async function updateAttributeRow(tx: Tx, id: string, definition: Definition): Promise<void> {
  await tx.updateTable('attribute').set(columnsOf(definition)).where('id', '=', id).execute()
}

/** Deletes an attribute with its choices. Nothing may use it. */
export async function deleteAttributeRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('attribute').where('id', '=', id).execute()
}

/** Lists the choices of attributes in their order, by attribute. */
export async function findChoicesByAttribute(db: Db, attributeIds: readonly string[]): Promise<Map<string, AttributeChoice[]>> {
  if (attributeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('attribute_choice')
    .select(['attribute_id', 'id as choiceId', 'name', 'synonyms'])
    .where('attribute_id', '=', anyOfIdsSql(attributeIds))
    .orderBy('attribute_id')
    .orderBy('position')
    .execute()
  const byAttribute = Map.groupBy(rows, ({ attribute_id }) => attribute_id)
  return new Map([...byAttribute].map(([id, choices]) => [id, choices.map(({ attribute_id: _, ...choice }) => choice)]))
}

const choiceRows = (choices: readonly AttributeChoice[]) =>
  choices.map(({ choiceId, name, synonyms }, at) => ({ id: choiceId, name, synonyms, position: at + 1 }))

/** Inserts the choices of a new attribute, in this order. */
export async function insertChoices(tx: Tx, attributeId: string, choices: readonly AttributeChoice[]): Promise<void> {
  if (choices.length === 0) return
  const rows = choiceRows(choices).map((row) => ({ attribute_id: attributeId, ...row }))
  await tx.insertInto('attribute_choice').values(rows).execute()
}

/** Replaces the choices of an attribute by these, in this order. Choices that are not among them are deleted; nothing may use them. */
export async function replaceChoices(tx: Tx, attributeId: string, choices: readonly AttributeChoice[]): Promise<void> {
  const ids = choices.map(({ choiceId }) => choiceId)
  await sql`delete from attribute_choice where attribute_id = ${attributeId} and id <> all(${ids}::uuid[])`.execute(tx)
  const rows = choiceRows(choices)
  // Two statements, because a renamed choice may take the name that another one had before.
  await sql`update attribute_choice as c set name = given.name, synonyms = given.synonyms, position = given.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, name text, synonyms text[], position int)
    where c.attribute_id = ${attributeId} and c.id = given.id`.execute(tx)
  await sql`insert into attribute_choice (attribute_id, id, name, position, synonyms)
    select ${attributeId}, given.id, given.name, given.position, given.synonyms
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, name text, synonyms text[], position int)
    where not exists (select from attribute_choice c where c.attribute_id = ${attributeId} and c.id = given.id)`.execute(tx)
}
