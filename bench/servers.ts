import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { measureThroughput, shown } from './clients.ts'
import { findFreeLoopbackPort, type LoadDatabase, type LoadServer, startLoadServer } from './cluster.ts'
import { createSubmitAndPayAction, prepareShopper } from './orders.ts'
import { startPooler } from './pooler.ts'
import { type BackendServer, PROXY_DRAIN_SECONDS, startProxy } from './proxy.ts'
import type { LoadWorld } from './world.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
export interface ServersBenchOptions {
  database: LoadDatabase
  world: LoadWorld
  count: number
  seconds: number
  /** Whether the servers reach the database through PgBouncer. */
  pooled: boolean
}

/**
 * Several servers behind HAProxy with its configuration of deploy/: orders while nothing happens, then while one server after the other is
 * stopped and started again. Prints how many calls failed; then checks all invariants. Returns the number of failures and broken invariants.
 */
export async function benchServers({ database, world, count, seconds, pooled }: ServersBenchOptions): Promise<number> {
  const freePort = findFreeLoopbackPort
  const backends: BackendServer[] = []
  for (let at = 0; at < count; at++) backends.push({ port: await freePort(), healthPort: await freePort() })
  const pooler = pooled ? await startPooler(database) : undefined
  if (pooler) print(`PgBouncer ${pooler.version}${pooler.env.PREPARED === '0' ? ', without prepared statements' : ''}`)
  const env = { DRAIN_SECONDS: String(PROXY_DRAIN_SECONDS), TRUST_PROXY: 'loopback', ...pooler?.env }
  const start = ({ port, healthPort }: BackendServer): Promise<LoadServer> =>
    startLoadServer({ database, port, env: { ...env, HEALTH_PORT: String(healthPort) } })
  const servers: LoadServer[] = []
  for (const backend of backends) servers.push(await start(backend))
  const proxy = await startProxy(backends)
  try {
    await proxy.usesAll()
    const shoppers = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => prepareShopper(proxy.base, world, { at, skuIds: world.skuIds })),
    )
    const workers = shoppers.map((shopper) => createSubmitAndPayAction(shopper))
    const calm = await measureThroughput(workers, seconds)
    print(`${count} servers, undisturbed    ${shown(calm)}`)
    let over = false
    const restarts = (async () => {
      for (const [at, backend] of backends.entries()) {
        await servers[at]?.stop()
        servers[at] = await start(backend)
        await proxy.usesAll()
      }
      over = true
    })()
    let [done, errors, rounds] = [0, 0, 0]
    while (!over) {
      const run = await measureThroughput(workers, 2)
      done += run.done
      errors += run.errors
      rounds++
    }
    await restarts
    print(`${count} servers, rolling restart: ${done} orders in about ${rounds * 2} s, ${errors} failed calls`)
    for (const { line } of shoppers) line.close()
    const broken = (await checkInvariants(database.ownerUrl)).filter(({ breaches }) => breaches > 0)
    print(`invariants broken: ${broken.length}`)
    return calm.errors + errors + broken.length
  } finally {
    proxy.stop()
    for (const server of servers) await server.stop()
    pooler?.stop()
  }
}
