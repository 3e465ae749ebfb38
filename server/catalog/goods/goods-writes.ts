// Writes the tables `goods` and `sku`; goods-store.ts reads them.
import { sql } from 'kysely'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import type { GoodsState } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import type { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import type { GoodsPicture } from '#contract/catalog/pictures/picture-urls.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { lockCategoryTree, toTaxClass, toTaxClassColumns } from '#server/catalog/categories/public.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { recordRowEdit } from '#server/platform/core/row-edits.ts'
import { type GoodsContentWithoutSkusAndRelations, type GoodsRecordChange, type SkuRecord, toGoodsColumns } from './goods-records.ts'
import type { SkuRow } from './goods-store.ts'
import { moveSearchRowsBetweenCategories } from './search-index.ts'

const formatTaxClass = (taxClass: TaxClass | null): string => (taxClass ? `${taxClass.taxName} ${taxClass.taxCode}` : '沿用分类')

/**
 * Sets or removes the tax class of goods, and counts the change. Returns what is different, for the history; undefined if there are no goods
 * with this id in these shops; null: in any.
 */
export async function updateGoodsTaxClass(
  tx: Tx,
  moment: Moment,
  {
    goodsId,
    taxClass,
    ownShops,
    staffId,
  }: { goodsId: string; taxClass: TaxClass | null; ownShops: readonly string[] | null; staffId: string },
): Promise<GoodsContentDifference[] | undefined> {
  const before = await tx
    .selectFrom('goods')
    .select(['tax_code', 'tax_name'])
    .where('id', '=', goodsId)
    .where(isInShopsOrUnrestrictedSql('shop_id', ownShops))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  await tx.updateTable('goods').set(toTaxClassColumns(taxClass)).where('id', '=', goodsId).execute()
  const [from, to] = [toTaxClass(before.tax_code, before.tax_name), taxClass].map(formatTaxClass)
  await recordRowEdit(tx, moment, { kind: 'goodsTaxClass', key: goodsId, staffId, what: `税收分类 改为 ${to}` })
  return from === to ? [] : [{ path: 'taxClass', label: '税收分类', from: from ?? '', to: to ?? '' }]
}

export interface SampleGoodsInput {
  slug: string
  shopId: string
  categoryId: number
  name: string
  spec: string
  unit: string
  parameters: readonly (readonly [string, string])[]
  description: string
  hardness: readonly [number, number] | null
  /** catalog/pictures stores them. */
  pictures?: readonly GoodsPicture[]
  position: number
  skus: readonly Omit<SkuRow, 'id' | 'goodsId' | 'onShelf' | 'replacedBy'>[]
}

/**
 * Inserts goods with their SKUs on the shelf, for tests and measurements that need many goods at once; staff create goods as drafts.
 * Returns the ids of the SKUs in the given order. catalog/inventory sets the stock.
 */
export async function insertSampleGoodsOnShelf(
  tx: Tx,
  moment: Moment,
  goods: SampleGoodsInput,
): Promise<{ goodsId: string; skuIds: string[] }> {
  await lockCategoryTree(tx, 'use')
  const goodsId = moment.newId()
  const { slug, name, spec, unit, description, position } = goods
  await tx
    .insertInto('goods')
    .values({
      id: goodsId,
      slug,
      name,
      spec,
      unit,
      description,
      position,
      shop_id: goods.shopId,
      category_id: goods.categoryId,
      parameters: JSON.stringify(goods.parameters),
      pictures: JSON.stringify(goods.pictures ?? []),
      hardness_from: goods.hardness?.[0] ?? null,
      hardness_to: goods.hardness?.[1] ?? null,
      state: 'on_sale',
      published_at: moment.now,
      created_at: moment.now,
      changed_at: moment.now,
    })
    .execute()
  const rows = goods.skus.map((sku, at) => ({
    id: moment.newId(),
    goods_id: goodsId,
    code: sku.code,
    props: JSON.stringify(sku.props),
    sale_price_fen: sku.salePriceFen,
    credit_price_fen: sku.creditPriceFen,
    minimum: sku.minimum,
    step: sku.step,
    weight_grams: sku.weightGrams,
    on_shelf: true,
    position: at,
  }))
  await tx.insertInto('sku').values(rows).execute()
  return { goodsId, skuIds: rows.map(({ id }) => id) }
}

/** Puts a SKU on or off the shelf. Returns whether it was on the shelf before; undefined if there is no such SKU, or if it is archived for ever. */
export async function updateSkuOnShelfColumn(tx: Tx, id: string, onShelf: boolean): Promise<boolean | undefined> {
  const before = await tx
    .selectFrom('sku')
    .select('on_shelf')
    .where('id', '=', id)
    .where('archived', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before) await tx.updateTable('sku').set({ on_shelf: onShelf, row_version: sql`row_version + 1` }).where('id', '=', id).execute()
  return before?.on_shelf
}

/** Records where SKUs lie in the house, with one statement. */
export async function updateSkuBins(tx: Tx, bins: readonly { skuId: string; bin: string }[]): Promise<void> {
  if (bins.length === 0) return
  await sql`update sku set bin = given.bin from jsonb_to_recordset(${JSON.stringify(bins)}::jsonb) as given("skuId" uuid, bin text)
    where sku.id = given."skuId"`.execute(tx)
}

/** Updates the base prices of the given SKUs with one statement. Returns their goods. */
export async function updateSkuBasePriceColumns(
  tx: Tx,
  prices: readonly { skuId: string; salePriceFen: Fen; creditPriceFen: Fen | null }[],
): Promise<string[]> {
  if (prices.length === 0) return []
  const rows = prices.map(({ skuId, salePriceFen, creditPriceFen }) => ({ id: skuId, sale: salePriceFen, credit: creditPriceFen }))
  const { rows: moved } = await sql<{ goods_id: string }>`
    update sku set sale_price_fen = given.sale, credit_price_fen = given.credit, row_version = sku.row_version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, sale bigint, credit bigint)
    where sku.id = given.id returning sku.goods_id`.execute(tx)
  return [...new Set(moved.map(({ goods_id }) => goods_id))]
}

/**
 * Moves all goods of some categories to others, also in the search. It stands in the history of published goods, and their editors must know
 * of it. Returns the number of goods.
 */
export async function moveGoodsBetweenCategories(
  tx: Tx,
  moves: readonly { from: number; to: number; differences: readonly GoodsContentDifference[] }[],
  { staffId, now, note }: GoodsRecordChange,
): Promise<number> {
  if (moves.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as one("from" int, "to" int, differences jsonb)),
    moved as (update goods set category_id = given."to", changed_by = ${staffId}::uuid, changed_at = ${now}::timestamptz, change_note = ${note}::text,
        row_version = row_version + 1
      from given where goods.category_id = given."from" returning goods.id, goods.version, goods.state, given.differences),
    event as (insert into goods_event (goods_id, version, staff_id, at, note, differences)
      select id, version, ${staffId}::uuid, ${now}::timestamptz, ${note}::text, differences from moved where state <> 'draft' order by id)
    select count(*)::int as count from moved`.execute(tx)
  await moveSearchRowsBetweenCategories(tx, moves)
  return rows[0]?.count ?? 0
}

/** Records in the history of all published goods of some categories that these were moved. Their editors see nothing else than before. */
export async function recordCategoryMoveInGoodsHistory(
  tx: Tx,
  { categoryIds, differences }: { categoryIds: readonly number[]; differences: readonly GoodsContentDifference[] },
  { staffId, now, note }: GoodsRecordChange,
): Promise<void> {
  // The goods are read first: a distributed database does not insert into a table of one machine from a table of all.
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from goods where category_id = any(${[...categoryIds]}::int[]) and state <> 'draft' order by id`.execute(tx)
  await sql`
    insert into goods_event (goods_id, version, staff_id, at, note, differences)
    select id, version, ${staffId}::uuid, ${now}::timestamptz, ${note}::text, ${JSON.stringify(differences)}::jsonb
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ version }) => version)}::int[]) one(id, version)`.execute(tx)
}

/** Goods to publish, with their columns. */
interface PublishedGoods {
  goodsId: string
  head: GoodsContentWithoutSkusAndRelations
  state: GoodsState
  version: number
  skus: readonly SkuRecord[]
  /** A description of the change for the next editor. */
  note: string
}

/**
 * Writes the published columns of some goods with one statement: new goods, which come last in the display order, and locked ones. Returns
 * their new row versions by id.
 */
export async function upsertPublishedGoods(
  tx: Tx,
  goods: readonly PublishedGoods[],
  { staffId, now }: Omit<GoodsRecordChange, 'note'>,
): Promise<Map<string, number>> {
  const rows = goods.map(({ goodsId, head, state, version, note }, place) => {
    const { pictures, documents, parameters, ...plain } = toGoodsColumns(head)
    return {
      id: goodsId,
      ...plain,
      pictures: head.pictures,
      documents: head.documents,
      parameters: head.parameters,
      state,
      version,
      note,
      place,
    }
  })
  const { rows: written } = await sql<{ id: string; row_version: number }>`
    insert into goods (id, slug, shop_id, category_id, brand_id, name, subtitle, spec, unit, pictures, description, documents, parameters,
      hardness_from, hardness_to, tags, freight, after_sale, licence_kind_ids, state, version, published_at, changed_by, changed_at, change_note, row_version,
      created_at, position)
    select id, slug, shop_id, category_id, brand_id, name, subtitle, spec, unit, pictures, description, documents, parameters,
      hardness_from, hardness_to, tags, freight, after_sale, licence_kind_ids, state, version, ${now}::timestamptz, ${staffId}::uuid, ${now}, note, 1,
      ${now}, (select coalesce(max(position), 0) + 1 from goods) + place
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, slug text, shop_id uuid, category_id int, brand_id uuid,
      name text, subtitle text, spec text, unit text, pictures jsonb, description text, documents jsonb, parameters jsonb,
      hardness_from float8, hardness_to float8, tags text[], freight text, after_sale text, licence_kind_ids uuid[], state text, version int, note text, place int)
    on conflict (id) do update set slug = excluded.slug, shop_id = excluded.shop_id, category_id = excluded.category_id,
      brand_id = excluded.brand_id, name = excluded.name, subtitle = excluded.subtitle, spec = excluded.spec, unit = excluded.unit,
      pictures = excluded.pictures, description = excluded.description, documents = excluded.documents, parameters = excluded.parameters,
      hardness_from = excluded.hardness_from, hardness_to = excluded.hardness_to, tags = excluded.tags, freight = excluded.freight,
      after_sale = excluded.after_sale, licence_kind_ids = excluded.licence_kind_ids, state = excluded.state, version = excluded.version, published_at = excluded.published_at,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at, change_note = excluded.change_note,
      row_version = goods.row_version + 1
    returning id, row_version`.execute(tx)
  return new Map(written.map(({ id, row_version }) => [id, row_version]))
}

/**
 * Inserts and updates the SKUs of locked goods, in the given order, with one statement. It never changes the prices of an existing SKU,
 * because every price change must also be recorded.
 */
export async function upsertSkus(tx: Tx, goods: readonly Pick<PublishedGoods, 'goodsId' | 'skus'>[]): Promise<void> {
  const rows = goods.flatMap(({ goodsId, skus }) =>
    skus.map(({ props, ...sku }, position) => ({ goodsId, ...sku, props: Object.fromEntries(props), position })),
  )
  if (rows.length === 0) return
  // The type is json and not jsonb, which would lose the order of the properties.
  await sql`
    insert into sku (id, goods_id, code, barcode, manufacturer_no, props, sale_price_fen, credit_price_fen, cost_fen, minimum, step, packing,
      weight_grams, volume_cm3, low_stock, replaced_by, on_shelf, archived, position)
    select "skuId", "goodsId", code, barcode, "manufacturerNo", props, "salePrice", "creditPrice", "costPrice", minimum, step, packing,
      "weightGrams", "volumeCm3", "lowStock", "replacedBy", "onShelf", archived, position
    from json_to_recordset(${JSON.stringify(rows)}::json) as given("skuId" uuid, "goodsId" uuid, code text, barcode text, "manufacturerNo" text, props json,
      "salePrice" bigint, "creditPrice" bigint, "costPrice" bigint, minimum int, step int, packing text, "weightGrams" int, "volumeCm3" int,
      "lowStock" int, "replacedBy" uuid, "onShelf" boolean, archived boolean, position int)
    order by "skuId"
    on conflict (id) do update set code = excluded.code, barcode = excluded.barcode, manufacturer_no = excluded.manufacturer_no,
      props = excluded.props, cost_fen = excluded.cost_fen, minimum = excluded.minimum, step = excluded.step, packing = excluded.packing,
      weight_grams = excluded.weight_grams, volume_cm3 = excluded.volume_cm3, low_stock = excluded.low_stock,
      replaced_by = excluded.replaced_by, on_shelf = excluded.on_shelf, archived = excluded.archived, position = excluded.position,
      row_version = sku.row_version + 1
    where sku.goods_id = excluded.goods_id`.execute(tx)
}

/** The shop and the category of goods, if they exist. */
export interface ShopAndCategory {
  shopId: string | null
  categoryId: number | null
  /** Whether the category is of the lower level. */
  isSubcategory: boolean
  /** The kinds of licences that the category and its parent demand. */
  licenceKindIds: string[]
}

/** Whether the mall has any shop, and any category of the lower level. */
export async function readWhetherShopsAndCategoriesExist(db: Db): Promise<{ shops: boolean; categories: boolean }> {
  const { rows } = await sql<{ shops: boolean; categories: boolean }>`
    select exists (select from shop) as shops, exists (select from category where parent_id is not null) as categories`.execute(db)
  return rows[0] ?? { shops: false, categories: false }
}

/** The requested shop and category of goods. */
type WantedPlace = Pick<ShopAndCategory, 'shopId' | 'categoryId'>

/** Finds which of some shops and categories exist, in the given order. One statement, whatever their number. */
export async function findShopsAndCategories(db: Db, wanted: readonly WantedPlace[]): Promise<ShopAndCategory[]> {
  const [shopIds, categoryIds] = [wanted.map(({ shopId }) => shopId), wanted.map(({ categoryId }) => categoryId)]
  if ([...shopIds, ...categoryIds].every((id) => id === null))
    return wanted.map(() => ({ shopId: null, categoryId: null, isSubcategory: false, licenceKindIds: [] }))
  const { rows } = await sql<ShopAndCategory>`
    select shop.id as "shopId", category.id as "categoryId", category.parent_id is not null as "isSubcategory",
      coalesce(category.licence_kind_ids, '{}') || coalesce(parent.licence_kind_ids, '{}') as "licenceKindIds"
    from unnest(${shopIds}::uuid[], ${categoryIds}::int[]) with ordinality as given(shop_id, category_id, place)
    left join shop on shop.id = given.shop_id left join category on category.id = given.category_id
    left join category parent on parent.id = category.parent_id order by given.place`.execute(db)
  return rows
}
