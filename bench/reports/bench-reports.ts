import { sql } from 'kysely'
import { openApiConnection, percentile } from '#bench/clients.ts'
import { findFreeLoopbackPort, type LoadDatabase, openLoadDatabase, startLoadServer } from '#bench/cluster.ts'
import { withBulkInsertConnection } from '#bench/fill-session.ts'
import { fillCompanies } from '#bench/growth/fill-companies.ts'
import { copyGoodsUntilSkuCount } from '#bench/growth/fill-goods.ts'
import { queryOnce } from '#bench/query-once.ts'
import { timed } from '#bench/timed.ts'
import { createLoadWorld, LOAD_STAFF_EMAIL, PASSWORD } from '#bench/world.ts'
import { addDays, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { salesTotalsOfRangeSql } from '#server/operations/reports/public.ts'
import { type Db, openDatabase } from '#server/platform/core/db.ts'
import { monotonicNowMs, systemClock } from '#server/platform/core/moment.ts'
import { fillMallOfReports } from './fill-mall.ts'
import { fillSalesTotals } from './fill-totals.ts'
import { listReportActs, type ReportAct } from './report-acts.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
/** What a report may take. */
const LIMIT_MS = 300
const WARM_CALLS = 2
/** The totals go back so far that a year has its year before. */
const DAYS = 731
const SKUS_MADE = 40

export interface ReportsBenchOptions {
  /** The orders of a year. */
  orders: number
  companies: number
  skus: number
  /** How often each report is called. */
  calls: number
}

async function fill(database: LoadDatabase, { orders, companies, skus }: ReportsBenchOptions, today: string): Promise<string> {
  const from = addDays(today, 1 - DAYS)
  const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: 1, skus: SKUS_MADE, stock: 900_000 })
  const superUrl = new URL(database.superUrl)
  superUrl.pathname = new URL(database.appUrl).pathname
  await withBulkInsertConnection(superUrl.toString(), async (client) => {
    await copyGoodsUntilSkuCount(client, skus)
    await fillCompanies(client, world, { count: companies, since: getStartOfShanghaiDay(from) })
    await client.query(`select ensure_partitions($1::timestamptz + n * interval '20 days', 0) from generate_series(0, 40) n`, [from])
    await fillMallOfReports(client, from)
    await fillSalesTotals(client, { from, to: today, ordersADay: Math.round(orders / 365) })
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  })
  await world.database.close()
  return superUrl.toString()
}

/** Prints how much was filled. */
async function printFilled(superUrl: string, filledSeconds: number): Promise<void> {
  const rows = await queryOnce<{ dimension: string; span: string; rows: number }>(
    superUrl,
    'select dimension, span, count(*)::int as rows from sales_total group by 1, 2 order by 1, 2',
  )
  const [size] = await queryOnce<{ mb: number; draws: number }>(
    superUrl,
    `select (pg_total_relation_size('sales_total') / 1048576)::int as mb, (select count(*) from ledger_transfer)::int as draws`,
  )
  print(`  totals: ${rows.map((row) => `${row.rows.toLocaleString('en')} ${row.dimension} by ${row.span}`).join(', ')}; ${size?.mb} MB`)
  print(`  ${size?.draws.toLocaleString('en')} drawdowns of the last hundred days; filled in ${filledSeconds.toFixed(0)} s`)
}

/** Adds up the totals that a report reads, in one query that neither groups, joins nor sorts. */
async function readBareTotals(db: Db, { dimensions, ranges, byDay = false }: NonNullable<ReportAct['totals']>, yesterday: string) {
  const scope = { closedUntil: byDay ? null : yesterday, shopIds: null, hasCompanyTotals: true }
  const parts = dimensions.flatMap((dimension) =>
    ranges.map((range) => sql`select sold_fen, back_fen from (${salesTotalsOfRangeSql(dimension, range, scope)}) r`),
  )
  await sql`select count(*), sum(sold_fen - back_fen) from (${sql.join(parts, sql` union all `)}) t`.execute(db)
}

interface MeasuredReport {
  name: string
  own: number[]
  bare: number[]
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = monotonicNowMs()
  await work()
  return monotonicNowMs() - begun
}

