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
 * Writes to the stock of the SKUs of an order on which days more of them is expected. Buyers see it at once. At most four statements,
 * whatever the number of lines.
 */
export async function refreshRestockDaysOfOrder(tx: Tx, orderId: string): Promise<void> {
  const lines = await tx.selectFrom('purchase_order_line').select('sku_id').where('purchase_order_id', '=', orderId).execute()
  const skuIds = lines.map(({ sku_id }) => sku_id)
  await lockStockBySku(tx, skuIds)
  const { rows } = await sql<{ sku_id: string; day: string }>`
    select sku_id, day from (${sql.raw(expectedDaysSqlText)}) as expected where sku_id = ${anyOfIdsSql(skuIds)} order by day`.execute(tx)
  const daysOf = Map.groupBy(rows, ({ sku_id }) => sku_id)
  const skus = skuIds.map((skuId) => ({ skuId, days: (daysOf.get(skuId) ?? []).map(({ day }) => day) }))
  if (await updateRestockDays(tx, skus)) await incrementCatalogVersion(tx)
}
