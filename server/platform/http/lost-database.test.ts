import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { createAnsweredCaptcha } from '#server/platform/testing/answered-captcha.ts'
import { type ChildProgram, callOverNetwork, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { openDatabaseProxy } from '#server/platform/testing/database-proxy.ts'
import { type Buyer, openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'

const secret = randomBytes(32)
const mall = await openMall({ now: new Date(), secret })
const skuId = await mall.createSku('截齿', { stock: 100_000 })
const line = await openDatabaseProxy(mall.appUrl)
const base = `http://127.0.0.1:${await findFreePort()}`
const database = new URL(mall.appUrl).pathname.slice(1)
let program: ChildProgram
let lin: Buyer
let support: TestUser

beforeAll(async () => {
  lin = await mall.buyer('林', { wallet: '100000' })
  support = await mall.staff('support')
  // The proxy finds the text of a statement only if it is not prepared.
  const settings = {
    PREPARED: '0',
    PORT: new URL(base).port,
    POOL_SIZE: '4',
    RATE_MEMBER: '1000000',
    RATE_GUEST: '1000000',
    RATE_LOGIN: '1000000',
  }
  const limits = { RATE_CAPTCHA: '1000000', RATE_MONEY: '1000000', LOG_LEVEL: 'info' }
  program = startChildProgram('server/main.ts', { DATABASE_URL: line.url, MALL_SECRET: secret.toString('hex'), ...settings, ...limits })
  await program.says('"listening"')
})
afterAll(async () => {
  program.send('SIGKILL')
  await program.ended
  await line.close()
})

const ready = () =>
  expect
    .poll(
      () =>
        fetch(`${base}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)

/** Makes a call over the network and returns what a client can see. */
async function ask(path: string, { body = {}, token = null as string | null, key = '' } = {}) {
  const answer = await fetch(`${base}${API_BASE}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: token }),
      ...(key === '' ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  const { reason } = (await answer.json()) as { reason?: string }
  return { status: answer.status, reason, retryAfter: Number(answer.headers.get('retry-after')) > 0 }
}

/** Calls of every kind: by guests, members and staff; reads, writes, payments. */
const kinds = (): [string, () => ReturnType<typeof ask>][] => [
  ['a guest who searches', () => ask(contract.goods.list.path, { body: { keyword: `w${randomBytes(4).toString('hex')}` } })],
  ['somebody who logs in', () => ask(contract.security.loginByMobile.path, { body: { mobile: lin.mobile, pwd: TEST_USER_PASSWORD } })],
  ['a member who reads', () => ask(contract.cart.list.path, { token: lin.token })],
  ['a member who changes something', () => ask(contract.cart.add.path, { token: lin.token, body: { skuId, goodsNum: 1 } })],
  [
    'a member who pays',
    () =>
      ask(contract.order.payByWallet.path, {
        token: lin.token,
        body: { tradeId: skuId, payPwd: TEST_USER_PAYMENT_PASSWORD },
        key: 'pay-in-the-dark',
      }),
  ],
  ['staff', () => ask(contract.consoleAnnouncement.list.path, { token: support.token })],
]

const admin = (sql: string) => withDatabaseClient(inject('superUrl'), (client) => client.query(sql))
const endConnections = () =>
  admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and usename = 'mall_app'`)

test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  ['is cut off', async () => line.cut(), async () => line.restore()],
  [
    'accepts no connections any more',
    async () => {
      await admin(`alter database ${database} with allow_connections false`)
      await endConnections()
    },
    () => admin(`alter database ${database} with allow_connections true`),
  ],
  [
    'has too many clients',
    async () => {
      await admin(`alter database ${database} with connection limit 0`)
      await endConnections()
    },
    () => admin(`alter database ${database} with connection limit -1`),
  ],
])('while the database %s, every caller is asked to retry later, and none sees an internal error', async (_, begin, end) => {
  await begin()
  try {
    const heard: [string, Awaited<ReturnType<typeof ask>>][] = []
    for (const [who, call] of kinds()) heard.push([who, await call()])
    expect(heard).toEqual(kinds().map(([who]) => [who, { status: 503, reason: 'OVERLOADED', retryAfter: true }]))
  } finally {
    await end()
  }
  await ready()
  await expect.poll(async () => (await ask(contract.cart.list.path, { token: lin.token })).status, { timeout: 30_000 }).toBe(200)
  expect(program.complaints()).toBe('')
})

test('a statement whose connection is terminated can be retried', async () => {
  await withDatabaseClient(mall.ownerUrl, async (owner) => {
    await owner.query('begin; lock table cart_line in access exclusive mode')
    const asked = ask(contract.cart.list.path, { token: lin.token })
    const waiting = `select count(*)::int as count from pg_stat_activity where datname = '${database}' and wait_event_type = 'Lock'`
    await expect.poll(async () => (await admin(waiting)).rows[0]?.count, { interval: 20 }).toBeGreaterThan(0)
    await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and wait_event_type = 'Lock'`)
    expect(await asked).toEqual({ status: 503, reason: 'OVERLOADED', retryAfter: true })
  })
})

