import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { openDatabaseProxy } from '#server/platform/testing/database-proxy.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { percentile } from './clients.ts'
import { createIdempotencyKey, findFreeLoopbackPort, type LoadServer, openLoadDatabase, startLoadServer } from './cluster.ts'
import { prepareShopper } from './orders.ts'
import { readResidentMb } from './processes.ts'
import { queryOnce } from './query-once.ts'
import { logInStaffAt, measurePush, measureUntil, openPushLine } from './watch-servers.ts'
import { createLoadWorld, LOAD_STAFF_EMAIL, PASSWORD, PAY_PASSWORD } from './world.ts'

// Nobody reaches the database for minutes: longer than every pause between two tries, of the queue too.

const OUTAGE_MS = 180_000
const LOOK_MS = 200
/** A caller waits for a connection of the pool for some seconds at most, even on a busy machine half of the time. */
const ANSWER_MAX_MS = 10_000

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

interface Heard {
  who: string
  status: number
  retryAfter: boolean
  reason: string
  ms: number
}

interface Asked {
  path: string
  body: object
  token?: string
}

/** Makes a call and returns what a client sees of the answer. */
async function ask(base: string, who: string, { path, body, token }: Asked): Promise<Heard> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'idempotency-key': createIdempotencyKey() }
  if (token !== undefined) headers.authorization = token
  const begun = performance.now()
  const answer = await fetch(`${base}${API_BASE}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { reason = '' } = (await answer.json()) as { reason?: string }
  const retryAfter = Number(answer.headers.get('retry-after')) > 0
  return { who, status: answer.status, retryAfter, reason, ms: performance.now() - begun }
}

async function startScene() {
  const database = await openLoadDatabase()
  ends.push(
    () => database.remove(),
    () => database.close(),
  )
  const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: 1, skus: 40, stock: 1_000 })
  ends.push(() => world.database.close())
  const lines = [await openDatabaseProxy(database.appUrl), await openDatabaseProxy(database.ownerUrl)] as const
  const through = { appUrl: lines[0].url, ownerUrl: lines[1].url, secret: database.secret }
  const servers: LoadServer[] = []
  ends.push(
    () => Promise.all(lines.map((line) => line.close())),
    () => Promise.all(servers.map((server) => server.stop())),
  )
  for (const _ of [1, 2]) servers.push(await startLoadServer({ database: through, port: await findFreeLoopbackPort() }))
  return { database, world, lines, servers }
}

/** Calls of everybody: guests, members and staff; reads, writes, payments. What a guest searches is never in a cache. */
function createCalls(token: string, staffToken: string, { mobile, skuId }: { mobile: string; skuId: string }): Record<string, () => Asked> {
  const { cart, consoleAnnouncement, goods, order, security } = contract
  return {
    guest: () => ({ path: goods.list.path, body: { keyword: createIdempotencyKey() } }),
    login: () => ({ path: security.loginByMobile.path, body: { mobile, pwd: PASSWORD } }),
    reader: () => ({ path: cart.list.path, body: {}, token }),
    writer: () => ({ path: cart.add.path, body: { skuId, goodsNum: 1 }, token }),
    payer: () => ({ path: order.payByCredit.path, body: { tradeId: skuId, payPwd: PAY_PASSWORD }, token }),
    staff: () => ({ path: consoleAnnouncement.list.path, body: {}, token: staffToken }),
  }
}

test('an outage of the database of minutes ends no server, every caller is told to retry, and afterwards everything goes on', async () => {
  const { database, world, lines, servers } = await startScene()
  const bases = servers.map(({ base }) => base)
  const [base = '', other = ''] = bases
  const { mobile } = world.buyers[0] ?? expect.fail('nobody')
  const shopper = await prepareShopper(base, world, { at: 0, skuIds: world.skuIds })
  const staffToken = await logInStaffAt(base, LOAD_STAFF_EMAIL, PASSWORD)
  const calls = createCalls(shopper.token, staffToken, { mobile, skuId: world.skuIds[0] ?? '' })
  const line = await openPushLine(other, shopper.token)
  ends.push(line.hangUp)
  const memory = () => servers.reduce((sum, server) => sum + readResidentMb(server.pid()), 0)
  const before = memory()
  await queryOnce(database.ownerUrl, `select graphile_worker.add_job('announcements', run_at => now() + interval '2 seconds')`)

  for (const one of lines) one.cut()
  const heard: Heard[] = []
  const until = performance.now() + OUTAGE_MS
  const callAll = async (at: number) => {
    while (performance.now() < until) {
      for (const [who, call] of Object.entries(calls)) heard.push(await ask(bases[at] ?? '', who, call()))
      expect((await fetch(`${bases[at]}/healthz`)).status).toBe(200)
      await wait(LOOK_MS)
    }
  }
  await Promise.all([...bases.keys()].map(callAll))
  const refusedConnections = lines.reduce((sum, one) => sum + one.refused(), 0)
  const after = memory()
  expect(heard.filter(({ status, reason, retryAfter }) => status !== 503 || reason !== 'OVERLOADED' || !retryAfter)).toEqual([])
  const sorted = heard.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const [usual = 0, slowest = 0] = [percentile(sorted, 0.5), sorted.at(-1)]

  for (const one of lines) one.restore()
  // The longest pause of the queue is half a minute, that of the push listener a quarter.
  const begun = performance.now()
  const isServed = async (at: string) => {
    const answers = await Promise.all(Object.entries(calls).map(([who, call]) => ask(at, who, call())))
    return answers.every(({ status }) => status !== 503)
  }
  const served = await Promise.all(bases.map((at) => measureUntil(begun, () => isServed(at))))
  const due = 'select count(*)::int as count from graphile_worker._private_jobs where run_at <= now()'
  const ran = await measureUntil(begun, async () => (await queryOnce<{ count: number }>(database.ownerUrl, due))[0]?.count === 0)
  const readiness = async (at: string) => (await (await fetch(`${at}/readyz`)).json()) as { ok: boolean; jobs: string }
  const ready = await Promise.all(bases.map((at) => measureUntil(begun, async () => (await readiness(at)).jobs === 'running')))
  console.info(
    `outage of ${OUTAGE_MS / 1_000} s: ${heard.length} calls told to retry, half of them after ${Math.round(usual)} ms, the slowest after ${Math.round(slowest)} ms; ` +
      `${refusedConnections} connections tried; memory ${Math.round(before)} MB, then ${Math.round(after)} MB; served again after ` +
      `${served.map(Math.round).join(' and ')} ms, waiting jobs run after ${Math.round(ran)} ms, queues after ${ready.map(Math.round).join(' and ')} ms`,
  )
  expect(usual).toBeLessThan(ANSWER_MAX_MS)
  expect([...served, ran, ...ready].every(Number.isFinite)).toBe(true)
  expect(await measurePush(base, staffToken, [line])).toBeLessThan(Number.POSITIVE_INFINITY)
  expect(servers.flatMap((server) => server.unexpectedExits())).toEqual([])
  expect(await findInvariantBreaches(database.ownerUrl)).toEqual({})
}, 600_000)
