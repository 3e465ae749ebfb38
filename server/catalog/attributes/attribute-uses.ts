// Where attributes and choices are used, and the refusals that list these uses.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db } from '#server/platform/core/db.ts'
import { formatNamesAndCount, NAMES_IN_REFUSAL_MAX } from '#server/platform/core/format-names-and-count.ts'

/** Finds the names of goods. The goods module uses this one, so the caller that binds the calls passes this function in. */
export type FindGoodsNamesById = (db: Db, ids: readonly string[]) => Promise<{ id: string; name: string }[]>

/** Values of an attribute that a change would break; by default all. */
interface BrokenValues {
  /** Values with one of these choices. */
  choiceIds?: readonly string[]
  /** Numbers with more decimals, or outside of these bounds. */
  numbers?: { decimals: number; lower: number | null; upper: number | null }
  /** Goods and SKUs with several values. */
  several?: true
}

function conditionOf({ choiceIds, numbers, several }: BrokenValues) {
  if (choiceIds) return sql`v.choice_id = any(${[...choiceIds]}::uuid[])`
  if (numbers) {
    const { decimals, lower, upper } = numbers
    return sql`(v.number_value <> round(v.number_value, ${decimals}::int) or v.number_value < ${lower}::numeric
      or v.number_value > ${upper}::numeric)`
  }
  return several
    ? sql`exists (select from goods_attribute o where o.attribute_id = v.attribute_id and o.goods_id = v.goods_id
        and o.sku_id is not distinct from v.sku_id and o.choice_id <> v.choice_id)`
    : sql`true`
}

interface Wanted extends BrokenValues {
  attributeId: string
  findGoods: FindGoodsNamesById
}

/** Counts the goods that have such values of an attribute, and names the first of them. */
async function findUses(db: Db, { attributeId, findGoods, ...broken }: Wanted): Promise<{ count: number; goods: string[] }> {
  const used = sql`select distinct v.goods_id from goods_attribute v where v.attribute_id = ${attributeId} and ${conditionOf(broken)}`
  const { rows } = await sql<{ goods_id: string; count: number }>`select goods_id, count(*) over () as count
    from (${used}) as used order by goods_id limit ${NAMES_IN_REFUSAL_MAX}`.execute(db)
  const goods = await findGoods(
    db,
    rows.map(({ goods_id }) => goods_id),
  )
  return { count: rows[0]?.count ?? 0, goods: goods.map(({ name }) => name).sort() }
}

/** Refuses a change if goods have values that it would break, and names these goods. `reason` is the text about them. */
export async function requireChangeBreaksNoGoodsValues(
  db: Db,
  { field, reason, ...criteria }: Wanted & { field: string; reason: string },
): Promise<void> {
  const { count, goods } = await findUses(db, criteria)
  if (count > 0) refuse('ATTRIBUTE_IN_USE', { field, count, goods, msg: `${formatNamesAndCount('商品', goods, count)}${reason}` })
}

/** Lists the sets with a line of an attribute, and the flags that the line has. */
export const listAttributeSetsUsingAttribute = (
  db: Db,
  attributeId: string,
): Promise<{ setId: string; name: string; filterable: boolean; makesSkus: boolean }[]> =>
  db
    .selectFrom('attribute_set_line as l')
    .innerJoin('attribute_set as s', 's.id', 'l.set_id')
    .select(['s.id as setId', 's.name', 'l.filterable', 'l.makes_skus as makesSkus'])
    .where('l.attribute_id', '=', attributeId)
    .orderBy('s.name')
    .execute()

/** Counts the goods with each choice of an attribute, by choice. */
export async function countGoodsByChoice(db: Db, attributeId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ choice_id: string; count: number }>`select choice_id, count(distinct goods_id) as count
    from goods_attribute where attribute_id = ${attributeId} and choice_id is not null group by choice_id`.execute(db)
  return new Map(rows.map(({ choice_id, count }) => [choice_id, count]))
}
