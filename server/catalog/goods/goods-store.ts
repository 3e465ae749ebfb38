// Reads the tables `goods` and `sku`, which goods-writes.ts writes, `shop`, `category`, and the sales of goods in `goods_search`.
import { type RawBuilder, sql } from 'kysely'
import type { GoodsFreightRule } from '#contract/catalog/goods/terms.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, anyOfUnevenIdsSql, type Db } from '#server/platform/core/db.ts'
import { containsSql } from '#server/platform/core/like-pattern.ts'

export interface SkuRow {
  id: string
  goodsId: string
  code: string
  props: Record<string, string>
  salePriceFen: Fen
  creditPriceFen: Fen | null
  minimum: number
  step: number
  weightGrams: number
  onShelf: boolean
  replacedBy: string | null
}

export interface GoodsRow {
  id: string
  /** Its first picture; null: none. */
  picture: string | null
  shopId: string
  categoryId: number
  name: string
  spec: string
  unit: string
  onShelf: boolean
  /** Who brings them, and who pays for it. */
  freight: GoodsFreightRule
}

/** Goods with the state of their shop (a paused shop sells nothing) and the kinds of licences that they demand. */
export interface GoodsWithShop extends GoodsRow {
  shopName: string
  shopPaused: boolean
  licenceKindIds: string[]
}

export const skuColumns = [
  'id',
  'goods_id',
  'code',
  'props',
  'sale_price_fen',
  'credit_price_fen',
  'minimum',
  'step',
  'weight_grams',
  'on_shelf',
  'replaced_by',
] as const
/** Goods that were published at least once have both. Only editors see drafts. */
type Placed = { shop_id: string; category_id: number }

const goodsColumns = ['id', 'shop_id', 'category_id', 'name', 'spec', 'unit', 'on_shelf', 'freight'] as const

/** Selects the kinds of licences that goods, their category and its parent demand. */
const requiredLicencesSql = sql<string[]>`goods.licence_kind_ids || category.licence_kind_ids || coalesce(parent.licence_kind_ids, '{}')`

/** Selects the first picture of goods. */
export const firstGoodsPictureIdSql = sql<string | null>`goods.pictures -> 0 ->> 'id'`

interface RawSku {
  id: string
  goods_id: string
  code: string
  props: Record<string, string>
  sale_price_fen: Fen
  credit_price_fen: Fen | null
  minimum: number
  step: number
  weight_grams: number
  on_shelf: boolean
  replaced_by: string | null
}

export const skuFrom = (row: RawSku): SkuRow => ({
  id: row.id,
  goodsId: row.goods_id,
  code: row.code,
  props: row.props,
  salePriceFen: row.sale_price_fen,
  creditPriceFen: row.credit_price_fen,
  minimum: row.minimum,
  step: row.step,
  weightGrams: row.weight_grams,
  onShelf: row.on_shelf,
  replacedBy: row.replaced_by,
})

interface RawGoods {
  id: string
  picture: string | null
  shop_id: string
  category_id: number
  name: string
  spec: string
  unit: string
  on_shelf: boolean
  freight: GoodsFreightRule
}

const goodsFrom = (row: RawGoods): GoodsRow => ({
  id: row.id,
  picture: row.picture,
  shopId: row.shop_id,
  categoryId: row.category_id,
  name: row.name,
  spec: row.spec,
  unit: row.unit,
  onShelf: row.on_shelf,
  freight: row.freight,
})

/** Finds SKUs by id, unsorted. Unknown ids are left out. */
export async function findSkusById(db: Db, ids: readonly string[]): Promise<SkuRow[]> {
  return ids.length === 0 ? [] : (await db.selectFrom('sku').select(skuColumns).where('id', '=', anyOfIdsSql(ids)).execute()).map(skuFrom)
}

/** Lists all SKUs of the given goods in display order. */
export async function listSkusOfGoods(db: Db, goodsIds: readonly string[]): Promise<SkuRow[]> {
  if (goodsIds.length === 0) return []
  const rows = await db
    .selectFrom('sku')
    .select(skuColumns)
    .where('goods_id', '=', anyOfIdsSql(goodsIds))
    .orderBy('goods_id')
    .orderBy('position')
    .execute()
  return rows.map(skuFrom)
}

