// Reads and writes the table `goods_attribute`: the values of goods and of their SKUs.
import { sql } from 'kysely'
import type { AttributeValue } from '#contract/catalog/attributes/values.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'

interface SkuValues {
  skuId: string
  values: readonly AttributeValue[]
}

interface ValueRow {
  goods_id: string
  sku_id: string | null
  attribute_id: string
  choice_id: string | null
  number_value: number | null
  text_value: string | null
  boolean_value: boolean | null
}

/** The rows of a value: one per choice, otherwise one, or none if the value is empty. */
function rowsOf({ attributeId, choiceIds = [], number, text = '', yes }: AttributeValue, owner: Pick<ValueRow, 'goods_id' | 'sku_id'>) {
  const none = { ...owner, attribute_id: attributeId, choice_id: null, number_value: null, text_value: null, boolean_value: null }
  const row = (value: Partial<ValueRow>): ValueRow => ({ ...none, ...value })
  if (number !== undefined) return [row({ number_value: number })]
  if (yes !== undefined) return [row({ boolean_value: yes })]
  if (text.trim() !== '') return [row({ text_value: text })]
  return [...new Set(choiceIds)].map((choice_id) => row({ choice_id }))
}

interface ValuesOfGoods {
  goodsId: string
  values: readonly AttributeValue[]
  skuValues: readonly SkuValues[]
  /** Whether the goods may have values already. */
  had?: boolean
}

/**
 * Replaces the values of some goods and of all their SKUs, with two statements. The caller has called lockAllAttributesAndSets('use') and checked the
 * values. Empty values are not stored. The order of choices is not stored: they are shown in the order of the attribute.
 */
