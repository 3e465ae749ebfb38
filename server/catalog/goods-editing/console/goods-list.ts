import { type RawBuilder, sql } from 'kysely'
import type { consoleGoodsEndpoints } from '#contract/catalog/goods-editing/console-api.ts'
import type { GoodsState } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import type { ConsoleGoodsRow } from '#contract/catalog/goods-editing/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { listAllCategories } from '#server/catalog/goods/public.ts'
import {
  type EditingStaff,
  findShopIdsThatStaffMayEdit,
  readNamesForGoodsContents,
} from '#server/catalog/goods-editing/goods-at-version.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { containsSql } from '#server/platform/core/like-pattern.ts'
import { limitAndOffsetSql, toSlice } from '#server/platform/core/paging.ts'

type GoodsListInput = InputOf<typeof consoleGoodsEndpoints.list>
/** The filters of the list. */
export type ConsoleGoodsFilter = Omit<GoodsListInput, 'pageNo' | 'pageSize'>

interface Row {
  id: string
  code: string
  name: string
  subtitle: string
  state: GoodsState
  shop_id: string | null
  category_id: number | null
  brand_id: string | null
  sku_count: number
  lowest_fen: Fen | null
  has_draft: boolean
  publish_at: Date | null
  publish_failed: boolean
  version: number
  changed_by: string | null
  changed_at: Date
  row_version: number
}

/** Goods that were never published have their code only in the draft. */
const codeSql = sql`case when g.state = 'draft' then coalesce(d.content ->> 'code', '') else g.slug end`

/** The goods with a keyword in their name, their code or a code of their SKUs. Each part has its own index, which an `or` would not use. */
const namedSql = (keyword: string) => sql`g.id in (
  select id from goods where ${containsSql(sql`name`, keyword)}
  union all select id from goods where state <> 'draft' and ${containsSql(sql`slug`, keyword)}
  union all select c.goods_id from goods_draft c join goods o on o.id = c.goods_id
    where o.state = 'draft' and ${containsSql(sql`c.content ->> 'code'`, keyword)}
  union all select goods_id from sku where ${containsSql(sql`code`, keyword)})`

interface Bounds {
  categoryIds: readonly number[] | undefined
  /** null: of all shops. */
  ownShops: readonly string[] | null
}

function conditionsSql({ keyword, state, shopId, categoryIds, brandId, hasDraft, ownShops }: ConsoleGoodsFilter & Bounds) {
  const list: (RawBuilder<unknown> | undefined)[] = [
    ownShops === null ? undefined : sql`(g.shop_id is null or g.shop_id = any(${[...ownShops]}::uuid[]))`,
    state && sql`g.state = ${state}`,
    shopId === undefined ? undefined : sql`g.shop_id = ${shopId}`,
    categoryIds && sql`g.category_id = any(${[...categoryIds]}::int[])`,
    brandId === undefined ? undefined : sql`g.brand_id = ${brandId}`,
    hasDraft === undefined ? undefined : hasDraft ? sql`d.goods_id is not null` : sql`d.goods_id is null`,
    keyword ? namedSql(keyword) : undefined,
  ]
  return sql.join([sql`true`, ...list.filter((one) => one !== undefined)], sql` and `)
}

/** The filter of the list, limited to the shops that the person keeps. */
async function findBounds(db: Db, { categoryId }: ConsoleGoodsFilter, editor: EditingStaff): Promise<Bounds> {
  const below = (await listAllCategories(db)).filter(({ id, parent_id }) => id === categoryId || parent_id === categoryId)
  return {
    categoryIds: categoryId === undefined ? undefined : below.map(({ id }) => id),
    ownShops: await findShopIdsThatStaffMayEdit(db, editor),
  }
}

const matchingSql = (asked: ConsoleGoodsFilter & Bounds) =>
  sql`from goods g left join goods_draft d on d.goods_id = g.id where ${conditionsSql(asked)}`

/** Finds the goods of the list, or the visible goods among given ids, in the order of the list. */
export async function findGoodsIdsForConsole(
  db: Db,
  { goodsIds, ...filter }: ConsoleGoodsFilter & { goodsIds: readonly string[] | undefined },
  { limit, ...editor }: EditingStaff & { limit: number },
): Promise<string[]> {
  const chosen = goodsIds ? sql` and g.id = ${anyOfIdsSql(goodsIds)}` : sql``
  const { rows } = await sql<{ id: string }>`
    select g.id ${matchingSql({ ...filter, ...(await findBounds(db, filter, editor)) })}${chosen}
    order by g.changed_at desc, g.id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns a page of goods, last changed first. It leaves out the goods of shops that the person does not keep. */
export async function listGoodsForConsole(
  db: Db,
  filter: GoodsListInput,
  editor: EditingStaff,
): Promise<{ dataList: ConsoleGoodsRow[]; total: number }> {
  const matching = matchingSql({ ...filter, ...(await findBounds(db, filter, editor)) })
  const slice = toSlice(filter)
  const { rows } = await sql<Row>`
    select g.id, ${codeSql} as code, g.name, g.subtitle, g.state, g.shop_id, g.category_id, g.brand_id,
      case when g.state = 'draft' then coalesce(jsonb_array_length(d.content -> 'skus'), 0)
        else (select count(*)::int from sku s where s.goods_id = g.id and not s.archived) end as sku_count,
      (select min(s.sale_price_fen) from sku s where s.goods_id = g.id and not s.archived) as lowest_fen,
      d.goods_id is not null as has_draft, d.publish_at, d.publish_failed is not null as publish_failed,
      g.version, g.changed_by, g.changed_at, g.row_version
    ${matching} order by g.changed_at desc, g.id desc ${limitAndOffsetSql(slice)}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  const { shops, categories, brands } = await readNamesForGoodsContents(
    db,
    rows.map(({ brand_id }) => ({ brandId: brand_id })),
  )
  const staff = await listStaffNamesById(db)
  const dataList = rows.map((row) => ({
    goodsId: row.id,
    code: row.code,
    name: row.name,
    subtitle: row.subtitle,
    state: row.state,
    shopId: row.shop_id,
    shopName: row.shop_id === null ? null : (shops.get(row.shop_id) ?? null),
    categoryId: row.category_id,
    categoryName: row.category_id === null ? null : (categories.get(row.category_id) ?? null),
    brandId: row.brand_id,
    brandName: row.brand_id === null ? null : (brands.get(row.brand_id) ?? null),
    skuCount: row.sku_count,
    lowestPrice: row.lowest_fen,
    hasDraft: row.has_draft,
    publishAt: row.publish_at,
    publishFailed: row.publish_failed,
    version: row.version,
    changedBy: row.changed_by === null ? null : (staff.get(row.changed_by) ?? null),
    changedAt: row.changed_at,
    rowVersion: row.row_version,
  }))
  return { dataList, total: counted.rows[0]?.total ?? 0 }
}