/** Lists the SKUs of the given goods that are on the shelf, with their goods, in display order. */
export async function listSkusOnShelf(db: Db, goodsIds: readonly string[]): Promise<{ sku: SkuRow; goods: GoodsRow }[]> {
  if (goodsIds.length === 0) return []
  const rows = await db
    .selectFrom('sku')
    .innerJoin('goods', 'goods.id', 'sku.goods_id')
    .select(skuColumns.map((column) => `sku.${column}` as const))
    .select(['goods.shop_id', 'goods.category_id', 'goods.name', 'goods.spec', 'goods.unit', 'goods.freight'])
    .select(['goods.on_shelf as goods_on_shelf', firstGoodsPictureIdSql.as('picture')])
    .$narrowType<Placed>()
    .where('sku.goods_id', '=', anyOfIdsSql(goodsIds))
    .where('sku.on_shelf', '=', true)
    .orderBy('sku.goods_id')
    .orderBy('sku.position')
    .execute()
  return rows.map((row) => ({ sku: skuFrom(row), goods: goodsFrom({ ...row, id: row.goods_id, on_shelf: row.goods_on_shelf }) }))
}

/** Selects the ids of SKUs whose code or goods name contains a text. Each column has its own index, which an `or` would not use. */
export const skuIdsMatchingTextSql = (keyword: string): RawBuilder<string> => sql<string>`(
  select id from sku where ${containsSql(sql`code`, keyword)}
  union select k.id from goods n join sku k on k.goods_id = n.id where ${containsSql(sql`n.name`, keyword)})`

