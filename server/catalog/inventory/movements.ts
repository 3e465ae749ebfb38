// The table `stock_movement`: every unit that came or went, who says so and why.
import type { StockMovementKind } from '#contract/catalog/inventory/api.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPage, type Slice } from '#server/platform/core/paging.ts'

export interface NewStockMovement {
  skuId: string
  /** Units that came or, below zero, went. */
  change: number
  kind: StockMovementKind
  /** In the house after it. */
  balance: number
  reason: string
  staffId: string | null
}

export async function insertStockMovement(tx: Tx, moment: Moment, movement: NewStockMovement): Promise<void> {
  const { skuId, change, kind, balance, reason, staffId } = movement
  await tx
    .insertInto('stock_movement')
    .values({ sku_id: skuId, id: moment.newId(), kind, quantity: change, balance, reason, staff_id: staffId, at: moment.now })
    .execute()
}

/** As many movements are told to somebody whose count came too late. */
const TOLD_MAX = 5

/** What has come and gone of a SKU since `inHouse` units were there, the latest in front; of a long way back the latest alone. */
export async function listStockMovementsSince(db: Db, skuId: string, inHouse: number): Promise<StockMovementRow[]> {
  const { movements } = await listStockMovements(db, { skuId }, { limit: TOLD_MAX, offset: 0 })
  const before = movements.findIndex(({ balance }) => balance === inHouse)
  return before < 0 ? movements : movements.slice(0, before)
}

export interface StockMovementRow extends NewStockMovement {
  id: string
  at: Date
}

/** A page of what came and went of a SKU, the latest in front. */
export async function listStockMovements(
  db: Db,
  { skuId, kind }: { skuId: string; kind?: StockMovementKind | undefined },
  { limit, offset }: Slice,
): Promise<{ movements: StockMovementRow[]; total: number }> {
  const matching = () => {
    const query = db.selectFrom('stock_movement').where('sku_id', '=', skuId)
    return kind === undefined ? query : query.where('kind', '=', kind)
  }
  const { rows, total } = await fetchPage(
    matching().select(['id', 'kind', 'quantity', 'balance', 'reason', 'staff_id', 'at']).orderBy('at', 'desc').orderBy('id', 'desc'),
    matching(),
    { limit, offset },
  )
  return { movements: rows.map(({ staff_id, quantity, ...row }) => ({ ...row, skuId, change: quantity, staffId: staff_id })), total }
}
