// Reads and writes the table `sku_stock`: units that are available, reserved and sold.
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type NamedBatch, requireGoodBatches } from './batch-stock.ts'
import { insertStockMovements, type NewStockMovement, type ParcelOfMovement } from './movements.ts'
import { hasRunOutOrComeBack, recordStockOuts } from './stock-outs.ts'
import { lockedStockOfWarehouseSql, refuseTooFewWarehouseUnits } from './warehouse-stock.ts'

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

/** Stock with what of it lies outside the main warehouse, by warehouse, and with the days on which more of it is expected, in their order. */
export interface StockWithRestockDays extends Stock {
  elsewhere: Record<string, number>
  restockDays: string[]
}

/** Whether a change has made a SKU sold out or available again. `available` is the number after the change. */
export const hasSoldOutStateChanged = ({ available, minimum, change }: { available: number; minimum: number; change: number }): boolean =>
  available >= minimum !== available - change >= minimum

/** Merges the changes of one SKU and sorts them by SKU, so that concurrent transactions lock in the same sequence and cannot deadlock. */
function inLockOrder<Move extends SkuQuantity>(moves: readonly Move[]): Move[] {
  const bySku = new Map<string, Move>()
  for (const move of moves) bySku.set(move.skuId, { ...move, quantity: (bySku.get(move.skuId)?.quantity ?? 0) + move.quantity })
  return [...bySku.values()].sort((a, b) => (a.skuId < b.skuId ? -1 : 1))
}

/**
 * Rows are locked in the order of their ids, so that concurrent orders cannot deadlock; the guard looks at the row as it is under its lock.
 * Arrays stand in subqueries: then the plan does not depend on their length and is kept.
 */
const reserve = compileOnce(
  (_tx, { skuIds, quantities }: { skuIds: readonly string[]; quantities: readonly number[] }) => sql<{ sku_id: string; available: number }>`
    with locked as (select sku_id from sku_stock where sku_id = any(array(select unnest(${skuIds}::uuid[]))) order by sku_id for no key update)
    update sku_stock as stock
    set available = stock.available - given.quantity, reserved = stock.reserved + given.quantity, ordered = true
    from locked, unnest((select ${skuIds}::uuid[]), (select ${quantities}::int[])) as given(id, quantity)
    where stock.sku_id = locked.sku_id and given.id = locked.sku_id and stock.available >= given.quantity
    returning stock.sku_id, stock.available`,
)

/**
 * Reserves stock for an order when it is placed, so that a payment never fails for lack of stock. One guarded update for all SKUs: the
 * available number never goes below zero. Returns the SKUs that are sold out now. Refuses OUT_OF_STOCK for the first SKU, in the order of
 * the ids, of which too little is left.
 */
export async function reserveStockForOrder(tx: Tx, moment: Moment, quantities: readonly SkuQuantityWithMinimum[]): Promise<string[]> {
  const wanted = inLockOrder(quantities)
  const rows = await reserve(tx, {
    skuIds: wanted.map(({ skuId }) => skuId),
    quantities: wanted.map(({ quantity }) => quantity),
  }).execute()
  const availableBySku = new Map(rows.map(({ sku_id, available }) => [sku_id, available]))
  const reserved = wanted.map(({ skuId, quantity, minimum }) => {
    const available = availableBySku.get(skuId) ?? refuse('OUT_OF_STOCK', { skuId, quantity })
    return { skuId, minimum, available, change: -quantity }
  })
  await recordStockOuts(
    tx,
    moment,
    reserved.filter(hasRunOutOrComeBack).map(({ skuId }) => skuId),
  )
  return reserved.filter(hasSoldOutStateChanged).map(({ skuId }) => skuId)
}

interface MovedStock {
  available: number
  reserved: number
  /** Whether the SKU has batches. */
  batched: boolean
  /** The units in the warehouse before. */
  units: number
}

/**
 * Changes the rows of SKUs with one statement. They are locked in the order of `inLockOrder`, and after them what lies in the warehouse, if
 * one is given. `change` names the units as `given.quantity`. Returns the changed rows by SKU.
 */
async function moveStock(
  tx: Tx,
  moves: readonly SkuQuantity[],
  { change, warehouseId }: { change: RawBuilder<unknown>; warehouseId?: string | undefined },
): Promise<Map<string, MovedStock>> {
  if (moves.length === 0) return new Map()
  const given = moves.map(({ skuId, quantity }) => ({ id: skuId, quantity }))
  const { rows } = await sql<MovedStock & { sku_id: string }>`
    with locked as (
      select sku_id from sku_stock where sku_id = ${anyOfIdsSql(moves.map(({ skuId }) => skuId))} order by sku_id for no key update),
    there as (${lockedStockOfWarehouseSql(warehouseId)}),
    changed as (
      update sku_stock as stock set ${change}
      from locked, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(id uuid, quantity bigint)
      where stock.sku_id = locked.sku_id and given.id = locked.sku_id
      returning stock.sku_id, stock.available, stock.reserved, stock.batched)
    select changed.*, coalesce(there.units, 0) as units from changed left join there on there.sku_id = changed.sku_id`.execute(tx)
  if (rows.length !== moves.length) throw new Error('a SKU without stock')
  return new Map(rows.map(({ sku_id, ...row }) => [sku_id, row]))
}