test('a connection that the database has terminated is not reused, even before its end is noticed', async () => {
  const late = await openDatabaseProxy(mall.appUrl)
  const { db, close } = openDatabase({ url: late.url, poolSize: 1 })
  late.holdEnds()
  const { pid } = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0] ?? expect.fail('no connection')
  const interrupted = expect(sql`select pg_sleep(30)`.execute(db)).rejects.toThrow('terminating connection')
  const asleep = `select count(*)::int as count from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`
  await expect.poll(async () => (await admin(asleep)).rows[0]?.count, { interval: 20 }).toBe(1)
  await admin(`select pg_terminate_backend(${pid})`)
  await interrupted
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await close()
  await late.close()
})

const addresses = async () => (await lin.api.address.list({})).map(({ detail }) => detail)

test.each(['before', 'after'] as const)('a connection lost just %s the commit is reported as an unknown outcome', async (when) => {
  const detail = `高新南 ${when} 号`
  const body = { name: '收货', mobile: lin.mobile, areaCode: '440305', detail, isDefault: false }
  line.cutAtCommit(when)
  const heard = await ask(contract.address.add.path, { token: lin.token, body })
  expect(heard).toEqual({ status: 503, reason: 'OUTCOME_UNKNOWN', retryAfter: true })
  expect((await addresses()).includes(detail)).toBe(when === 'after')
})

test.each(['before', 'after'] as const)(
  'a write of money is resolved by its idempotency key and done once (connection lost %s the commit)',
  async (when) => {
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    const body = { lines, method: 'wallet', addressId: lin.addressId, quote }
    const key = `submit-${when}-commit`
    const before = await mall.countStock(skuId)
    line.cutAtCommit(when)
    const first = await callOverNetwork(base, contract.order.submit.path, { token: lin.token ?? '', body, key })
    expect(line.wasCutAtCommit()).toBe(true)
    expect(first).toMatchObject({ status: 200, code: 200, data: { tradeId: expect.any(String) } })
    expect(await callOverNetwork(base, contract.order.submit.path, { token: lin.token ?? '', body, key })).toMatchObject({
      data: first.data as object,
    })
    expect(before - (await mall.countStock(skuId))).toBe(1)
    expect(await mall.findInvariantBreaches()).toEqual({})
  },
)

test('if the database stays away after the commit, the outcome is unknown, and a retry with the key succeeds', async () => {
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const body = { lines, method: 'wallet', addressId: lin.addressId, quote }
  const before = await mall.countStock(skuId)
  line.cutAtCommit('after', { stay: true })
  expect(await ask(contract.order.submit.path, { token: lin.token, body, key: 'submit-and-away' })).toEqual({
    status: 503,
    reason: 'OUTCOME_UNKNOWN',
    retryAfter: true,
  })
  line.restore()
  await ready()
  const again = () => callOverNetwork(base, contract.order.submit.path, { token: lin.token ?? '', body, key: 'submit-and-away' })
  await expect.poll(async () => (await again()).code, { timeout: 30_000 }).toBe(200)
  expect(before - (await mall.countStock(skuId))).toBe(1)
})

/** A person whose phone has received a registration code. */
async function newcomer() {
  mall.clock.now = new Date()
  const mobile = `138${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`
  const sent = await ask(contract.system.sendSms.path, {
    body: { purpose: 'register', mobile, ...(await createAnsweredCaptcha(mall, 'sms')) },
  })
  expect(sent.status).toBe(200)
  return { mobile, pwd: 'Granite-2047', code: (await mall.texts(mobile)).at(-1)?.facts.code ?? '', agree: true }
}
const logsIn = ({ mobile, pwd }: { mobile: string; pwd: string }) =>
  callOverNetwork(base, contract.security.loginByMobile.path, { body: { mobile, pwd } })
const OUTCOME_UNKNOWN = { status: 503, reason: 'OUTCOME_UNKNOWN', retryAfter: true }

test.each(['after', 'heard'] as const)(
  'a registration or login that loses its connection (%s the commit) has an unknown outcome, and succeeded',
  async (when) => {
    const given = await newcomer()
    const opens = 'insert into "session"'
    line.cutAtCommit(when, { stay: true, of: opens })
    expect(await ask(contract.security.registerByMobileImageCode.path, { body: given })).toEqual(OUTCOME_UNKNOWN)
    line.restore()
    await ready()
    expect(await logsIn(given)).toMatchObject({ code: 200 })
    line.cutAtCommit(when, { stay: true, of: opens })
    expect(await ask(contract.security.loginByMobile.path, { body: { mobile: given.mobile, pwd: given.pwd } })).toEqual(OUTCOME_UNKNOWN)
    line.restore()
    await ready()
  },
)

test.each(['after', 'heard'] as const)(
  'if consuming a captcha loses the connection (%s the commit), the call is reported as not done',
  async (when) => {
    mall.clock.now = new Date()
    const body = {
      name: '赵工',
      mobile: lin.mobile,
      topic: 'goods',
      text: `断线 ${when}`,
      ...(await createAnsweredCaptcha(mall, 'inquiry')),
    }
    line.cutAtCommit(when, { stay: true, of: '"captcha"' })
    expect(await ask(contract.inquiry.submit.path, { body })).toEqual({ status: 503, reason: 'OVERLOADED', retryAfter: true })
    line.restore()
    await ready()
    const kept = await mall.db.selectFrom('inquiry').select('id').where('text', '=', body.text).execute()
    expect(kept).toEqual([])
  },
)
