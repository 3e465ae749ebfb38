// Changes the stock of SKUs without an order: adjustments, receipts, returns and counts.
import { sql } from 'kysely'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { refuseMoreThanLiesOfBatches } from './batch-stock.ts'
import { insertStockMovements, listStockMovementsAfterBalance, type NewStockMovement, type ParcelOfMovement } from './movements.ts'
import { createMissingStockRows, hasSoldOutStateChanged, type StockMovementReason } from './stock.ts'
import { hasRunOutOrComeBack, recordStockOuts } from './stock-outs.ts'
import { findSkuUnitsInWarehouse, lockedStockOfAllWarehousesSql, refuseTooFewWarehouseUnits } from './warehouse-stock.ts'

export interface StockAdjustmentInput extends StockMovementReason {
  skuId: string
  /** Where; nothing: the main warehouse. */
  warehouseId?: string | undefined
  minimum: number
  /** Units added; negative if removed. */
  change: number
  /** A transfer is a pair: what leaves one warehouse comes to another, so the SKU has as many as before. */
  kind: 'receipt' | 'adjustment' | 'return' | 'scrap' | 'transfer' | 'count'
  /** The sheet of a count, whose movement may be of no unit. */
  stockCountId?: string | undefined
  /** The receipt without a purchase order that it belongs to. */
  stockReceiptId?: string | undefined
  /** The batch that its units are of; nothing: units that leave do so by their best-before day, and units that come have no batch. */
  batchId?: string | null | undefined
  /** The parcel that its units come back from. */
  parcel?: ParcelOfMovement | undefined
}

/**
 * Changes the stock of SKUs without an order and records a movement for each change. Rows of SKUs that have none are created. The number of
 * statements does not depend on the number of changes. Refuses OUT_OF_STOCK if a change leads below zero, and WAREHOUSE_TOO_FEW if there is
 * stock, but not in that warehouse, or BATCH_TOO_FEW if not of that batch.
 */
export async function adjustStocks(tx: Tx, moment: Moment, adjustments: readonly StockAdjustmentInput[]): Promise<void> {
  if (adjustments.length === 0) return
  const bySku = Map.groupBy(adjustments, ({ skuId }) => skuId)
  await createMissingStockRows(tx, [...bySku.keys()])
  const after = await addUnits(tx, bySku)
  const turnedSkus: string[] = []
  const outOrBackSkus: string[] = []
  const movements = [...bySku].flatMap(([skuId, own]): NewStockMovement[] => {
    const row = after.get(skuId)
    const total = sumChanges(own)
    let available = (row?.available ?? Number.NEGATIVE_INFINITY) - total
    const moved = own.map(({ change, kind, warehouseId = MAIN_WAREHOUSE_ID, minimum: _, ...why }): NewStockMovement => {
      if (kind !== 'transfer') available += change
      if (!row || available < 0) refuse('OUT_OF_STOCK', { msg: '可用库存不足，不能减到 0 以下', skuId })
      return Object.assign({ warehouseId, change, kind, balance: available + row.reserved }, why)
    })
    if (own.some(({ minimum }) => hasSoldOutStateChanged({ available, minimum, change: total }))) turnedSkus.push(skuId)
    if (hasRunOutOrComeBack({ available, change: total })) outOrBackSkus.push(skuId)
    return moved
  })
  await refuseMoreThanLies(tx, adjustments, after)
  const ofBatches = adjustments.flatMap(({ skuId, warehouseId = MAIN_WAREHOUSE_ID, batchId, change }) =>
    batchId && after.get(skuId)?.batched ? [{ skuId, warehouseId, batchId, change }] : [],
  )
  await refuseMoreThanLiesOfBatches(tx, ofBatches)
  await insertStockMovements(tx, moment, movements)
  await recordStockOuts(tx, moment, outOrBackSkus)
  await publishStockChanged(tx, moment, turnedSkus)
}

const sumChanges = (own: readonly StockAdjustmentInput[]): number => own.reduce((sum, { change }) => sum + change, 0)

interface AdjustedStock {
  available: number
  reserved: number
  /** Whether the SKU has batches. */
  batched: boolean
  /** The units in each warehouse before, by its id. */
  lying: Record<string, number>
}

/** Locks the stock of SKUs and what lies in the warehouses, and adds the changes, with one statement. */
async function addUnits(tx: Tx, bySku: ReadonlyMap<string, readonly StockAdjustmentInput[]>): Promise<Map<string, AdjustedStock>> {
  const given = [...bySku].map(([id, own]) => ({ id, change: sumChanges(own) }))
  const { rows } = await sql<AdjustedStock & { sku_id: string }>`
    with locked as (select sku_id from sku_stock where sku_id = ${anyOfIdsSql([...bySku.keys()])} order by sku_id for no key update),
    there as (${lockedStockOfAllWarehousesSql}),
    changed as (
      update sku_stock as stock set available = stock.available + given.change
      from locked, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(id uuid, change int)
      where stock.sku_id = locked.sku_id and given.id = locked.sku_id and stock.available + given.change >= 0
      returning stock.sku_id, stock.available, stock.reserved, stock.batched)
    select changed.*, coalesce((select jsonb_object_agg(there.warehouse_id, there.units) from there where there.sku_id = changed.sku_id), '{}') as lying
    from changed`.execute(tx)
  return new Map(rows.map(({ sku_id, ...row }) => [sku_id, row]))
}

