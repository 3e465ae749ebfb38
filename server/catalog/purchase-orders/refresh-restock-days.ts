import { sql } from 'kysely'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { lockStockBySku, updateRestockDays } from '#server/catalog/inventory/public.ts'
import { anyOfIdsSql, type Tx } from '#server/platform/core/db.ts'
import { receivedUnitsSqlText } from './purchase-order-store.ts'

/**
 * SQL: on which days more of a SKU is expected (`sku_id`, `day`, each once): the days of all placed orders of which units are still to come.
 * Orders without a day promise nothing.
 */
export const expectedDaysSqlText = `select distinct line.sku_id, purchase_order.expected_day as day
  from purchase_order_line as line join purchase_order on purchase_order.id = line.purchase_order_id
  where purchase_order.state = 'ORDERED' and purchase_order.expected_day is not null
    and line.quantity > ${receivedUnitsSqlText}`

/**
 * Writes to the stock of SKUs on which days more of them is expected, and returns whether any day differed: then the caller raises the
 * catalog version as its last statement, because buyers see the days at once. The caller has locked the stock of all of them in one go,
 * before it locked search rows. Two statements, whatever the number of SKUs.
 */
export async function refreshRestockDaysOfLockedSkus(tx: Tx, skuIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ sku_id: string; day: string }>`
    select sku_id, day from (${sql.raw(expectedDaysSqlText)}) as expected where sku_id = ${anyOfIdsSql(skuIds)} order by day`.execute(tx)
  const daysOf = Map.groupBy(rows, ({ sku_id }) => sku_id)
  return updateRestockDays(
    tx,
    skuIds.map((skuId) => ({ skuId, days: (daysOf.get(skuId) ?? []).map(({ day }) => day) })),
  )
}

/**
 * Does the same for all SKUs of an order, whose stock it locks, and raises the catalog version if a day differed. It is the last step of
 * a change that locks neither stock nor search rows before. At most six statements, whatever the number of lines.
 */
export async function refreshRestockDaysOfOrder(tx: Tx, orderId: string): Promise<void> {
  const lines = await tx.selectFrom('purchase_order_line').select('sku_id').where('purchase_order_id', '=', orderId).execute()
  const skuIds = lines.map(({ sku_id }) => sku_id)
  await lockStockBySku(tx, skuIds)
  if (await refreshRestockDaysOfLockedSkus(tx, skuIds)) await incrementCatalogVersion(tx)
}
