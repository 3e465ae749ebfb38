import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { getStatementDueDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { type AfterSaleLineTuples, createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const warehouse = await mall.staff('warehouse')
const afterSales = await createAfterSaleHelpers(mall)
const { ship, closeShort } = contract.consoleFulfilment
const { agreeCancel } = contract.consoleOrder
const NOT_ALLOWED = { code: 409, reason: 'ORDER_ACTION_NOT_ALLOWED' }

interface Good {
  price: string
  units: number
}

/** A paid order of some goods, one line each. */
async function paidOrder(buyer: Buyer, goods: Good[], method: Extract<PaymentMethod, 'credit' | 'wallet'>) {
  const lines = []
  for (const { price, units } of goods)
    lines.push({ skuId: await mall.createSku('截齿', { stock: 100, sale: price, credit: price }), goodsNum: units })
  const { quote } = await buyer.api.order.preview({ lines, method })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method, addressId: buyer.addressId, quote })
  await (method === 'credit' ? buyer.api.order.payByCredit : buyer.api.order.payByWallet)({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return { enterpriseId: buyer.enterpriseId, orderNo: orders[0]?.orderNo ?? '', skuIds: lines.map(({ skuId }) => skuId) }
}
const send = ({ enterpriseId, orderNo }: { enterpriseId: string; orderNo: string }, units: Record<number, unknown>) =>
  warehouse.post(ship.path, {
    enterpriseId,
    orderNo,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    lines: Object.entries(units).map(([lineNo, quantity]) => ({ lineNo: Number(lineNo), quantity })),
  })
const shares = async (enterpriseId: string) =>
  (
    await mall.db
      .selectFrom('parcel')
      .select('post_fen')
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('sent_at')
      .orderBy('parcel_no')
      .execute()
  ).map(({ post_fen }) => post_fen)
const account = async (buyer: Buyer) => {
  const { heldAmount, creditWaitReturnAmount, usedAmount } = (await buyer.api.account.account({})) ?? {}
  return { held: heldAmount, drawn: creditWaitReturnAmount, used: usedAmount }
}

test('shipping while another order of the same SKU is cancelled: both lock stock before the ledger', async () => {
  const lin = await mall.buyer('林', { credit: '1000' })
  const skuId = await mall.createSku('截齿', { stock: 100, sale: '10.00', credit: '10.00' })
  const buys = async () => {
    const request = { lines: [{ skuId, goodsNum: 1 }], method: 'credit' as const }
    const { quote } = await lin.api.order.preview(request)
    const { tradeId, orders } = await lin.api.order.submit({ ...request, addressId: lin.addressId, quote })
    await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    return { enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? '' }
  }
  const [shipped, cancelled] = [await buys(), await buys()]
  await lin.api.order.askCancel({ orderNo: cancelled.orderNo, reason: '不要了' })
  const support = await mall.staff('support')
  const answers = await runTwoCallsInLockOrder(mall, { table: 'sku_stock', id: skuId }, [
    () => support.post(agreeCancel.path, cancelled),
    () => send(shipped, { 1: 1 }),
  ])
  expect(answers).toMatchObject([{ code: 200 }, { code: 200 }])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

describe('a parcel', () => {
  test('never has more units than are left of a line, concurrently or one after the other', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const order = await paidOrder(
      lin,
      [
        { price: '100.00', units: 3 },
        { price: '50.00', units: 1 },
      ],
      'wallet',
    )
    expect(await send(order, { 1: 4 })).toMatchObject({
      status: 200,
      code: 422,
      reason: 'NOTHING_TO_SHIP',
      msg: '第 1 行最多还可发 3',
      detail: { lineNo: 1, left: 3 },
    })
    expect(await send(order, { 1: 3, 2: 2 })).toMatchObject({ code: 422, detail: { lineNo: 2, left: 1 } })
    expect(await send(order, { 3: 1 })).toMatchObject({ code: 422, detail: { lineNo: 3, left: 0 } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(order, { 1: 1 })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(await send(order, { 1: 1 })).toMatchObject({ code: 422 })
    expect(await send(order, { 2: 1 })).toMatchObject({ code: 200 })
    // Whoever is later than a colleague is told who it was.
    const msg = expect.stringMatching(/^.+ 已于 \d\d:\d\d 全部发出$/)
    expect(await send(order, { 2: 1 })).toMatchObject({ code: 409, reason: 'ORDER_ACTION_NOT_ALLOWED', msg })
    expect(await lin.api.order.detail({ orderNo: order.orderNo })).toMatchObject({ state: 'SENT', lines: [{ shipped: 3 }, { shipped: 1 }] })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test.each([0, -1, 0.5, '1', null, 1e9])('with %o units is refused', async (units) => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    expect(await send(await paidOrder(lin, [{ price: '100.00', units: 3 }], 'wallet'), { 1: units })).toMatchObject({
      code: 400,
      detail: { field: 'lines.0.quantity' },
    })
  })

  test('names each line once, a carrier and a waybill number', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const { enterpriseId, orderNo } = await paidOrder(lin, [{ price: '100.00', units: 3 }], 'wallet')
    const whole = { enterpriseId, orderNo, carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 1 }] }
    const wrongs: [object, string][] = [
      [{ lines: [] }, '请选择要发的商品'],
      [{ lines: [...whole.lines, ...whole.lines] }, '同一行商品只能出现一次'],
      [{ carrier: ' ' }, '请选择承运公司'],
      [{ trackingNo: '' }, '请输入运单号'],
      [{ orderNo: '007' }, '订单号格式不正确'],
    ]
    for (const [wrong, msg] of wrongs) expect(await warehouse.post(ship.path, { ...whole, ...wrong })).toMatchObject({ code: 400, msg })
  })

  test('can be shipped only for an order that is paid and not finished', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const skuId = await mall.createSku('截齿', { sale: '600.00' })
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    const order = { enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? '' }
    expect(await send(order, { 1: 1 })).toMatchObject(NOT_ALLOWED)
    await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    expect(await send(order, { 1: 1 })).toMatchObject({ code: 200 })
    expect(await send(order, { 1: 1 })).toMatchObject(NOT_ALLOWED)
    const msg = expect.stringMatching(/^warehouse 已于 \d\d:\d\d 全部发出$/)
    expect(await warehouse.post(closeShort.path, { ...order, reason: '缺货' })).toMatchObject({ ...NOT_ALLOWED, msg })
  })

  test('of an order is not found under another enterprise', async () => {
    const [lin, chen] = [await mall.buyer('林', { wallet: '1000' }), await mall.buyer('陈')]
    const { orderNo } = await paidOrder(lin, [{ price: '100.00', units: 3 }], 'wallet')
    expect(await send({ enterpriseId: chen.enterpriseId, orderNo }, { 1: 1 })).toMatchObject({ code: 404, reason: 'ORDER_NOT_FOUND' })
  })
})

describe('parcels of an order on credit draw their share', () => {
  test('sent in three with odd fen: shares add up to the order, freight is in the first, the rest in the last', async () => {
    const lin = await mall.buyer('林', { credit: '1000' })
    // 3 × 33.33 + 7 × 11.11 = 177.76, and 30 of freight.
    const order = await paidOrder(
      lin,
      [
        { price: '33.33', units: 3 },
        { price: '11.11', units: 7 },
      ],
      'credit',
    )
    expect(await account(lin)).toEqual({ held: 20_776, drawn: 0, used: 20_776 })

    await send(order, { 1: 1, 2: 2 })
    expect(await account(lin)).toEqual({ held: 20_776 - 3_000 - 3_333 - 2_222, drawn: 3_000 + 3_333 + 2_222, used: 20_776 })
    await send(order, { 2: 4 })
    await send(order, { 1: 2, 2: 1 })

    expect(await shares(lin.enterpriseId)).toEqual([8_555, 4_444, 7_777])
    expect(await account(lin)).toEqual({ held: 0, drawn: 20_776, used: 20_776 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('a drawdown is dated the day of its parcel and due on the 10th of the next month, whenever it was paid', async () => {
    const lin = await mall.buyer('林', { credit: '1000' })
    mall.clock.now = new Date('2026-12-31T15:59:00Z')
    await mall.renew()
    const order = await paidOrder(lin, [{ price: '300.00', units: 2 }], 'credit')
    await send(order, { 1: 1 })
    mall.clock.now = new Date('2026-12-31T16:00:00Z')
    await send(order, { 1: 1 })

    const { dataList } = await lin.api.credit.drawdowns({})
    expect(dataList.map(({ amount, at, dueDay, orderNo }) => [amount, toShanghaiMonth(at), dueDay, orderNo])).toEqual([
      [30_000, '2027-01', '2027-02-10', order.orderNo],
      [30_000, '2026-12', '2027-01-10', order.orderNo],
    ])
    expect((await lin.api.credit.drawdowns({ month: '2026-12' })).total).toBe(1)
    const { months } = await lin.api.credit.overview({})
    expect(months.slice(-2)).toEqual([
      { month: '2026-12', drawn: 30_000, dueDay: getStatementDueDay('2026-12') },
      { month: '2027-01', drawn: 30_000, dueDay: '2027-02-10' },
    ])
    expect(await lin.api.credit.drawdown({ id: dataList[0]?.id ?? '' })).toMatchObject({
      amount: 30_000,
      type: '商城消费',
      method: '赊销额度支付',
      lines: [{ quantity: 1 }],
    })
  })

  test('closing the rest short releases the part of the hold that will not be shipped', async () => {
    const lin = await mall.buyer('林', { credit: '1000' })
    const order = await paidOrder(
      lin,
      [
        { price: '33.33', units: 10 },
        { price: '50.00', units: 2 },
      ],
      'credit',
    )
    await send(order, { 1: 3 })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        warehouse.post(closeShort.path, { enterpriseId: order.enterpriseId, orderNo: order.orderNo, reason: '停产' }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await account(lin)).toEqual({ held: 0, drawn: 9_999 + 3_000, used: 12_999 })
    expect(await Promise.all(order.skuIds.map((skuId) => mall.countStock(skuId)))).toEqual([97, 100])
    expect(await lin.api.order.detail({ orderNo: order.orderNo })).toMatchObject({ state: 'SENT', actions: ['receive', 'afterSale'] })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('closing short and shipping the rest concurrently: exactly one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const lin = await mall.buyer('林', { credit: '1000' })
      const order = await paidOrder(lin, [{ price: '33.33', units: 3 }], 'credit')
      await send(order, { 1: 1 })
      const [sent, closed] = await Promise.all([
        send(order, { 1: 2 }),
        warehouse.post(closeShort.path, { enterpriseId: order.enterpriseId, orderNo: order.orderNo, reason: '缺货' }),
      ])
      expect([sent.code, closed.code].sort()).toEqual([200, 409])
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('parcels of an order paid by wallet', () => {
  test('closing the rest short refunds it to the fen and keeps the freight', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const order = await paidOrder(lin, [{ price: '33.33', units: 3 }], 'wallet')
    await send(order, { 1: 1 })
    await warehouse.post(closeShort.path, { enterpriseId: order.enterpriseId, orderNo: order.orderNo, reason: '停产' })
    expect((await lin.api.wallet.overview({})).balance).toBe(100_000 - 3_000 - 3_333)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('the units of all lines are updated in one statement', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const good = { price: '10.00', units: 2 }
    const order = await paidOrder(lin, [good, good, good], 'wallet')
    await send(order, { 1: 1, 2: 1, 3: 1 })
    mall.roundTrips.length = 0
    await warehouse.post(closeShort.path, { enterpriseId: order.enterpriseId, orderNo: order.orderNo, reason: '停产' })
    expect(mall.roundTrips.flat().filter((statement) => /update "?order_line\b/.test(statement))).toHaveLength(1)
    expect(await lin.api.order.detail({ orderNo: order.orderNo })).toMatchObject({
      lines: [{ shipped: 1 }, { shipped: 1 }, { shipped: 1 }],
    })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('bills and messages state the number of goods in an order', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const good = { price: '10.00', units: 1 }
    await paidOrder(lin, [good], 'wallet')
    await paidOrder(lin, [good, good, good], 'wallet')
    const received = (await lin.api.message.list({})).dataList.map(({ messageContent, order }) => [messageContent, order?.goodsName])
    expect(received).toEqual([
      ['截齿 等 3 种商品已支付，正在备货', '截齿 等 3 种商品'],
      ['截齿已支付，正在备货', '截齿'],
    ])
    const contracts = await lin.api.contracts.list({ kind: 'purchase' })
    expect(contracts.dataList.map((row) => row.kind === 'purchase' && row.goodsKinds).toSorted()).toEqual([1, 3])
    const { dataList } = await lin.api.wallet.entries({})
    expect(dataList.map(({ title }) => title).slice(0, 2)).toEqual(['截齿 等 3 种商品', '截齿'])
  })

  test('the debt of a parcel and an after-sale name what they are for, not what else was ordered', async () => {
    const lin = await mall.buyer('林', { credit: '1000' })
    const good = { price: '10.00', units: 1 }
    const order = await paidOrder(lin, [good, good, good, good], 'credit')
    await send(order, { 1: 1 })
    await send(order, { 2: 1, 3: 1 })
    const { dataList } = await lin.api.credit.drawdowns({})
    expect(dataList.map(({ goodsName }) => goodsName).toSorted()).toEqual(['截齿', '截齿 等 2 种商品'])
    await lin.api.afterSale.apply({
      orderNo: order.orderNo,
      type: 'REFUND',
      lines: [{ lineNo: 4, stage: 'unsent', quantity: 1 }],
      freight: false,
      reason: '不想要了',
      description: '',
    })
    const [row] = (await lin.api.afterSale.list({})).dataList
    expect([row?.firstGoods, row?.goodsKinds]).toEqual(['截齿', 1])
  })

  test('a refund to the wallet names the goods that it is for', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const good = { price: '10.00', units: 1 }
    const bought = await afterSales.order(lin, [good, good, good, good])
    const asked: AfterSaleLineTuples = [2, 4].map((lineNo) => [lineNo, 'unsent', 1])
    expect(await afterSales.refunds(bought, asked)).toBe(2_000)
    const [entry] = (await lin.api.wallet.entries({})).dataList
    expect([entry?.title, entry?.sign, entry?.amount]).toEqual(['退款-截齿 等 2 种商品', '+', 2_000])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('a later parcel restarts the fifteen days until automatic receipt', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const order = await paidOrder(lin, [{ price: '100.00', units: 2 }], 'wallet')
    await send(order, { 1: 1 })
    mall.clock.forward(14 * ONE_DAY_MS)
    await mall.renew()
    await send(order, { 1: 1 })
    mall.clock.forward(14 * ONE_DAY_MS)
    await mall.runDeadlines()
    await mall.renew()
    expect(await lin.api.order.detail({ orderNo: order.orderNo })).toMatchObject({ state: 'SENT' })
    mall.clock.forward(ONE_DAY_MS)
    await mall.runDeadlines()
    await mall.renew()
    expect(await lin.api.order.detail({ orderNo: order.orderNo })).toMatchObject({
      state: 'WAIT_COMMENT',
      parcels: [{ parcelNo: 1 }, { parcelNo: 2 }],
    })
  })
})
