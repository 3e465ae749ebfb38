// Reads and writes the tables `attribute_set` and `attribute_set_line`.
import { sql } from 'kysely'
import type { AttributeFlagValues } from '#contract/catalog/attributes/shapes.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'
import { attributeDefinitionColumns } from './attribute-store.ts'

/** The flags of a line of a set, which replace the attribute's usual flags. */
export const attributeSetLineFlagColumns = [
  'l.required',
  'l.filterable',
  'l.compared',
  'l.makes_skus as makesSkus',
  'l.on_card as onCard',
] as const

const selectSets = (db: Db) =>
  db
    .selectFrom('attribute_set as s')
    .select(['s.id as setId', 's.name', buildRowVersionSubquery('attributeSet', 's.id').as('rowVersion')])
    .select(sql<number>`(select count(*) from attribute_set_line l where l.set_id = s.id)`.as('lineCount'))
export type AttributeSetRecord = Awaited<ReturnType<ReturnType<typeof selectSets>['executeTakeFirstOrThrow']>>

export const findAttributeSet = (db: Db, id: string): Promise<AttributeSetRecord | undefined> =>
  selectSets(db).where('s.id', '=', id).executeTakeFirst()

/** Returns a page of sets by name. */
export async function listAttributeSetRecords(
  db: Db,
  { keyword = '', ...slice }: RowSlice & { keyword?: string | undefined },
): Promise<{ rows: AttributeSetRecord[]; total: number }> {
  const like = formatLikeContainsPattern(keyword)
  return fetchPageWithTotal(
    selectSets(db).where('s.name', 'ilike', like).orderBy('s.name'),
    db.selectFrom('attribute_set').where('name', 'ilike', like),
    slice,
  )
}

export const findAttributeSetByName = (db: Db, name: string): Promise<{ id: string } | undefined> =>
  db.selectFrom('attribute_set').select('id').where('name', '=', name).executeTakeFirst()

export const countAttributeSets = (db: Db): Promise<number> => countRows(db.selectFrom('attribute_set'))

/** Lists the lines of a set in order, with the attributes' definitions and the set's flags. */
export const listAttributeSetLines = (db: Db, setId: string) =>
  db
    .selectFrom('attribute_set_line as l')
    .innerJoin('attribute as a', 'a.id', 'l.attribute_id')
    .select([...attributeDefinitionColumns, ...attributeSetLineFlagColumns])
    .where('l.set_id', '=', setId)
    .orderBy('l.position')
    .execute()

export async function insertAttributeSet(tx: Tx, moment: Moment, name: string): Promise<string> {
  const id = moment.newId()
  await tx.insertInto('attribute_set').values({ id, name, created_at: moment.now }).execute()
  return id
}

export async function updateAttributeSetNameColumn(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('attribute_set').set({ name }).where('id', '=', id).execute()
}

type SetLine = AttributeFlagValues & { attributeId: string }

/** Inserts the lines of a set that has none, in this order. */
export async function insertAttributeSetLines(tx: Tx, setId: string, lines: readonly SetLine[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ attributeId, makesSkus, onCard, ...flags }, at) => ({
    set_id: setId,
    attribute_id: attributeId,
    position: at + 1,
    makes_skus: makesSkus,
    on_card: onCard,
    ...flags,
  }))
  await tx.insertInto('attribute_set_line').values(rows).execute()
}

/** Replaces the lines of a set by these, in this order. */
export async function replaceAttributeSetLines(tx: Tx, setId: string, lines: readonly SetLine[]): Promise<void> {
  await tx.deleteFrom('attribute_set_line').where('set_id', '=', setId).execute()
  await insertAttributeSetLines(tx, setId, lines)
}

/** Deletes a set with its lines. No category may use it. */
export async function deleteAttributeSetRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('attribute_set').where('id', '=', id).execute()
}