/** Refuses WAREHOUSE_TOO_FEW if the changes take more from a warehouse than lies there. */
async function refuseMoreThanLies(
  tx: Tx,
  adjustments: readonly StockAdjustmentInput[],
  stock: ReadonlyMap<string, AdjustedStock>,
): Promise<void> {
  const byWarehouse = Map.groupBy(adjustments, ({ warehouseId = MAIN_WAREHOUSE_ID }) => warehouseId)
  for (const [warehouseId, own] of byWarehouse) {
    const tooFew = [...Map.groupBy(own, ({ skuId }) => skuId)].flatMap(([skuId, changes]) => {
      const units = stock.get(skuId)?.lying[warehouseId] ?? 0
      const quantity = -sumChanges(changes)
      return quantity > units ? [{ skuId, units, quantity }] : []
    })
    if (tooFew.length > 0) await refuseTooFewWarehouseUnits(tx, warehouseId, tooFew)
  }
}

/** The same for one change. */
export const adjustStock = (tx: Tx, moment: Moment, adjustment: StockAdjustmentInput): Promise<void> =>
  adjustStocks(tx, moment, [adjustment])

export interface StockCountInput extends StockMovementReason {
  skuId: string
  minimum: number
  /** Units counted in the warehouse, including reserved ones. */
  counted: number
  /** The number of units that was recorded when the count began. */
  inHouse: number
}

/**
 * 盘点: sets the stock to what was counted and records the difference as a movement, even if it is 0; returns the difference. It is of the
 * main warehouse, and WAREHOUSE_TOO_FEW is refused if that holds fewer than are missing. Orders that are placed meanwhile only reserve and
 * do not matter, but COUNTED_TOO_FEW is refused below the reserved number. STOCK_MOVED is refused if stock came or left meanwhile, because
 * nobody knows whether it was counted.
 */
export async function recordStockCount(
  tx: Tx,
  moment: Moment,
  { skuId, minimum, counted, inHouse, reason, staffId }: StockCountInput,
): Promise<number> {
  await createMissingStockRows(tx, [skuId])
  const { available, reserved } = await tx
    .selectFrom('sku_stock')
    .select(['available', 'reserved'])
    .where('sku_id', '=', skuId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const now = available + reserved
  if (now !== inHouse) {
    const since = await listStockMovementsAfterBalance(tx, skuId, inHouse)
    const moved = since.map(({ kind, change, reason: why, at }) => ({ kind, change, reason: why, at: at.toISOString() }))
    const msg = `盘点期间库存由 ${inHouse} 变为 ${now}，请核对后重新填写`
    refuse('STOCK_MOVED', { msg, inHouse: now, reserved, moved })
  }
  if (counted < reserved)
    refuse('COUNTED_TOO_FEW', { msg: `订单已占用 ${reserved}，盘点数量 ${counted} 少于占用；请先处理订单缺货`, reserved })
  const change = counted - now
  const units = (await findSkuUnitsInWarehouse(tx, { warehouseId: MAIN_WAREHOUSE_ID, skuIds: [skuId] })).get(skuId) ?? 0
  if (units + change < 0) await refuseTooFewWarehouseUnits(tx, MAIN_WAREHOUSE_ID, [{ skuId, units, quantity: -change }])
  const row = await tx
    .updateTable('sku_stock')
    .set({ available: sql<number>`available + ${change}` })
    .where('sku_id', '=', skuId)
    .returning('available')
    .executeTakeFirstOrThrow()
  await insertStockMovements(tx, moment, [
    { skuId, warehouseId: MAIN_WAREHOUSE_ID, change, kind: 'count', balance: counted, reason, staffId },
  ])
  if (hasRunOutOrComeBack({ ...row, change })) await recordStockOuts(tx, moment, [skuId])
  if (hasSoldOutStateChanged({ ...row, minimum, change })) await publishStockChanged(tx, moment, [skuId])
  return change
}

/** Publishes that SKUs are sold out or available again: their search rows are refreshed, and people who wait for them get a message. */
const publishStockChanged = (tx: Tx, moment: Moment, skuIds: string[]): Promise<void> =>
  publishEvents(tx, moment, skuIds.length === 0 ? [] : [{ topic: 'stock.changed', payload: { skuIds } }])
