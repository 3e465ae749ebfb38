import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createAfterSaleHelpers } from './after-sales.ts'
import { setBaseLimitAsStaff } from './limits.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from './mall.ts'
import type { TestUser } from './test-user.ts'
import { createWaybillNo } from './waybills.ts'

// Acceptance cases (docs/acceptance.md) that the stories of no single module cover.

const mall = await openMall()
const { order, send, apply, approve, comeBack, refunds, returns, support, warehouse } = await createAfterSaleHelpers(mall)
type Buyer = Awaited<ReturnType<typeof mall.buyer>>

const account = async (buyer: Buyer) => {
  const { heldAmount, creditWaitReturnAmount, creditUseableAmount } = (await buyer.api.account.account({})) ?? {}
  return { held: heldAmount, drawn: creditWaitReturnAmount, usable: creditUseableAmount }
}
const submits = async (buyer: Buyer, skuId: string, method: 'credit' | 'wallet') => {
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method })
  return buyer.api.order.submit({ lines, method, addressId: buyer.addressId, quote })
}
const presses = (person: TestUser, path: string, body: object) => person.post(path, body, { 'idempotency-key': randomUUID() })

describe('concurrent orders on credit', () => {
  // acceptance case 2
  test('of fifty orders on credit at once with a limit for ten, ten get a hold and the others are refused', async () => {
    const [skuId, lin] = [await mall.createSku('截齿', { sale: '500.00', credit: '500.00' }), await mall.buyer('林', { credit: '5000' })]
    const trades = []
    for (let at = 0; at < 50; at++) trades.push((await submits(lin, skuId, 'credit')).tradeId)
    const answers = await Promise.all(
      trades.map((tradeId) => presses(lin, contract.order.payByCredit.path, { tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(10)
    expect(new Set(answers.filter(({ code }) => code !== 200).map(({ reason }) => reason))).toEqual(new Set(['CREDIT_SHORT']))
    const holds = mall.db
      .selectFrom('ledger_transfer')
      .select('id')
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('kind', '=', 'hold')
    expect(await holds.execute()).toHaveLength(10)
    expect(await account(lin)).toEqual({ held: 500_000, drawn: 0, usable: 0 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('an order on credit that is shipped, returned and cancelled in parts', () => {
  // acceptance case 5
  test('refund 3 of 10, ship 4, claim 2 of them, ship 3: hold, drawdown and statement are right at each step', async () => {
    const lin = await mall.buyer('林', { credit: '1000' })
    const bought = await order(lin, [{ price: '33.33', units: 10 }], 'credit')
    const steps = [await account(lin)]
    const then = async (work: Promise<unknown>) => {
      await work
      steps.push(await account(lin))
    }
    await then(refunds(bought, [[1, 'unsent', 3]]))
    await then(send(bought, { 1: 4 }))
    await then(returns(bought, [[1, 'sent', 2]]))
    await then(send(bought, { 1: 3 }))
    expect(steps).toEqual([
      { held: 36_330, drawn: 0, usable: 63_670 },
      { held: 26_331, drawn: 0, usable: 73_669 },
      { held: 9_999, drawn: 16_332, usable: 73_669 },
      { held: 9_999, drawn: 9_666, usable: 80_335 },
      { held: 0, drawn: 19_665, usable: 80_335 },
    ])
    const bill = (await lin.api.bill.list({})).dataList.map(({ typeLabel, sign, amount }) => `${typeLabel} ${sign}${amount}`)
    expect(bill).toEqual(['商城消费 -9999', '退款 +6666', '商城消费 -16332'])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('the credit limit cannot be bypassed', () => {
  // acceptance case 8
  test('a cancelled order whose limit another order uses cannot be paid, changed or shipped again', async () => {
    const [skuId, lin] = [await mall.createSku('截齿', { sale: '600.00', credit: '600.00' }), await mall.buyer('林', { credit: '1000' })]
    const first = await submits(lin, skuId, 'credit')
    await lin.api.order.payByCredit({ tradeId: first.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    const orderNo = first.orders[0]?.orderNo ?? ''
    await lin.api.order.askCancel({ orderNo, reason: '暂时不需要' })
    await support.api.consoleOrder.agreeCancel({ enterpriseId: lin.enterpriseId, orderNo })
    const second = await submits(lin, skuId, 'credit')
    await lin.api.order.payByCredit({ tradeId: second.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })

    const { payByCredit, changeMethod } = contract.order
    const again = { tradeId: first.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD }
    expect(await presses(lin, payByCredit.path, again)).toMatchObject({ code: 409 })
    expect(await presses(lin, changeMethod.path, { tradeId: first.tradeId, method: 'credit' })).toMatchObject({ code: 409 })
    const parcel = {
      enterpriseId: lin.enterpriseId,
      orderNo,
      carrier: '德邦快递',
      trackingNo: createWaybillNo(),
      lines: [{ lineNo: 1, quantity: 1 }],
    }
    await expect(warehouse.api.consoleFulfilment.ship(parcel)).rejects.toMatchObject({ reason: 'ORDER_ACTION_NOT_ALLOWED' })
    expect(await account(lin)).toEqual({ held: 60_000, drawn: 0, usable: 40_000 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('an order on the wallet that is changed to credit is checked like any other', async () => {
    const [skuId, lin] = [await mall.createSku('截齿', { sale: '600.00', credit: '600.00' }), await mall.buyer('林', { credit: '1000' })]
    const waiting = await submits(lin, skuId, 'wallet')
    const held = await submits(lin, skuId, 'credit')
    await lin.api.order.payByCredit({ tradeId: held.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    await expect(lin.api.order.changeMethod({ tradeId: waiting.tradeId, method: 'credit' })).rejects.toMatchObject({
      reason: 'CREDIT_SHORT',
    })
    expect((await lin.api.order.trade({ tradeId: waiting.tradeId })).method).toBe('wallet')
  })
})

describe('an enterprise that may not buy on credit', () => {
  // acceptance case 7
  test('pays cash, its shipped parcels are still posted, and exchanged goods are sent again', async () => {
    const lin = await mall.buyer('林', { credit: '2000', wallet: '2000' })
    const onCredit = await order(lin, [{ price: '600.00', units: 2 }], 'credit')
    await send(onCredit, { 1: 1 })
    const finance = await mall.staff('finance')
    await setBaseLimitAsStaff(finance, { enterpriseId: lin.enterpriseId, baseLimit: yuanTextToFen('1'), reason: '逾期收回' })

    const [sku] = onCredit.skuIds
    await expect(submits(lin, sku ?? '', 'credit')).rejects.toMatchObject({ reason: 'CREDIT_SHORT' })
    const cash = await submits(lin, sku ?? '', 'wallet')
    await lin.api.order.payByWallet({ tradeId: cash.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    await send(onCredit, { 1: 1 })
    expect(await account(lin)).toMatchObject({ held: 0, drawn: 120_000 })

    const ref = await apply(onCredit, 'EXCHANGE', [[1, 'sent', 1]])
    await approve(ref, [[1, 'sent', 1]])
    await comeBack(lin, ref, [[1, 1, 0]])
    const { orderNo } = await support.api.consoleAfterSale.exchange(ref)
    const again = {
      enterpriseId: lin.enterpriseId,
      orderNo,
      carrier: '德邦快递',
      trackingNo: createWaybillNo(),
      lines: [{ lineNo: 1, quantity: 1 }],
    }
    await warehouse.api.consoleFulfilment.ship(again)
    expect((await lin.api.order.detail({ orderNo })).state).toBe('SENT')
    expect(await account(lin)).toMatchObject({ held: 0, drawn: 120_000 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('input from outside for a cart or an order', () => {
  // G7, H13: a body of ten megabytes is refused before it is read. Nested properties and prototypes are not fields.
  test('cannot set properties of a SKU: extra, nested or hostile ones are refused', async () => {
    const [skuId, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    const { path } = contract.cart.add
    for (const skuProps of [{ 规格: { 规格: {} } }, JSON.parse('{"__proto__":{"admin":true}}'), 'x', null])
      expect(await lin.post(path, { skuId, goodsNum: 1, skuProps })).toMatchObject({ code: 400 })
    const raw = JSON.parse(`{"skuId":"${skuId}","goodsNum":1,"__proto__":{"goodsNum":5}}`)
    expect((await lin.post(path, raw)).code).not.toBe(200)
    const large = await lin.post(path, { skuId, goodsNum: 1, skuProps: 'x'.repeat(10_000_000) })
    expect(large.code).not.toBe(200)
    expect((await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)).toEqual([])
  })

  // N8
  test('cannot set the time of the order: the clock of the server counts', async () => {
    const [skuId, lin] = [await mall.createSku('截齿'), await mall.buyer('林')]
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    const body = { lines, method: 'wallet', addressId: lin.addressId, quote }
    for (const late of [{ createdAt: '2020-01-01T00:00:00.000Z' }, { postingDay: '2020-01-01' }, { orderNo: '202001010000000001' }])
      expect(await presses(lin, contract.order.submit.path, { ...body, ...late })).toMatchObject({ code: 400 })
    expect(await presses(lin, contract.order.submit.path, body)).toMatchObject({ code: 200 })
    expect((await lin.api.order.list({})).dataList).toMatchObject([{ createdAt: mall.clock.now }])
  })
})
