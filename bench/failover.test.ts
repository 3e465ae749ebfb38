import { afterAll, expect, test } from 'vitest'
import { openDatabaseProxy } from '#server/platform/testing/database-proxy.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { createIdempotencyKey, findFreeLoopbackPort, openLoadDatabase, startLoadServer } from './cluster.ts'
import { prepareShopper } from './orders.ts'
import { queryOnce } from './query-once.ts'
import { PRIMARY_SETTINGS, STANDBY_NAME, startStandby } from './standby.ts'
import { createLoadWorld, PAY_PASSWORD } from './world.ts'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const BUYERS = 4
/** Orders that were answered before the primary dies, and after it. */
const ORDERS = 100

test.runIf(selectByTestTier({ landing: false, release: true }))(
  'a standby promoted under load keeps all acknowledged orders and payments, and the server finds it',
  async () => {
    const database = await openLoadDatabase(PRIMARY_SETTINGS)
    ends.push(() => database.remove())
    const request = { url: database.appUrl, secret: database.secret, buyers: BUYERS, skus: 40, stock: 1_000_000 }
    const world = await createLoadWorld(request)
    await world.database.close()
    const standby = await startStandby(database)
    ends.push(standby.remove)
    await queryOnce(database.superUrl, `alter system set synchronous_standby_names = '${STANDBY_NAME}'`)
    await queryOnce(database.superUrl, 'select pg_reload_conf()')
    const states = () => queryOnce(database.superUrl, 'select sync_state from pg_stat_replication')
    await expect.poll(states, { timeout: 60_000 }).toEqual([{ sync_state: 'sync' }])

    const app = await openDatabaseProxy(database.appUrl)
    const owner = await openDatabaseProxy(database.ownerUrl)
    ends.push(app.close, owner.close)
    const through = { appUrl: app.url, ownerUrl: owner.url, secret: database.secret }
    const server = await startLoadServer({ database: through, port: await findFreeLoopbackPort() })
    ends.push(server.stop)

    const submitted: string[] = []
    const paid: string[] = []
    let unanswered = 0
    let firstAfter: number | undefined
    let diedAt: number | undefined
    let open = true
    const buy = async (at: number) => {
      const { line, token, address, orders } = await prepareShopper(server.base, world, { at, skuIds: world.skuIds })
      const call = async (path: string, body: object) => {
        const headers = { authorization: token, 'idempotency-key': createIdempotencyKey() }
        const answer = await line.post(path, body, headers).catch(() => undefined)
        if (answer?.body.code === 200) return answer.body.data
        unanswered++
        return undefined
      }
      for (let turn = 0; open; turn++) {
        const { lines, quote } = orders[turn % orders.length] ?? { lines: [], quote: '' }
        const made = await call('/api/order-api/api/order/submit', { lines, method: 'credit', addressId: address, quote })
        if (made === undefined) {
          await new Promise((resolve) => setTimeout(resolve, 50))
          continue
        }
        const { tradeId } = made as { tradeId: string }
        submitted.push(tradeId)
        if (diedAt !== undefined) firstAfter ??= performance.now()
        const done = await call('/api/order-api/api/order/pay-by-credit', { tradeId, payPwd: PAY_PASSWORD })
        if (done !== undefined) paid.push(tradeId)
      }
      line.close()
    }
    const buying = Promise.all(Array.from({ length: BUYERS }, (_, at) => buy(at)))
    await expect.poll(() => paid.length, { timeout: 120_000 }).toBeGreaterThan(ORDERS)

    await database.die()
    diedAt = performance.now()
    for (const proxy of [app, owner]) proxy.cut()
    const answered = submitted.length
    await queryOnce(standby.superUrl, 'select pg_promote()')
    app.leadTo(standby.appUrl)
    owner.leadTo(standby.ownerUrl)
    const promotedAt = performance.now()
    for (const proxy of [app, owner]) proxy.restore()
    await expect.poll(() => paid.length, { timeout: 120_000 }).toBeGreaterThan(answered + ORDERS)
    open = false
    await buying

    const found = await queryOnce<{ trade_id: string; paid: boolean }>(
      standby.ownerUrl,
      `select trade_id, bool_and(state <> 'WAIT_PAY') as paid from "order" where trade_id = any ($1) group by trade_id`,
      [submitted],
    )
    const there = new Map(found.map((row) => [row.trade_id, row.paid]))
    expect(submitted.filter((id) => !there.has(id))).toEqual([])
    expect(paid.filter((id) => !there.get(id))).toEqual([])
    expect(server.unexpectedExits()).toEqual([])
    expect(await findInvariantBreaches(standby.ownerUrl)).toEqual({})
    const seconds = (from: number, to: number | undefined) => ((to ?? from) - from).toFixed(0)
    console.info(
      `failover: ${submitted.length} orders and ${paid.length} payments answered, 0 lost; ${unanswered} calls without; ` +
        `promoted after ${seconds(diedAt, promotedAt)} ms, first order after ${seconds(diedAt, firstAfter)} ms`,
    )
  },
)
