// Reads the content of the catalog index: attributes, sets of categories, and goods with SKUs, stock and values. Writes nothing.
import { sql } from 'kysely'
import type { AttributeKind } from '#contract/catalog/attributes/shapes.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'

/** A state of the catalog. Transactions are numbered, and a number is text because it may have more digits than a double. */
export interface CatalogState {
  version: number
  /** The latest transaction that changed goods. Goods may be written without a new version; this number shows it. */
  latest: string
  /** The oldest transaction that may still be running. The changes of earlier transactions are visible. */
  oldest: string
}

export async function readCatalogState(db: Db): Promise<CatalogState> {
  const { rows } = await sql<CatalogState>`
    select version, coalesce((select max(changed_in) from goods_search), '0'::xid8)::text as latest,
      pg_snapshot_xmin(pg_current_snapshot())::text as oldest from catalog_version`.execute(db)
  return rows[0] ?? { version: 0, latest: '0', oldest: '0' }
}

/** The version and the latest change of `readCatalogState` as one text, as SQL for a statement that reads `catalog_version`. */
export const catalogStateTextSql = sql<string>`version || ' ' || coalesce((select max(changed_in) from goods_search), '0'::xid8)::text`

/** Whether one state includes all that another one does. */
export const isCatalogStateAtLeast = (state: CatalogState, other: CatalogState): boolean =>
  state.version >= other.version && BigInt(state.latest) >= BigInt(other.latest)

export interface AttributeRow {
  id: string
  code: string
  name: string
  kind: AttributeKind
  unit: string
  decimals: number
  /** In the order of the attribute. */
  choices: { id: string; name: string; synonyms: string[] }[]
}

/** Lists all attributes that belong to a set, in the order of their positions there. */
export async function listAttributesOfSets(db: Db): Promise<AttributeRow[]> {
  const { rows } = await sql<AttributeRow>`
    select a.id, a.code, a.name, a.kind, a.unit, a.decimals, coalesce(
      (select json_agg(json_build_object('id', c.id, 'name', c.name, 'synonyms', c.synonyms) order by c.position)
       from attribute_choice c where c.attribute_id = a.id), '[]') as choices
    from attribute a join (select attribute_id, min(position) as place from attribute_set_line group by attribute_id) l on l.attribute_id = a.id
    order by l.place, a.code`.execute(db)
  return rows
}

export interface CategoryAttributeRow {
  categoryId: number
  attributeId: string
  filterable: boolean
  compared: boolean
}

/**
 * Lists the attributes by which goods of each category are filtered and compared. The flags of a category's own set win over inherited
 * flags.
 */
export async function listAttributesOfCategories(db: Db): Promise<CategoryAttributeRow[]> {
  const { rows } = await sql<CategoryAttributeRow>`
    select distinct on (c.id, l.attribute_id) c.id as "categoryId", l.attribute_id as "attributeId", l.filterable, l.compared
    from category c
    join category_attribute_set own on own.category_id = c.id or own.category_id = c.parent_id
    join attribute_set_line l on l.set_id = own.set_id
    order by c.id, l.attribute_id, (own.category_id = c.id) desc`.execute(db)
  return rows
}

/** A value of goods (without `skuId`) or of a SKU: the id of a choice, yes or no, or a number. */
export type AttributeValueTuple = [skuId: string | null, attributeId: string, value: string | boolean | number]
export type SkuTuple = [skuId: string, code: string, priceFen: number, creditFen: number | null, inStock: boolean]

export interface GoodsToIndex {
  id: string
  name: string
  categoryId: number
  parentId: number
  shopId: string
  brandId: string | null
  sales: number
  hardnessFrom: number | null
  hardnessTo: number | null
  position: number
  onShelf: boolean
  skus: SkuTuple[]
  attributeValues: AttributeValueTuple[]
}

/** Lists the ids of goods on the shelf in their order, at most `limit` of those after an id. */
export async function listGoodsIdsOnShelf(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select goods_id as id from goods_search where on_shelf and goods_id > ${after}::uuid order by goods_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists the ids of goods that changed since a state was read, on the shelf or not. Some of them may have been read already. */
export async function listChangedGoodsIds(db: Db, { oldest }: CatalogState): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select json_agg(goods_id) as ids from goods_search where changed_in >= ${oldest}::xid8`.execute(db)
  return rows[0]?.ids ?? []
}

/** Reads goods with their SKUs on the shelf. Values and SKUs come as JSON, because that is read faster than one row for each. */
export async function readGoodsToIndex(db: Db, ids: readonly string[]): Promise<GoodsToIndex[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<GoodsToIndex>`
    select g.id, g.name, s.category_id as "categoryId", s.parent_category_id as "parentId", g.shop_id as "shopId", g.brand_id as "brandId", s.sales,
      s.hardness_from as "hardnessFrom", s.hardness_to as "hardnessTo", s.position, s.on_shelf as "onShelf",
      coalesce((select json_agg(json_build_array(k.id, k.code, k.sale_price_fen, k.credit_price_fen, coalesce(t.available, 0) >= k.minimum) order by k.position)
        from sku k left join sku_stock t on t.sku_id = k.id where k.goods_id = g.id and k.on_shelf), '[]') as skus,
      coalesce((select json_agg(json_build_array(v.sku_id, v.attribute_id, case when v.choice_id is not null then to_json(v.choice_id)
          when v.number_value is not null then to_json(v.number_value::float8) else to_json(v.boolean_value) end))
        from goods_attribute v where v.goods_id = g.id and v.text_value is null), '[]') as "attributeValues"
    from goods_search s join goods g on g.id = s.goods_id where s.goods_id = ${anyOfIdsSql(ids)}`.execute(db)
  return rows
}

/** Reads the values of a text attribute, by goods. Only goods have texts. */
export async function readTextAttributeValuesByGoods(
  db: Db,
  attributeId: string,
  goodsIds: readonly string[],
): Promise<[goodsId: string, text: string][]> {
  const { rows } = await sql<{ goodsId: string; text: string }>`
    select goods_id as "goodsId", text_value as text from goods_attribute
    where goods_id = ${anyOfIdsSql(goodsIds)} and sku_id is null and attribute_id = ${attributeId}::uuid and text_value is not null`.execute(
    db,
  )
  return rows.map(({ goodsId, text }) => [goodsId, text])
}
