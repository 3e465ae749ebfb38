// Reads and writes the table `sku_stock`: units that are available, reserved and sold.
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, type Tx, together } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { insertStockMovements, listStockMovementsSince, type NewStockMovement } from './movements.ts'

export interface SkuQuantity {
  skuId: string
  quantity: number
}

/** `minimum` is the smallest quantity that can be ordered. With less stock, the SKU counts as sold out, here and in the catalog. */
export interface SkuQuantityWithMinimum extends SkuQuantity {
  minimum: number
}

export interface Stock {
  available: number
  reserved: number
  sold: number
}

/** Whether a change has made a SKU sold out or available again. `available` is the number after the change. */
const turned = ({ available, minimum, change }: { available: number; minimum: number; change: number }): boolean =>
  available >= minimum !== available - change >= minimum

/** Merges the changes of one SKU and sorts them by SKU, so that concurrent transactions lock in the same sequence and cannot deadlock. */
function inLockOrder<Move extends SkuQuantity>(moves: readonly Move[]): Move[] {
  const bySku = new Map<string, Move>()
  for (const move of moves) bySku.set(move.skuId, { ...move, quantity: (bySku.get(move.skuId)?.quantity ?? 0) + move.quantity })
  return [...bySku.values()].sort((a, b) => (a.skuId < b.skuId ? -1 : 1))
}

/**
 * Reserves stock for an order. It runs when the order is placed, so that a payment never fails for lack of stock. One guarded update for
 * each SKU: the available number never goes below zero. Returns the SKUs that are sold out now.
 */
export async function reserveStock(tx: Tx, quantities: readonly SkuQuantityWithMinimum[]): Promise<string[]> {
  const wanted = inLockOrder(quantities)
  // The statements are sent together and run one after the other, so the order of the locks stays.
  const rows = await together(
    ...wanted.map(({ skuId, quantity }) =>
      tx
        .updateTable('sku_stock')
        .set({ available: sql<number>`available - ${quantity}`, reserved: sql<number>`reserved + ${quantity}`, ordered: true })
        .where('sku_id', '=', skuId)
        .where('available', '>=', quantity)
        .returning('available')
        .executeTakeFirst(),
    ),
  )
  return wanted.flatMap(({ skuId, quantity, minimum }, at) => {
    const row = rows[at] ?? refuse('OUT_OF_STOCK', { skuId, quantity })
    return turned({ ...row, minimum, change: -quantity }) ? [skuId] : []
  })
}

/**
 * Changes the rows of SKUs with one statement. They are locked in the order of `inLockOrder`, and `change` names the units as
 * `given.quantity`. Returns the changed rows by SKU.
 */
async function moveStock(
  tx: Tx,
  moves: readonly SkuQuantity[],
  change: RawBuilder<unknown>,
): Promise<Map<string, Pick<Stock, 'available' | 'reserved'>>> {
  if (moves.length === 0) return new Map()
  const given = moves.map(({ skuId, quantity }) => ({ id: skuId, quantity }))
  const { rows } = await sql<{ sku_id: string; available: number; reserved: number }>`
    with locked as (
      select sku_id from sku_stock where sku_id = ${anyOfIdsSql(moves.map(({ skuId }) => skuId))} order by sku_id for no key update)
    update sku_stock as stock set ${change}
    from locked, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(id uuid, quantity bigint)
    where stock.sku_id = locked.sku_id and given.id = locked.sku_id
    returning stock.sku_id, stock.available, stock.reserved`.execute(tx)
  if (rows.length !== moves.length) throw new Error('a SKU without stock')
  return new Map(rows.map(({ sku_id, ...row }) => [sku_id, row]))
}

/**
 * Releases reserved stock. Returns the SKUs that are available again. `minimums` are the smallest quantities that can be ordered, by SKU;
 * they are awaited together with the statement.
 */
export async function releaseStock(
  tx: Tx,
  quantities: readonly SkuQuantity[],
  minimums: Promise<ReadonlyMap<string, number>>,
): Promise<string[]> {
  const moves = inLockOrder(quantities)
  const back = sql`available = stock.available + given.quantity, reserved = stock.reserved - given.quantity`
  const [minimumOf, after] = await together(minimums, moveStock(tx, moves, back))
  return moves.flatMap(({ skuId, quantity }) => {
    const available = after.get(skuId)?.available ?? 0
    return turned({ available, minimum: minimumOf.get(skuId) ?? 1, change: quantity }) ? [skuId] : []
  })
}

/** The reason of a movement and the member of staff; null: the system. */
interface Why {
  reason: string
  staffId: string | null
}

/** Removes reserved stock that was shipped. */
export async function shipStock(tx: Tx, moment: Moment, quantities: readonly SkuQuantity[], why: Why): Promise<void> {
  const moves = inLockOrder(quantities)
  const after = await moveStock(tx, moves, sql`reserved = stock.reserved - given.quantity, sold = stock.sold + given.quantity`)
  const movements = moves.map(({ skuId, quantity }): NewStockMovement => {
    const { available = 0, reserved = 0 } = after.get(skuId) ?? {}
    return { skuId, change: -quantity, kind: 'shipment', balance: available + reserved, ...why }
  })
  await insertStockMovements(tx, moment, movements)
}

export interface StockAdjustmentInput extends Why {
  skuId: string
  minimum: number
  /** Units added; negative if removed. */
  change: number
  kind: 'receipt' | 'adjustment' | 'return' | 'scrap'
}

