import pg from 'pg'
import { withBulkInsertConnection, withoutIndexes } from '#bench/fill-session.ts'
import type { LoadWorld } from '#bench/world.ts'
import { fillCompanies } from './fill-companies.ts'
import { copyGoodsUntilSkuCount } from './fill-goods.ts'
import { insertLedgerOfPlannedOrders, TABLES_FILLED_BY_LEDGER } from './fill-ledger.ts'
import { createPlannedOrderTables, insertPlannedOrders, TABLES_FILLED_BY_ORDERS } from './fill-orders.ts'
import { insertSideRowsOfOrders } from './fill-traces.ts'

/** The size of a mall. Its orders lie in the last year. */
export interface MallSize {
  orders: number
  skus: number
  companies: number
}

const DAY_MS = 86_400_000
const SPAN_DAYS = 360

/**
 * Fills a mall, which has some goods and companies already, up to a size with set-based SQL: a year of orders in the states that match
 * their age, with stock, money, ledger, messages and logs. All invariants hold. The first buyer's company gets every 97th order. `superUrl`
 * is a superuser's connection to the mall's database.
 */
export async function fillGrowth(superUrl: string, size: MallSize, { world, until }: { world: LoadWorld; until: Date }): Promise<void> {
  const [buyer] = world.buyers
  if (!buyer) throw new Error('nobody to order')
  const largest = buyer.enterpriseId
  const since = new Date(until.getTime() - SPAN_DAYS * DAY_MS)
  await withBulkInsertConnection(superUrl, async (client) => {
    await copyGoodsUntilSkuCount(client, size.skus)
    await fillCompanies(client, world, { count: size.companies, since })
    await client.query(`select ensure_partitions(at, 0) from generate_series($1::timestamptz, $2::timestamptz, interval '20 days') at`, [
      since,
      until,
    ])
    await createPlannedOrderTables(client, { count: size.orders, largest, since, until })
    await withoutIndexes(client, [...TABLES_FILLED_BY_ORDERS, ...TABLES_FILLED_BY_LEDGER], async () => {
      await insertPlannedOrders(client)
      await insertLedgerOfPlannedOrders(client, until)
      await insertSideRowsOfOrders(client, until)
    })
    await client.query('drop table made, made_line, made_sum')
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  })
}

/** Bytes of the database. */
export async function readDatabaseBytes(superUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  await client.end()
  return rows[0]?.bytes ?? 0
}
