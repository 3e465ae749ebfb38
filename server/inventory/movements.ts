// The only file that touches the table `stock_movement`: every unit that came or went, who says so and why.
import type { StockMovementKind } from '../../contract/inventory/api.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

export interface NewMovement {
  skuId: string
  /** Units that came or, below zero, went. */
  change: number
  kind: StockMovementKind
  /** In the house after it. */
  balance: number
  reason: string
  staffId: string | null
}

export async function insertMovement(tx: Tx, moment: Moment, movement: NewMovement): Promise<void> {
  const { skuId, change, kind, balance, reason, staffId } = movement
  await tx
    .insertInto('stock_movement')
    .values({ sku_id: skuId, id: moment.newId(), kind, quantity: change, balance, reason, staff_id: staffId, at: moment.now })
    .execute()
}

export interface Movement extends NewMovement {
  id: string
  at: Date
}

/** A page of what came and went of a SKU, the latest in front. */
export async function listMovements(
  db: Db,
  { skuId, kind }: { skuId: string; kind?: StockMovementKind | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ movements: Movement[]; total: number }> {
  const matching = () => {
    const query = db.selectFrom('stock_movement').where('sku_id', '=', skuId)
    return kind === undefined ? query : query.where('kind', '=', kind)
  }
  const rows = await matching()
    .select(['id', 'kind', 'quantity', 'balance', 'reason', 'staff_id', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching().select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { movements: rows.map(({ staff_id, quantity, ...row }) => ({ ...row, skuId, change: quantity, staffId: staff_id })), total }
}