/**
 * Changes the stock of SKUs without an order and records a movement for each change. Rows of SKUs that have none are created. The number of
 * statements does not depend on the number of changes. Refuses OUT_OF_STOCK if a change leads below zero.
 */
export async function adjustStocks(tx: Tx, moment: Moment, adjustments: readonly StockAdjustmentInput[]): Promise<void> {
  if (adjustments.length === 0) return
  const bySku = Map.groupBy(adjustments, ({ skuId }) => skuId)
  await createMissingStockRows(tx, [...bySku.keys()])
  const given = [...bySku].map(([id, own]) => ({ id, change: own.reduce((sum, { change }) => sum + change, 0) }))
  const { rows } = await sql<{ sku_id: string; available: number; reserved: number }>`
    with locked as (select sku_id from sku_stock where sku_id = ${anyOfIdsSql([...bySku.keys()])} order by sku_id for no key update)
    update sku_stock as stock set available = stock.available + given.change
    from locked, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(id uuid, change int)
    where stock.sku_id = locked.sku_id and given.id = locked.sku_id and stock.available + given.change >= 0
    returning stock.sku_id, stock.available, stock.reserved`.execute(tx)
  const after = new Map(rows.map((row) => [row.sku_id, row]))
  const turnedSkus: string[] = []
  const movements = [...bySku].flatMap(([skuId, own]): NewStockMovement[] => {
    const row = after.get(skuId)
    const total = own.reduce((sum, { change }) => sum + change, 0)
    let available = (row?.available ?? Number.NEGATIVE_INFINITY) - total
    const moved = own.map(({ change, kind, reason, staffId }): NewStockMovement => {
      available += change
      if (!row || available < 0) refuse('OUT_OF_STOCK', { msg: '可用库存不足，不能减到 0 以下', skuId })
      return { skuId, change, kind, balance: available + row.reserved, reason, staffId }
    })
    if (own.some(({ minimum }) => turned({ available, minimum, change: total }))) turnedSkus.push(skuId)
    return moved
  })
  await insertStockMovements(tx, moment, movements)
  await tellTurned(tx, moment, turnedSkus)
}

/** The same for one change. */
export const adjustStock = (tx: Tx, moment: Moment, adjustment: StockAdjustmentInput): Promise<void> =>
  adjustStocks(tx, moment, [adjustment])

export interface StockCountInput extends Why {
  skuId: string
  minimum: number
  /** Units counted in the warehouse, including reserved ones. */
  counted: number
  /** The number of units that was recorded when the count began. */
  inHouse: number
}

/**
 * 盘点: sets the stock to what was counted and records the difference as a movement, even if it is 0. Orders that are placed meanwhile only
 * reserve and do not matter. Refuses STOCK_MOVED if stock came or left meanwhile, because nobody knows whether it was counted, and
 * COUNTED_TOO_FEW below the reserved number. Returns the difference.
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
  await insertStockMovements(tx, moment, [{ skuId, change, kind: 'count', balance: counted, reason, staffId }])
  if (turned({ ...row, minimum, change })) await tellTurned(tx, moment, [skuId])
  return change
}

/** Publishes that SKUs are sold out or available again: their search rows are refreshed, and people who wait for them get a message. */
const tellTurned = (tx: Tx, moment: Moment, skuIds: string[]): Promise<void> =>
  publishEvents(tx, moment, skuIds.length === 0 ? [] : [{ topic: 'stock.changed', payload: { skuIds } }])

/** Creates the rows of SKUs that have none yet, with one statement. */
export async function createMissingStockRows(tx: Tx, skuIds: readonly string[]): Promise<void> {
  if (skuIds.length === 0) return
  await sql`
    insert into sku_stock (sku_id, available, reserved, sold) select id, 0, 0, 0 from unnest(${[...skuIds]}::uuid[]) as given(id) order by id
    on conflict do nothing`.execute(tx)
}

/**
 * Locks the stock of SKUs until the transaction ends, and returns it by SKU. Rows of SKUs that have none are created. Two statements,
 * whatever the number of SKUs.
 */
export async function lockStockBySku(tx: Tx, skuIds: readonly string[]): Promise<Map<string, Stock>> {
  if (skuIds.length === 0) return new Map()
  await createMissingStockRows(tx, skuIds)
  const rows = await tx
    .selectFrom('sku_stock')
    .select(['sku_id', 'available', 'reserved', 'sold'])
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .orderBy('sku_id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ sku_id, ...stock }) => [sku_id, stock]))
}

/** Finds which of the given SKUs were ever ordered, including cancelled orders. */
export async function findOrderedSkuIds(db: Db, skuIds: readonly string[]): Promise<Set<string>> {
  if (skuIds.length === 0) return new Set()
  const ordered = db.selectFrom('sku_stock').select('sku_id').where('ordered', '=', true)
  const rows = await ordered.where('sku_id', '=', anyOfIdsSql(skuIds)).execute()
  return new Set(rows.map(({ sku_id }) => sku_id))
}

/** Returns the stock by SKU. SKUs that never had stock are left out. */
export async function findStockBySku(db: Db, skuIds: readonly string[]): Promise<Map<string, Stock>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sku_stock')
    .select(['sku_id', 'available', 'reserved', 'sold'])
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .execute()
  return new Map(rows.map(({ sku_id, ...stock }) => [sku_id, stock]))
}
