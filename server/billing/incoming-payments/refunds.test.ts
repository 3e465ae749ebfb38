import { describe, expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { noNoticeFaults } from '#sandbox/notices.ts'
import { openPaymentGateways } from '#server/adapters/gateway/public.ts'
import { refundUnshippedPartOfOrder } from '#server/money/payments/public.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const runOnceAsOwner = (text: string, values: unknown[]) => withDatabaseClient(mall.ownerUrl, (client) => client.query(text, values))
const provider = await connectSandboxPaymentProvider(mall)
const support = await mall.staff('support')
const warehouse = await mall.staff('warehouse')
const finance = await mall.staff('finance')

/** Three picks at 200 yuan, paid online. */
async function paid(buyer: Buyer, channel: 'wechat' | 'card' = 'wechat') {
  const skuId = await mall.createSku('截齿', { sale: '200.00', credit: '200.00' })
  const lines = [{ skuId, goodsNum: 3 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'online' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'online', addressId: buyer.addressId, quote })
  const { paymentId } = await buyer.api.payment.create({ tradeId, channel })
  await provider.pays((await buyer.api.payment.detail({ paymentId })).invitation)
  await expect.poll(async () => (await buyer.api.payment.detail({ paymentId })).state).toBe('SETTLED')
  const orderNo = orders[0]?.orderNo ?? ''
  const { id: orderId } = await mall.db
    .selectFrom('order')
    .select('id')
    .where('enterprise_id', '=', buyer.enterpriseId)
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
  return { skuId, orderNo, orderId, paymentId, enterpriseId: buyer.enterpriseId }
}
const refundsOf = ({ enterpriseId }: { enterpriseId: string }) =>
  mall.db
    .selectFrom('refund')
    .select(['id', 'state', 'amount_fen', 'way', 'source', 'tries', 'failure'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('created_at')
    .execute()
const agrees = async (buyer: Buyer, orderNo: string) => {
  await buyer.api.order.askCancel({ orderNo, reason: '不要了' })
  await support.api.consoleOrder.agreeCancel({ enterpriseId: buyer.enterpriseId, orderNo })
}
const wallet = async (buyer: Buyer) => (await buyer.api.wallet.overview({})).balance

describe('a refund uses the channel of the payment', () => {
  test.each(['wechat', 'card'] as const)('by %s is requested, tracked, and posted once it has arrived', async (channel) => {
    const lin = await mall.buyer('林')
    const order = await paid(lin, channel)
    await agrees(lin, order.orderNo)
    expect(await refundsOf(lin)).toMatchObject([{ state: 'WAIT', amount_fen: 60_000, way: 'gateway', source: 'sales' }])
    expect(await mall.findInvariantBreaches()).toEqual({})
    await provider.refunds()
    expect(await refundsOf(lin)).toMatchObject([{ state: 'SENT', tries: 1 }])
    mall.clock.forward(10_000)
    expect(await provider.countsAsking(() => Promise.all([provider.refunds(), provider.refunds(), provider.refunds()]))).toBe(1)
    expect(await refundsOf(lin)).toMatchObject([{ state: 'SETTLED', tries: 2 }])
    expect([await wallet(lin), await mall.findInvariantBreaches()]).toEqual([0, {}])
  })

  test('is partial when the rest is not shipped', async () => {
    const lin = await mall.buyer('林')
    const order = await paid(lin)
    const parcel = { enterpriseId: lin.enterpriseId, orderNo: order.orderNo, carrier: '德邦快递', trackingNo: createWaybillNo() }
    await warehouse.api.consoleFulfilment.ship({ ...parcel, lines: [{ lineNo: 1, quantity: 2 }] })
    await warehouse.api.consoleFulfilment.closeShort({ enterpriseId: lin.enterpriseId, orderNo: order.orderNo, reason: '缺货' })
    expect(await refundsOf(lin)).toMatchObject([{ amount_fen: 20_000, way: 'gateway' }])
    await provider.refunds()
    mall.clock.forward(10_000)
    await provider.refunds()
    expect([(await refundsOf(lin))[0]?.state, await mall.findInvariantBreaches()]).toEqual(['SETTLED', {}])
  })

  test('refunds a wallet and releases a hold immediately, each with its own refund record', async () => {
    const lin = await mall.buyer('林', { wallet: '1000', credit: '1000' })
    for (const method of ['wallet', 'credit'] as const) {
      const skuId = await mall.createSku('截齿', { sale: '600.00', credit: '600.00' })
      const lines = [{ skuId, goodsNum: 1 }]
      const { quote } = await lin.api.order.preview({ lines, method })
      const { tradeId, orders } = await lin.api.order.submit({ lines, method, addressId: lin.addressId, quote })
      await (method === 'wallet' ? lin.api.order.payByWallet : lin.api.order.payByCredit)({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
      await agrees(lin, orders[0]?.orderNo ?? '')
    }
    expect(await refundsOf(lin)).toMatchObject([
      { state: 'SETTLED', way: 'wallet', source: 'sales', amount_fen: 60_000 },
      { state: 'SETTLED', way: 'credit', source: 'commitment', amount_fen: 60_000 },
    ])
    expect([await wallet(lin), await mall.findInvariantBreaches()]).toEqual([100_000, {}])
  })
})

describe('a refund is retried until it is settled', () => {
  test('with growing intervals while the provider is down, querying the last attempt first', async () => {
    const lin = await mall.buyer('林')
    const order = await paid(lin)
    await agrees(lin, order.orderNo)
    const gateways = mall.services.gateways
    mall.services.gateways = openPaymentGateways({ wechat: { ...provider.settings.wechat, base: 'http://127.0.0.1:1' } })
    const waits: number[] = []
    for (let at = 0; at < 9; at++) {
      const { next_try_at } = await mall.db
        .selectFrom('refund')
        .select('next_try_at')
        .where('enterprise_id', '=', lin.enterpriseId)
        .executeTakeFirstOrThrow()
      waits.push(((next_try_at?.getTime() ?? 0) - mall.clock.now.getTime()) / 1_000)
      mall.clock.now = next_try_at ?? expect.fail('nobody tries again')
      await provider.refunds()
    }
    expect(waits).toEqual([0, 10, 30, 120, 600, 1_800, 3_600, 21_600, 21_600])
    expect(await refundsOf(lin)).toMatchObject([{ state: 'UNKNOWN', tries: 9 }])
    mall.services.gateways = gateways
    for (let at = 0; at < 2; at++) {
      mall.clock.forward(6 * 3_600_000)
      await provider.refunds()
    }
    expect([(await refundsOf(lin))[0]?.state, await mall.findInvariantBreaches()]).toEqual(['SETTLED', {}])
  })

  test('staff see it, and can retry only what the provider reports as abnormal', async () => {
    await mall.renew()
    const lin = await mall.buyer('林')
    const order = await paid(lin)
    await agrees(lin, order.orderNo)
    const [refund] = await refundsOf(lin)
    const ref = { enterpriseId: lin.enterpriseId, id: refund?.id ?? '' }
    expect(await finance.api.consolePayment.retryRefund(ref).catch((error) => error.reason)).toBe('REFUND_STATE')
    expect(await finance.api.consolePayment.retryRefund({ ...ref, id: lin.enterpriseId }).catch((error) => error.reason)).toBe(
      'REFUND_NOT_FOUND',
    )
    await mall.db
      .updateTable('refund')
      .set({ state: 'FAILED', next_try_at: null })
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('id', '=', ref.id)
      .execute()
    expect((await finance.api.consolePayment.refunds({ state: 'FAILED' })).dataList).toMatchObject([
      { id: ref.id, amount: 60_000, way: 'gateway' },
    ])
    await finance.api.consolePayment.retryRefund(ref)
    expect(await finance.api.consolePayment.retryRefund(ref).catch(({ message }) => message)).toMatch(
      /^finance 已于 \d\d:\d\d 重新提交这笔退款$/,
    )
    await provider.refunds()
    mall.clock.forward(30_000)
    await provider.refunds()
    expect((await refundsOf(lin))[0]?.state).toBe('SETTLED')
  })
})

describe('topping up a wallet online', () => {
  // J13
  test.each([
    ['wechat', '账户充值-微信支付'],
    ['card', '账户充值-企业网银支付'],
  ] as const)('by %s: 充值中, then 已完成, once, and only by the provider’s word', async (channel, title) => {
    const lin = await mall.buyer('林')
    const { paymentId } = await lin.api.payment.topUp({ amount: fen(123_456), channel })
    const open = await lin.api.payment.detail({ paymentId })
    expect(open).toMatchObject({ purpose: 'topUp', title, tradeId: null, state: 'PENDING' })
    expect(open.expiresAt.getTime() - mall.clock.now.getTime()).toBe(1_800_000)
    expect((await lin.api.payment.topUps({})).dataList).toMatchObject([{ title, amount: 123_456, status: '充值中', paymentId }])
    expect((await lin.api.wallet.entries({})).dataList).toMatchObject([{ title, amount: 123_456, sign: '+', status: '充值中' }])
    expect(await wallet(lin)).toBe(0)
    Object.assign(provider.faults, { double: 1 })
    await provider.pays(open.invitation)
    await expect.poll(() => wallet(lin)).toBe(123_456)
    Object.assign(provider.faults, noNoticeFaults)
    expect((await lin.api.payment.topUps({})).dataList).toMatchObject([{ status: '已完成', paymentId: null }])
    expect((await lin.api.wallet.entries({})).dataList).toMatchObject([{ title, amount: 123_456, sign: '+', status: '已完成' }])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is closed without effect when it is cancelled or expires', async () => {
    const lin = await mall.buyer('林')
    const [left, late] = [
      await lin.api.payment.topUp({ amount: fen(100), channel: 'wechat' }),
      await lin.api.payment.topUp({ amount: fen(200), channel: 'card' }),
    ]
    await lin.api.payment.cancel(left)
    mall.clock.forward(1_800_000)
    await provider.janitor()
    expect((await lin.api.payment.detail(late)).state).toBe('CLOSED')
    const entries = await lin.api.wallet.entries({})
    expect([entries.total, entries.dataList.map(({ status }) => status), await wallet(lin)]).toEqual([2, ['已关闭', '已关闭'], 0])
    expect((await lin.api.wallet.entries({ direction: '-' })).total).toBe(0)
  })

  test('is refunded when it was closed but paid anyway, and the wallet does not change', async () => {
    const lin = await mall.buyer('林')
    const { paymentId } = await lin.api.payment.topUp({ amount: fen(5_000), channel: 'card' })
    const { invitation } = await lin.api.payment.detail({ paymentId })
    // The bank's page cannot be closed from here.
    await lin.api.payment.cancel({ paymentId })
    await provider.pays(invitation)
    await expect.poll(() => refundsOf(lin)).toMatchObject([{ state: 'WAIT', amount_fen: 5_000, source: 'suspense' }])
    expect([await wallet(lin), await mall.findInvariantBreaches()]).toEqual([0, {}])
  })

  test.each([0, -1, 0.001, '5', null, 10_000_000.01])('the top-up amount %s is refused', async (amount) => {
    const lin = await mall.buyer('林')
    const { path } = (await import('#contract/money/payments/api.ts')).paymentEndpoints.topUp
    expect(await lin.post(path, { amount, channel: 'wechat' }, { 'idempotency-key': `topup-${String(amount).length}-x` })).toMatchObject({
      code: 400,
      detail: { field: 'amount' },
    })
  })
})

test('drawdowns are repaid online; an excess at the time of payment goes to the wallet', async () => {
  await mall.renew()
  const lin = await mall.buyer('林', { credit: '5000', wallet: '1000' })
  const skuId = await mall.createSku('截齿', { sale: '600.00', credit: '600.00' })
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'credit' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'credit', addressId: lin.addressId, quote })
  await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const parcel = { enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? '', carrier: '德邦快递', trackingNo: createWaybillNo() }
  await warehouse.api.consoleFulfilment.ship({ ...parcel, lines: [{ lineNo: 1, quantity: 1 }] })
  expect(await lin.api.payment.repay({ amount: fen(60_001), channel: 'wechat' }).catch((error) => error.reason)).toBe('REPAY_TOO_MUCH')
  const made = [
    await lin.api.payment.repay({ amount: fen(50_000), channel: 'wechat' }),
    await lin.api.payment.repay({ amount: fen(20_000), channel: 'card' }),
  ]
  for (const { paymentId } of made) {
    await provider.pays((await lin.api.payment.detail({ paymentId })).invitation)
    await expect.poll(async () => (await lin.api.payment.detail({ paymentId })).state).toBe('SETTLED')
  }
  expect([(await lin.api.account.account({}))?.usedAmount, await wallet(lin), await mall.findInvariantBreaches()]).toEqual([0, 110_000, {}])
})

describe('reconciliation with the providers', () => {
  test('agrees on a day of payments, refunds and late money, and names what is missing on either side', async () => {
    mall.clock.now = new Date('2026-12-02T02:00:00Z')
    await mall.renew()
    const day = toShanghaiDay(mall.clock.now)
    const lin = await mall.buyer('林')
    const orders = [await paid(lin), await paid(lin, 'card'), await paid(lin)]
    await agrees(lin, orders[0]?.orderNo ?? '')
    await provider.refunds()
    mall.clock.forward(10_000)
    await provider.refunds()
    expect(await finance.api.consolePayment.reconcile({ day })).toEqual({ day, unavailable: ['wechat', 'card'], differences: [] })
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    expect(await finance.api.consolePayment.reconcile({ day })).toEqual({ day, unavailable: [], differences: [] })
    // A notice that never came, a receipt that no provider knows, a refund from the provider's own desk.
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    const next = toShanghaiDay(mall.clock.now)
    Object.assign(provider.faults, { delayMs: 3_600_000 })
    const { paymentId } = await lin.api.payment.topUp({ amount: fen(777), channel: 'wechat' })
    await provider.pays((await lin.api.payment.detail({ paymentId })).invitation)
    Object.assign(provider.faults, noNoticeFaults)
    const spare = orders[2] ?? expect.fail()
    const own = {
      outTradeNo: spare.paymentId.replaceAll('-', ''),
      outRefundNo: 'desk1',
      amountFen: fen(100),
      totalFen: fen(60_000),
      reason: '',
    }
    await mall.services.gateways.get('wechat')?.refund(own, mall.clock.now)
    const { id: chosen, reference } = await mall.db
      .selectFrom('payment')
      .select(['id', 'reference'])
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('id', '=', spare.paymentId)
      .executeTakeFirstOrThrow()
    await runOnceAsOwner('update gateway_receipt set value_day = $1 where payment_id = $2', [next, chosen])
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    const { differences } = await finance.api.consolePayment.reconcile({ day: next })
    expect(differences.map(({ kind, bill, ours, books, reason }) => [kind, bill, ours, books, reason]).sort()).toEqual(
      [
        ['pay', 777, null, null, '支付机构已收款，本系统未入账'],
        ['pay', null, 60_000, 60_000, '本系统已入账，支付机构账单中没有'],
        ['refund', 100, null, null, '支付机构已退款，本系统没有或尚未确认'],
      ].sort(),
    )
    expect(differences.some((one) => one.reference === reference)).toBe(true)
    expect(addDays(next, 1)).toBe(toShanghaiDay(mall.clock.now))
  })
})

// The last one, because no goods came back for this money, as the books would say.
// J14
test('refunds never exceed the payment, also concurrently, and each reason is refunded once', async () => {
  const lin = await mall.buyer('林')
  const { orderId, enterpriseId } = await paid(lin)
  const back = (amount: number, seq: number) =>
    mall
      .runInTransaction((tx) =>
        refundUnshippedPartOfOrder(tx, mall.moment(), { enterpriseId, orderId, amountFen: fen(amount), title: '截齿', seq }),
      )
      .then(
        () => 'given',
        (error) => error.reason ?? error.code,
      )
  expect(await back(60_001, 0)).toBe('REFUND_TOO_MUCH')
  expect((await Promise.all(Array.from({ length: 8 }, (_, at) => back(20_000, at + 1)))).sort()).toEqual([
    ...Array(5).fill('REFUND_TOO_MUCH'),
    ...Array(3).fill('given'),
  ])
  expect(await back(1, 99)).toBe('REFUND_TOO_MUCH')
  const refunds = await refundsOf(lin)
  expect([refunds.length, new Set(refunds.map(({ way }) => way))]).toEqual([3, new Set(['gateway'])])
  const chen = await mall.buyer('陈')
  const other = await paid(chen)
  const twice = (seq: number) =>
    mall
      .runInTransaction((tx) =>
        refundUnshippedPartOfOrder(tx, mall.moment(), {
          enterpriseId: chen.enterpriseId,
          orderId: other.orderId,
          amountFen: fen(100),
          title: '截齿',
          seq,
        }),
      )
      .then(
        () => 'given',
        (error) => error.code,
      )
  expect(await Promise.all([twice(0), twice(0)]).then((both) => both.sort())).toEqual(['23505', 'given'])
})
