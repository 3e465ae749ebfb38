// Writes the tables `goods` and `sku`; goods-store.ts reads them.
import { sql } from 'kysely'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import type { GoodsPicture } from '#contract/catalog/pictures/addresses.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { lockCategoryTree, toTaxClassColumns } from '#server/catalog/categories/public.ts'
import { anyOfSql, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { SkuRow } from './goods-store.ts'
import { moveSearchRowsBetweenCategories } from './search-index.ts'

/** Sets or removes the tax class of goods. Returns false if there are none with this id in these shops; null: in any. */
export async function updateGoodsTaxClass(
  tx: Tx,
  { goodsId, taxClass, ownShops }: { goodsId: string; taxClass: TaxClass | null; ownShops: readonly string[] | null },
): Promise<boolean> {
  let query = tx.updateTable('goods').set(toTaxClassColumns(taxClass)).where('id', '=', goodsId)
  if (ownShops !== null) query = query.where('shop_id', '=', anyOfSql(ownShops))
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface NewGoods {
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
  skus: readonly Omit<SkuRow, 'id' | 'goodsId' | 'onShelf'>[]
}

/** For tests and measurements, which need many goods at once: staff write goods as drafts. Inserts goods with their SKUs on the shelf. Returns the ids of the SKUs in the given order. catalog/inventory sets the stock. */
export async function insertGoodsOnShelf(tx: Tx, moment: Moment, goods: NewGoods): Promise<{ goodsId: string; skuIds: string[] }> {
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

/**
 * Puts a SKU on or off the shelf. Returns the goods that it belongs to; undefined if there is no such SKU, or if it is archived and so
 * never comes back.
 */
export async function setSkuOnShelf(tx: Tx, id: string, onShelf: boolean): Promise<string | undefined> {
  const row = await tx
    .updateTable('sku')
    .set({ on_shelf: onShelf, row_version: sql`row_version + 1` })
    .where('id', '=', id)
    .where('archived', '=', false)
    .returning('goods_id')
    .executeTakeFirst()
  return row?.goods_id
}

/** Updates the base prices of the given SKUs with one statement. Returns the goods that they belong to. */
export async function updateSkuPrices(
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

/** Gives all goods of some categories other ones, also in the search. Returns how many goods there were. */
export async function moveGoodsBetweenCategories(tx: Tx, moves: readonly { from: number; to: number }[]): Promise<number> {
  if (moves.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    update goods set category_id = given.new_id
    from unnest(${moves.map(({ from }) => from)}::int[], ${moves.map(({ to }) => to)}::int[]) as given(old_id, new_id)
    where goods.category_id = given.old_id`.execute(tx)
  await moveSearchRowsBetweenCategories(tx, moves)
  return Number(numAffectedRows)
}