/**
 * Releases reserved stock. Returns the SKUs that are available again. `minimums` are the smallest quantities that can be ordered, by SKU;
 * they are awaited together with the statement.
 */
export async function releaseReservedStock(
  tx: Tx,
  moment: Moment,
  quantities: readonly SkuQuantity[],
  minimums: Promise<ReadonlyMap<string, number>>,
): Promise<string[]> {
  const moves = inLockOrder(quantities)
  const back = sql`available = stock.available + given.quantity, reserved = stock.reserved - given.quantity`
  const [minimumOf, after] = await awaitAllAndThrowFirstError(minimums, moveStock(tx, moves, { change: back }))
  const released = moves.map(({ skuId, quantity: change }) => {
    const { available = 0 } = after.get(skuId) ?? {}
    return { skuId, change, available, minimum: minimumOf.get(skuId) ?? 1 }
  })
  await recordStockOuts(
    tx,
    moment,
    released.filter(hasRunOutOrComeBack).map(({ skuId }) => skuId),
  )
  return released.filter(hasSoldOutStateChanged).map(({ skuId }) => skuId)
}

/** The reason of a movement and the member of staff; null: the system. */
export interface StockMovementReason {
  reason: string
  staffId: string | null
}

/** A parcel for whose goods stock leaves. */
interface ShippedParcel extends StockMovementReason {
  warehouseId: string
  parcel: ParcelOfMovement
  /** The batches that the person has named for some of the units; the others leave by their best-before day. */
  batches: readonly NamedBatch[]
}

/**
 * Removes reserved stock that was shipped from a warehouse. Goods that have batches cost one statement more. Refuses WAREHOUSE_TOO_FEW, and what
 * `requireGoodBatches` refuses.
 */
export async function deductShippedStock(
  tx: Tx,
  moment: Moment,
  quantities: readonly (SkuQuantity & { unit: string })[],
  { warehouseId, batches, ...why }: ShippedParcel,
): Promise<void> {
  const moves = inLockOrder(quantities)
  const change = sql`reserved = stock.reserved - given.quantity, sold = stock.sold + given.quantity`
  const after = await moveStock(tx, moves, { change, warehouseId })
  const tooFew = moves.flatMap(({ skuId, quantity }) => {
    const units = after.get(skuId)?.units ?? 0
    return units < quantity ? [{ skuId, units, quantity }] : []
  })
  if (tooFew.length > 0) await refuseTooFewWarehouseUnits(tx, warehouseId, tooFew)
  const batched = moves.filter(({ skuId }) => after.get(skuId)?.batched)
  if (batches.some(({ skuId }) => !after.get(skuId)?.batched)) refuse('BATCH_NOT_FOUND', { field: 'lines' })
  if (batched.length > 0)
    await requireGoodBatches(tx, { quantities: batched, named: batches, warehouseId, today: toShanghaiDay(moment.now) })
  const movements = moves.flatMap(({ skuId, quantity }): NewStockMovement[] => {
    const { available = 0, reserved = 0 } = after.get(skuId) ?? {}
    const named = batches.filter((one) => one.skuId === skuId)
    const rest = named.reduce((left, one) => left - one.quantity, quantity)
    const parts = [...named, ...(rest > 0 ? [{ batchId: undefined, quantity: rest }] : [])]
    let balance = available + reserved + quantity
    return parts.map(({ batchId, quantity: units }) => {
      balance -= units
      return Object.assign({ skuId, warehouseId, change: -units, kind: 'shipment' as const, balance, batchId }, why)
    })
  })
  await insertStockMovements(tx, moment, movements)
}

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
export async function findStockBySku(db: Db, skuIds: readonly string[]): Promise<Map<string, StockWithRestockDays>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sku_stock')
    .select(['sku_id', 'available', 'reserved', 'sold', 'restock_days as restockDays', 'elsewhere'])
    .$narrowType<Pick<StockWithRestockDays, 'elsewhere'>>()
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .execute()
  return new Map(rows.map(({ sku_id, ...stock }) => [sku_id, stock]))
}

const selectStockDigest = compileOnce(
  (_db, { skuIds }: { skuIds: string }) => sql<{ digest: string | null }>`
    select encode(sha256(convert_to(string_agg(sku_id || ' ' || available || ' ' || restock_days::text
      || case when elsewhere = '{}' then '' else reserved || elsewhere::text end, ',' order by sku_id), 'UTF8')), 'hex') as digest
    from sku_stock where sku_id = any(${skuIds}::uuid[])`,
)

/** Reads a digest of the available units of SKUs, of where they lie and of when more is expected, which changes with any of them. `skuIds`: a PostgreSQL array of ids. */
export async function readStockDigest(db: Db, skuIds: string): Promise<string> {
  return (await selectStockDigest(db, { skuIds }).executeTakeFirst())?.digest ?? ''
}