export async function replaceAttributeValuesOfManyGoods(tx: Tx, goods: readonly ValuesOfGoods[]): Promise<void> {
  const rows = goods.flatMap(({ goodsId, values, skuValues }) => [
    ...values.flatMap((value) => rowsOf(value, { goods_id: goodsId, sku_id: null })),
    ...skuValues.flatMap(({ skuId, values: own }) => own.flatMap((value) => rowsOf(value, { goods_id: goodsId, sku_id: skuId }))),
  ])
  const before = goods.filter(({ had = true }) => had).map(({ goodsId }) => goodsId)
  if (before.length > 0) await tx.deleteFrom('goods_attribute').where('goods_id', '=', anyOfIdsSql(before)).execute()
  if (rows.length === 0) return
  await sql`insert into goods_attribute select * from jsonb_populate_recordset(null::goods_attribute, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}

/** Does the same for one product. */
export const replaceAttributeValuesOfGoods = (tx: Tx, goodsId: string, values: Omit<ValuesOfGoods, 'goodsId'>): Promise<void> =>
  replaceAttributeValuesOfManyGoods(tx, [{ goodsId, ...values }])

interface GoodsAttributes {
  values: AttributeValue[]
  skuValues: { skuId: string; values: AttributeValue[] }[]
}

/** One value of one or several rows of the same attribute. */
function valueFrom(attributeId: string, rows: readonly ValueRow[]): AttributeValue {
  const [row] = rows
  if (row?.number_value != null) return { attributeId, number: row.number_value }
  if (row?.boolean_value != null) return { attributeId, yes: row.boolean_value }
  if (row?.text_value != null) return { attributeId, text: row.text_value }
  return { attributeId, choiceIds: rows.flatMap(({ choice_id }) => choice_id ?? []) }
}

const valuesFrom = (rows: readonly ValueRow[]): AttributeValue[] =>
  [...Map.groupBy(rows, ({ attribute_id }) => attribute_id)].map(([attributeId, own]) => valueFrom(attributeId, own))

/** Finds the values of goods and of their SKUs, by goods. Choices are in the order of the attribute. Goods without values are left out. */
export async function findAttributeValuesByGoods(db: Db, goodsIds: readonly string[]): Promise<Map<string, GoodsAttributes>> {
  if (goodsIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('goods_attribute as v')
    .leftJoin('attribute_choice as c', (join) => join.onRef('c.attribute_id', '=', 'v.attribute_id').onRef('c.id', '=', 'v.choice_id'))
    .select(['v.goods_id', 'v.sku_id', 'v.attribute_id', 'v.choice_id', 'v.text_value', 'v.boolean_value'])
    .select(sql<number | null>`v.number_value::float8`.as('number_value'))
    .where('v.goods_id', '=', anyOfIdsSql(goodsIds))
    .orderBy('v.goods_id')
    .orderBy('v.sku_id')
    .orderBy('v.attribute_id')
    .orderBy('c.position')
    .execute()
  const toGoods = (own: readonly ValueRow[]): GoodsAttributes => {
    const bySku = Map.groupBy(own, ({ sku_id }) => sku_id)
    return {
      values: valuesFrom(bySku.get(null) ?? []),
      skuValues: [...bySku].flatMap(([skuId, ofSku]) => (skuId === null ? [] : [{ skuId, values: valuesFrom(ofSku) }])),
    }
  }
  return new Map([...Map.groupBy(rows, ({ goods_id }) => goods_id)].map(([goodsId, own]) => [goodsId, toGoods(own)]))
}

/** Selects the texts of goods and their SKUs for the attribute that is marked as the hardness ruler. `goodsId`: a column. */
export const hardnessRulerTextsSql = (goodsId: string) => sql<string[]>`array(
  select distinct coalesce(o.name, v.number_value::text) from attribute as a join goods_attribute as v on v.attribute_id = a.id
    left join attribute_choice as o on o.attribute_id = v.attribute_id and o.id = v.choice_id
  where a.ruler and v.goods_id = ${sql.ref(goodsId)} and coalesce(o.name, v.number_value::text) is not null)`

/** The names and synonyms of the choices that goods and their SKUs have, as a list of texts. `goodsId`: a column. */
export const goodsChoiceNamesAndSynonymsSql = (goodsId: string) => sql<string[]>`array(
  select distinct text from goods_attribute as v join attribute_choice as o on o.attribute_id = v.attribute_id and o.id = v.choice_id,
    unnest(o.name || o.synonyms) as text where v.goods_id = ${sql.ref(goodsId)} order by text)`

/** Lists the goods that have a value of an attribute themselves or in one of their SKUs. */
export async function listGoodsIdsWithAttribute(db: Db, attributeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('goods_attribute')
    .select('goods_id')
    .distinct()
    .where('attribute_id', '=', attributeId)
    .orderBy('goods_id')
    .execute()
  return rows.map(({ goods_id }) => goods_id)
}

interface Merge {
  attributeId: string
  fromChoiceId: string
  intoChoiceId: string
}

/** Finds goods with two SKUs that have these two choices and otherwise equal values. */
export async function findGoodsIdsWithSkusEqualAfterMerge(db: Db, { attributeId, fromChoiceId, intoChoiceId }: Merge): Promise<string[]> {
  const { rows } = await sql<{ goods_id: string }>`
    with sku_values as (
      select goods_id, sku_id, bool_or(choice_id = ${fromChoiceId}::uuid) as has_source, bool_or(choice_id = ${intoChoiceId}::uuid) as has_target,
        array_agg(row(attribute_id, case choice_id when ${fromChoiceId}::uuid then ${intoChoiceId}::uuid else choice_id end, number_value, text_value,
          boolean_value)::text order by attribute_id, choice_id) as merged
      from goods_attribute
      where sku_id is not null and goods_id in (select goods_id from goods_attribute where attribute_id = ${attributeId} and choice_id = ${fromChoiceId})
      group by goods_id, sku_id)
    select distinct one.goods_id from sku_values one join sku_values other on other.goods_id = one.goods_id and other.merged = one.merged
    where one.has_source and other.has_target order by one.goods_id`.execute(db)
  return rows.map(({ goods_id }) => goods_id)
}

/** Moves values from one choice to another. Goods that have both keep one. */
export async function moveAttributeValuesToOtherChoice(tx: Tx, { attributeId, fromChoiceId, intoChoiceId }: Merge): Promise<void> {
  await sql`delete from goods_attribute as v where v.attribute_id = ${attributeId} and v.choice_id = ${fromChoiceId} and exists (
    select from goods_attribute o where o.attribute_id = v.attribute_id and o.choice_id = ${intoChoiceId} and o.goods_id = v.goods_id
      and o.sku_id is not distinct from v.sku_id)`.execute(tx)
  await tx
    .updateTable('goods_attribute')
    .set({ choice_id: intoChoiceId })
    .where('attribute_id', '=', attributeId)
    .where('choice_id', '=', fromChoiceId)
    .execute()
}
