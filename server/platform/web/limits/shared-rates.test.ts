import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { type App, buildApp } from '#server/app.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'
import { runLiveServerHeartbeat } from '#server/platform/rate-limits/public.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createRateStore, type RatePoolRequest } from './rate-store.ts'

const LIMIT = 400
const LIST = API_BASE + contract.goods.list.path
const log = createErrorLog()

const mall = await openMall({ limits: { guestPerMinute: LIMIT } })
const opened: App[] = []
afterAll(() => Promise.all(opened.map(({ http }) => http.close())))

/** One more server of the mall, in this process. */
async function openServer(): Promise<App> {
  const { db, keys, services } = mall
  const limits = { ...unlimitedServerLimits, guestPerMinute: LIMIT }
  const around = { db, keys, services, log, limits, clock: () => mall.clock.now }
  const app = await buildApp({ ...around, trustProxy: [], secure: false, strict: true, requireTotp: false })
  await app.http.ready()
  opened.push(app)
  return app
}

/** Opens so many servers, each of which knows of the others, works with them, and closes them. */
async function withServers(count: number, work: (servers: readonly App[]) => Promise<void>): Promise<void> {
  const servers: App[] = []
  while (servers.length < count) servers.push(await openServer())
  const known = new Map<App, number>()
  const beats = await Promise.all(
    servers.map((app) =>
      runLiveServerHeartbeat(mall.db, { id: randomUUID(), log }, (live) => {
        known.set(app, live)
        app.setLiveServers(live)
      }),
    ),
  )
  await expect.poll(() => servers.map((app) => known.get(app))).toEqual(servers.map(() => count))
  await work(servers).finally(() => Promise.all(beats.map(({ stop }) => stop())))
}

/** Asks so often, of one server after the other and some at once. Returns how often it was admitted. */
async function ask(servers: readonly App[], times: number, remoteAddress: string): Promise<number> {
  let admitted = 0
  let asked = 0
  const one = async () => {
    while (asked < times) {
      const { statusCode } =
        (await servers[asked++ % servers.length]?.http.inject({ url: LIST, remoteAddress })) ?? expect.fail('no server')
      if (statusCode === 200) admitted++
      else expect(statusCode).toBe(429)
    }
  }
  await Promise.all(Array.from({ length: 16 }, one))
  return admitted
}

const poolStatements = () => mall.statements.filter((text) => text.includes('insert into rate_pool')).length

describe.each([2, 4])('%i servers on one database', (count) => {
  test('apply the rate limit of a caller together, minute by minute, with few statements', () =>
    withServers(count, async (servers) => {
      for (const minute of [1, 2]) {
        mall.clock.forward(60_000)
        const before = poolStatements()
        const admitted = await ask(servers, count * LIMIT, `10.${count}.0.${minute}`)
        expect(admitted).toBeLessThanOrEqual(LIMIT * 1.05)
        expect(admitted).toBeGreaterThanOrEqual(LIMIT * 0.95)
        // What each asks for becomes less and less, down to one.
        expect(poolStatements() - before).toBeLessThanOrEqual(count * 4 * Math.ceil(Math.log2(LIMIT)))
        // Whoever knows that nothing is left asks nobody.
        const spent = poolStatements()
        expect(await ask(servers, 10 * count, `10.${count}.0.${minute}`)).toBe(0)
        expect(poolStatements()).toBe(spent)
      }
    }))

  test('send no statement for a quiet caller, and a caller of one server gets most of his limit', () =>
    withServers(count, async (servers) => {
      mall.clock.forward(60_000)
      const before = poolStatements()
      const share = Math.floor(LIMIT / 8 / count) * count
      expect(await ask(servers, share, `10.${count}.1.1`)).toBe(share)
      expect(poolStatements()).toBe(before)
      const admitted = await ask(servers.slice(0, 1), LIMIT, `10.${count}.1.2`)
      expect(admitted).toBeGreaterThanOrEqual(LIMIT * 0.85)
      expect(admitted).toBeLessThanOrEqual(LIMIT)
    }))
})

test('a single server sends no statements', async () => {
  mall.clock.forward(60_000)
  const before = poolStatements()
  expect(await ask([mall.app], LIMIT + 20, '10.1.0.1')).toBe(LIMIT)
  expect(poolStatements()).toBe(before)
})

test('a server that is silent for fifteen seconds is not counted, and one that stops is dropped at once', async () => {
  let live = 0
  const own = await runLiveServerHeartbeat(mall.db, { id: randomUUID(), log }, (count) => (live = count))
  const other = await runLiveServerHeartbeat(mall.db, { id: randomUUID(), log }, () => {})
  const soon = () => expect.poll(() => live)
  await soon().toBe(2)
  await other.stop()
  await soon().toBe(1)
  const add = (secondsAgo: number) =>
    mall.db
      .insertInto('live_server')
      .values({ id: randomUUID(), seen_at: new Date(Date.now() - secondsAgo * 1_000) })
      .execute()
  await add(60)
  await add(5)
  await soon().toBe(2)
  await own.stop()
})

describe('while the database is unavailable', () => {
  const openStore = (take: (demands: readonly RatePoolRequest[]) => Promise<readonly number[]>) => {
    const store = createRateStore({ clock: () => mall.clock.now, take })
    store.setProcesses(2)
    return (times: number) =>
      Promise.all(
        Array.from(
          { length: times },
          () => new Promise<boolean>((resolve) => store.incr('a', (_, { current }) => resolve(current <= 160), 60_000, 160)),
        ),
      ).then((answers) => answers.filter(Boolean).length)
  }

  test('only the share of the server is admitted, and the database is not queried for every request', async () => {
    let asked = 0
    const ask = openStore(async () => {
      asked++
      throw new Error('away')
    })
    expect(await ask(100)).toBe(10)
    expect(await ask(100)).toBe(0)
    expect(asked).toBe(1)
  })

  test('a hanging database delays no request for longer than a second', async () => {
    const ask = openStore(() => new Promise(() => {}))
    expect(await ask(20)).toBe(10)
  })
})
