import { chooseSendingWarehouses } from '#contract/catalog/inventory/sending-warehouses.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { toUnitsByWarehouse } from '#server/catalog/inventory/public.ts'
import type { PricedOrderLine } from './order-request.ts'

/**
 * Returns the warehouses from which the lines of an order are sent to a province, as far as the stock tells before it is reserved; null: from
 * the main one alone. The order keeps them, so that its promised day does not move with the stock.
 */
export function findPromisedWarehouses(lines: readonly PricedOrderLine[], province: string): string[] | null {
  const known = lines.find(({ sku }) => sku.stockOfWarehouses !== null)?.sku.stockOfWarehouses
  if (!known) return null
  const toSend = lines.map(({ sku: { id, stockOfWarehouses }, quantity }) => ({
    skuId: id,
    quantity,
    unitsByWarehouse: stockOfWarehouses ? toUnitsByWarehouse(stockOfWarehouses) : undefined,
  }))
  const ids = [...new Set(chooseSendingWarehouses(known.warehouses, province, toSend).flat())].sort()
  return ids.every((id) => id === MAIN_WAREHOUSE_ID) ? null : ids
}
