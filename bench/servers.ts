import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { measureThroughput, shown } from './clients.ts'
import { findFreeLoopbackPort, type LoadDatabase, type LoadServer, startLoadServer } from './cluster.ts'
import { createSubmitAndPay, prepareShopper } from './orders.ts'
import { startPooler } from './pooler.ts'
import type { LoadWorld } from './world.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const CONFIG = path.join(import.meta.dirname, '..', 'deploy', 'haproxy', 'haproxy.cfg')
/** HAProxy notices a server that drains after two wrong answers, one second apart. */
const DRAIN_SECONDS = 5

/** The proxy's configuration of deploy/, without TLS, with these servers. */
function buildProxyConfig(port: number, servers: readonly number[]): string {
  const lines = readFileSync(CONFIG, 'utf8').split('\n')
  const kept = lines.filter((line) => !/^ {2}(?:bind :443|http-request redirect|server )/.test(line))
  const text = kept.join('\n').replace('bind :80', `bind 127.0.0.1:${port}`)
  return `${text.trimEnd()}\n${servers.map((one, at) => `  server mall-${at + 1} 127.0.0.1:${one}`).join('\n')}\n`
}

async function startProxy(servers: readonly number[]): Promise<{ base: string; stop(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-proxy-'))
  const port = await findFreeLoopbackPort()
  writeFileSync(path.join(folder, 'haproxy.cfg'), buildProxyConfig(port, servers))
  const child = spawn('haproxy', ['-q', '-f', path.join(folder, 'haproxy.cfg')], { stdio: ['ignore', 'ignore', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child.once('error', () => reject(new Error('haproxy is not installed (Debian package haproxy)')))
    child.once('spawn', resolve)
  })
  const stop = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return { base: `http://127.0.0.1:${port}`, stop }
}

/** Waits until the proxy sends requests to every server. */
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

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
  const ports = await Promise.all(Array.from({ length: count }, () => findFreeLoopbackPort()))
  const pooler = pooled ? await startPooler(database) : undefined
  if (pooler) say(`PgBouncer ${pooler.version}${pooler.env.PREPARED === '0' ? ', without prepared statements' : ''}`)
  const env = { DRAIN_SECONDS: String(DRAIN_SECONDS), TRUST_PROXY: 'loopback', ...pooler?.env }
  const start = (port: number): Promise<LoadServer> => startLoadServer({ database, port, env })
  const servers: LoadServer[] = []
  for (const port of ports) servers.push(await start(port))
  const proxy = await startProxy(ports)
  try {
    await pause(4)
    const shoppers = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => prepareShopper(proxy.base, world, { at, skuIds: world.skuIds })),
    )
    const workers = shoppers.map((shopper) => createSubmitAndPay(shopper))
    const calm = await measureThroughput(workers, seconds)
    say(`${count} servers, undisturbed    ${shown(calm)}`)
    let over = false
    const restarts = (async () => {
      for (const [at, port] of ports.entries()) {
        await servers[at]?.stop()
        servers[at] = await start(port)
        // The proxy needs two right answers before it uses the server again, and then raises its share slowly.
        await pause(6)
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
    say(`${count} servers, rolling restart: ${done} orders in about ${rounds * 2} s, ${errors} failed calls`)
    for (const { line } of shoppers) line.close()
    const broken = (await checkInvariants(database.ownerUrl)).filter(({ breaches }) => breaches > 0)
    say(`invariants broken: ${broken.length}`)
    return calm.errors + errors + broken.length
  } finally {
    proxy.stop()
    for (const server of servers) await server.stop()
    pooler?.stop()
  }
}
