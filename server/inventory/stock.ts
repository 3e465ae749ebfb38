// The only file that touches the tables `sku_stock` and `stock_movement`: what is on the shelf, promised, and gone.
import { sql } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import { anyOf, type Db, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { publish } from '../platform/outbox.ts'

export interface StockMove {
  skuId: string
  quantity: number
}

export interface Stock {
  available: number
  reserved: number
  sold: number
}

/** Several lines of one SKU are one movement, and everybody locks SKUs in the same order, so that nobody waits in a circle. */
function inLockOrder(moves: readonly StockMove[]): StockMove[] {
  const bySku = new Map<string, number>()
  for (const { skuId, quantity } of moves) bySku.set(skuId, (bySku.get(skuId) ?? 0) + quantity)
  return [...bySku].map(([skuId, quantity]) => ({ skuId, quantity })).sort((a, b) => (a.skuId < b.skuId ? -1 : 1))
}

/**
 * Takes goods off the shelf for an order that is being placed, so that paying can never fail for want of goods. One guarded update a
 * SKU: whatever runs at once, available never goes below zero. Returns the SKUs that are sold out now.
 */
export async function reserveStock(tx: Tx, wanted: readonly StockMove[]): Promise<string[]> {
  const emptied: string[] = []
  for (const { skuId, quantity } of inLockOrder(wanted)) {
    const row = await tx
      .updateTable('sku_stock')
      .set({ available: sql<number>`available - ${quantity}`, reserved: sql<number>`reserved + ${quantity}` })
      .where('sku_id', '=', skuId)
      .where('available', '>=', quantity)
      .returning('available')
      .executeTakeFirst()
    if (!row) refuse('OUT_OF_STOCK', { skuId, quantity })
    if (row.available === 0) emptied.push(skuId)
  }
  return emptied
}

/** Puts promised goods back on the shelf. Returns the SKUs that can be had again. */
export async function releaseStock(tx: Tx, moves: readonly StockMove[]): Promise<string[]> {
  const refilled: string[] = []
  for (const { skuId, quantity } of inLockOrder(moves)) {
    const row = await tx
      .updateTable('sku_stock')
      .set({ available: sql<number>`available + ${quantity}`, reserved: sql<number>`reserved - ${quantity}` })
      .where('sku_id', '=', skuId)
      .returning('available')
      .executeTakeFirstOrThrow()
    if (row.available === quantity) refilled.push(skuId)
  }
  return refilled
}

/** Promised goods have left the house. */
export async function shipStock(tx: Tx, moves: readonly StockMove[]): Promise<void> {
  for (const { skuId, quantity } of inLockOrder(moves)) {
    await tx
      .updateTable('sku_stock')
      .set({ reserved: sql<number>`reserved - ${quantity}`, sold: sql<number>`sold + ${quantity}` })
      .where('sku_id', '=', skuId)
      .executeTakeFirstOrThrow()
  }
}

export interface Adjustment {
  skuId: string
  /** Units that came or, below zero, went. */
  change: number
  kind: 'receipt' | 'adjustment' | 'return' | 'scrap'
  reason: string
  staffId: string | null
}

/** Goods came in or were counted anew: the shelf changes, and a movement says why. The first one makes the shelf. */
export async function moveStock(tx: Tx, moment: Moment, { skuId, change, kind, reason, staffId }: Adjustment): Promise<void> {
  await tx
    .insertInto('sku_stock')
    .values({ sku_id: skuId, available: 0, reserved: 0, sold: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .updateTable('sku_stock')
    .set({ available: sql<number>`available + ${change}` })
    .where('sku_id', '=', skuId)
    .where(sql<boolean>`available + ${change} >= 0`)
    .returning('available')
    .executeTakeFirst()
  if (!row) refuse('OUT_OF_STOCK', { msg: '可用库存不足，不能减到 0 以下', skuId })
  await tx
    .insertInto('stock_movement')
    .values({ sku_id: skuId, id: moment.newId(), kind, quantity: change, reason, staff_id: staffId, at: moment.now })
    .execute()
  // Who waits for it is told.
  if (row.available > 0 && row.available <= change) await publish(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: [skuId] } }])
}

/** What there is of each SKU; one that never came in is not in the map. */
export async function readStock(db: Db, skuIds: readonly string[]): Promise<Map<string, Stock>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sku_stock')
    .select(['sku_id', 'available', 'reserved', 'sold'])
    .where('sku_id', '=', anyOf(skuIds))
    .execute()
  return new Map(rows.map(({ sku_id, ...stock }) => [sku_id, stock]))
}
