// Reads and writes the tables `goods` and `sku` for editors, with all columns of a product.
import { type RawBuilder, sql } from 'kysely'
import type { GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsState } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import type { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { anyOfIdsSql, anyOfUnevenIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'

/** The part of a content that the two tables store. Other tables store the rest. */
export type GoodsContentWithoutSkusAndRelations = Omit<GoodsContent, 'skus' | 'attributes' | 'machineModelIds' | 'relations'>
/** A published SKU. Other tables store its attribute values and cross-references. */
export type SkuRecord = Omit<SkuContent, 'choices' | 'crossReferences' | 'skuId' | 'salePrice'> & { skuId: string; salePrice: Fen }

export interface GoodsRecord {
  goodsId: string
  state: GoodsState
  version: number
  publishedAt: Date | null
  rowVersion: number
  changedBy: string | null
  changedAt: Date
  changeNote: string
  head: GoodsContentWithoutSkusAndRelations
  /** In display order, including archived SKUs. */
  skus: SkuRecord[]
}

const headColumns = [
  'slug as code',
  'shop_id as shopId',
  'category_id as categoryId',
  'brand_id as brandId',
  'name',
  'subtitle',
  'spec',
  'unit',
  'pictures',
  'description',
  'documents',
  'parameters',
  'tags',
  'freight',
  'after_sale as afterSale',
  'licence_kind_ids as licenceKindIds',
] as const

const skuColumns = [
  'id as skuId',
  'code',
  'barcode',
  'manufacturer_no as manufacturerNo',
  'sale_price_fen as salePrice',
  'credit_price_fen as creditPrice',
  'cost_fen as costPrice',
  'minimum',
  'step',
  'packing',
  'weight_grams as weightGrams',
  'volume_cm3 as volumeCm3',
  'low_stock as lowStock',
  'replaced_by as replacedBy',
  'on_shelf as onShelf',
  'archived',
] as const

const readSkuRows = (db: Db, goodsIds: readonly string[]) =>
  db
    .selectFrom('sku')
    .select([...skuColumns, 'goods_id', 'props'])
    .where('goods_id', '=', anyOfIdsSql(goodsIds))
    .orderBy('goods_id')
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Finds the shop of goods, including drafts; undefined: there are no such goods. */
export const findShopOfGoods = (db: Db, goodsId: string): Promise<{ shopId: string | null } | undefined> =>
  db.selectFrom('goods').select('shop_id as shopId').where('id', '=', goodsId).executeTakeFirst()

/** Reads all stored columns of goods, including drafts, by id. Unknown ids are left out. Two statements, whatever the number of goods. */
export async function readGoodsRecordsById(db: Db, ids: readonly string[]): Promise<Map<string, GoodsRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('goods')
    .select(['id', 'state', 'version', 'published_at', 'row_version', 'changed_by', 'changed_at', 'change_note'])
    .select([...headColumns, 'hardness_from', 'hardness_to'])
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  // Goods that were never published have no SKUs yet.
  const published = rows.filter(({ state }) => state !== 'draft').map(({ id }) => id)
  const skus = published.length === 0 ? [] : await readSkuRows(db, published)
  const skusOf = Map.groupBy(skus, ({ goods_id }) => goods_id)
  const records = rows.map(
    ({ id, state, version, published_at, row_version, changed_by, changed_at, change_note, hardness_from, hardness_to, ...head }) => ({
      goodsId: id,
      state,
      version,
      publishedAt: published_at,
      rowVersion: row_version,
      changedBy: changed_by,
      changedAt: changed_at,
      changeNote: change_note,
      head: {
        ...head,
        hardness: hardness_from === null || hardness_to === null ? null : ([hardness_from, hardness_to] as [number, number]),
      },
      skus: (skusOf.get(id) ?? []).map(({ goods_id, props, ...sku }) => ({ ...sku, props: Object.entries<string>(props) })),
    }),
  )
  return new Map(records.map((record) => [record.goodsId, record]))
}

/** Locks goods against every other change of them or of their SKUs. The ids are sorted, so that two transactions cannot deadlock. */
export async function lockGoods(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.selectFrom('goods').select('id').where('id', '=', anyOfIdsSql(ids)).orderBy('id').forNoKeyUpdate().execute()
}

export interface SkuOfGoods {
  skuId: string
  code: string
  goodsId: string
}

/** Locks the goods of SKUs, before any of the SKUs is changed. Returns those of the SKUs that are there. */
export async function lockGoodsOfSkus(tx: Tx, skuIds: readonly string[]): Promise<SkuOfGoods[]> {
  const columns = ['id as skuId', 'code', 'goods_id as goodsId'] as const
  const skus = await tx.selectFrom('sku').select(columns).where('id', '=', anyOfIdsSql(skuIds)).execute()
  await lockGoods(tx, [...new Set(skus.map(({ goodsId }) => goodsId))])
  return skus
}

/** Finds which of the given SKUs are in shops that a staff member does not keep, and so cannot change. */
export async function findSkuIdsOfOtherShops(
  db: Db,
  { skuIds, staffId }: { skuIds: readonly string[]; staffId: string },
): Promise<Set<string>> {
  const own = skuIds.length === 0 ? null : await findShopIdsStaffIsLimitedTo(db, staffId)
  if (own === null) return new Set()
  const found = db.selectFrom('sku').innerJoin('goods', 'goods.id', 'sku.goods_id').where('sku.id', '=', anyOfIdsSql(skuIds))
  const rows = await found
    .select('sku.id')
    .where((eb) => eb.not(eb('goods.shop_id', '=', anyOfUnevenIdsSql(own))))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Refuses SKU_NOT_FOUND for a SKU in a shop that the staff member does not keep. */
export async function requireStaffMayEditSku(db: Db, { skuId, staffId }: { skuId: string; staffId: string }): Promise<void> {
  if ((await findSkuIdsOfOtherShops(db, { skuIds: [skuId], staffId })).size > 0) refuse('SKU_NOT_FOUND')
}

export const toGoodsColumns = ({
  code,
  shopId,
  categoryId,
  brandId,
  hardness,
  afterSale,
  licenceKindIds,
  ...head
}: GoodsContentWithoutSkusAndRelations) => ({
  slug: code,
  shop_id: shopId,
  category_id: categoryId,
  brand_id: brandId,
  name: head.name,
  subtitle: head.subtitle,
  spec: head.spec,
  unit: head.unit,
  pictures: JSON.stringify(head.pictures),
  description: head.description,
  documents: JSON.stringify(head.documents),
  parameters: JSON.stringify(head.parameters),
  hardness_from: hardness?.[0] ?? null,
  hardness_to: hardness?.[1] ?? null,
  tags: head.tags,
  freight: head.freight,
  after_sale: afterSale,
  licence_kind_ids: licenceKindIds,
})

export interface GoodsRecordChange {
  /** null: the system. */
  staffId: string | null
  now: Date
  /** A description of the change for the next editor: '发布版本 3'. */
  note: string
}
const changeValues = ({ staffId, now, note }: GoodsRecordChange) => ({ changed_by: staffId, changed_at: now, change_note: note })

/** Inserts goods that only their editors see. They come last in the display order. */
export async function insertDraftGoods(
  tx: Tx,
  { goodsId, head, ...change }: GoodsRecordChange & { goodsId: string; head: GoodsContentWithoutSkusAndRelations },
): Promise<void> {
  const { last } = await tx.selectFrom('goods').select(sql<number>`coalesce(max(position), 0)`.as('last')).executeTakeFirstOrThrow()
  const place = { row_version: 1, created_at: change.now, position: last + 1 }
  await tx
    .insertInto('goods')
    .values({ id: goodsId, ...toGoodsColumns(head), ...changeValues(change), ...place })
    .execute()
}

/** Deletes goods that were never published. */
export async function deleteDraftGoodsRow(tx: Tx, goodsId: string): Promise<void> {
  await tx.deleteFrom('goods').where('id', '=', goodsId).where('state', '=', 'draft').execute()
}

interface GoodsUpdate extends GoodsRecordChange {
  goodsId: string
  head?: GoodsContentWithoutSkusAndRelations
  /** The new number of their version, and their new state. */
  version?: number
  state?: GoodsState | undefined
}

/** Updates locked goods and increases their row version. Returns the new row version. */
export async function updateGoodsRow(tx: Tx, { goodsId, head, version, state, ...change }: GoodsUpdate): Promise<number> {
  const { row_version } = await tx
    .updateTable('goods')
    .set({
      ...(head && toGoodsColumns(head)),
      ...(version !== undefined && { version }),
      ...(state && { state }),
      ...changeValues(change),
      row_version: sql`row_version + 1`,
    })
    .where('id', '=', goodsId)
    .returning('row_version')
    .executeTakeFirstOrThrow()
  return row_version
}

/** What was changed of published goods without a new version. */
export interface GoodsEvent {
  goodsId: string
  differences: readonly GoodsContentDifference[]
  /** Whether it counts as a change for editors of the goods: what they see on their page is another one now. */
  counted: boolean
  /** The new state of counted goods. */
  state?: GoodsState
}

/**
 * Records changes of locked goods, or of what belongs to them, in their history, and counts those that their editors must know of. One
 * statement, whatever the number of goods. Returns the new row versions of what it has counted.
 */
export async function recordGoodsEvents(
  tx: Tx,
  { events, staffId, now, note }: GoodsRecordChange & { events: readonly GoodsEvent[] },
): Promise<Map<string, number>> {
  if (events.length === 0) return new Map()
  const { rows } = await sql<{ id: string; row_version: number }>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as one("goodsId" uuid, differences jsonb, counted boolean, state text)),
    event as (insert into goods_event (goods_id, version, staff_id, at, note, differences)
      select goods.id, goods.version, ${staffId}::uuid, ${now}::timestamptz, ${note}::text, given.differences
      from given join goods on goods.id = given."goodsId" order by goods.id)
    update goods set changed_by = ${staffId}::uuid, changed_at = ${now}::timestamptz, change_note = ${note}::text, row_version = row_version + 1, state = coalesce(given.state, goods.state)
    from given where goods.id = given."goodsId" and given.counted returning goods.id, goods.row_version`.execute(tx)
  return new Map(rows.map(({ id, row_version }) => [id, row_version]))
}

/** Counts the goods and the categories that demand each kind of licence. Kinds without any are left out. */
export async function countGoodsAndCategoriesByLicenceKind(db: Db): Promise<Map<string, { goodsCount: number; categoryCount: number }>> {
  const { rows } = await sql<{ kind_id: string; goodsCount: number; categoryCount: number }>`
    select kind_id, (count(*) filter (where of = 'goods'))::int as "goodsCount", (count(*) filter (where of = 'category'))::int as "categoryCount"
    from (select unnest(licence_kind_ids) as kind_id, 'goods' as of from goods where licence_kind_ids <> '{}'
      union all select unnest(licence_kind_ids), 'category' from category) demands
    group by kind_id`.execute(db)
  return new Map(rows.map(({ kind_id, ...counts }) => [kind_id, counts]))
}

/** The ids of the SKUs of the shops that a staff member keeps, as a subquery; null: he keeps all shops. */
export async function buildSkuIdsOfStaffShopsSql(db: Db, staffId: string): Promise<RawBuilder<string> | null> {
  const shops = await findShopIdsStaffIsLimitedTo(db, staffId)
  if (shops === null) return null
  return sql<string>`(select own.id from sku as own join goods as g on g.id = own.goods_id where g.shop_id = ${anyOfUnevenIdsSql(shops)})`
}

/**
 * The ids of the pictures or documents of the goods of the shops that a staff member keeps, as a subquery; null: he keeps all shops. Drafts
 * that were never published are not included: their pictures are found by the person who uploaded them.
 */
export async function buildFileIdsOfStaffShopsSql(
  db: Db,
  { staffId, library }: { staffId: string; library: 'pictures' | 'documents' },
): Promise<RawBuilder<string> | null> {
  const shops = await findShopIdsStaffIsLimitedTo(db, staffId)
  if (shops === null) return null
  return sql<string>`(select (file ->> 'id')::uuid from goods as g cross join jsonb_array_elements(g.${sql.ref(library)}) as file
    where g.shop_id = ${anyOfUnevenIdsSql(shops)})`
}
