import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PaymentSandboxCredentials } from '#sandbox/credentials.ts'
import { noNoticeFaults } from '#sandbox/notices.ts'
import type { PaymentGateway } from '#server/adapters/gateway/public.ts'
import { encryptWechatResourceAsProvider, signWechatResponseAsProvider } from '#server/adapters/gateway/wechat-signature.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { measureFastest } from '#server/platform/testing/measure-fastest.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'

const mall = await openMall()
const provider = await connectSandboxPaymentProvider(mall)
const { platform, merchant, mchid, appid, apiKey } = provider.credentials
const NOTICE = '/api/pay-api/notice/wechat'

/** A trade that waits to be paid online, and its payment. */
async function waits(buyer: Buyer, price = '600.00') {
  const skuId = await mall.createSku('截齿', { sale: price, credit: price })
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'online' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'online', addressId: buyer.addressId, quote })
  const { paymentId } = await buyer.api.payment.create({ tradeId, channel: 'wechat' })
  return { tradeId, orderNo: orders[0]?.orderNo ?? '', paymentId, outTradeNo: paymentId.replaceAll('-', ''), amount: 60_000 }
}
type Waiting = Awaited<ReturnType<typeof waits>>

interface Spoil {
  facts?: object
  sealed?: object
  serial?: string
  seconds?: number
  timestamp?: string
  signature?: string
  key?: PaymentSandboxCredentials['merchant']['key']
  body?: (body: string) => string
  id?: string
  event?: string
}

/** A notice as the provider sends it, or with something wrong in it. */
function notice({ outTradeNo, amount }: Pick<Waiting, 'outTradeNo' | 'amount'>, spoil: Spoil = {}) {
  const facts = {
    mchid,
    appid,
    out_trade_no: outTradeNo,
    transaction_id: `42${outTradeNo.slice(0, 20)}`,
    trade_state: 'SUCCESS',
    success_time: '2026-11-18T14:00:00+08:00',
    amount: { total: amount, currency: 'CNY' },
    ...spoil.facts,
  }
  const nonce = randomBytes(6).toString('hex')
  const ciphertext = encryptWechatResourceAsProvider(JSON.stringify(facts), { apiKey, nonce, associated: 'transaction' })
  const resource = { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: 'transaction', ...spoil.sealed }
  const body = JSON.stringify({
    id: spoil.id ?? randomBytes(16).toString('hex'),
    event_type: spoil.event ?? 'TRANSACTION.SUCCESS',
    resource,
  })
  const timestamp = Math.floor(mall.clock.now.getTime() / 1_000) + (spoil.seconds ?? 0)
  const signature = spoil.signature ?? signWechatResponseAsProvider(body, { timestamp, nonce: 'once', key: spoil.key ?? platform.key })
  const headers = {
    'content-type': 'application/json',
    'wechatpay-nonce': 'once',
    'wechatpay-serial': spoil.serial ?? platform.serial,
    'wechatpay-timestamp': spoil.timestamp ?? String(timestamp),
    'wechatpay-signature': signature,
  }
  return { headers, payload: spoil.body ? spoil.body(body) : body }
}
const postNotice = async (given: { headers: Record<string, string>; payload: string | Buffer }, url = NOTICE) => {
  const answer = await mall.app.http.inject({ method: 'POST', url, ...given })
  return { status: answer.statusCode, body: answer.body, type: answer.headers['content-type'] }
}
const stateOf = async (buyer: Buyer, orderNo: string) => (await buyer.api.order.detail({ orderNo })).state
const rows = async () => ({
  receipts: (await mall.db.selectFrom('gateway_receipt').select('reference').execute()).length,
  notices: (await mall.db.selectFrom('gateway_notice').select('verdict').execute()).length,
})
const verdictsOf = async ({ outTradeNo }: Waiting) =>
  (await mall.db.selectFrom('gateway_notice').select('verdict').where('out_no', '=', outTradeNo).orderBy('at').execute()).map(
    ({ verdict }) => verdict,
  )
