// Reads and writes the table `price_list_item`: prices of enterprises and of member levels.
import { type RawBuilder, sql } from 'kysely'
import type { PricesFromQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import type { PriceListRef } from './price-lists.ts'
import { type PriceRow, pricesToRecordsetSql } from './price-rows.ts'

/** The filter for the prices of a list. */
interface Wanted {
  skuIds?: readonly string[] | undefined
  /** The SKUs that a staff member sees, as a subquery; null: all. */
  within: RawBuilder<string> | null
}

/** Lists the prices of a list, of all SKUs or of the wanted ones, sorted by SKU and quantity, and their total number. */
export async function listPriceListItems(
  db: Db,
  { enterpriseId, id }: PriceListRef,
  { skuIds, within, limit, offset }: Wanted & RowSlice,
): Promise<{ items: PriceRow[]; total: number }> {
  const matching = () => {
    const listed = db.selectFrom('price_list_item').where('enterprise_id', '=', enterpriseId).where('list_id', '=', id)
    const all = within === null ? listed : listed.where(sql<boolean>`sku_id in ${within}`)
    return skuIds ? all.where('sku_id', '=', anyOfIdsSql(skuIds)) : all
  }
  const { rows, total } = await fetchPageWithTotal(
    matching().select(['sku_id', 'from_quantity', 'sale_price_fen', 'credit_price_fen']).orderBy('sku_id').orderBy('from_quantity'),
    matching(),
    { limit, offset },
  )
  const items = rows.map((row) => ({
    skuId: row.sku_id,
    from: row.from_quantity,
    salePriceFen: row.sale_price_fen,
    creditPriceFen: row.credit_price_fen,
  }))
  return { items, total }
}

/** Whether a list has a price of a SKU that is not among the given ones. */
export async function hasPriceListItemOutsideSkus(
  db: Db,
  { enterpriseId, id }: PriceListRef,
  skuIds: RawBuilder<string>,
): Promise<boolean> {
  const other = db
    .selectFrom('price_list_item')
    .select('sku_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('list_id', '=', id)
    .where(sql<boolean>`sku_id not in ${skuIds}`)
    .limit(1)
  return (await other.executeTakeFirst()) !== undefined
}

/** Inserts or updates prices of a list with one statement. */
export async function upsertPriceListItems(tx: Tx, { enterpriseId, id }: PriceListRef, items: readonly PriceRow[]): Promise<void> {
  if (items.length === 0) return
  await tx
    .insertInto('price_list_item')
    .columns(['enterprise_id', 'list_id', 'sku_id', 'from_quantity', 'sale_price_fen', 'credit_price_fen'])
    .expression((eb) =>
      eb
        .selectFrom(pricesToRecordsetSql(items))
        .select((of) => [of.val(enterpriseId).as('enterprise_id'), of.val(id).as('list_id')])
        .select(['given.sku_id', 'given.from_quantity', 'given.sale_price_fen', 'given.credit_price_fen']),
    )
    .onConflict((conflict) =>
      conflict.columns(['enterprise_id', 'list_id', 'sku_id', 'from_quantity']).doUpdateSet((eb) => ({
        sale_price_fen: eb.ref('excluded.sale_price_fen'),
        credit_price_fen: eb.ref('excluded.credit_price_fen'),
      })),
    )
    .execute()
}

/** Deletes prices of a list. */
export async function deletePriceListItems(
  tx: Tx,
  { enterpriseId, id }: PriceListRef,
  items: readonly (Pick<PricesFromQuantity, 'from'> & { skuId: string })[],
): Promise<void> {
  for (const { skuId, from } of items)
    await tx
      .deleteFrom('price_list_item')
      .where('enterprise_id', '=', enterpriseId)
      .where('list_id', '=', id)
      .where('sku_id', '=', skuId)
      .where('from_quantity', '=', from)
      .execute()
}
