import { sql } from 'kysely'
import { lockStockBySku, updateRestockDays } from '#server/catalog/inventory/public.ts'
import { anyOfIdsSql, type Tx } from '#server/platform/core/db.ts'
import { receivedUnitsSql } from './purchase-order-store.ts'

/**
 * Writes to the stock of the SKUs of an order on which days more of them is expected: the days of all placed orders of which units are still
 * to come. Orders without a day promise nothing. Three statements, whatever the number of lines.
 */
export async function refreshRestockDaysOfOrder(tx: Tx, orderId: string): Promise<void> {
  const lines = await tx.selectFrom('purchase_order_line').select('sku_id').where('purchase_order_id', '=', orderId).execute()
  const skuIds = lines.map(({ sku_id }) => sku_id)
  await lockStockBySku(tx, skuIds)
  const rows = await tx
    .selectFrom('purchase_order_line as line')
    .innerJoin('purchase_order', 'purchase_order.id', 'line.purchase_order_id')
    .select(['line.sku_id', sql<string>`purchase_order.expected_day::text`.as('day')])
    .where('line.sku_id', '=', anyOfIdsSql(skuIds))
    .where('purchase_order.state', '=', 'ORDERED')
    .where('purchase_order.expected_day', 'is not', null)
    .where('line.quantity', '>', receivedUnitsSql)
    .groupBy(['line.sku_id', 'purchase_order.expected_day'])
    .orderBy('purchase_order.expected_day')
    .execute()
  const daysOf = Map.groupBy(rows, ({ sku_id }) => sku_id)
  await updateRestockDays(
    tx,
    skuIds.map((skuId) => ({ skuId, days: (daysOf.get(skuId) ?? []).map(({ day }) => day) })),
  )
}