const alarms = async (reason: string) =>
  (await mall.db.selectFrom('audit_log').select('reason').where('action', '=', 'notice/wechat').where('reason', '=', reason).execute())
    .length

describe('a valid payment notice', () => {
  // K5
  test('that arrives fifteen times concurrently, with the same id or new ones, settles once and is acknowledged', async () => {
    const lin = await mall.buyer('林')
    const trade = await waits(lin)
    const same = notice(trade)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => postNotice(same)),
      ...Array.from({ length: 5 }, () => postNotice(notice(trade))),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200))
    expect(JSON.parse(answers[0]?.body ?? '')).toEqual({ code: 'SUCCESS', message: '成功' })
    expect([await stateOf(lin, trade.orderNo), await mall.findInvariantBreaches()]).toEqual(['WAIT_SEND', {}])
    const verdicts = await verdictsOf(trade)
    expect([verdicts.filter((one) => one === 'settled').length, new Set(verdicts)]).toEqual([1, new Set(['settled', 'seen'])])
    expect((await lin.api.order.detail({ orderNo: trade.orderNo })).events.map(({ verb }) => verb)).toEqual(['submit', 'pay'])
  })

  // K9
  test('that arrives before our create call returns settles the payment; the late answer changes nothing', async () => {
    const lin = await mall.buyer('林')
    const trade = await waits(lin)
    await lin.api.payment.cancel({ paymentId: trade.paymentId })
    const before = mall.services.gateways
    const wechat = before.get('wechat') ?? expect.fail()
    const received: number[] = []
    const hasty: PaymentGateway = {
      ...wechat,
      async create(charge, now) {
        const invitation = await wechat.create(charge, now)
        received.push((await postNotice(notice({ outTradeNo: charge.outTradeNo, amount: charge.amountFen }))).status)
        return invitation
      },
    }
    mall.services.gateways = new Map([['wechat', hasty]])
    const { paymentId } = await lin.api.payment.create({ tradeId: trade.tradeId, channel: 'wechat' })
    mall.services.gateways = before
    expect(await lin.api.payment.detail({ paymentId })).toMatchObject({ state: 'SETTLED', invitation: null })
    expect(await lin.api.payment.create({ tradeId: trade.tradeId, channel: 'wechat' }).catch((error) => error.reason)).toBe('ALREADY_PAID')
    expect([received, await stateOf(lin, trade.orderNo), await mall.findInvariantBreaches()]).toEqual([[200], 'WAIT_SEND', {}])
  })

  // K13
  test('signed with an old or a new key of the provider is accepted while both are known', async () => {
    const { generateKeyPairSync } = await import('node:crypto')
    const { openPaymentGateways } = await import('#server/adapters/gateway/public.ts')
    const next = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const before = mall.services.gateways
    const pem = String(next.publicKey.export({ type: 'spki', format: 'pem' }))
    const { wechat } = provider.settings
    const lin = await mall.buyer('林')
    const [first, second, third] = [await waits(lin), await waits(lin), await waits(lin)]
    expect(await postNotice(notice(second, { serial: 'NEW', key: next.privateKey }))).toMatchObject({ status: 401 })
    mall.services.gateways = openPaymentGateways({ wechat: { ...wechat, platformKeys: { ...wechat.platformKeys, NEW: pem } } })
    expect(await postNotice(notice(first))).toMatchObject({ status: 200 })
    expect(await postNotice(notice(second, { serial: 'NEW', key: next.privateKey }))).toMatchObject({ status: 200 })
    expect(await postNotice(notice(third, { serial: 'NEW' }))).toMatchObject({ status: 401 })
    mall.services.gateways = before
    expect(await Promise.all([first, second, third].map(({ orderNo }) => stateOf(lin, orderNo)))).toEqual([
      'WAIT_SEND',
      'WAIT_SEND',
      'WAIT_PAY',
    ])
  })
})