/** Returns the ids of SKUs whose code or goods name contains a text. */
export async function searchSkuIdsByCodeOrGoodsName(db: Db, keyword: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${skuIdsMatchingTextSql(keyword)} as found`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists SKUs in display order, on the shelf or not, with a limit. */
export async function listSkusOfAllGoods(
  db: Db,
  { within, limit }: { within: RawBuilder<string> | null; limit: number },
): Promise<SkuRow[]> {
  const listed = db
    .selectFrom('sku')
    .innerJoin('goods', 'goods.id', 'sku.goods_id')
    .select(skuColumns.map((column) => `sku.${column}` as const))
    .orderBy('goods.position')
    .orderBy('goods.id')
    .orderBy('sku.position')
    .limit(limit)
  const rows = await (within === null ? listed : listed.where(sql<boolean>`sku.id in ${within}`)).execute()
  return rows.map(skuFrom)
}

/** Finds goods on the shelf whose name contains a text, of the given shops (null: of all), in display order, with a limit. */
export async function searchGoodsOnShelfByName(
  db: Db,
  { keyword, shopIds, limit }: { keyword: string; shopIds: readonly string[] | null; limit: number },
): Promise<GoodsRow[]> {
  const shown = db
    .selectFrom('goods')
    .select(goodsColumns)
    .select(firstGoodsPictureIdSql.as('picture'))
    .where('on_shelf', '=', true)
    .$narrowType<Placed>()
  const named = shown.where(containsSql(sql`name`, keyword)).where(isInShopsOrUnrestrictedSql('shop_id', shopIds))
  return (await named.orderBy('position').orderBy('id').limit(limit).execute()).map(goodsFrom)
}

/** Finds goods that were published at least once, on the shelf or not, unsorted, with the state of their shops. */
export async function findOncePublishedGoodsById(db: Db, ids: readonly string[]): Promise<GoodsWithShop[]> {
  return ids.length === 0 ? [] : (await selectPublished(db).where('goods.id', '=', anyOfIdsSql(ids)).execute()).map(withShopFrom)
}

/** Finds the goods of SKUs, each once, while the SKUs are read. By an array of ids: a prepared plan with a subquery scans all goods. */
export async function findOncePublishedGoodsOfSkus(db: Db, skuIds: readonly string[]): Promise<GoodsWithShop[]> {
  return skuIds.length === 0 ? [] : (await selectPublishedOfSkus(db, { skuIds }).execute()).map(withShopFrom)
}

const selectPublishedOfSkus = compileOnce((db, { skuIds }: { skuIds: readonly string[] }) => {
  const ofSkus = db.selectFrom('sku').select('goods_id').where('id', '=', anyOfIdsSql(skuIds))
  return selectPublished(db).where('goods.id', '=', sql<string>`any(array(${ofSkus}))`)
})

const selectPublished = (db: Db) =>
  db
    .selectFrom('goods')
    .innerJoin('shop', 'shop.id', 'goods.shop_id')
    .innerJoin('category', 'category.id', 'goods.category_id')
    .leftJoin('category as parent', 'parent.id', 'category.parent_id')
    .select(goodsColumns.map((column) => `goods.${column}` as const))
    .select([firstGoodsPictureIdSql.as('picture'), 'shop.name as shop_name', 'shop.state as shop_state'])
    .select(requiredLicencesSql.as('licence_kind_ids'))
    .where('goods.state', '<>', 'draft')
    .$narrowType<Placed>()

const withShopFrom = (
  row: Parameters<typeof goodsFrom>[0] & { shop_name: string; shop_state: string; licence_kind_ids: string[] },
): GoodsWithShop => {
  const shop = { shopName: row.shop_name, shopPaused: row.shop_state === 'paused' }
  return Object.assign(goodsFrom(row), shop, { licenceKindIds: row.licence_kind_ids })
}

/** Reads the other fields of goods, for their page, with the number of units sold. */
export async function findGoodsPageFields(db: Db, id: string) {
  return db
    .selectFrom('goods')
    .innerJoin('shop', 'shop.id', 'goods.shop_id')
    .innerJoin('category', 'category.id', 'goods.category_id')
    .innerJoin('category as parent', 'parent.id', 'category.parent_id')
    .leftJoin('goods_search as search', 'search.goods_id', 'goods.id')
    .select((eb) => eb.fn.coalesce('search.sales', sql<number>`0`).as('sales'))
    .select(['goods.id', 'goods.pictures', 'goods.name', 'goods.spec', 'goods.unit', 'goods.parameters', 'goods.description'])
    .select(['goods.subtitle', 'goods.brand_id', 'goods.tags', 'goods.freight', 'goods.after_sale'])
    .select(['goods.hardness_from', 'goods.hardness_to'])
    .select(['shop.id as shop_id', 'shop.name as shop_name', 'shop.notice as shop_notice', 'shop.state as shop_state'])
    .select('shop.logo_picture_id as shop_logo')
    .select(requiredLicencesSql.as('licence_kind_ids'))
    .select(['category.id as category_id', 'category.name as category_name', 'parent.id as parent_id', 'parent.name as parent_name'])
    .where('goods.id', '=', id)
    .where('goods.on_shelf', '=', true)
    .executeTakeFirst()
}

/** A query for the names of all shops, also to join it with others. */
export const selectShopNames = (db: Db) => db.selectFrom('shop').select(['id', 'name'])

export const listShopNamesById = async (db: Db): Promise<Map<string, string>> =>
  new Map((await selectShopNames(db).execute()).map(({ id, name }) => [id, name]))

interface CategoryRow {
  id: number
  parent_id: number | null
  name: string
  shown: boolean
  /** The picture that staff chose. */
  pictureId: string | null
  /** The kinds of licences that its goods demand, besides those of the parent category. */
  licenceKindIds: string[]
}

/** Lists all categories in display order, also those that the storefront does not list. */
export async function listAllCategories(db: Db): Promise<CategoryRow[]> {
  return db
    .selectFrom('category')
    .select(['id', 'parent_id', 'name', 'shown', 'picture_id as pictureId', 'licence_kind_ids as licenceKindIds'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Counts the goods of the given shops, on the shelf or not. */
export async function countAllGoodsByShop(db: Db, shopIds: readonly string[]): Promise<Map<string, number>> {
  const query = db
    .selectFrom('goods')
    .select(['shop_id', db.fn.countAll<number>().as('total')])
    .$narrowType<Pick<Placed, 'shop_id'>>()
  const rows = await query.where('shop_id', '=', anyOfUnevenIdsSql(shopIds)).groupBy('shop_id').execute()
  return new Map(rows.map(({ shop_id, total }) => [shop_id, total]))
}

/** Counts the goods of each category, on the shelf or not, and drafts. */
export async function countAllGoodsByCategory(db: Db): Promise<Map<number, number>> {
  const query = db
    .selectFrom('goods')
    .select(['category_id', db.fn.countAll<number>().as('total')])
    .$narrowType<Pick<Placed, 'category_id'>>()
  const rows = await query.where('category_id', 'is not', null).groupBy('category_id').execute()
  return new Map(rows.map(({ category_id, total }) => [category_id, total]))
}
