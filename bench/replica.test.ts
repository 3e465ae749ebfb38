import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'
import { callOverNetwork } from '#server/platform/testing/child-program.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { findFreeLoopbackPort, openLoadDatabase, startLoadServer } from './cluster.ts'
import { createSubmitAndPayAction, prepareShopper } from './orders.ts'
import { PRIMARY_SETTINGS, startStandby } from './standby.ts'
import { createLoadWorld, LOAD_STAFF_EMAIL, PASSWORD } from './world.ts'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** Seconds: longer than two calls take on a busy machine. */
const LAG_MAX = 15

const lagging = Object.values(contract)
  .flatMap((calls: Record<string, Endpoint>) => Object.values(calls))
  .filter(({ mayLag }) => mayLag)
/** What calls ask for, from the least. The first that is not refused counts. */
const INPUTS = [{}, { pageNo: 1, pageSize: 1 }, { format: 'csv' }]

/** The status of a call that may lag. Files are read to their end. */
async function ask(base: string, { path: call }: Endpoint, token: string): Promise<number> {
  for (const body of INPUTS) {
    const headers = { 'content-type': 'application/json', authorization: token }
    const answer = await fetch(`${base}${API_BASE}${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    const { code } = answer.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as { code: number }) : { code: answer.status }
    if (code !== 400) return code
  }
  return 400
}

/** A connection of a superuser, for what an operator does. */
async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The server that it leads to is stopped in the end.
  client.on('error', () => {})
  await client.connect()
  return client
}

test.runIf(selectByTestTier({ landing: false, release: true }))(
  'finance exports and lists use the standby, or the primary if it lags, is unreachable or was promoted',
  async () => {
    const database = await openLoadDatabase(PRIMARY_SETTINGS)
    ends.push(
      () => database.remove(),
      () => database.close(),
    )
    const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: 1, skus: 4, stock: 1_000 })
    ends.push(() => world.database.close())
    const standby = await startStandby(database)
    ends.push(standby.remove)
    const [port, metricsPort] = [await findFreeLoopbackPort(), await findFreeLoopbackPort()]
    const env = { DATABASE_REPLICA_URL: standby.appUrl, REPLICA_LAG_SECONDS: String(LAG_MAX), METRICS_PORT: String(metricsPort) }
    const server = await startLoadServer({ database, port, env })
    ends.push(server.stop)

    const metric = async (name: string): Promise<number | undefined> => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text()
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return line === undefined ? undefined : Number(line.split(' ')[1])
    }
    const soon = (what: () => Promise<unknown>) => expect.poll(what, { timeout: 60_000, interval: 100 })
    const follower = await open(standby.superUrl)
    ends.push(() => follower.end())
    const { data } = await callOverNetwork(server.base, '/console-api/api/staff/log-in', {
      body: { email: LOAD_STAFF_EMAIL, pwd: PASSWORD },
    })
    const { token } = data as { token: string }
    const listed = async (): Promise<number> => {
      const answer = await callOverNetwork(server.base, '/console-api/api/receipt/list', { token, body: { pageNo: 1, pageSize: 1 } })
      expect(answer.code).toBe(200)
      return (answer.data as { total: number }).total
    }
    const shopper = await prepareShopper(server.base, world, { at: 0, skuIds: world.skuIds })
    const pays = createSubmitAndPayAction(shopper)

    await soon(() => metric('mall_replica_used')).toBe(1)
    await soon(() => metric('mall_replica_lag_seconds')).toBeLessThan(LAG_MAX)
    await pays()
    await soon(listed).toBe(1)

    // None of these calls needs what a replica cannot do. 404: the company has no group.
    const codes: Record<string, number> = {}
    for (const endpoint of lagging)
      codes[endpoint.path] = await ask(server.base, endpoint, isStaffAccess(endpoint.needs) ? token : shopper.token)
    expect(Object.entries(codes).filter(([, code]) => ![200, 400, 404].includes(code))).toEqual([])
    expect(Object.values(codes).filter((code) => code === 200).length).toBeGreaterThan(lagging.length / 2)
    expect(await metric('mall_replica_fallbacks_total')).toBe(0)

    // It replays nothing for a while: what it lacks shows that answers come from it, until it lags too much.
    await follower.query('select pg_wal_replay_pause()')
    await pays()
    expect(await listed()).toBe(1)
    await soon(() => metric('mall_replica_used')).toBe(0)
    expect(await metric('mall_replica_lag_seconds')).toBeGreaterThan(LAG_MAX)
    expect(await listed()).toBe(2)
    await follower.query('select pg_wal_replay_resume()')
    await soon(() => metric('mall_replica_used')).toBe(1)
    expect(await listed()).toBe(2)
    // Its connections are cut off while it is used: whoever asks gets an answer all the same.
    for (let round = 0; round < 5; round++) {
      const asking = Promise.all(Array.from({ length: 8 }, listed))
      await follower.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'mall_app'")
      expect(await asking).toEqual(Array(8).fill(2))
    }

    // Promoted, it is another database: what happens to it is not the mall's any more.
    await follower.query('select pg_promote()')
    await soon(() => metric('mall_replica_used')).toBe(0)
    await pays()
    expect(await listed()).toBe(3)
    standby.postgres.stop()
    await pays()
    expect(await listed()).toBe(4)
    shopper.line.close()
  },
)
