// Proposes the warehouse that a parcel leaves from.
import { type RawBuilder, sql } from 'kysely'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { ShippingWarehouse } from '#contract/orders/fulfilment/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { hasOtherOpenWarehouses, isBatchGoodOn, listBatchStockOfSkus, requireOpenWarehouse } from '#server/catalog/inventory/public.ts'
import { computeUnitsLeftToShip, listOrderLines, type Order } from '#server/orders/orders/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { plannedUnitsSql } from './planned-units.ts'

interface ParcelLine {
  lineNo: number
  quantity: number
}

/** SQL: an order of warehouses: that which names the province earliest, then the main one. `province`: a text or an expression. */
export const warehousePreferenceForProvinceSql = (province: string | RawBuilder<string>): RawBuilder<unknown> =>
  sql`array_position(warehouse.provinces, ${province}), warehouse.id <> ${MAIN_WAREHOUSE_ID}, warehouse.code`

/** SQL: what other orders have reserved of `wanted.sku_id` in `warehouse`. What is planned nowhere else is taken from the main one. */
const claimedSql = sql`(case when warehouse.id = ${MAIN_WAREHOUSE_ID}
  then coalesce((select stock.reserved from sku_stock as stock where stock.sku_id = wanted.sku_id), 0)
    - coalesce((select own.units from own where own.sku_id = wanted.sku_id), 0)
    - coalesce((select sum(claims.units)::int from claims where claims.sku_id = wanted.sku_id), 0)
  else coalesce((select claims.units from claims where claims.sku_id = wanted.sku_id and claims.warehouse_id = warehouse.id), 0) end)`

/**
 * Ranks the open warehouses for lines of an order: before all others those in which everything lies, of these those in which it lies beside what
 * other orders have reserved there, and of these that which names the province of the address earliest. Units of batches that are past their
 * day on `today` do not count. One statement.
 */
async function rankWarehouses(
  db: Db,
  { enterpriseId, id, receiver }: Order,
  { lines, today }: { lines: readonly ParcelLine[]; today: string },
): Promise<(Omit<ShippingWarehouse, 'lines'> & { lying: { lineNo: number; units: number }[] })[]> {
  const [province = ''] = receiver.region.split(' ')
  const ofOthers = sql<boolean>`held.order_id <> ${id} and held.sku_id in (select sku_id from wanted)`
  const { rows } = await sql<Awaited<ReturnType<typeof rankWarehouses>>[number]>`
    with wanted as (
      select line.line_no, line.sku_id, given.quantity from order_line as line
      join jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given("lineNo" int, quantity int) on given."lineNo" = line.line_no
      where line.enterprise_id = ${enterpriseId} and line.order_id = ${id}),
    own as (select line.sku_id, sum(line.quantity - line.shipped - line.dropped)::int as units from order_line as line
      where line.enterprise_id = ${enterpriseId} and line.order_id = ${id} group by line.sku_id),
    claims as (${plannedUnitsSql(ofOthers)})
    select warehouse.id as "warehouseId", warehouse.name, array_position(warehouse.provinces, ${province}) is not null as serves,
      there.complete, there.unclaimed, there.lying
    from warehouse cross join lateral (
      select coalesce(bool_and(coalesce(lying.units, 0) >= needed.quantity), true) as complete,
        coalesce(bool_and(coalesce(lying.units, 0) - ${claimedSql} >= needed.quantity), true) as unclaimed,
        coalesce(json_agg(json_build_object('lineNo', wanted.line_no, 'units', coalesce(lying.units, 0)) order by wanted.line_no), '[]') as lying
      from wanted join (select sku_id, sum(quantity) as quantity from wanted group by sku_id) needed on needed.sku_id = wanted.sku_id
      left join lateral (select stored.units - coalesce((select sum(over.units) from batch_stock over
          join stock_batch batch on batch.id = over.batch_id and batch.best_before < ${today}::date
          where over.sku_id = stored.sku_id and over.warehouse_id = stored.warehouse_id), 0)::int as units
        from warehouse_stock stored where stored.sku_id = wanted.sku_id and stored.warehouse_id = warehouse.id) lying on true) there
    where warehouse.open
    order by there.complete desc, there.unclaimed desc, ${warehousePreferenceForProvinceSql(province)}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  return rows
}

/** The warehouses that the rest of an order may leave from, the proposed one first, with the batches that may leave on `today`. */
export async function listShippingWarehousesOfOrder(db: Db, order: Order, today: string): Promise<ShippingWarehouse[]> {
  const lines = (await listOrderLines(db, order.enterpriseId, [order.id])).flatMap((line) => {
    const quantity = computeUnitsLeftToShip(line)
    return quantity > 0 ? [{ lineNo: line.lineNo, skuId: line.skuId, quantity }] : []
  })
  const skuIds = [...new Set(lines.map(({ skuId }) => skuId))]
  const batches = (await listBatchStockOfSkus(db, { skuIds })).filter((batch) => isBatchGoodOn(batch, today))
  const skuIdOf = new Map(lines.map(({ lineNo, skuId }) => [lineNo, skuId]))
  const batchesOf = (lineNo: number, place: string) =>
    batches
      .filter(({ skuId, warehouseId }) => skuId === skuIdOf.get(lineNo) && warehouseId === place)
      .map(({ batchId, batchNo, bestBefore, units }) => ({ batchId, batchNo, bestBefore, units }))
  return (await rankWarehouses(db, order, { lines, today })).map(({ lying, ...warehouse }) =>
    Object.assign(warehouse, {
      lines: lying.map((line) => Object.assign({ batches: batchesOf(line.lineNo, warehouse.warehouseId) }, line)),
    }),
  )
}

/**
 * Returns the warehouse that was named, else the one that is proposed. It reads without a lock: whether enough lies there is decided under
 * the lock of the SKUs. Ranking costs more than the rest of what a shipment reads, so a mall with a single warehouse ranks nothing. Refuses
 * WAREHOUSE_NOT_FOUND, WAREHOUSE_CLOSED.
 */
export async function requireNamedOrProposedWarehouse(
  db: Db,
  order: Order,
  { warehouseId, lines, today }: { warehouseId?: string | undefined; lines: readonly ParcelLine[]; today: string },
): Promise<string> {
  if (warehouseId !== undefined) return requireOpenWarehouse(db, warehouseId)
  if (!(await hasOtherOpenWarehouses(db))) return MAIN_WAREHOUSE_ID
  const [first] = await rankWarehouses(db, order, { lines, today })
  return first?.warehouseId ?? refuse('WAREHOUSE_NOT_FOUND')
}
