import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { expectHeaders } from '#server/platform/testing/headers.ts'
import { expectNothingInFlight, fetchInFlightCounts } from '#server/platform/testing/in-flight.ts'
import { type Buyer, openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { measureFastest } from '#server/platform/testing/measure-fastest.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { registerLoadShedding } from './limits/rates-and-load.ts'

const LIST = contract.goods.list.path
const ADDRESSES = contract.address.list.path

/** Ten places: browsing may fill 5 of them, reading one's own data 6, changes 7, ordering 9, payments all. */
const mall = await openMall({ limits: { inFlight: 10, moneyInFlight: 3, guestInFlight: 4 } })
const skuId = await mall.createSku('U84 采煤截齿', { stock: 100_000 })
const lin = await mall.buyer('林', { wallet: '100000' })
const zhao = await mall.buyer('赵', { wallet: '100000' })
const qian = await mall.buyer('钱')
for (const one of [lin, zhao, qian]) one.asksAgainWhenBusy = false

const SLOW_TABLES = 'goods, goods_search, address, cart_line'

interface Answered extends ResponseEnvelope {
  status: number
  ms: number
}
type Asked = Promise<ResponseEnvelope & { status: number }>

async function timed(asked: Asked): Promise<Answered> {
  const begun = performance.now()
  const answer = await asked
  return { ...answer, ms: performance.now() - begun }
}

/** Locks tables, so that their readers wait as behind a slow disk. It lasts at most as long as the server waits for a lock. */
async function stall() {
  const client = new pg.Client({ connectionString: mall.ownerUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; lock table ${SLOW_TABLES} in access exclusive mode`)
  const held: Promise<Answered>[] = []
  const waiting = async () => {
    const mine = 'database = (select oid from pg_database where datname = current_database())'
    return (await client.query(`select from pg_locks where not granted and ${mine}`)).rows.length
  }
  return {
    /** Waits until `count` of the calls are refused at once and all others wait for the tables. Returns the refusals. */
    async turnsAway(count: number, asked: Asked[]): Promise<Answered[]> {
      const answers = new Map<Promise<Answered>, Answered>()
      const running = asked.map(timed)
      for (const one of running) void one.then((answer) => answers.set(one, answer))
      const inside = held.length + asked.length - count
      await expect.poll(async () => [answers.size, await waiting()], { interval: 10 }).toEqual([count, inside])
      held.push(...running.filter((one) => !answers.has(one)))
      return [...answers.values()]
    },
    /** Unlocks the tables, and returns the results of the calls that waited. */
    async free(): Promise<number[]> {
      await client.end()
      return (await Promise.all(held)).map(({ code }) => code)
    },
  }
}

/** The places in use, of calls and of logins. */
const inFlight = async () => {
  const { house, door } = await fetchInFlightCounts(mall)
  return [house, door]
}

afterEach(() => expectNothingInFlight(mall))

const browse = (person: TestUser) => person.post(LIST, {})
const readOwn = (person: TestUser) => person.post(ADDRESSES)
const change = ({ mobile, ...person }: Buyer) =>
  person.post(contract.address.add.path, { name: '收货', mobile, areaCode: '440305', detail: '二道 2 号', isDefault: false })
const preview = (person: TestUser) => person.api.order.preview({ lines: [{ skuId, goodsNum: 1 }], method: 'wallet' })
const submit = (buyer: Buyer, quote: string, key: string) =>
  buyer.post(
    contract.order.submit.path,
    { lines: [{ skuId, goodsNum: 1 }], method: 'wallet', addressId: buyer.addressId, quote },
    { 'idempotency-key': key },
  )

const overloaded = expect.objectContaining({ status: 503, code: 503, reason: 'OVERLOADED', success: false, data: null })
const tooMany = expect.objectContaining({ status: 429, code: 429, reason: 'TOO_MANY', success: false, data: null })

test('low priorities are refused first and payments last; requests in progress are answered', async () => {
  const { quote } = await preview(lin)
  const { quote: zhaos } = await preview(zhao)
  const { tradeId } = (await submit(lin, quote, 'first-order')).data as { tradeId: string }
  const slow = await stall()

  mall.statements.length = 0
  const browsing = Array.from({ length: 8 }, () => browse(lin))
  expect(await slow.turnsAway(3, browsing)).toEqual([overloaded, overloaded, overloaded])
  // Nothing was done for them, not even reading their session.
  expect(mall.statements.filter((sql) => sql.includes('from "session"'))).toHaveLength(5)
  expect(await slow.turnsAway(1, [readOwn(lin), readOwn(lin)])).toEqual([overloaded])
  expect(await slow.turnsAway(1, [change(lin), change(lin)])).toEqual([overloaded])
  const ordering = [submit(lin, quote, 'order-of-lin'), submit(zhao, zhaos, 'order-of-zhao'), submit(zhao, zhaos, 'another-one')]
  expect(await slow.turnsAway(1, ordering)).toEqual([overloaded])
  expect(await inFlight()).toEqual([9, 0])

  // The last place is for payments, logins are separate, and health checks are answered.
  expect(await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })).toMatchObject({ tradeId })
  expect(await mall.guest().api.security.loginByMobile({ mobile: qian.mobile, pwd: TEST_USER_PASSWORD })).toHaveProperty('token')
  for (const path of ['/healthz', '/readyz']) expect((await mall.guest().get(path)).status).toBe(200)

  expect(await slow.free()).toEqual(Array(9).fill(200))
  expect(await inFlight()).toEqual([0, 0])
  expect((await browse(lin)).code).toBe(200)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('one enterprise cannot take all places for ordering and paying', async () => {
  const { quote } = await preview(lin)
  const { quote: zhaos } = await preview(zhao)
  const slow = await stall()
  expect(
    await slow.turnsAway(
      1,
      [1, 2, 3, 4].map((at) => submit(lin, quote, `lin-again-${at}`)),
    ),
  ).toEqual([tooMany])
  expect(await slow.turnsAway(0, [submit(zhao, zhaos, 'zhao-as-well')])).toEqual([])
  expect(await slow.free()).toEqual([200, 200, 200, 200])
})

describe('guest requests', () => {
  const ask = async (keyword: string, remoteAddress = '10.0.0.1') => {
    const answer = await mall.app.http.inject({ url: `/api${LIST}?keyword=${keyword}`, remoteAddress })
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], ...(answer.json() as ResponseEnvelope) }
  }

  test('of one address cannot take all places; cached answers are served at any load', async () => {
    expect((await ask('remembered')).status).toBe(200)
    const slow = await stall()
    const here = [1, 2, 3, 4, 5].map((at) => ask(`word-${at}`))
    expect(await slow.turnsAway(1, here)).toEqual([tooMany])
    expect((await here[4])?.retryAfter).toBe('2')
    const there = [ask('other-1', '10.0.0.2'), ask('other-2', '10.0.0.2')]
    expect(await slow.turnsAway(1, there)).toEqual([overloaded])
    expect((await there[1])?.retryAfter).toBe('2')
    expectHeaders('overloaded', 'call', (await mall.app.http.inject({ url: `/api${LIST}`, remoteAddress: '10.0.0.4' })).headers)
    expect((await ask('remembered', '10.0.0.3')).status).toBe(200)
    expect(await slow.free()).toEqual(Array(5).fill(200))
  })

  test('for the same resource at once share one query', async () => {
    const slow = await stall()
    const asked = Array.from({ length: 50 }, (_, at) => ask('the-same', `10.0.1.${at}`))
    await expect.poll(inFlight).toEqual([1, 0])
    expect(await slow.free()).toEqual([])
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(await inFlight()).toEqual([0, 0])
  })
})

describe('a late event loop', () => {
  /** Blocks the event loop for this many milliseconds at a time, until the server has noticed. */
  const beLate = async (ms: number) => {
    const until = performance.now() + 2_300
    while (performance.now() < until) {
      const rest = performance.now() + ms
      while (performance.now() < rest);
      await pause(1)
    }
  }

  test('before the server is ready does not cause refusals later', async () => {
    const app = fastify()
    await registerLoadShedding(app, { loopDelay: 50 })
    app.get('/', () => 'here')
    const fetchBody = async () => (await app.inject('/')).body
    await beLate(400)
    await app.ready()
    expect(await fetchBody()).toBe('here')
    await beLate(400)
    expect(await fetchBody()).toContain('当前访问人数较多')
    await app.close()
  })

  // A busy machine adds a delay of its own. In that case the test is tried again.
  test('refuses browsing first, then reads of own data, and never payments', { retry: 4 }, async () => {
    const late = await openMall({ limits: { loopDelay: 250 } })
    const sun = await late.buyer('孙')
    sun.asksAgainWhenBusy = false
    const statusOf = async (path: string) => (await late.guest().get(path)).status
    const pay = { tradeId: skuId, payPwd: TEST_USER_PAYMENT_PASSWORD }
    await beLate(320)
    expect({
      calls: [await browse(sun), await readOwn(sun)].map(({ status }) => status),
      pages: [await statusOf('/'), await statusOf('/console/')],
      health: [await statusOf('/healthz'), await statusOf('/readyz')],
    }).toEqual({ calls: [503, 200], pages: [503, 503], health: [200, 200] })
    await beLate(900)
    expect({
      calls: [await browse(sun), await readOwn(sun), await change(sun), await submit(sun, 'x', 'submit-late')].map(({ status }) => status),
      pay: (await sun.post(contract.order.payByWallet.path, pay, { 'idempotency-key': 'pay-late' })).reason,
      health: [await statusOf('/healthz'), await statusOf('/readyz')],
    }).toEqual({ calls: [503, 503, 503, 503], pay: 'TRADE_NOT_FOUND', health: [200, 200] })
    await expect.poll(async () => (await browse(sun)).status, { interval: 200 }).toBe(200)
  })
})

describe('clients that hold connections', () => {
  const { http } = mall.app
  const address = http.listen({ port: 0, host: '127.0.0.1' })

  const lines = async (count: number, bytes: string): Promise<{ sockets: Socket[]; heard: string[] }> => {
    const { port } = new URL(await address)
    const heard: string[] = Array(count).fill('')
    const sockets = await Promise.all(
      heard.map(
        (_, at) =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes, () => resolve(socket)))
            socket.on('error', reject)
            socket.on('data', (data) => {
              heard[at] += String(data)
            })
          }),
      ),
    )
    return { sockets, heard }
  }

  // P7, P12
  test('400 half-sent requests and 400 silent connections block nobody, and the half-sent ones time out', async () => {
    // Normally as long as an upload may take, because a JSON call ends earlier with its handler's timeout. Here it is much shorter.
    const { headersTimeout, requestTimeout } = http.server
    expect({ requestTimeout, shorter: headersTimeout < requestTimeout }).toEqual({ requestTimeout: 60_000, shorter: true })
    Object.assign(http.server, { headersTimeout: headersTimeout / 15, requestTimeout: requestTimeout / 60 })
    const head = `POST /api${LIST} HTTP/1.1\r\nHost: mall\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"keyword"`
    const slow = await lines(400, head)
    const silent = await lines(400, '')
    expect(await inFlight()).toEqual([0, 0])
    const answered = await measureFastest(5_000, async () => expect((await fetch(`${await address}/api${LIST}`)).status).toBe(200))
    expect(answered).toBeLessThan(5_000)
    await expect.poll(() => slow.heard.filter((text) => text.includes('"TOO_SLOW"')).length).toBe(400)
    expect(slow.heard[0]).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
    for (const socket of [...slow.sockets, ...silent.sockets]) socket.destroy()
  })
})

describe('rate limits', () => {
  test('a call that is refused for missing permission counts as well', async () => {
    const strict = await openMall({ limits: { guestPerMinute: 3, memberPerMinute: 3 } })
    const buyer = await strict.buyer('钱')
    const asked = async (token: string) => (await strict.guest().post(ADDRESSES, {}, { authorization: token })).reason
    expect([await asked('mt_no'), await asked('mt_nobody'), await asked('mt_x'), await asked('mt_y')]).toEqual([
      'NOT_LOGGED_IN',
      'NOT_LOGGED_IN',
      'NOT_LOGGED_IN',
      'TOO_MANY',
    ])
    const console = contract.consoleQueue.list.path
    const tries = [await buyer.post(console), await buyer.post(console), await buyer.post(console)].map(({ reason }) => reason)
    expect(tries.at(-1)).toBe('TOO_MANY')
  })

  // S8
  test('a browser may send thirty reports a minute', async () => {
    const report = () =>
      mall.app.http.inject({
        method: 'POST',
        url: '/api/system-api/api/csp-report',
        headers: { 'content-type': 'application/csp-report' },
        payload: '{}',
        remoteAddress: '10.0.9.9',
      })
    const statuses: number[] = []
    for (let at = 0; at < 31; at++) statuses.push((await report()).statusCode)
    expect(statuses).toEqual([...Array(30).fill(204), 429])
  })

  test('frequent readiness checks query the database once', async () => {
    await pause(600)
    mall.statements.length = 0
    const answers = await Promise.all(Array.from({ length: 200 }, () => mall.guest().get('/readyz')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(mall.statements).toHaveLength(1)
  })
})
