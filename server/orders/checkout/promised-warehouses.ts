import { chooseSendingWarehouses } from '#contract/catalog/inventory/sending-warehouses.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { type PlannedUnits, type StockOfWarehouses, toUnitsByWarehouse } from '#server/catalog/inventory/public.ts'
import { findUnitsPlannedElsewhere } from '#server/orders/shipping-warehouses/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { PricedOrderLine } from './order-request.ts'
import type { PricedShopOrder } from './price-order-request.ts'

/**
 * Finds what orders have reserved of the SKUs of a request in other warehouses than the main one. It asks nothing if all of them lie in the main
 * one alone.
 */
export function findUnitsPlannedOfLines(db: Db, lines: readonly PricedOrderLine[]): Promise<PlannedUnits> {
  const spread = lines.flatMap(({ sku: { id, stockOfWarehouses } }) => (stockOfWarehouses ? [id] : []))
  return findUnitsPlannedElsewhere(db, [...new Set(spread)])
}

/** Where a SKU of a request lies beside what orders have reserved there; undefined: in the main warehouse alone. */
export const toUnitsOfSku = (
  { id, stockOfWarehouses }: { id: string; stockOfWarehouses: StockOfWarehouses | null },
  planned: PlannedUnits,
) => (stockOfWarehouses ? toUnitsByWarehouse(stockOfWarehouses, planned.get(id)) : undefined)

const FROM_MAIN = { promisedFrom: null, plannedFrom: [] }

/**
 * Plans from which warehouses the lines of an order and its gifts are sent to a province, as far as the stock tells before it is reserved.
 * `promisedFrom`: all of them, which the order keeps, so that its promised day does not move with the stock; null: the main one alone.
 * `plannedFrom`: that of each line and after these of each gift, the first if none has all of it; null: the main one.
 */
export function planWarehousesOfOrder(
  { lines, gifts }: Pick<PricedShopOrder, 'lines' | 'gifts'>,
  { province, planned }: { province: string; planned: PlannedUnits },
): { promisedFrom: string[] | null; plannedFrom: (string | null)[] } {
  const wanted = [...lines, ...gifts.map(({ sku, units }) => ({ sku, quantity: units }))]
  const known = wanted.find(({ sku }) => sku.stockOfWarehouses !== null)?.sku.stockOfWarehouses
  if (!known) return FROM_MAIN
  const toSend = wanted.map(({ sku, quantity }) => ({ skuId: sku.id, quantity, unitsByWarehouse: toUnitsOfSku(sku, planned) }))
  const chosen = chooseSendingWarehouses(known.warehouses, province, toSend)
  const ids = [...new Set(chosen.flat())].sort()
  if (ids.every((id) => id === MAIN_WAREHOUSE_ID)) return FROM_MAIN
  return { promisedFrom: ids, plannedFrom: chosen.map(([first]) => (first === undefined || first === MAIN_WAREHOUSE_ID ? null : first)) }
}
