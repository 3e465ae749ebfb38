import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { sha256 } from '#server/platform/core/keys.ts'
import { type ApiConnection, type Measurement, measureThroughput, openApiConnection, percent, shown, tenths } from './clients.ts'
import { type BareServer, createIdempotencyKey, type LoadDatabase, type LoadServer, startBareServer } from './cluster.ts'
import { readDatabaseCpuMs, readProcessCpuMs } from './processes.ts'
import { type OrderTraces, recordOrderTraces } from './record.ts'
import { createRoleValuesForOrder, replayTrace } from './trace.ts'
import { type LoadWorld, PASSWORD, PAY_PASSWORD } from './world.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** A logged-in buyer, with some order requests of three SKUs and the prices that he was shown. */
export interface OrderBenchShopper {
  line: ApiConnection
  token: string
  enterprise: string
  user: string
  address: string
  orders: { lines: { skuId: string; goodsNum: number }[]; quote: string }[]
}

const ORDERS = 12

export async function prepareShopper(
  base: string,
  world: Pick<LoadWorld, 'buyers'>,
  { at, skuIds }: { at: number; skuIds: readonly string[] },
): Promise<OrderBenchShopper> {
  const buyer = world.buyers[at]
  if (!buyer) throw new Error('not enough buyers')
  const line = openApiConnection(base)
  const login = await line.post('/api/user-api/api/security/login-by-mobile', { mobile: buyer.mobile, pwd: PASSWORD })
  const { token } = login.body.data as { token: string }
  const headers = { authorization: token }
  const address = { name: '压测', mobile: buyer.mobile, areaCode: '440305', detail: '高新南一道', isDefault: true }
  const { body } = await line.post('/api/user-api/api/address/add', address, headers)
  const orders: OrderBenchShopper['orders'] = []
  for (let n = 0; n < ORDERS; n++) {
    const lines = [0, 1, 2].map((step) => ({ skuId: skuIds[(at * 37 + n * 101 + step * 13) % skuIds.length] ?? '', goodsNum: 2 }))
    const preview = await line.post('/api/order-api/api/order/preview', { lines, method: 'credit' }, headers)
    orders.push({ lines, quote: (preview.body.data as { quote: string }).quote })
  }
  return { line, token, enterprise: buyer.enterpriseId, user: buyer.userId, address: (body.data as { id: string }).id, orders }
}

/** One order, submitted and paid, by a person who waits for each answer. */
export function createSubmitAndPayAction({ line, token, address, orders }: OrderBenchShopper): () => Promise<void> {
  let turn = 0
  return async () => {
    const { lines, quote } = orders[turn++ % orders.length] ?? { lines: [], quote: '' }
    const keyed = () => ({ authorization: token, 'idempotency-key': createIdempotencyKey() })
    const submitted = await line.post('/api/order-api/api/order/submit', { lines, method: 'credit', addressId: address, quote }, keyed())
    if (submitted.body.code !== 200) throw new Error(submitted.body.reason)
    const { tradeId } = submitted.body.data as { tradeId: string }
    const paid = await line.post('/api/order-api/api/order/pay-by-credit', { tradeId, payPwd: PAY_PASSWORD }, keyed())
    if (paid.body.code !== 200) throw new Error(paid.body.reason)
  }
}

const rolesOf = ({ token, enterprise, user, address, orders }: OrderBenchShopper, turn: number, goodsOf: ReadonlyMap<string, string>) => {
  const lines = orders[turn % orders.length]?.lines ?? []
  // SKUs are locked in the order of their ids, as in the mall.
  const skus = lines.map(({ skuId }) => skuId).sort()
  const chosen = Object.fromEntries(
    skus.flatMap((skuId, at) => [[`sku${at}`, skuId] as const, [`goods${at}`, goodsOf.get(skuId) ?? ''] as const]),
  )
  return {
    tokenHash: sha256(token).toString('hex'),
    enterprise,
    user,
    address,
    key: createIdempotencyKey(),
    payKey: createIdempotencyKey(),
    ...chosen,
  }
}

function bareOrdering(line: ApiConnection, shopper: OrderBenchShopper, goodsOf: ReadonlyMap<string, string>): () => Promise<void> {
  let turn = 0
  return async () => {
    const roles = rolesOf(shopper, turn++, goodsOf)
    const { body, status } = await line.post('/submit', roles)
    if (status !== 200) throw new Error('bare submit')
    const paid = await line.post('/pay', { ...roles, ...(body.data as object) })
    if (paid.status !== 200) throw new Error('bare pay')
  }
}

