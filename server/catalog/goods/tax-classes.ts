// The tax class of goods: their own, or else that of their category, or else that of the parent category.

import { type RawBuilder, sql } from 'kysely'
import type { CategoryWithTaxClass, consoleTaxCodeEndpoints, GoodsWithTaxClass } from '#contract/catalog/goods/tax-api.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { toTaxClass } from '#server/catalog/categories/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import { limitAndOffsetSql, toSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'

/** Joins the goods `g` with their category `c` and its parent `p`. */
const above = sql`join category c on c.id = g.category_id left join category p on p.id = c.parent_id`
const code = sql`coalesce(g.tax_code, c.tax_code, p.tax_code)`
const name = sql`coalesce(g.tax_name, c.tax_name, p.tax_name)`

/** SQL: whether the goods of a SKU have no tax class from any of the three sources. `skuId` is a column. */
export const hasNoTaxClassSql = (skuId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(select ${code} from sku s join goods g on g.id = s.goods_id ${above} where s.id = ${skuId}) is null`

/** The current tax class of a SKU's goods. */
export interface SkuTaxClass {
  goodsId: string
  goodsName: string
  taxClass: TaxClass | null
}

/** Reads the tax classes of the given SKUs, by id. Unknown ids are left out. */
export async function readTaxClassesBySku(db: Db, skuIds: readonly string[]): Promise<Map<string, SkuTaxClass>> {
  const { rows } = await sql<{ id: string; goods_id: string; goods_name: string; tax_code: string | null; tax_name: string | null }>`
    select s.id, g.id as goods_id, g.name as goods_name, ${code} as tax_code, ${name} as tax_name
    from sku s join goods g on g.id = s.goods_id ${above} where s.id = any(${[...new Set(skuIds)]}::uuid[])`.execute(db)
  return new Map(
    rows.map((row) => [row.id, { goodsId: row.goods_id, goodsName: row.goods_name, taxClass: toTaxClass(row.tax_code, row.tax_name) }]),
  )
}

/** Finds the tax classes that goods have of their own, by id. */
export async function findTaxClassesSetOnGoods(db: Db, goodsIds: readonly string[]): Promise<Map<string, TaxClass>> {
  const rows = await db.selectFrom('goods').select(['id', 'tax_code', 'tax_name']).where('id', '=', anyOfIdsSql(goodsIds)).execute()
  return new Map(
    rows.flatMap(({ id, tax_code, tax_name }) => {
      const own = toTaxClass(tax_code, tax_name)
      return own ? [[id, own] as const] : []
    }),
  )
}

interface CategoryRow {
  id: number
  name: string
  parent_name: string | null
  own_code: string | null
  own_name: string | null
  code: string | null
  class_name: string | null
  goods_count: number
  uncoded: number
  row_version: number
}

/** Lists all categories with their tax class, parents before children. A parent also counts the goods of its children. */
export async function listCategoriesAndTaxClasses(db: Db): Promise<CategoryWithTaxClass[]> {
  const { rows } = await sql<CategoryRow>`
    with counted as (
      select c.id, c.parent_id, count(*) as goods, count(*) filter (where ${code} is null) as uncoded from goods g ${above} where g.state <> 'draft' group by c.id)
    select t.id, t.name, o.name as parent_name, t.tax_code as own_code, t.tax_name as own_name,
      ${buildRowVersionSubquery('category', 't.id')} as row_version, coalesce(t.tax_code, o.tax_code) as code, coalesce(t.tax_name, o.tax_name) as class_name,
      (select coalesce(sum(n.goods), 0)::int from counted n where t.id in (n.id, n.parent_id)) as goods_count,
      (select coalesce(sum(n.uncoded), 0)::int from counted n where t.id in (n.id, n.parent_id)) as uncoded
    from category t left join category o on o.id = t.parent_id
    order by coalesce(o.position, t.position), t.parent_id is not null, t.position, t.id`.execute(db)
  return rows.map((row) => ({
    categoryId: row.id,
    name: row.name,
    parentName: row.parent_name,
    goodsCount: row.goods_count,
    uncoded: row.uncoded,
    rowVersion: row.row_version,
    own: toTaxClass(row.own_code, row.own_name),
    taxClass: toTaxClass(row.code, row.class_name),
  }))
}

interface GoodsRow {
  id: string
  name: string
  picture: string | null
  spec: string
  on_shelf: boolean
  category_name: string
  parent_name: string | null
  own_code: string | null
  own_name: string | null
  code: string | null
  class_name: string | null
  source: GoodsWithTaxClass['source']
  row_version: number
}

/** Returns a page of goods of these shops with their tax classes, in display order, on the shelf or not; null: of all shops. */
export async function listGoodsAndTaxClasses(
  db: Db,
  { pageNo, pageSize, keyword, categoryId, uncoded }: InputOf<typeof consoleTaxCodeEndpoints.goods>,
  ownShops: readonly string[] | null,
): Promise<{ dataList: GoodsWithTaxClass[]; total: number }> {
  const matching = sql`from goods g ${above} where g.state <> 'draft'
    ${ownShops === null ? sql`` : sql`and g.shop_id = any(${[...ownShops]}::uuid[])`}
    ${keyword ? sql`and (g.name ilike ${formatLikeContainsPattern(keyword)} or g.spec ilike ${formatLikeContainsPattern(keyword)})` : sql``}
    ${categoryId === undefined ? sql`` : sql`and ${categoryId} in (c.id, c.parent_id)`}
    ${uncoded ? sql`and ${code} is null` : sql``}`
  const slice = toSlice({ pageNo, pageSize })
  const { rows } = await sql<GoodsRow>`
    select g.id, g.name, g.pictures -> 0 ->> 'id' as picture, g.spec, g.on_shelf, c.name as category_name, p.name as parent_name, g.tax_code as own_code,
      g.tax_name as own_name, ${buildRowVersionSubquery('goodsTaxClass', 'g.id')} as row_version, ${code} as code, ${name} as class_name,
      case when g.tax_code is not null then 'goods' when c.tax_code is not null then 'category' when p.tax_code is not null then 'parent' end
        as source
    ${matching} order by g.position, g.id ${limitAndOffsetSql(slice)}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  const dataList = rows.map((row) => ({
    goodsId: row.id,
    goodsName: row.name,
    image: row.picture,
    spec: row.spec,
    onShelf: row.on_shelf,
    source: row.source,
    rowVersion: row.row_version,
    categoryName: row.category_name,
    parentName: row.parent_name,
    own: toTaxClass(row.own_code, row.own_name),
    taxClass: toTaxClass(row.code, row.class_name),
  }))
  return { dataList, total: counted.rows[0]?.total ?? 0 }
}
