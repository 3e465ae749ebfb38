import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { measureThroughput, shown } from './clients.ts'
import type { LoadDatabase } from './cluster.ts'
import { createSubmitAndPayAction, prepareShopper } from './orders.ts'
import { startPooler } from './pooler.ts'
import { startProxiedServers } from './proxied-servers.ts'
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
  const pooler = pooled ? await startPooler(database) : undefined
  if (pooler) print(`PgBouncer ${pooler.version}${pooler.env.PREPARED === '0' ? ', without prepared statements' : ''}`)
  const servers = await startProxiedServers({ database, count, env: pooler?.env })
  try {
    const shoppers = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => prepareShopper(servers.base, world, { at, skuIds: world.skuIds })),
    )
    const workers = shoppers.map((shopper) => createSubmitAndPayAction(shopper))
    const calm = await measureThroughput(workers, seconds)
    print(`${count} servers, undisturbed    ${shown(calm)}`)
    let over = false
    const restarts = servers.roll().finally(() => {
      over = true
    })
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
    await servers.stop()
    pooler?.stop()
  }
}