describe('an invalid payment notice', () => {
  // K1, K2, K3, K4, K7
  test.each<[string, Spoil]>([
    ['without a right signature', { signature: 'AAAA' }],
    ['with a probe’s signature', { signature: 'WECHATPAY/SIGNTEST/AAAA' }],
    ['signed by somebody else', { key: merchant.key }],
    ['of an unknown serial', { serial: 'FFFF' }],
    ['from 301 seconds ago', { seconds: -301 }],
    ['from 301 seconds ahead', { seconds: 301 }],
    ['with words for a time', { timestamp: 'yesterday' }],
    ['written again with other blanks', { body: (body) => body.replace(':', ': ') }],
    ['in another cipher', { sealed: { algorithm: 'AEAD_SM4_GCM' } }],
    ['with a nonce of another length', { sealed: { nonce: 'n' } }],
    ['with a broken tag', { sealed: { ciphertext: randomBytes(80).toString('base64') } }],
    ['of another merchant', { facts: { mchid: '1900000001' } }],
    ['of another app', { facts: { appid: 'wx0' } }],
  ])('with %s is refused, changes nothing and is recorded', async (_, spoil) => {
    const lin = await mall.buyer('林')
    const trade = await waits(lin)
    const before = await rows()
    const answer = await postNotice(notice(trade, spoil))
    expect([answer.status, JSON.parse(answer.body)]).toEqual([401, { code: 'FAIL', message: '失败' }])
    expect([await stateOf(lin, trade.orderNo), await rows()]).toEqual(['WAIT_PAY', before])
    expect((await lin.api.payment.detail({ paymentId: trade.paymentId })).state).toBe('PENDING')
  })

  test('writes its reason to the audit log', async () => {
    expect(await alarms('wrong signature')).toBeGreaterThanOrEqual(3)
    expect(await alarms('stale timestamp')).toBe(2)
  })

  // K6
  test.each<[string, Spoil]>([
    ['a fen too much', { facts: { amount: { total: 60_001, currency: 'CNY' } } }],
    ['a fen too little', { facts: { amount: { total: 59_999, currency: 'CNY' } } }],
    ['another currency', { facts: { amount: { total: 60_000, currency: 'USD' } } }],
  ])('of %s is kept and acknowledged, settles nothing, and triggers a query at the provider', async (_, spoil) => {
    const lin = await mall.buyer('林')
    const trade = await waits(lin)
    const before = await alarms('mismatch')
    expect(await postNotice(notice(trade, spoil))).toMatchObject({ status: 200 })
    expect([await verdictsOf(trade), await stateOf(lin, trade.orderNo)]).toEqual([['mismatch'], 'WAIT_PAY'])
    expect(await alarms('mismatch')).toBe(before + 1)
    // Asked, the provider knows of no payment: nothing has come of it, and the order can still be paid.
    await provider.janitor()
    expect((await lin.api.payment.detail({ paymentId: trade.paymentId })).state).toBe('PENDING')
    expect(await postNotice(notice(trade))).toMatchObject({ status: 200 })
    expect([await stateOf(lin, trade.orderNo), await mall.findInvariantBreaches()]).toEqual(['WAIT_SEND', {}])
  })

  // K6
  test('with an unknown payment number is kept and acknowledged', async () => {
    const before = await alarms('unknown')
    const foreign = { outTradeNo: randomBytes(16).toString('hex'), amount: 100 }
    expect(await postNotice(notice(foreign))).toMatchObject({ status: 200 })
    const { verdict } = await mall.db
      .selectFrom('gateway_notice')
      .select('verdict')
      .where('out_no', '=', foreign.outTradeNo)
      .executeTakeFirstOrThrow()
    expect([verdict, await alarms('unknown')]).toEqual(['unknown', before + 1])
  })

  // K8
  test.each(['CLOSED', 'REFUND', 'NOTPAY'])('with the state %s is kept and settles nothing', async (state) => {
    const lin = await mall.buyer('林')
    const trade = await waits(lin)
    expect(await postNotice(notice(trade, { facts: { trade_state: state } }))).toMatchObject({ status: 200 })
    expect([await verdictsOf(trade), await stateOf(lin, trade.orderNo)]).toEqual([[state], 'WAIT_PAY'])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('the notice endpoint', () => {
  // K11
  test('accepts at most 64 kB of JSON or form data', async () => {
    const { headers } = notice({ outTradeNo: 'a'.repeat(32), amount: 1 })
    expect(await postNotice({ headers, payload: 'x'.repeat(64 * 1024 + 1) })).toMatchObject({ status: 413 })
    expect(await postNotice({ headers, payload: 'x'.repeat(5_000_000) })).toMatchObject({ status: 413 })
    expect(await postNotice({ headers: { ...headers, 'content-type': 'text/xml' }, payload: '<a/>' })).toMatchObject({ status: 415 })
    const { gzipSync } = await import('node:zlib')
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    expect(await postNotice({ headers: { ...headers, 'content-encoding': 'gzip' }, payload: bomb })).toMatchObject({ status: 401 })
    expect(await postNotice({ headers, payload: '['.repeat(60_000) })).toMatchObject({ status: 401 })
    expect(await postNotice({ headers, payload: '' })).toMatchObject({ status: 401 })
  })

  test('exists only for configured providers and the method POST', async () => {
    const given = notice({ outTradeNo: 'a'.repeat(32), amount: 1 })
    for (const url of ['/api/pay-api/notice/alipay', '/api/pay-api/notice/constructor', '/api/pay-api/notice/'])
      expect((await postNotice(given, url)).status).toBe(404)
    expect((await mall.guest().get(NOTICE)).status).toBe(404)
  })

  // K10
  test('fails within five seconds without the database, so that the provider retries, and does nothing partly', async () => {
    const lin = await mall.buyer('林')
    const trade = await waits(lin)
    const holder = await mall.pool.connect()
    await holder.query('begin')
    await holder.query('select from "order" where enterprise_id = $1 for update', [lin.enterpriseId])
    const took = await measureFastest(5_000, async () => {
      const slow = await postNotice(notice(trade))
      expect([slow.status, JSON.parse(slow.body)]).toEqual([503, { code: 'FAIL', message: '失败' }])
    })
    expect(took).toBeLessThan(5_000)
    await holder.query('rollback')
    holder.release()
    expect([await verdictsOf(trade), await mall.findInvariantBreaches()]).toEqual([[], {}])
    expect(await postNotice(notice(trade))).toMatchObject({ status: 200 })
    expect(await stateOf(lin, trade.orderNo)).toBe('WAIT_SEND')
  })

  test('handles lost, duplicate, reordered and forged notices: every paid order is paid once', async () => {
    Object.assign(provider.faults, { lose: 0.3, double: 0.5, reorder: 0.5, falsify: 0.3, wrongAmount: 0.2 })
    const lin = await mall.buyer('林')
    const trades: Waiting[] = []
    for (let at = 0; at < 12; at++) trades.push(await waits(lin))
    for (const { paymentId } of trades) await provider.pays((await lin.api.payment.detail({ paymentId })).invitation)
    const paid = async () =>
      (await Promise.all(trades.map(({ orderNo }) => stateOf(lin, orderNo)))).filter((state) => state === 'WAIT_SEND').length
    await expect.poll(paid, { interval: 200 }).toBeGreaterThanOrEqual(1)
    Object.assign(provider.faults, noNoticeFaults)
    mall.clock.forward(30_000)
    await provider.janitor()
    expect([await paid(), await mall.findInvariantBreaches()]).toEqual([12, {}])
  })
})
