// The table `sku_stock`: what is on the shelf, promised, and gone.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOf, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publish } from '#server/platform/core/outbox.ts'
import { insertStockMovement, listStockMovementsSince } from './movements.ts'

export interface StockMove {
  skuId: string
  quantity: number
}

/** `minimum`: the fewest that are sold of the SKU. With fewer on the shelf it is sold out, here as in the catalogue. */
export interface StockChange extends StockMove {
  minimum: number
}

export interface Stock {
  available: number
  reserved: number
  sold: number
}

/** In the house: on the shelf, or promised and not gone. */
const IN_HOUSE = sql<number>`available + reserved`.as('balance')

/** Whether a change of the shelf has sold a SKU out or brought it back. `available`: after the change. */
const turned = ({ available, minimum, change }: { available: number; minimum: number; change: number }): boolean =>
  available >= minimum !== available - change >= minimum

/** Several lines of one SKU are one movement, and everybody locks SKUs in the same order, so that nobody waits in a circle. */
function inLockOrder<Move extends StockMove>(moves: readonly Move[]): Move[] {
  const bySku = new Map<string, Move>()
  for (const move of moves) bySku.set(move.skuId, { ...move, quantity: (bySku.get(move.skuId)?.quantity ?? 0) + move.quantity })
  return [...bySku.values()].sort((a, b) => (a.skuId < b.skuId ? -1 : 1))
}

/**
 * Takes goods off the shelf for an order that is being placed, so that paying can never fail for want of goods. One guarded update a
 * SKU: whatever runs at once, available never goes below zero. Returns the SKUs that are sold out now.
 */
export async function reserveStock(tx: Tx, wanted: readonly StockChange[]): Promise<string[]> {
  const emptied: string[] = []
  for (const { skuId, quantity, minimum } of inLockOrder(wanted)) {
    const row = await tx
      .updateTable('sku_stock')
      .set({ available: sql<number>`available - ${quantity}`, reserved: sql<number>`reserved + ${quantity}` })
      .where('sku_id', '=', skuId)
      .where('available', '>=', quantity)
      .returning('available')
      .executeTakeFirst()
    if (!row) refuse('OUT_OF_STOCK', { skuId, quantity })
    if (turned({ ...row, minimum, change: -quantity })) emptied.push(skuId)
  }
  return emptied
}

/** Puts promised goods back on the shelf. Returns the SKUs that can be had again. */
export async function releaseStock(tx: Tx, moves: readonly StockChange[]): Promise<string[]> {
  const refilled: string[] = []
  for (const { skuId, quantity, minimum } of inLockOrder(moves)) {
    const row = await tx
      .updateTable('sku_stock')
      .set({ available: sql<number>`available + ${quantity}`, reserved: sql<number>`reserved - ${quantity}` })
      .where('sku_id', '=', skuId)
      .returning('available')
      .executeTakeFirstOrThrow()
    if (turned({ ...row, minimum, change: quantity })) refilled.push(skuId)
  }
  return refilled
}

/** What a movement says besides how many: why, and who of the platform did it; null: the system. */
interface Why {
  reason: string
  staffId: string | null
}

/** Promised goods have left the house. */
export async function shipStock(tx: Tx, moment: Moment, moves: readonly StockMove[], why: Why): Promise<void> {
  for (const { skuId, quantity } of inLockOrder(moves)) {
    const { balance } = await tx
      .updateTable('sku_stock')
      .set({ reserved: sql<number>`reserved - ${quantity}`, sold: sql<number>`sold + ${quantity}` })
      .where('sku_id', '=', skuId)
      .returning(IN_HOUSE)
      .executeTakeFirstOrThrow()
    await insertStockMovement(tx, moment, { skuId, change: -quantity, kind: 'shipment', balance, ...why })
  }
}

export interface StockAdjustment extends Why {
  skuId: string
  minimum: number
  /** Units that came or, below zero, went. */
  change: number
  kind: 'receipt' | 'adjustment' | 'return' | 'scrap'
}

/** Goods came in or went another way than by an order: the shelf changes, and a movement says why. The first one makes the shelf. */
export async function adjustStock(
  tx: Tx,
  moment: Moment,
  { skuId, minimum, change, kind, reason, staffId }: StockAdjustment,
): Promise<void> {
  await openShelf(tx, skuId)
  const row = await tx
    .updateTable('sku_stock')
    .set({ available: sql<number>`available + ${change}` })
    .where('sku_id', '=', skuId)
    .where(sql<boolean>`available + ${change} >= 0`)
    .returning(['available', IN_HOUSE])
    .executeTakeFirst()
  if (!row) refuse('OUT_OF_STOCK', { msg: '可用库存不足，不能减到 0 以下', skuId })
  await insertStockMovement(tx, moment, { skuId, change, kind, balance: row.balance, reason, staffId })
  if (turned({ ...row, minimum, change })) await tellTurned(tx, moment, skuId)
}

export interface StockCount extends Why {
  skuId: string
  minimum: number
  /** Units that were found in the house, promised ones among them. */
  counted: number
  /** What the books said when the counting began. */
  inHouse: number
}

/**
 * 盘点: what was counted is what there is, and the difference is a movement, 0 among them. Orders that are placed meanwhile only promise
 * what is there; where goods came or left meanwhile, STOCK_MOVED, for nobody knows whether they were counted. Refuses COUNTED_TOO_FEW below
 * what is promised. Returns the difference.
 */
export async function recordStockCount(
  tx: Tx,
  moment: Moment,
  { skuId, minimum, counted, inHouse, reason, staffId }: StockCount,
): Promise<number> {
  await openShelf(tx, skuId)
  const { available, reserved } = await tx
    .selectFrom('sku_stock')
    .select(['available', 'reserved'])
    .where('sku_id', '=', skuId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const now = available + reserved
  if (now !== inHouse) {
    const since = await listStockMovementsSince(tx, skuId, inHouse)
    const moved = since.map(({ kind, change, reason: why, at }) => ({ kind, change, reason: why, at: at.toISOString() }))
    const msg = `盘点期间库存由 ${inHouse} 变为 ${now}，请核对后重新填写`
    refuse('STOCK_MOVED', { msg, inHouse: now, reserved, moved })
  }
  if (counted < reserved)
    refuse('COUNTED_TOO_FEW', { msg: `订单已占用 ${reserved}，盘点数量 ${counted} 少于占用；请先处理订单缺货`, reserved })
  const change = counted - now
  const row = await tx
    .updateTable('sku_stock')
    .set({ available: sql<number>`available + ${change}` })
    .where('sku_id', '=', skuId)
    .returning('available')
    .executeTakeFirstOrThrow()
  await insertStockMovement(tx, moment, { skuId, change, kind: 'count', balance: counted, reason, staffId })
  if (turned({ ...row, minimum, change })) await tellTurned(tx, moment, skuId)
  return change
}

/** The shelf is searched anew; and of what can be had again, whoever waits for it is told. */
const tellTurned = (tx: Tx, moment: Moment, skuId: string): Promise<void> =>
  publish(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: [skuId] } }])

const openShelf = (tx: Tx, skuId: string) =>
  tx
    .insertInto('sku_stock')
    .values({ sku_id: skuId, available: 0, reserved: 0, sold: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** What there is of each SKU; one that never came in is not in the map. */
export async function findStock(db: Db, skuIds: readonly string[]): Promise<Map<string, Stock>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sku_stock')
    .select(['sku_id', 'available', 'reserved', 'sold'])
    .where('sku_id', '=', anyOf(skuIds))
    .execute()
  return new Map(rows.map(({ sku_id, ...stock }) => [sku_id, stock]))
}
