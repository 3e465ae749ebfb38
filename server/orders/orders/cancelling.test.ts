import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { type Buyer, ONE_DAY_MS, ONE_HOUR_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const { cancel, askCancel, receive, payByWallet, payByCredit } = contract.order
const { agreeCancel, refuseCancel } = contract.consoleOrder
const support = await mall.staff('support')
const warehouse = await mall.staff('warehouse')
/** Who changed the order, when and how, or the state that it is in. */
const WHO_OR_WHICH_STATE = /^(.+ 已于 \d\d:\d\d .+|订单.+，不支持该操作)$/
const NOT_ALLOWED = { status: 200, code: 409, reason: 'ORDER_ACTION_NOT_ALLOWED', msg: expect.stringMatching(WHO_OR_WHICH_STATE) }
const why = { reason: '不要了' }

/** Three picks at 200 yuan, submitted; `paid` also paid. */
async function orders(buyer: Buyer, method: PaymentMethod, { paid = false } = {}) {
  const skuId = await mall.createSku('截齿', { stock: 10, sale: '200.00', credit: '200.00' })
  const lines = [{ skuId, goodsNum: 3 }]
  const { quote } = await buyer.api.order.preview({ lines, method })
  const { tradeId, orders: made } = await buyer.api.order.submit({ lines, method, addressId: buyer.addressId, quote })
  if (paid)
    await (method === 'credit' ? buyer.api.order.payByCredit : buyer.api.order.payByWallet)({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return { skuId, tradeId, orderNo: made[0]?.orderNo ?? '', enterpriseId: buyer.enterpriseId }
}
const pay = (buyer: Buyer, tradeId: string, { path }: { path: string }) =>
  buyer.post(path, { tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD }, { 'idempotency-key': randomUUID() })
const ship = (order: { enterpriseId: string; orderNo: string }, quantity: number) =>
  warehouse.post(contract.consoleFulfilment.ship.path, {
    enterpriseId: order.enterpriseId,
    orderNo: order.orderNo,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    lines: [{ lineNo: 1, quantity }],
  })
const history = async (buyer: Buyer, orderNo: string) => (await buyer.api.order.detail({ orderNo })).events.map(({ verb }) => verb)
const wallet = async (buyer: Buyer) => (await buyer.api.wallet.overview({})).balance
const held = async (buyer: Buyer) => (await buyer.api.account.account({}))?.heldAmount

describe('an unpaid order', () => {
  test('that is cancelled returns its stock once under concurrent cancels', async () => {
    const lin = await mall.buyer('林')
    const { skuId, orderNo } = await orders(lin, 'transfer')
    expect(await mall.countStock(skuId)).toBe(7)
    const answers = await Promise.all(Array.from({ length: 10 }, () => lin.post(cancel.path, { orderNo, ...why })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer).toMatchObject(NOT_ALLOWED)
    expect([await mall.countStock(skuId), await history(lin, orderNo)]).toEqual([10, ['submit', 'cancel']])
    expect(await lin.api.order.detail({ orderNo })).toMatchObject({ state: 'CANCELLED', cancelReason: '不要了', actions: [] })
  })

  test('that is cancelled and paid concurrently is one or the other; stock and money agree', async () => {
    for (let round = 0; round < 8; round++) {
      const method = round % 2 ? 'credit' : 'wallet'
      const lin = await mall.buyer('林', { wallet: '1000', credit: '1000' })
      const { skuId, tradeId, orderNo } = await orders(lin, method)
      const [cancelled, paid] = await Promise.all([
        lin.post(cancel.path, { orderNo, ...why }),
        pay(lin, tradeId, method === 'credit' ? payByCredit : payByWallet),
      ])
      expect([cancelled.code, paid.code].sort()).toEqual([200, 409])
      const spent = 100_000 - (await wallet(lin)) + ((await held(lin)) ?? 0)
      expect([spent, await mall.countStock(skuId)]).toEqual(paid.code === 200 ? [60_000, 7] : [0, 10])
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('expires exactly one day after it began to wait, once', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const [left, paid] = [await orders(lin, 'wallet'), await orders(lin, 'wallet', { paid: true })]
    mall.clock.forward(ONE_DAY_MS - 1)
    expect(await mall.runDeadlines()).toBe(0)
    mall.clock.forward(1)
    expect(await mall.runDeadlines()).toBe(1)
    expect(await mall.runDeadlines()).toBe(0)
    await mall.renew()
    expect([await mall.countStock(left.skuId), await mall.countStock(paid.skuId)]).toEqual([10, 7])
    expect(await lin.api.order.detail({ orderNo: left.orderNo })).toMatchObject({
      state: 'CANCELLED',
      cancelReason: '24 小时未支付，已自动取消',
      events: [{}, { by: '系统' }],
    })
    expect(await lin.api.order.detail({ orderNo: paid.orderNo })).toMatchObject({ state: 'WAIT_SEND' })
  })

  test('that two deadline jobs expire while its buyer pays changes its state once', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const { skuId, tradeId, orderNo } = await orders(lin, 'wallet')
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    const [, , paid] = await Promise.all([mall.runDeadlines(), mall.runDeadlines(), pay(lin, tradeId, payByWallet)])
    const { state } = await lin.api.order.detail({ orderNo })
    expect([state, await mall.countStock(skuId)]).toEqual(paid.code === 200 ? ['WAIT_SEND', 7] : ['CANCELLED', 10])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('of a trade with two shops can be cancelled alone; the other order is paid alone', async () => {
    const other = await mall.newShop('二店')
    const skus = [await mall.createSku('本店', { sale: '600.00' }), await mall.createSku('二店', { sale: '700.00', shopId: other })]
    const lin = await mall.buyer('林', { wallet: '700' })
    const lines = skus.map((skuId) => ({ skuId, goodsNum: 1 }))
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    const trade = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    const cheap = trade.orders.find(({ payable }) => payable === 60_000)
    await lin.api.order.cancel({ orderNo: cheap?.orderNo ?? '', reason: '不要了' })
    expect(await lin.api.order.trade({ tradeId: trade.tradeId })).toMatchObject({ payable: 70_000, orders: [{ payable: 70_000 }] })
    expect(await pay(lin, trade.tradeId, payByWallet)).toMatchObject({ code: 200, data: { payable: 700 } })
    expect([await wallet(lin), await mall.findInvariantBreaches()]).toEqual([0, {}])
  })
})

test('a trade lists its open orders; a fully cancelled one lists all, with nothing to pay', async () => {
  const skus = [
    await mall.createSku('本店', { sale: '600.00' }),
    await mall.createSku('二店', { sale: '700.00', shopId: await mall.newShop('三店') }),
  ]
  const lin = await mall.buyer('林', { credit: '5000' })
  const lines = skus.map((skuId) => ({ skuId, goodsNum: 1 }))
  const { quote } = await lin.api.order.preview({ lines, method: 'transfer' })
  const { tradeId, orders: both } = await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
  const [first = '', second = ''] = both.map(({ orderNo }) => orderNo)
  const shown = async () => {
    const { payable, orders: listed } = await lin.api.order.trade({ tradeId })
    return { payable, listed: listed.map(({ orderNo, state }) => [orderNo, state]) }
  }
  expect((await shown()).payable).toBe(130_000)

  await lin.api.order.cancel({ orderNo: first, reason: '不要了' })
  const left = both.find(({ orderNo }) => orderNo === second)?.payable
  expect(await shown()).toEqual({ payable: left, listed: [[second, 'WAIT_PAY']] })
  // What is cancelled keeps its prices, and has no part in what another method comes to.
  const changed = await lin.api.order.changeMethod({ tradeId, method: 'credit' })
  expect([changed.method, changed.orders.map(({ orderNo }) => orderNo)]).toEqual(['credit', [second]])
  expect(changed.payable).toBe(changed.orders[0]?.payable)

  await lin.api.order.cancel({ orderNo: second, reason: '不要了' })
  const over = await shown()
  expect(over.payable).toBe(0)
  expect(over.listed.sort()).toEqual(
    [
      [first, 'CANCELLED'],
      [second, 'CANCELLED'],
    ].sort(),
  )
})

describe('a paid order', () => {
  test.each(['wallet', 'credit'] as const)('by %s is refunded when staff agree: goods to stock, money to its source', async (method) => {
    const lin = await mall.buyer('林', { wallet: '1000', credit: '1000' })
    const { skuId, orderNo, enterpriseId } = await orders(lin, method, { paid: true })
    expect(await lin.post(cancel.path, { orderNo, ...why })).toMatchObject(NOT_ALLOWED)
    await lin.api.order.askCancel({ orderNo, reason: '规格买错' })
    expect(await lin.post(askCancel.path, { orderNo, ...why })).toMatchObject(NOT_ALLOWED)
    // Nothing leaves the house while the question is open.
    expect(await ship({ enterpriseId, orderNo }, 1)).toMatchObject({ ...NOT_ALLOWED, msg: '买家申请取消，处理后才能发货' })

    const answers = await Promise.all(Array.from({ length: 5 }, () => support.post(agreeCancel.path, { enterpriseId, orderNo })))

    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409])
    expect([await wallet(lin), await held(lin), await mall.countStock(skuId)]).toEqual([100_000, 0, 10])
    expect(await lin.api.order.detail({ orderNo })).toMatchObject({ state: 'CANCELLED', cancelReason: '规格买错', cancelAskedAt: null })
    if (method === 'wallet')
      expect((await lin.api.wallet.entries({})).dataList).toMatchObject([
        { sign: '+', amount: 60_000, title: '退款-截齿' },
        { sign: '-' },
        {},
      ])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('continues when staff refuse to cancel, and the buyer may request it again', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const { orderNo, enterpriseId } = await orders(lin, 'wallet', { paid: true })
    expect(await support.post(refuseCancel.path, { enterpriseId, orderNo, reason: '没人问' })).toMatchObject(NOT_ALLOWED)
    expect(await support.post(agreeCancel.path, { enterpriseId, orderNo })).toMatchObject(NOT_ALLOWED)
    await lin.api.order.askCancel({ orderNo, reason: '规格买错' })
    expect(await support.post(refuseCancel.path, { enterpriseId, orderNo, reason: '已装车' })).toMatchObject({ code: 200 })
    const late = await support.post(agreeCancel.path, { enterpriseId, orderNo })
    expect(late).toMatchObject({ reason: 'ORDER_ACTION_NOT_ALLOWED', msg: expect.stringMatching(/^support 已于 \d\d:\d\d 拒绝取消$/) })
    expect(await lin.api.order.detail({ orderNo })).toMatchObject({
      state: 'WAIT_SEND',
      cancelAskedAt: null,
      actions: ['askCancel', 'afterSale'],
    })
    await lin.api.order.askCancel({ orderNo, reason: '还是不要' })
    expect(await history(lin, orderNo)).toEqual(['submit', 'pay', 'askCancel', 'refuseCancel', 'askCancel'])
  })

  test('continues when the buyer withdraws the cancel request before a decision', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const order = await orders(lin, 'wallet', { paid: true })
    const { orderNo, enterpriseId } = order
    const withdraw = () => lin.post(contract.order.withdrawCancel.path, { orderNo })
    expect(await withdraw()).toMatchObject(NOT_ALLOWED)
    await lin.api.order.askCancel({ orderNo, ...why })
    expect(await lin.api.order.detail({ orderNo })).toMatchObject({ actions: ['withdrawCancel'] })
    expect(await ship(order, 1)).toMatchObject({ code: 409 })
    expect((await Promise.all([withdraw(), withdraw()])).map(({ code }) => code).sort()).toEqual([200, 409])
    expect(await lin.api.order.detail({ orderNo })).toMatchObject({ cancelAskedAt: null, actions: ['askCancel', 'afterSale'] })
    expect(await support.post(agreeCancel.path, { enterpriseId, orderNo })).toMatchObject(NOT_ALLOWED)
    expect(await ship(order, 3)).toMatchObject({ code: 200 })
    expect(await history(lin, orderNo)).toEqual(['submit', 'pay', 'askCancel', 'withdrawCancel', 'shipRest'])
  })

  test('with a cancel request during shipping is either shipped or cancelled', async () => {
    for (let round = 0; round < 6; round++) {
      const lin = await mall.buyer('林', { wallet: '1000' })
      const order = await orders(lin, 'wallet', { paid: true })
      const [asked, shipped] = await Promise.all([lin.post(askCancel.path, { orderNo: order.orderNo, ...why }), ship(order, 3)])
      expect([asked.code, shipped.code].sort()).toEqual([200, 409])
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  // N4
  test('that was shipped cannot be cancelled, and one that was not shipped cannot be received', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const order = await orders(lin, 'wallet', { paid: true })
    const { orderNo } = order
    expect(await lin.post(receive.path, { orderNo })).toMatchObject(NOT_ALLOWED)
    await ship(order, 2)
    expect(await lin.post(receive.path, { orderNo })).toMatchObject(NOT_ALLOWED)
    await ship(order, 1)
    for (const { path } of [cancel, askCancel]) expect(await lin.post(path, { orderNo, ...why })).toMatchObject(NOT_ALLOWED)
    const answers = await Promise.all(Array.from({ length: 5 }, () => lin.post(receive.path, { orderNo })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409])
    for (const { path } of [cancel, askCancel]) expect(await lin.post(path, { orderNo, ...why })).toMatchObject(NOT_ALLOWED)
  })

  test('is received automatically after fifteen days and closed thirty days later', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const order = await orders(lin, 'wallet', { paid: true })
    const past = async (forward: number) => {
      mall.clock.forward(forward)
      await mall.runDeadlines()
      await mall.renew()
      return (await history(lin, order.orderNo)).at(-1)
    }
    expect(await past(40 * ONE_DAY_MS)).toBe('pay')
    await ship(order, 3)
    expect(await past(15 * ONE_DAY_MS - 1)).toBe('shipRest')
    expect(await past(1)).toBe('autoReceive')
    expect(await past(30 * ONE_DAY_MS - ONE_HOUR_MS)).toBe('autoReceive')
    expect(await past(ONE_HOUR_MS)).toBe('closeComment')
    expect(await history(lin, order.orderNo)).toEqual(['submit', 'pay', 'shipRest', 'autoReceive', 'closeComment'])
  })
})

test('the counts by state equal the list, for this enterprise only', async () => {
  const [lin, chen] = [await mall.buyer('林', { wallet: '1000' }), await mall.buyer('陈')]
  await orders(lin, 'transfer')
  await orders(lin, 'transfer')
  await orders(lin, 'wallet', { paid: true })
  await orders(chen, 'transfer')
  const counts = await lin.api.order.count({})
  expect(counts.sort((a, b) => a.count - b.count)).toEqual([
    { state: 'WAIT_SEND', count: 1 },
    { state: 'WAIT_PAY', count: 2 },
  ])
  for (const { state, count } of counts) expect((await lin.api.order.list({ state })).total).toBe(count)
  expect((await lin.api.order.list({})).total).toBe(3)
})

test('orders are found by part of number or goods name, with wildcards taken literally, and by date', async () => {
  const lin = await mall.buyer('林')
  const { orderNo } = await orders(lin, 'transfer')
  const total = async (given: object) => (await lin.api.order.list(given)).total
  for (const keyword of [orderNo, orderNo.slice(4, 12), '截齿', '截', 'kt-'])
    expect({ keyword, total: await total({ keyword }) }).toEqual({ keyword, total: 1 })
  for (const keyword of ['%', '_', '\\', "'", '截%', '旋挖', '000000000000000000'])
    expect({ keyword, total: await total({ keyword }) }).toEqual({ keyword, total: 0 })
  const { createdAt } = await lin.api.order.detail({ orderNo })
  const { toShanghaiDay, addDays } = await import('#contract/platform/core/shanghai.ts')
  const day = toShanghaiDay(createdAt)
  expect([
    await total({ dateFrom: day, dateTo: day }),
    await total({ dateFrom: addDays(day, 1) }),
    await total({ dateTo: addDays(day, -1) }),
  ]).toEqual([1, 0, 0])
  for (const wrong of [
    { dateFrom: '2026-02-30' },
    { state: 'PAID' },
    { enterpriseId: lin.enterpriseId },
    { userId: lin.userId },
    { pageSize: 101 },
  ]) {
    expect(await lin.post(contract.order.list.path, wrong)).toMatchObject({ code: 400, reason: 'INVALID_INPUT' })
  }
})
