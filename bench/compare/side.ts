/**
 * One side of a comparison, as a process of its own in the folder of its commit: a database with companies, goods and orders, and the server
 * on it. `node bench/compare/side.ts OPTIONS` prints one line of JSON (`Side`) and ends when its input ends.
 */
import pg from 'pg'
import { openLoadDatabase, startLoadServer } from '#bench/cluster.ts'
import { prefillOrders } from '#bench/prefill.ts'
import { createLoadWorld } from '#bench/world.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { findFreePortOfSide } from './free-port.ts'

export interface SideOptions {
  buyers: number
  skus: number
  orders: number
}

export interface BenchSide {
  base: string
  /** The same program with its database behind a counting proxy. It runs no jobs. */
  countedBase: string
  serverPid: number
  postmasterPid: number
  superUrl: string
  appUrl: string
  buyers: { mobile: string; userId: string; enterpriseId: string }[]
  skuIds: string[]
}

/** Commands on the standard input, one per line; each is answered by one line. */
export type SideCommand = 'reset' | 'read'

const { buyers, skus, orders } = JSON.parse(process.argv[2] ?? '{}') as SideOptions
const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

const database = await openLoadDatabase({ shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' })
try {
  const superUrl = new URL(database.superUrl)
  superUrl.pathname = new URL(database.appUrl).pathname
  const client = new pg.Client({ connectionString: superUrl.toString() })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  await client.end()
  const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers, skus, stock: 9_000_000 })
  await world.database.close()
  await prefillOrders(database.ownerUrl, orders)
  // A checked-out commit has no build, so neither side runs one.
  const server = await startLoadServer({ database, port: await findFreePortOfSide(), fromSources: true })
  const behind = new URL(database.appUrl)
  const proxy = await startCountingProxy(behind)
  behind.hostname = '127.0.0.1'
  behind.port = String(proxy.port)
  const counted = await startLoadServer({
    database: { appUrl: behind.toString(), ownerUrl: '', secret: database.secret },
    port: await findFreePortOfSide(),
    fromSources: true,
  })
  print({
    base: server.base,
    countedBase: counted.base,
    serverPid: server.pid(),
    postmasterPid: database.postgres.pid,
    superUrl: superUrl.toString(),
    appUrl: database.appUrl,
    buyers: world.buyers,
    skuIds: world.skuIds,
  } satisfies BenchSide)
  for await (const chunk of process.stdin) {
    for (const command of String(chunk).split('\n').filter(Boolean) as SideCommand[]) {
      if (command === 'reset') proxy.reset()
      print(proxy.read())
    }
  }
  await counted.stop()
  proxy.stop()
  await server.stop()
} finally {
  database.close()
  database.remove()
}
process.exit(0)
