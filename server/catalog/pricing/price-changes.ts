// Reads and writes the table `price_change`: each price that was set, changed or deleted, and by whom.
import { type RawBuilder, sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { UnitPrices } from '#contract/catalog/pricing/price-steps.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { PriceListRef } from './price-lists.ts'

/** A change of one price. `was` null: it is new; `is` null: it is deleted. */
export interface PriceUpdate {
  skuId: string
  from: number
  was: UnitPrices | null
  is: UnitPrices | null
}

/** The list, the person and the file of a change. */
interface Circumstances {
  list: PriceListRef | undefined
  staffId: string
  fileName: string | null
}

/** Locks prices against all other changes, so that what a preview showed is exactly what is applied. */
export async function lockPrices(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('prices', 0))`.execute(tx)
}

const CHUNK = 1_000

/** Records price changes. */
export async function recordPriceUpdates(
  tx: Tx,
  moment: Moment,
  { moves, list, staffId, fileName }: Circumstances & { moves: readonly PriceUpdate[] },
): Promise<void> {
  const rows = moves.map(({ skuId, from, was, is }) => ({
    enterprise_id: list?.enterpriseId ?? PLATFORM_ENTERPRISE_ID,
    id: moment.newId(),
    list_id: list?.id ?? null,
    sku_id: skuId,
    from_quantity: from,
    was_sale_fen: was?.salePriceFen ?? null,
    was_credit_fen: was?.creditPriceFen ?? null,
    is_sale_fen: is?.salePriceFen ?? null,
    is_credit_fen: is?.creditPriceFen ?? null,
    staff_id: staffId,
    file_name: fileName,
    at: moment.now,
  }))
  for (let at = 0; at < rows.length; at += CHUNK)
    await tx
      .insertInto('price_change')
      .values(rows.slice(at, at + CHUNK))
      .execute()
}

const movesOf = (db: Db, list: PriceListRef | undefined) => {
  const all = withoutTenantGuard(db, 'console').selectFrom('price_change')
  return list ? all.where('list_id', '=', list.id) : all.where('list_id', 'is', null)
}

/** Reads how often the prices of the given SKUs were changed, publicly or in a list. It is their row version; 0: never changed. */
export async function readPriceChangeCountLookup(
  db: Db,
  list: PriceListRef | undefined,
  skuIds: readonly string[],
): Promise<(skuId: string) => number> {
  if (skuIds.length === 0) return () => 0
  const rows = await movesOf(db, list)
    .select(['sku_id', db.fn.countAll<number>().as('moves')])
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .groupBy('sku_id')
    .execute()
  const versions = new Map(rows.map(({ sku_id, moves }) => [sku_id, moves]))
  return (skuId) => versions.get(skuId) ?? 0
}

/** Finds the latest change of a SKU's prices, publicly or in a list. */
export async function findLatestPriceChange(db: Db, list: PriceListRef | undefined, skuId: string): Promise<PriceChange | undefined> {
  const row = await movesOf(db, list).selectAll().where('sku_id', '=', skuId).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row && changeFrom(row)
}

export interface PriceChange extends PriceUpdate {
  id: string
  listId: string | null
  staffId: string
  fileName: string | null
  at: Date
}

const rows = (db: Db) => withoutTenantGuard(db, 'console').selectFrom('price_change').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const pricesFrom = (sale: Fen | null, credit: Fen | null): UnitPrices | null =>
  sale === null ? null : { salePriceFen: sale, creditPriceFen: credit }

const changeFrom = (row: Row): PriceChange => ({
  id: row.id,
  listId: row.list_id,
  skuId: row.sku_id,
  from: row.from_quantity,
  at: row.at,
  was: pricesFrom(row.was_sale_fen, row.was_credit_fen),
  is: pricesFrom(row.is_sale_fen, row.is_credit_fen),
  staffId: row.staff_id,
  fileName: row.file_name,
})

/** Lists the changes of a SKU in all lists, or of one list, of the SKUs that a staff member sees (null: all), newest first. */
export async function listPriceChanges(
  db: Db,
  { of, within, limit, offset }: { of: { skuId: string } | { listId: string }; within: RawBuilder<string> | null } & RowSlice,
): Promise<{ changes: PriceChange[]; total: number }> {
  const matching = () => {
    const all = 'skuId' in of ? rows(db).where('sku_id', '=', of.skuId) : rows(db).where('list_id', '=', of.listId)
    return within === null ? all : all.where(sql<boolean>`sku_id in ${within}`)
  }
  const { rows: found, total } = await fetchPageWithTotal(matching().orderBy('id', 'desc'), matching(), { limit, offset })
  return { changes: found.map(changeFrom), total }
}
