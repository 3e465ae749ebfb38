import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { noNoticeFaults } from '#sandbox/notices.ts'
import { openPaymentGateways } from '#server/adapters/gateway/public.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'

const mall = await openMall()
const provider = await connectSandboxPaymentProvider(mall)
const MINUTE = 60_000

/** An order to be paid online at exactly the price given, submitted and not paid. */
async function owes(buyer: Buyer, price = '600.00') {
  const skuId = await mall.createSku('截齿', { sale: price, credit: price })
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'online' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'online', addressId: buyer.addressId, quote })
  return { skuId, tradeId, orderNo: orders[0]?.orderNo ?? '' }
}
const begins = async (buyer: Buyer, tradeId: string, channel: 'wechat' | 'card' = 'wechat') => {
  const { paymentId } = await buyer.api.payment.create({ tradeId, channel })
  return buyer.api.payment.detail({ paymentId })
}
const stateOf = async (buyer: Buyer, orderNo: string) => (await buyer.api.order.detail({ orderNo })).state
const becomes = (buyer: Buyer, paymentId: string, state: string) =>
  expect.poll(async () => (await buyer.api.payment.detail({ paymentId })).state).toBe(state)
const refundsOf = ({ enterpriseId }: Buyer) =>
  mall.db
    .selectFrom('refund')
    .select(['state', 'amount_fen', 'way', 'source', 'failure'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('created_at')
    .execute()
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => 'no refusal',
    (error) => (error instanceof Refusal ? error.reason : error),
  )

describe('paying a trade online', () => {
  test.each(['wechat', 'card'] as const)(
    'by %s: after the notice the order is paid once, and the ledger shows the source',
    async (channel) => {
      const lin = await mall.buyer('林')
      const { tradeId, orderNo } = await owes(lin)
      const open = await begins(lin, tradeId, channel)
      expect(open).toMatchObject({ state: 'PENDING', amount: 60_000, channel, purpose: 'trade', tradeId, title: '截齿' })
      expect(open.expiresAt.getTime() - mall.clock.now.getTime()).toBe(15 * MINUTE)
      expect(await stateOf(lin, orderNo)).toBe('WAIT_PAY')
      await provider.pays(open.invitation)
      await becomes(lin, open.paymentId, 'SETTLED')
      expect(await lin.api.order.detail({ orderNo })).toMatchObject({ state: 'WAIT_SEND', events: [{ verb: 'submit' }, { verb: 'pay' }] })
      expect(await lin.api.payment.detail({ paymentId: open.paymentId })).toMatchObject({ invitation: null, failure: null })
      expect(await mall.findInvariantBreaches()).toEqual({})
    },
  )

  test('offers only the configured channels and marks sandbox ones', async () => {
    const lin = await mall.buyer('林')
    expect(await lin.api.payment.channels({})).toEqual([
      { channel: 'wechat', label: '微信支付', sandbox: true, scenes: ['desk', 'phone', 'wechat'] },
      { channel: 'card', label: '银行卡/企业网银', sandbox: true, scenes: ['desk'] },
    ])
    const before = mall.services.gateways
    mall.services.gateways = openPaymentGateways({ wechat: { ...provider.settings.wechat, base: 'https://api.mch.weixin.qq.com' } })
    const offered = await lin.api.payment.channels({})
    mall.services.gateways = before
    expect(offered).toMatchObject([{ channel: 'wechat', label: '微信支付', sandbox: false }])
  })

  test('again returns the same payment; another channel closes the first, and money paid to it is refunded', async () => {
    const lin = await mall.buyer('林')
    const { tradeId, orderNo } = await owes(lin)
    const [first, again] = [await begins(lin, tradeId), await begins(lin, tradeId)]
    expect(again.paymentId).toBe(first.paymentId)
    const other = await begins(lin, tradeId, 'card')
    expect(other.paymentId).not.toBe(first.paymentId)
    expect(await lin.api.payment.detail({ paymentId: first.paymentId })).toMatchObject({
      state: 'CLOSED',
      failure: '已重新发起支付',
      invitation: null,
    })
    await provider.pays(other.invitation)
    await becomes(lin, other.paymentId, 'SETTLED')
    // The job has not told the provider yet: the code can still be scanned.
    await provider.pays(first.invitation)
    await expect.poll(() => refundsOf(lin)).toMatchObject([{ state: 'WAIT', amount_fen: 60_000, source: 'suspense', way: 'gateway' }])
    expect(await mall.findInvariantBreaches()).toEqual({})
    await provider.refunds()
    mall.clock.forward(MINUTE)
    await provider.refunds()
    expect(await refundsOf(lin)).toMatchObject([{ state: 'SETTLED' }])
    expect([await stateOf(lin, orderNo), await mall.findInvariantBreaches()]).toEqual(['WAIT_SEND', {}])
  })

  test('with twenty concurrent requests makes one payment', async () => {
    const lin = await mall.buyer('林')
    const { tradeId } = await owes(lin)
    const made = await Promise.all(Array.from({ length: 20 }, () => lin.api.payment.create({ tradeId, channel: 'wechat' })))
    expect(new Set(made.map(({ paymentId }) => paymentId)).size).toBe(1)
  })

  // J1, J7, J11
  test('is refused for another enterprise, a paid trade, another method, an unknown channel or a forged result', async () => {
    const [lin, chen] = [await mall.buyer('林', { wallet: '5000' }), await mall.buyer('陈')]
    const { tradeId, orderNo } = await owes(lin)
    expect(await refusal(chen.api.payment.create({ tradeId, channel: 'wechat' }))).toBe('TRADE_NOT_FOUND')
    expect(await refusal(lin.api.payment.create({ tradeId, channel: 'alipay' }))).toBe('CHANNEL_NOT_OFFERED')
    const { paymentId } = await begins(lin, tradeId)
    expect(await refusal(chen.api.payment.detail({ paymentId }))).toBe('PAYMENT_NOT_FOUND')
    expect(await refusal(chen.api.payment.cancel({ paymentId }))).toBe('PAYMENT_NOT_FOUND')
    const { path } = contract.payment.create
    for (const field of ['amount', 'paid', 'state', 'gatewayNo'])
      expect(await lin.post(path, { tradeId, channel: 'wechat', [field]: 1 }, { 'idempotency-key': randomUUID() })).toMatchObject({
        code: 400,
      })
    for (const forged of ['/pay-api/api/payment/notified', '/pay-api/payment/paySuccess', '/pay-api/api/payment/settle'])
      expect(await lin.post(forged, { paymentId })).toMatchObject({ status: 404 })
    await lin.api.order.changeMethod({ tradeId, method: 'wallet' })
    expect(await refusal(lin.api.payment.create({ tradeId, channel: 'wechat' }))).toBe('METHOD_NOT_OFFERED')
    expect(await lin.api.payment.detail({ paymentId })).toMatchObject({ state: 'CLOSED', failure: '已更换支付方式' })
    await lin.api.order.cancel({ orderNo, reason: '不要了' })
    expect(await refusal(lin.api.payment.create({ tradeId, channel: 'wechat' }))).toBe('ALREADY_PAID')
    expect(await refundsOf(lin)).toEqual([])
  })

  test('with two orders makes one payment for both', async () => {
    const other = await mall.newShop('岩锋二店')
    const lines = [
      { skuId: await mall.createSku('本店', { sale: '600.00' }), goodsNum: 1 },
      { skuId: await mall.createSku('二店', { sale: '700.00', shopId: other }), goodsNum: 1 },
    ]
    const lin = await mall.buyer('林')
    const { quote } = await lin.api.order.preview({ lines, method: 'online' })
    const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'online', addressId: lin.addressId, quote })
    const open = await begins(lin, tradeId)
    expect(open.amount).toBe(130_000)
    // One of them is cancelled: what was to be paid is no longer what there is to pay.
    await lin.api.order.cancel({ orderNo: orders[0]?.orderNo ?? '', reason: '不要了' })
    const rest = await begins(lin, tradeId)
    expect([rest.amount === open.amount, rest.state]).toEqual([false, 'PENDING'])
    await provider.pays(rest.invitation)
    await becomes(lin, rest.paymentId, 'SETTLED')
    expect(await stateOf(lin, orders[1]?.orderNo ?? '')).toBe('WAIT_SEND')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('late online money', () => {
  // K9
  test('for an order that was cancelled first is refunded automatically', async () => {
    const lin = await mall.buyer('林')
    const { tradeId, orderNo, skuId } = await owes(lin)
    const open = await begins(lin, tradeId)
    await lin.api.order.cancel({ orderNo, reason: '不要了' })
    await provider.pays(open.invitation)
    await expect.poll(() => refundsOf(lin)).toMatchObject([{ state: 'WAIT', source: 'suspense' }])
    await provider.refunds()
    expect(await refundsOf(lin)).toMatchObject([{ state: 'SENT' }])
    mall.clock.forward(10_000)
    await provider.refunds()
    expect(await refundsOf(lin)).toMatchObject([{ state: 'SETTLED', amount_fen: 60_000 }])
    expect([await stateOf(lin, orderNo), await mall.countStock(skuId), await mall.findInvariantBreaches()]).toEqual([
      'CANCELLED',
      1_000,
      {},
    ])
  })

  test('cannot arrive once the provider has closed the payment of a cancelled order', async () => {
    const lin = await mall.buyer('林')
    const { tradeId, orderNo } = await owes(lin)
    const open = await begins(lin, tradeId)
    await lin.api.order.cancel({ orderNo, reason: '不要了' })
    await provider.tellsClosed()
    await provider.pays(open.invitation)
    mall.clock.forward(20 * MINUTE)
    await provider.janitor()
    expect([await refundsOf(lin), await mall.findInvariantBreaches()]).toEqual([[], {}])
  })

  test('that was paid just before closing, without a notice, is found by the query', async () => {
    Object.assign(provider.faults, { delayMs: 600_000 })
    const lin = await mall.buyer('林')
    const { tradeId, orderNo } = await owes(lin)
    const open = await begins(lin, tradeId)
    await provider.pays(open.invitation)
    Object.assign(provider.faults, noNoticeFaults)
    await lin.api.order.cancel({ orderNo, reason: '不要了' })
    await provider.tellsClosed()
    expect(await refundsOf(lin)).toMatchObject([{ state: 'WAIT', amount_fen: 60_000 }])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('an online payment with an unknown result', () => {
  test('blocks cancelling and changing the method, and is resolved automatically', async () => {
    const lin = await mall.buyer('林')
    const { tradeId, orderNo } = await owes(lin)
    const gateways = mall.services.gateways
    const { openPaymentGateways } = await import('#server/adapters/gateway/public.ts')
    mall.services.gateways = openPaymentGateways({ wechat: { ...provider.settings.wechat, base: 'http://127.0.0.1:1' } })
    const { paymentId } = await lin.api.payment.create({ tradeId, channel: 'wechat' })
    expect(await lin.api.payment.detail({ paymentId })).toMatchObject({ state: 'UNKNOWN', invitation: null })
    expect(await refusal(lin.api.order.cancel({ orderNo, reason: '不要了' }))).toBe('PAYMENT_UNCLEAR')
    expect(await refusal(lin.api.order.changeMethod({ tradeId, method: 'transfer' }))).toBe('PAYMENT_UNCLEAR')
    expect(await refusal(lin.api.payment.create({ tradeId, channel: 'card' }))).toBe('CHANNEL_NOT_OFFERED')
    expect(await refusal(lin.api.payment.cancel({ paymentId }))).toBe('PAYMENT_UNCLEAR')
    mall.services.gateways = gateways
    expect(await refusal(lin.api.payment.create({ tradeId, channel: 'card' }))).toBe('PAYMENT_UNCLEAR')
    mall.clock.forward(30_000)
    expect(await provider.janitor()).toBeGreaterThanOrEqual(1)
    const now = await lin.api.payment.detail({ paymentId })
    expect(now).toMatchObject({ state: 'PENDING' })
    await provider.pays(now.invitation)
    await becomes(lin, paymentId, 'SETTLED')
    expect([await stateOf(lin, orderNo), await mall.findInvariantBreaches()]).toEqual(['WAIT_SEND', {}])
  })

  // K12
  test('is queried after 30 seconds at the earliest if no notice arrives, once for two concurrent jobs', async () => {
    Object.assign(provider.faults, { delayMs: 3_600_000 })
    const lin = await mall.buyer('林')
    const { tradeId, orderNo } = await owes(lin)
    const { paymentId } = await lin.api.payment.create({ tradeId, channel: 'wechat' })
    const { invitation } = await lin.api.payment.detail({ paymentId })
    await provider.pays(invitation)
    Object.assign(provider.faults, noNoticeFaults)
    mall.clock.forward(29_000)
    await provider.janitor()
    expect(await stateOf(lin, orderNo)).toBe('WAIT_PAY')
    mall.clock.forward(1_000)
    const due = await mall.db
      .selectFrom('payment')
      .select('id')
      .where('next_query_at', '<=', mall.clock.now)
      .where('enterprise_id', 'is not', null)
      .execute()
    expect(due.length).toBeGreaterThan(0)
    // A connection for each, so that they do start at once.
    await Promise.all(Array.from({ length: 8 }, () => mall.pool.query('select pg_sleep(0.1)')))
    const runners = () => Promise.all(Array.from({ length: 8 }, () => provider.janitor()))
    expect(await provider.countsAsking(runners)).toBe(due.length)
    expect([await stateOf(lin, orderNo), await mall.findInvariantBreaches()]).toEqual(['WAIT_SEND', {}])
  })

  test('is queried after 0.5, 2, 5, 15, 30, 60 minutes, 6 and 24 hours while the provider is down, then given up', async () => {
    const lin = await mall.buyer('林')
    const { tradeId } = await owes(lin)
    const { openPaymentGateways } = await import('#server/adapters/gateway/public.ts')
    const gateways = mall.services.gateways
    mall.services.gateways = openPaymentGateways({ wechat: { ...provider.settings.wechat, base: 'http://127.0.0.1:1' } })
    const begun = mall.clock.now.getTime()
    const { paymentId } = await lin.api.payment.create({ tradeId, channel: 'wechat' })
    const asked: number[] = []
    const row = () =>
      mall.db
        .selectFrom('payment')
        .select(['queries', 'next_query_at', 'state'])
        .where('enterprise_id', '=', lin.enterpriseId)
        .executeTakeFirstOrThrow()
    for (let step = 0; step < 8; step++) {
      mall.clock.now = (await row()).next_query_at ?? expect.fail('nobody will ask')
      asked.push((mall.clock.now.getTime() - begun) / MINUTE)
      await provider.janitor()
    }
    mall.services.gateways = gateways
    expect(asked).toEqual([0.5, 2, 5, 15, 30, 60, 360, 1_440])
    await mall.renew()
    expect(await lin.api.payment.detail({ paymentId })).toMatchObject({ state: 'CLOSED', failure: '支付结果未能确认，如已付款将原路退回' })
    expect(await mall.runDeadlines()).toBeGreaterThanOrEqual(1)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is closed after 15 minutes if nobody pays, also at the provider; the trade can be paid again', async () => {
    const lin = await mall.buyer('林')
    const { tradeId, orderNo } = await owes(lin)
    const open = await begins(lin, tradeId)
    mall.clock.forward(15 * MINUTE)
    await provider.janitor()
    expect(await lin.api.payment.detail({ paymentId: open.paymentId })).toMatchObject({
      state: 'CLOSED',
      failure: '支付超时未完成，已关闭',
    })
    const anew = await begins(lin, tradeId)
    await provider.pays(anew.invitation)
    await becomes(lin, anew.paymentId, 'SETTLED')
    expect(await stateOf(lin, orderNo)).toBe('WAIT_SEND')
  })

  test('can be cancelled by the buyer and then not be paid any more', async () => {
    const lin = await mall.buyer('林')
    const { tradeId } = await owes(lin)
    const open = await begins(lin, tradeId)
    expect(await lin.api.payment.cancel({ paymentId: open.paymentId })).toBeNull()
    expect(await lin.api.payment.cancel({ paymentId: open.paymentId })).toBeNull()
    await provider.pays(open.invitation)
    expect(await lin.api.payment.detail({ paymentId: open.paymentId })).toMatchObject({ state: 'CLOSED', failure: '已取消支付' })
    expect(await refundsOf(lin)).toEqual([])
    const paid = await begins(lin, tradeId)
    Object.assign(provider.faults, { delayMs: 3_600_000 })
    await provider.pays(paid.invitation)
    Object.assign(provider.faults, noNoticeFaults)
    expect(await refusal(lin.api.payment.cancel({ paymentId: paid.paymentId }))).toBe('ALREADY_PAID')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})
