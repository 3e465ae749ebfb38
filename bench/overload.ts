import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { measureThroughput, tenths } from './clients.ts'
import { createIdempotencyKey, findFreeLoopbackPort, type LoadDatabase, startLoadServer } from './cluster.ts'
import { type PaymentStartAnswer, type SandboxProvider, startSandboxProvider } from './crash/provider.ts'
import { type OrderBenchShopper, prepareShopper } from './orders.ts'
import type { FloodOptions, FloodResult } from './overload-flood.ts'
import { describeOverloadMedians, listOverloadLimits } from './overload-limits.ts'
import { type LoadWorld, PAY_PASSWORD } from './world.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

const OFFERED = 5
const CAPACITY_SECONDS = 4
const SHOPPERS = 4
/** The interval of the payments of each kind. */
const PAY_MS = 400
const PROBE_MS = 100
/** The limit for the way of a notification through the provider, after the flood. */
const SETTLED_MS = 5_000
/** The limits of production, which other benches raise. */
const PRODUCTION = { IN_FLIGHT: '80', IN_FLIGHT_MONEY: '10', IN_FLIGHT_GUEST: '20', LOOP_DELAY: '200', TRUST_PROXY: 'loopback' }

/** Pins a process and its later children to one core, so that the generator does not take CPU from the server. */
const pin = (pid: number, core: number) => execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })

const flood = (workerData: FloodOptions): Promise<FloodResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./overload-flood.ts', import.meta.url), { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** How many pages of goods per second the server answers at most, with as many concurrent requests as it admits. */
async function measureCapacity(base: string): Promise<number> {
  let turn = 0
  const workers = Array.from({ length: 16 }, () => async () => {
    const headers = { 'x-forwarded-for': `10.200.${(++turn >> 8) & 255}.${turn & 255}` }
    const answer = await fetch(`${base}/api/goods-api/api/goods/list?pageSize=24&priceMax=${900_000 + turn}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.status}`)
  })
  await measureThroughput(workers, 1)
  return (await measureThroughput(workers, CAPACITY_SECONDS)).perSecond
}

/** Orders that wait for their payment on credit. */
async function prepareTrades(
  shoppers: readonly OrderBenchShopper[],
  count: number,
): Promise<{ shopper: OrderBenchShopper; tradeId: string }[]> {
  const made: { shopper: OrderBenchShopper; tradeId: string }[] = []
  for (let at = 0; at < count; at++) {
    const shopper = shoppers[at % shoppers.length] as OrderBenchShopper
    const { lines = [], quote = '' } = shopper.orders[at % shopper.orders.length] ?? {}
    const headers = { authorization: shopper.token, 'idempotency-key': createIdempotencyKey() }
    const order = { lines, method: 'credit', addressId: shopper.address, quote }
    const { body } = await shopper.line.post('/api/order-api/api/order/submit', order, headers)
    if (body.code !== 200) throw new Error(body.reason)
    made.push({ shopper, tradeId: (body.data as { tradeId: string }).tradeId })
  }
  return made
}

/** Top-ups whose code is shown, and which the buyers still have to pay at the provider. */
async function prepareTopUps(
  shoppers: readonly OrderBenchShopper[],
  count: number,
): Promise<{ paymentId: string; invitation: PaymentStartAnswer }[]> {
  const made: { paymentId: string; invitation: PaymentStartAnswer }[] = []
  for (let at = 0; at < count; at++) {
    const { line, token } = shoppers[at % shoppers.length] as OrderBenchShopper
    const headers = { authorization: token }
    const keyed = { authorization: token, 'idempotency-key': createIdempotencyKey() }
    const { body } = await line.post('/api/pay-api/api/payment/top-up', { amount: 1 + at, channel: 'wechat' }, keyed)
    const { paymentId } = body.data as { paymentId: string }
    let invitation: PaymentStartAnswer | null = null
    while (invitation === null) {
      const shown = await line.post('/api/pay-api/api/payment/detail', { paymentId }, headers)
      invitation = (shown.body.data as { invitation: PaymentStartAnswer | null }).invitation
    }
    made.push({ paymentId, invitation })
  }
  return made
}

/**
 * Requests both paths every tenth of a second until the signal. Returns the milliseconds of each answer, and how often /healthz was not
 * 200.
 */
async function probe(base: string, signal: AbortSignal): Promise<{ times: number[]; unwell: number }> {
  const times: number[] = []
  let unwell = 0
  while (!signal.aborted) {
    for (const path of ['/healthz', '/readyz']) {
      const from = monotonicNowMs()
      const answer = await fetch(base + path)
      await answer.arrayBuffer()
      times.push(monotonicNowMs() - from)
      if (path === '/healthz' && !answer.ok) unwell++
    }
    await wait(PROBE_MS)
  }
  return { times, unwell }
}