function rawOrdering(
  client: pg.Client,
  traces: OrderTraces,
  shopper: OrderBenchShopper,
  goodsOf: ReadonlyMap<string, string>,
): () => Promise<void> {
  let turn = 0
  const numbers = new Set(traces.numbers)
  return async () => {
    const { tokenHash, ...roles } = rolesOf(shopper, turn++, goodsOf)
    const cast = createRoleValuesForOrder({ ...roles, tokenHash: Buffer.from(tokenHash, 'hex') }, numbers)
    await replayTrace(client, traces.submit, cast)
    await replayTrace(client, traces.pay, cast)
  }
}

export interface OrderBenchOptions {
  database: LoadDatabase
  server: LoadServer
  world: LoadWorld
  seconds: number
}

/** Starts the bare handlers, which send what the traces recorded. */
function startBare(database: LoadDatabase, traces: OrderTraces): Promise<BareServer> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'mall-trace-')), 'traces.json')
  writeFileSync(file, JSON.stringify(traces))
  return startBareServer('bare.ts', database.appUrl, file)
}

interface Measured {
  run: Measurement
  serverMs: number
  databaseMs: number
}

async function measureWithCpu(
  pid: number,
  database: LoadDatabase,
  workers: readonly (() => Promise<void>)[],
  seconds: number,
): Promise<Measured> {
  await measureThroughput(workers, 1.5)
  const before = [readProcessCpuMs(pid), readDatabaseCpuMs(database.postgres.pid)] as const
  const run = await measureThroughput(workers, seconds)
  const orders = Math.max(1, run.done)
  return {
    run,
    serverMs: (readProcessCpuMs(pid) - before[0]) / orders,
    databaseMs: (readDatabaseCpuMs(database.postgres.pid) - before[1]) / orders,
  }
}

const cpu = ({ serverMs, databaseMs }: Measured) => `   CPU per order: server ${tenths(serverMs)} ms, database ${tenths(databaseMs)} ms`

/** (a) Submit and pay on credit, compared with the simple handler and with the same statements without any handler. */
export async function benchOrders({ database, server, world, seconds }: OrderBenchOptions): Promise<{ base: string; stop(): void }> {
  const { rows } = await new pg.Pool({ connectionString: database.ownerUrl, max: 1 }).query<{ id: string; goods_id: string }>(
    'select id, goods_id from sku',
  )
  const goodsOf = new Map(rows.map(({ id, goods_id }) => [id, goods_id]))
  const traces = await recordOrderTraces(database.appUrl, world, goodsOf)
  print(
    'The bare handler is Fastify and pg with exactly the statements that the mall sends for an order, raw SQL the same without a handler.',
  )
  print(
    `(a) an order of 3 lines on credit: ${traces.submit.statements.length} statements to submit, ${traces.pay.statements.length} to pay`,
  )
  const bare = await startBare(database, traces)
  for (const [name, skuIds] of [
    ['2,000 SKUs', world.skuIds],
    ['10 hot SKUs', world.skuIds.slice(0, 10)],
  ] as const) {
    for (const buyers of [8, 32]) {
      const shoppers: OrderBenchShopper[] = []
      for (let at = 0; at < buyers; at++) shoppers.push(await prepareShopper(server.base, world, { at, skuIds }))
      const clients = await Promise.all(
        shoppers.map(async () => {
          const client = new pg.Client({ connectionString: database.appUrl })
          await client.connect()
          return client
        }),
      )
      const lines = shoppers.map(() => openApiConnection(bare.base))
      const limit = await measureWithCpu(
        bare.pid,
        database,
        shoppers.map((one, at) => bareOrdering(lines[at] as ApiConnection, one, goodsOf)),
        seconds,
      )
      const ours = await measureWithCpu(server.pid(), database, shoppers.map(createSubmitAndPayAction), seconds)
      const raw = await measureWithCpu(
        process.pid,
        database,
        shoppers.map((one, at) => rawOrdering(clients[at] as pg.Client, traces, one, goodsOf)),
        seconds,
      )
      print(`  ${buyers} buyers over ${name}`)
      print(`    mall     ${shown(ours.run)}${cpu(ours)}`)
      print(`    bare     ${shown(limit.run)}${cpu(limit)}`)
      print(`    raw SQL  ${shown(raw.run)}${cpu(raw)}`)
      print(
        `    mall / bare ${percent(ours.run.perSecond / limit.run.perSecond)}   mall / raw SQL ${percent(ours.run.perSecond / raw.run.perSecond)}`,
      )
      for (const { line } of shoppers) line.close()
      for (const line of lines) line.close()
      await Promise.all(clients.map((client) => client.end()))
    }
  }
  return bare
}
