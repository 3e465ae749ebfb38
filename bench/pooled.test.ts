import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { callOverNetwork, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { type Pooler, startPooler } from './pooler.ts'
import { logInStaffAt, measurePriceChange, measurePush, openPushLine } from './watch-servers.ts'

const isInstalled = (): boolean => {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const ROUNDS = 4
const REPEATED_CALLS = 40
const SECOND_MS = 1_000

const secret = randomBytes(32)
const mall = await openMall({ secret })
const skuId = await mall.createSku('U84 采煤截齿', { sale: '38.50', credit: '40.40' })
const lin = await mall.buyer('林', { credit: '500000' })

// On a machine that has the Debian package.
describe.runIf(isInstalled())('a server behind PgBouncer in transaction mode', () => {
  let pooler: Pooler
  let base = ''
  let token = ''
  let staffToken = ''
  let print: (text: string) => void
  const ends: (() => unknown)[] = []

  beforeAll(async () => {
    pooler = await startPooler({ appUrl: mall.appUrl, superUrl: inject('superUrl') })
    ends.push(pooler.stop)
    print = (text) =>
      console.info(`behind PgBouncer ${pooler.version}, prepared statements ${pooler.env.PREPARED === '0' ? 'off' : 'on'}: ${text}`)
    const port = await findFreePort()
    const settings = Object.assign({ MALL_SECRET: secret.toString('hex'), PORT: String(port) }, pooler.env)
    // Without the owner it would pass no event on. The staff of a demo have no second factor.
    const program = startChildProgram('server/main.ts', { ...settings, DATABASE_OWNER_URL: mall.ownerUrl, DEMO: '1', LOG_LEVEL: 'info' })
    ends.push(async () => {
      program.send('SIGTERM')
      await program.ended
    })
    await program.says('"listening"')
    base = `http://127.0.0.1:${port}`
    const { data } = await callOverNetwork(base, contract.security.loginByMobile.path, {
      body: { mobile: lin.mobile, pwd: TEST_USER_PASSWORD },
    })
    token = (data as { token: string }).token
    await mall.staff('catalogue', 'support')
    staffToken = await logInStaffAt(base, 'catalogue-support@staff.test', TEST_USER_PASSWORD)
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  test('keeps the ledger consistent while orders are submitted and paid at once', async () => {
    const orders = async () => {
      const lines = [{ skuId, goodsNum: 1 }]
      const preview = await callOverNetwork(base, '/order-api/api/order/preview', { token, body: { lines, method: 'credit' } })
      const { quote } = preview.data as { quote: string }
      const body = { lines, method: 'credit', addressId: lin.addressId, quote }
      const submitted = await callOverNetwork(base, '/order-api/api/order/submit', { token, key: randomUUID(), body })
      expect(submitted).toMatchObject({ code: 200 })
      const { tradeId } = submitted.data as { tradeId: string }
      return callOverNetwork(base, '/order-api/api/order/pay-by-credit', {
        token,
        key: randomUUID(),
        body: { tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD },
      })
    }
    // Fewer than a person may submit in a minute, and at once, so that transactions of several share a connection.
    const paid = await Promise.all(Array.from({ length: 8 }, orders))
    print(`${paid.length} orders at once`)
    expect(paid.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('has a statement parsed once for a connection of the pooler, if the pooler keeps prepared ones', async () => {
    const before = await pooler.countPrepared()
    for (let call = 0; call < REPEATED_CALLS; call++) await callOverNetwork(base, contract.address.list.path, { token, body: {} })
    const after = await pooler.countPrepared()
    // A skipped test would make the proof of all of them worth nothing.
    if (!before || !after) return print('keeps none, or does not count them')
    const [executions, parses] = [after.executions - before.executions, after.parses - before.parses]
    print(`${REPEATED_CALLS} calls executed ${executions} statements by name, and PostgreSQL parsed ${parses}`)
    expect(executions).toBeGreaterThanOrEqual(REPEATED_CALLS)
    expect(parses).toBeLessThan(executions / 2)
  })

  test('hears by its direct connection what it must push, and that a price has changed', async () => {
    const line = await openPushLine(base, token)
    ends.push(line.hangUp)
    const pushed: number[] = []
    for (let round = 0; round < ROUNDS; round++) pushed.push(await measurePush(base, staffToken, [line]))
    const seen: number[] = []
    for (let rowVersion = 0; rowVersion < ROUNDS; rowVersion++)
      seen.push(await measurePriceChange(base, [base], { staffToken, skuId, rowVersion, price: 20.5 + rowVersion }))
    print(
      `a push stream was told after ${pushed.map(Math.round).join(', ')} ms, a price was seen after ${seen.map(Math.round).join(', ')} ms`,
    )
    expect([...pushed, ...seen].every(Number.isFinite)).toBe(true)
    // A busy machine may be late once. A server that polls is late every time.
    expect(Math.min(...pushed)).toBeLessThan(2 * SECOND_MS)
    expect(Math.min(...seen)).toBeLessThan(SECOND_MS)
  })
})