/** The time until three pages in a row are answered, each within a quarter of a second. */
async function measureRecovery(base: string): Promise<number> {
  const begun = monotonicNowMs()
  let well = 0
  for (let turn = 0; well < 3; turn++) {
    const from = monotonicNowMs()
    const answer = await fetch(`${base}/api/goods-api/api/goods/list?pageSize=24&priceMax=${800_000 + turn}`)
    await answer.arrayBuffer()
    well = answer.ok && monotonicNowMs() - from < 250 ? well + 1 : 0
    await wait(50)
  }
  return monotonicNowMs() - begun
}

async function countSettled(ownerUrl: string, ids: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from payment where id = any ($1::uuid[]) and state = 'SETTLED'",
    [ids],
  )
  await client.end()
  return rows[0]?.count ?? 0
}

export interface OverloadBenchOptions {
  database: LoadDatabase
  world: LoadWorld
  seconds: number
}

interface Scene extends OverloadBenchOptions {
  base: string
  healthBase: string
  provider: SandboxProvider
}

/** Runs the flood, with payments and probes beside it. Prints each figure with its limit. Returns how many limits were broken. */
async function runFlood({ base, healthBase, provider, database, world, seconds }: Scene): Promise<number> {
  const shoppers: OrderBenchShopper[] = []
  for (let at = 0; at < SHOPPERS; at++) shoppers.push(await prepareShopper(base, world, { at, skuIds: world.skuIds }))
  const payments = Math.floor((seconds * 1_000) / PAY_MS)
  const trades = await prepareTrades(shoppers, payments)
  const topUps = await prepareTopUps(shoppers, payments)
  const capacity = await measureCapacity(base)
  const perSecond = Math.round(capacity * OFFERED)
  print(`capacity ${tenths(capacity)} pages of goods a second; offered ${perSecond} a second for ${seconds} s`)

  const over = new AbortController()
  const probing = probe(healthBase, over.signal)
  const flooding = flood({ base, perSecond, seconds })
  let paid = 0
  const paying = trades.map(async ({ shopper: { line, token }, tradeId }, at) => {
    await wait(at * PAY_MS)
    const headers = { authorization: token, 'idempotency-key': createIdempotencyKey() }
    const { body } = await line.post('/api/order-api/api/order/pay-by-credit', { tradeId, payPwd: PAY_PASSWORD }, headers)
    if (body.code === 200) paid++
  })
  const calling = topUps.map(async ({ invitation }, at) => {
    await wait(at * PAY_MS)
    await provider.answerPayment(invitation, 'pay')
  })
  const { accepted, refused, other, lateMs } = await flooding
  const recovery = await measureRecovery(base)
  over.abort()
  const { times, unwell } = await probing
  await Promise.all([...paying, ...calling])
  await wait(SETTLED_MS)
  const ids = topUps.map(({ paymentId }) => paymentId)
  const settled = await countSettled(database.ownerUrl, ids)
  for (const { line } of shoppers) line.close()

  const seen = { health: times, unwell, accepted, refused, other, lateMs, payments, paid, settled, recoveryMs: recovery }
  const rows = listOverloadLimits(seen)
  for (const { name, value, limit, kept } of rows) print(`  ${kept ? '✓' : '✗'} ${name.padEnd(52)} ${value.padStart(10)}   limit ${limit}`)
  print(`  ${describeOverloadMedians(seen)}`)
  return rows.filter(({ kept }) => !kept).length
}

/**
 * Requests five times as many pages of goods as one server can answer, while buyers pay on credit and at the provider. The server and its
 * database are on one core, the generator and the provider on another. Prints figures with their limits, and returns how many were broken.
 */
export async function benchOverload({ database, world, seconds }: OverloadBenchOptions): Promise<number> {
  const [port, healthPort] = [await findFreeLoopbackPort(), await findFreeLoopbackPort()]
  pin(database.postgres.pid, 0)
  pin(process.pid, 1)
  const provider = await startSandboxProvider(database.dataDir, `http://127.0.0.1:${port}`)
  const env = { ...PRODUCTION, ...provider.env, HEALTH_PORT: String(healthPort) }
  const server = await startLoadServer({ database, port, env })
  pin(server.pid(), 0)
  try {
    return await runFlood({ base: server.base, healthBase: `http://127.0.0.1:${healthPort}`, provider, database, world, seconds })
  } finally {
    await server.stop()
    provider.stop()
  }
}
