// Reads and writes the table `stock_movement`: each change of the stock, its reason and the person.
import type { StockMovementKind } from '#contract/catalog/inventory/api.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'

/** A parcel as a movement names it. */
export interface ParcelOfMovement {
  enterpriseId: string
  parcelId: string
}

export interface NewStockMovement {
  skuId: string
  /** The warehouse that they came to or left. */
  warehouseId: string
  /** Units added; negative if removed. */
  change: number
  kind: StockMovementKind
  /** Units in the warehouse after it. */
  balance: number
  reason: string
  staffId: string | null
  /** The count sheet that it posts the difference of. */
  stockCountId?: string | undefined
  /** The receipt that it belongs to. */
  stockReceiptId?: string | undefined
  /** The batch that its units must be of; nothing: as `move_batch_stock` chooses. */
  batchId?: string | null | undefined
  /** The parcel that they left with, or that they came back from. */
  parcel?: ParcelOfMovement | undefined
}

/** Writes movements. A trigger moves the units of their warehouses; whoever calls it has locked the SKUs and seen that there are enough. */
export async function insertStockMovements(tx: Tx, moment: Moment, movements: readonly NewStockMovement[]): Promise<void> {
  if (movements.length === 0) return
  const rows = movements.map(({ skuId, warehouseId, change, kind, balance, reason, staffId, ...of }) => ({
    sku_id: skuId,
    warehouse_id: warehouseId,
    id: moment.newId(),
    kind,
    quantity: change,
    balance,
    reason,
    staff_id: staffId,
    at: moment.now,
    stock_count_id: of.stockCountId ?? null,
    stock_receipt_id: of.stockReceiptId ?? null,
    batch_id: of.batchId ?? null,
    parcel_enterprise_id: of.parcel?.enterpriseId ?? null,
    parcel_id: of.parcel?.parcelId ?? null,
  }))
  await tx.insertInto('stock_movement').values(rows).execute()
}

/** How many movements are listed when a stock count is refused because the stock has moved. */
const LISTED_MAX = 5

/** Lists the movements of a SKU since the warehouse had `inHouse` units, newest first; at most LISTED_MAX. */
export async function listStockMovementsAfterBalance(db: Db, skuId: string, inHouse: number): Promise<StockMovementRow[]> {
  const { movements } = await listStockMovements(db, { skuId }, { limit: LISTED_MAX, offset: 0 })
  const before = movements.findIndex(({ balance }) => balance === inHouse)
  return before < 0 ? movements : movements.slice(0, before)
}

export interface StockMovementRow extends NewStockMovement {
  id: string
  at: Date
}

/** Returns a page of the movements of a SKU, newest first. */
export async function listStockMovements(
  db: Db,
  { skuId, kind }: { skuId: string; kind?: StockMovementKind | undefined },
  { limit, offset }: RowSlice,
): Promise<{ movements: StockMovementRow[]; total: number }> {
  const matching = () => {
    const query = db.selectFrom('stock_movement').where('sku_id', '=', skuId)
    return kind === undefined ? query : query.where('kind', '=', kind)
  }
  const { rows, total } = await fetchPageWithTotal(
    matching()
      .select(['id', 'warehouse_id', 'kind', 'quantity', 'balance', 'reason', 'staff_id', 'at'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc'),
    matching(),
    { limit, offset },
  )
  return {
    movements: rows.map(({ staff_id, warehouse_id, quantity, ...row }) => ({
      ...row,
      skuId,
      warehouseId: warehouse_id,
      change: quantity,
      staffId: staff_id,
    })),
    total,
  }
}
