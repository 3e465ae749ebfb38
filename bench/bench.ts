/**
 * `npm run bench`: the throughput of the mall, next to a limit that is measured in the same run on the same PostgreSQL. Rate limits are
 * raised; everything else is as in production. The command exits with 1 if a call fails, a limit or an invariant is broken, or a plan grows.
 *
 *   --seconds N         of each measurement, and --orders N that exist before
 *   --catalog           import, publishing and lists of goods; --rows of the imported file
 *   --moving-in         moving --companies in
 *   --servers 2         several servers behind HAProxy, restarted one by one; --pooled through PgBouncer
 *   --overload          one server with five times the load that it can answer (--seconds 20 is a good run)
 *   --soak              two servers under a steady load for --minutes: memory, heap, handles, sockets, connections and waiting jobs of the
 *                       last third may be at most 1.1 times those of the first, on a machine that is at most 60 % busy
 *   --start             the start of a server and its memory, and the first and the second `npm start`, each with its limit
 *   --reads             pages of goods for guests and members, next to bare handlers
 *   --plans             the plan of every read of --orders orders and their payments: none may grow with them
 *   --audit             all invariants of a mall with --orders orders: at most 60 s for a million transfers; and what the nightly run checks
 *   --growth            the same acts at malls of several --sizes (numbers of orders, smallest first), --calls of each;
 *                       the largest needs 20 GB below the folder of temporary files; its medians may be at most twice those of the smallest
 *   --reports           every report of the console over the totals of two years with 2,000,000 orders each of
 *                       --companies companies, --calls of each: at most 300 ms each
 *   --against COMMIT    an order here and at another commit, in turns of one run (--rounds of them)
 *   --search            the search box with the lists of bench/search-lists; --misses prints rows to tune on that it does not find first
 *   --dry               writes nothing; otherwise --search, --catalog, --moving-in, --overload, --start, --growth, --reads, --reports and --against
 *                       write their section of docs/benchmarks.md
 */
import { parseArgs } from 'node:util'
import { benchAudit } from './audit.ts'
import { benchGuestBrowsing } from './browse.ts'
import { benchCatalog } from './catalog/bench-catalog.ts'
import { findFreeLoopbackPort, openLoadDatabase, startLoadServer } from './cluster.ts'
import { benchCompare } from './compare/bench-compare.ts'
import { runBenchAndWriteSection } from './compare/write-benchmarks.ts'
import { benchGrowingMallSizes } from './growth/bench-growth.ts'
import { benchLogin } from './login.ts'
import { benchMovingIn } from './moving-in.ts'
import { benchOrders } from './orders.ts'
import { benchOverload } from './overload.ts'
import { benchPlans } from './plans/bench-plans.ts'
import { prefillOrders } from './prefill.ts'
import { benchReads } from './reads.ts'
import { benchReports } from './reports/bench-reports.ts'
import { benchSearchAndChatLines } from './search.ts'
import { benchServers } from './servers.ts'
import { benchSoak } from './soak/bench-soak.ts'
import { benchStart } from './start.ts'
import { createLoadWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    orders: { type: 'string', default: '100000' },
    catalog: { type: 'boolean', default: false },
    rows: { type: 'string', default: '30000' },
    'moving-in': { type: 'boolean', default: false },
    companies: { type: 'string', default: '2000' },
    servers: { type: 'string' },
    pooled: { type: 'boolean', default: false },
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    overload: { type: 'boolean', default: false },
    soak: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
    reads: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
    plans: { type: 'boolean', default: false },
    audit: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    reports: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '1000,100000,2000000' },
    calls: { type: 'string', default: '200' },
    dry: { type: 'boolean', default: false },
  },
})
/** The orders of a year, the SKUs and the most calls of a report of `--reports`. */
const [REPORTED_ORDERS, REPORTED_SKUS, REPORT_CALLS] = [2_000_000, 3_000, 20]
const seconds = Number(values.seconds)
const print = (text: string) => process.stdout.write(`${text}\n`)
/** Runs a bench whose figures are a section of docs/benchmarks.md, except with --dry. */
const record = <T>(heading: string, option: string, run: () => Promise<T>): Promise<T> =>
  values.dry ? run() : runBenchAndWriteSection(heading, `npm run bench -- ${option}`, run)

if (values['moving-in']) {
  await record('Moving in', '--moving-in', () => benchMovingIn(Number(values.companies)))
  process.exit()
}
if (values.catalog) {
  await record('Catalog', '--catalog', () => benchCatalog({ rows: Number(values.rows), seconds }))
  process.exit()
}

if (values.search) {
  const { misses } = values
  process.exit((await record('Search', '--search', () => benchSearchAndChatLines({ misses }))) ? 0 : 1)
}

if (values.start) {
  process.exit((await benchStart(!values.dry)) === 0 ? 0 : 1)
}

if (values.plans) {
  process.exit((await benchPlans(Number(values.orders))) === 0 ? 0 : 1)
}

if (values.audit) {
  process.exit((await benchAudit(Number(values.orders))) === 0 ? 0 : 1)
}

if (values.growth) {
  const { sizes, calls, dry } = values
  process.exit((await benchGrowingMallSizes({ orders: sizes.split(',').map(Number), calls: Number(calls), write: !dry })) === 0 ? 0 : 1)
}

if (values.reports) {
  const [orders, companies, calls] = [REPORTED_ORDERS, Number(values.companies), Math.min(Number(values.calls), REPORT_CALLS)]
  const command = `--reports --companies ${companies} --calls ${calls}`
  process.exit((await record('Reports', command, () => benchReports({ orders, companies, skus: REPORTED_SKUS, calls }))) === 0 ? 0 : 1)
}

if (values.against !== undefined) {
  const { against, rounds, orders, dry } = values
  await benchCompare({ against, seconds, rounds: Number(rounds), orders: Number(orders), write: !dry })
  process.exit(0)
}

const database = await openLoadDatabase()
try {
  const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: 40, skus: 2_000, stock: 900_000 })
  await world.database.close()
  if (values.overload) {
    const broken = await record('Overload', `--overload --seconds ${seconds}`, () => benchOverload({ database, world, seconds }))
    process.exitCode = broken === 0 ? 0 : 1
  } else if (values.soak) {
    process.exitCode = (await benchSoak({ database, world, minutes: Number(values.minutes) })) === 0 ? 0 : 1
  } else if (values.reads) {
    const broken = await record('Reads', `--reads --seconds ${seconds}`, () => benchReads({ database, world, seconds }))
    process.exitCode = broken === 0 ? 0 : 1
  } else if (values.servers !== undefined) {
    process.exitCode =
      (await benchServers({ database, world, count: Number(values.servers), seconds, pooled: values.pooled })) === 0 ? 0 : 1
  } else {
    await prefillOrders(database.ownerUrl, Number(values.orders))
    const server = await startLoadServer({ database, port: await findFreeLoopbackPort() })
    print(`${values.orders} orders there already, ${world.skuIds.length} SKUs; ${seconds} s a measurement\n`)
    await record('An order beside a bare handler', `--orders ${values.orders} --seconds ${seconds}`, async () => {
      const bare = await benchOrders({ database, server, world, seconds })
      await benchGuestBrowsing(server, bare.base, seconds)
      await benchLogin(server, world, seconds)
      bare.stop()
    })
    await server.stop()
  }
} finally {
  database.close()
  database.remove()
}
process.exit()
