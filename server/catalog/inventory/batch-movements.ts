// Reads the table `batch_movement`, which a trigger writes: what a movement has moved of each batch.
import { sql } from 'kysely'
import type { BatchUnitsOfSku } from '#contract/catalog/inventory/batches.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import type { StockAdjustmentInput } from './adjust-stock.ts'
import type { ParcelOfMovement } from './movements.ts'

/** Units of a batch that left with a parcel. */
export interface ShippedBatch extends BatchUnitsOfSku, ParcelOfMovement {
  /** How many of them came back. */
  returned: number
}

/** Lists the batches that left with parcels, of each the nearest best-before day first. Parcels without such goods are left out. */
export async function listBatchesOfParcels(db: Db, parcelIds: readonly string[]): Promise<ShippedBatch[]> {
  if (parcelIds.length === 0) return []
  const { rows } = await sql<ShippedBatch>`
    select moved.parcel_enterprise_id as "enterpriseId", moved.parcel_id as "parcelId", moved.sku_id as "skuId", moved.batch_id as "batchId", batch.batch_no as "batchNo",
      batch.best_before as "bestBefore", -sum(least(moved.quantity, 0))::int as units, sum(greatest(moved.quantity, 0))::int as returned
    from batch_movement as moved join stock_batch as batch on batch.id = moved.batch_id
    where moved.parcel_id = ${anyOfIdsSql(parcelIds)}
    group by moved.parcel_enterprise_id, moved.parcel_id, moved.sku_id, moved.batch_id, batch.batch_no, batch.best_before
    order by batch.best_before nulls first, batch.batch_no`.execute(db)
  return rows
}

/** What all movements of a return have in common. */
type Returned = Pick<StockAdjustmentInput, 'skuId' | 'warehouseId' | 'minimum' | 'reason' | 'staffId'>

/**
 * Returns a function that plans the movements of units that come back: with the batches that left with the parcels of their order and have not come
 * back, else without one; unusable units go again, out of the same batches. What one call takes, the next finds no more.
 */
export function createReturnPlanner(
  shipped: readonly ShippedBatch[],
): (came: Returned, quantity: { units: number; useless: number }) => StockAdjustmentInput[] {
  const left = shipped.map(({ skuId, batchId, enterpriseId, parcelId, units, returned }) => ({
    skuId,
    of: { batchId, parcel: { enterpriseId, parcelId } },
    units: units - returned,
  }))
  return (came, { units, useless }) => {
    let [rest, bad] = [units, useless]
    const moves: StockAdjustmentInput[] = []
    const add = (part: number, of: Partial<(typeof left)[number]['of']>) => {
      const scrapped = Math.min(bad, part)
      rest -= part
      bad -= scrapped
      moves.push(Object.assign({ change: part, kind: 'return' as const }, of, came))
      if (scrapped > 0) moves.push(Object.assign({ change: -scrapped, kind: 'scrap' as const, batchId: of.batchId }, came))
    }
    for (const batch of left) {
      const part = batch.skuId === came.skuId ? Math.min(rest, batch.units) : 0
      if (part <= 0) continue
      batch.units -= part
      add(part, batch.of)
    }
    if (rest > 0) add(rest, {})
    return moves
  }
}