/** Calls each report and its bare query in turn, so that other load on the machine affects both. */
async function measure(base: string, db: Db, { today, calls }: { today: string; calls: number }): Promise<MeasuredReport[]> {
  const line = openApiConnection(base)
  const post = async <T>(path: string, body: object, token = ''): Promise<T> => {
    const { body: answer } = await line.post(path, body, { authorization: token })
    if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.reason ?? ''}`)
    return answer.data as T
  }
  const { token } = await post<{ token: string }>('/api/console-api/api/staff/log-in', { email: LOAD_STAFF_EMAIL, pwd: PASSWORD })
  const reports = listReportActs(today).map((act) => ({ act, own: [] as number[], bare: [] as number[] }))
  for (let call = -WARM_CALLS; call < calls; call++) {
    for (const { act, own, bare } of reports) {
      const ms = await timeOf(() => post(act.path, act.input, token))
      const { totals } = act
      const bareMs = totals ? await timeOf(() => readBareTotals(db, totals, addDays(today, -1))) : undefined
      if (call >= 0) own.push(ms)
      if (call >= 0 && bareMs !== undefined) bare.push(bareMs)
    }
  }
  line.close()
  const sorted = (list: number[]) => list.toSorted((one, other) => one - other)
  return reports.map(({ act, own, bare }) => ({ name: act.name, own: sorted(own), bare: sorted(bare) }))
}

/** Prints each report. Returns how many take longer than the limit. */
function printReports(reports: readonly MeasuredReport[]): number {
  print(`\n  ${'report'.padEnd(44)}${'p50 ms'.padStart(8)}${'p95 ms'.padStart(8)}${'bare p50'.padStart(10)}${'ratio'.padStart(7)}`)
  const slow = reports.filter(({ own }) => percentile(own, 0.95) > LIMIT_MS)
  for (const report of reports) {
    const [p50, p95, bare] = [percentile(report.own, 0.5), percentile(report.own, 0.95), percentile(report.bare, 0.5)]
    const limit =
      report.bare.length > 0
        ? `${bare.toFixed(0).padStart(10)}${(p50 / bare).toFixed(1).padStart(7)}`
        : `${'–'.padStart(10)}${'–'.padStart(7)}`
    print(
      `${slow.includes(report) ? '✗' : '✓'} ${report.name.padEnd(44)}${p50.toFixed(0).padStart(8)}${p95.toFixed(0).padStart(8)}${limit}`,
    )
  }
  print(`\n  ${reports.length - slow.length} of ${reports.length} reports have a p95 of at most ${LIMIT_MS} ms`)
  return slow.length
}

/**
 * `npm run bench -- --reports`: every report of the console over the totals of a mall, written by SQL instead of by the job. Returns how many
 * reports take longer than their limit.
 */
export async function benchReports(options: ReportsBenchOptions): Promise<number> {
  const { orders, companies, skus, calls } = options
  const today = toShanghaiDay(systemClock())
  const database = await openLoadDatabase({ archive_mode: 'off' })
  try {
    print(
      `The totals of two years with ${orders.toLocaleString('en')} orders each of ${companies} companies, each in any of five shops on any day; three lines an order, of`,
    )
    print(
      `${skus} SKUs; 40 coupon templates, 31 provinces, 10 account managers. Orders are random and exist in the totals alone: what a report reads`,
    )
    print(
      `besides is there (goods, companies, stock, prices of suppliers, an open statement a company, overdue ones of one in four, drawdowns). ${calls} calls of each.`,
    )
    print(
      '"A year" is the 365 days until today, beside the 365 days before and the same days a year earlier; bare is the sum of the same totals',
    )
    print('without groups, joins, names and HTTP.')
    const [superUrl, filledSeconds] = await timed(() => fill(database, options, today))
    await printFilled(superUrl, filledSeconds)
    const server = await startLoadServer({ database, port: await findFreeLoopbackPort() })
    const { db, close } = openDatabase({ url: database.appUrl, poolSize: 1 })
    const slow = printReports(await measure(server.base, db, { today, calls }))
    await close()
    await server.stop()
    return slow
  } finally {
    database.close()
    database.remove()
  }
}
