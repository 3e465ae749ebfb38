import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { grantTempLimitAsStaff, setBaseLimitAsStaff } from '#server/platform/testing/limits.ts'
import { type Buyer, ONE_DAY_MS, ONE_HOUR_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { payByCredit, payByWallet, changeMethod } = contract.order
const WRONG = '000001'
const finance = await mall.staff('finance')

/** A submitted, unpaid order of one product at exactly the given price (without freight from 500 yuan on). */
async function owes(buyer: Buyer, price: string, method: PaymentMethod = 'wallet') {
  const skuId = await mall.createSku('截齿', { sale: price, credit: price })
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method, addressId: buyer.addressId, quote })
  return { skuId, tradeId, orderNo: orders[0]?.orderNo ?? '' }
}
const pay = (
  buyer: Buyer,
  tradeId: string,
  { path } = payByWallet as { path: string },
  payPwd: unknown = TEST_USER_PAYMENT_PASSWORD,
  key: string = randomUUID(),
) => buyer.post(path, { tradeId, payPwd }, { 'idempotency-key': key })
const wallet = async (buyer: Buyer) => (await buyer.api.wallet.overview({})).balance
const used = async (buyer: Buyer) => (await buyer.api.account.account({}))?.usedAmount
const settled = async ({ enterpriseId }: Buyer) => {
  const trades = mall.db.selectFrom('payment').select('amount_fen').where('enterprise_id', '=', enterpriseId).where('purpose', '=', 'trade')
  return (await trades.execute()).map(({ amount_fen }) => amount_fen)
}
const setLimit = (buyer: Buyer, limit: string) =>
  setBaseLimitAsStaff(finance, { enterpriseId: buyer.enterpriseId, baseLimit: yuanTextToFen(limit), reason: '调整' })

describe('an order is paid once', () => {
  // J2
  test('with many concurrent requests is settled once; the others learn that it is paid', async () => {
    const lin = await mall.buyer('林', { wallet: '5000', credit: '5000' })
    const { tradeId, orderNo } = await owes(lin, '600.00')
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay(lin, tradeId)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ code }) => code !== 200))
      expect(answer).toMatchObject({ status: 200, code: 409, reason: 'ALREADY_PAID', msg: '订单已支付或状态已变化' })
    expect([await settled(lin), await wallet(lin)]).toEqual([[60_000], 440_000])
    expect((await lin.api.order.detail({ orderNo })).events.map(({ verb }) => verb)).toEqual(['submit', 'pay'])
  })

  // J2
  test('also when its method is changed and it is paid by the other method concurrently', async () => {
    for (let round = 0; round < 6; round++) {
      const lin = await mall.buyer('林', { wallet: '5000', credit: '5000' })
      const { tradeId } = await owes(lin, '600.00')
      await Promise.all([
        pay(lin, tradeId),
        lin.post(changeMethod.path, { tradeId, method: 'credit' }),
        pay(lin, tradeId, payByCredit),
        pay(lin, tradeId, payByCredit),
      ])
      const paid = (await settled(lin)).length
      expect(paid).toBeLessThanOrEqual(1)
      expect(500_000 - (await wallet(lin)) + ((await used(lin)) ?? 0)).toBe(paid * 60_000)
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('returns the same answer for the same key without checking the password again', async () => {
    const lin = await mall.buyer('林', { wallet: '5000' })
    const [first, other] = [await owes(lin, '600.00'), await owes(lin, '600.00')]
    const key = randomUUID()
    const answer = await pay(lin, first.tradeId, payByWallet, TEST_USER_PAYMENT_PASSWORD, key)
    expect(answer).toMatchObject({ code: 200, data: { orders: [{ state: 'WAIT_SEND' }] } })
    for (let at = 0; at < 5; at++) await pay(lin, other.tradeId, payByWallet, WRONG)
    expect(await pay(lin, other.tradeId)).toMatchObject({ code: 423, reason: 'PAY_PASSWORD_LOCKED' })
    // The lock must not change the answer to a repeated call.
    expect(await pay(lin, first.tradeId, payByWallet, TEST_USER_PAYMENT_PASSWORD, key)).toEqual(answer)
    expect(await pay(lin, other.tradeId, payByWallet, TEST_USER_PAYMENT_PASSWORD, key)).toMatchObject({
      code: 409,
      reason: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect(await wallet(lin)).toBe(440_000)
  })

  test('with twenty concurrent requests of one key makes one payment and one answer', async () => {
    const lin = await mall.buyer('林', { wallet: '5000' })
    const { tradeId } = await owes(lin, '600.00')
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(lin, tradeId, payByWallet, TEST_USER_PAYMENT_PASSWORD, key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect([answers[0]?.code, await wallet(lin)]).toEqual([200, 440_000])
  })

  // J7
  test('cannot be paid and cannot change its method when it is cancelled, expired or paid', async () => {
    const lin = await mall.buyer('林', { wallet: '5000', credit: '5000' })
    const [cancelled, expired, paid] = [await owes(lin, '600.00'), await owes(lin, '600.00'), await owes(lin, '600.00')]
    await lin.api.order.cancel({ orderNo: cancelled.orderNo, reason: '不要了' })
    await lin.api.order.payByWallet({ tradeId: paid.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    mall.clock.forward(ONE_DAY_MS)
    await mall.runDeadlines()
    await mall.renew()
    for (const { tradeId } of [cancelled, expired, paid]) {
      for (const way of [payByWallet, payByCredit])
        expect(await pay(lin, tradeId, way)).toMatchObject({ code: 409, reason: 'ALREADY_PAID' })
      expect(await lin.post(changeMethod.path, { tradeId, method: 'credit' })).toMatchObject({ code: 409, reason: 'ALREADY_PAID' })
    }
    expect([await settled(lin), await wallet(lin)]).toEqual([[60_000], 440_000])
  })

  // J1
  test('by its own enterprise; for another one, even with a valid password, it is not found', async () => {
    const [lin, chen] = [await mall.buyer('林', { wallet: '5000' }), await mall.buyer('陈', { wallet: '5000' })]
    const { tradeId } = await owes(lin, '600.00')
    const foreign = await pay(chen, tradeId)
    expect(foreign).toEqual({ status: 200, code: 404, msg: '订单不存在', success: false, data: null, reason: 'TRADE_NOT_FOUND' })
    expect(foreign).toEqual(await pay(chen, '00000000-0000-7000-8000-000000000000'))
    expect([await settled(lin), await wallet(chen)]).toEqual([[], 500_000])
  })

  // J3, J5
  test.each(['amount', 'payable', 'paid', 'validated', 'method'])('rejects the field %s in the request', async (field) => {
    const lin = await mall.buyer('林', { wallet: '5000' })
    const { tradeId } = await owes(lin, '600.00')
    const answer = await lin.post(
      payByWallet.path,
      { tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD, [field]: 0.01 },
      { 'idempotency-key': randomUUID() },
    )
    expect(answer).toMatchObject({ code: 400, reason: 'INVALID_INPUT', detail: { field } })
  })

  // J11
  test('only by the method of its submit; an order to be paid by transfer cannot be paid by these calls', async () => {
    const lin = await mall.buyer('林', { wallet: '5000', credit: '5000' })
    for (const [method, way] of [
      ['credit', payByWallet],
      ['wallet', payByCredit],
      ['transfer', payByCredit],
    ] as const) {
      const { tradeId } = await owes(lin, '600.00', method)
      expect(await pay(lin, tradeId, way)).toMatchObject({ code: 422, reason: 'METHOD_NOT_OFFERED' })
    }
    expect(await settled(lin)).toEqual([])
  })
})

describe('payment from a wallet without enough money', () => {
  // J8
  test('succeeds for the exact balance; one fen short is refused with the missing amount', async () => {
    const [exact, short] = [await mall.buyer('足', { wallet: '600.00' }), await mall.buyer('缺', { wallet: '599.99' })]
    expect(await pay(exact, (await owes(exact, '600.00')).tradeId)).toMatchObject({ code: 200 })
    expect(await pay(short, (await owes(short, '600.00')).tradeId)).toMatchObject({
      code: 422,
      reason: 'WALLET_SHORT',
      msg: '钱包余额 ¥599.99，还差 ¥0.01；请先充值或改用其他支付方式',
    })
    expect([await wallet(exact), await wallet(short)]).toEqual([0, 59_999])
  })

  // J8, T-03, acceptance case 2
  test.each([
    ['wallet', payByWallet],
    ['credit', payByCredit],
  ] as const)('sixty-four people of one company race one %s: ten orders fit, ten are paid, and the sum is right', async (method, way) => {
    const lin = await mall.buyer('林', { wallet: '6999.99', credit: '999999' })
    const seats = await Promise.all(Array.from({ length: 8 }, (_, at) => mall.subAccount(lin, ['buyPay'], `采购${at}`)))
    const trades = []
    for (let at = 0; at < 64; at++) trades.push((await owes(lin, '600.00', method)).tradeId)
    await setLimit(lin, '6599.99')
    const fits = method === 'wallet' ? 11 : 10

    const answers = await Promise.all(trades.map((tradeId, at) => pay(seats[at % seats.length] ?? lin, tradeId, way)))

    const outcomes = new Set(answers.map(({ code, reason }) => reason ?? code))
    expect([...outcomes].sort()).toEqual([200, method === 'wallet' ? 'WALLET_SHORT' : 'CREDIT_SHORT'])
    expect(await settled(lin)).toEqual(Array(fits).fill(60_000))
    expect(method === 'wallet' ? await wallet(lin) : await used(lin)).toBe(method === 'wallet' ? 39_999 : 600_000)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('pays a trade of two orders completely or not at all', async () => {
    const other = await mall.newShop('岩锋二店')
    const lines = [
      { skuId: await mall.createSku('本店', { sale: '600.00' }), goodsNum: 1 },
      { skuId: await mall.createSku('二店', { sale: '600.00', shopId: other }), goodsNum: 1 },
    ]
    const lin = await mall.buyer('林', { wallet: '1199.99' })
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    const { tradeId } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    expect(await pay(lin, tradeId)).toMatchObject({ reason: 'WALLET_SHORT' })
    expect(await wallet(lin)).toBe(119_999)
    await finance.api.consoleWallet.recordTopUp({
      enterpriseId: lin.enterpriseId,
      amount: yuanTextToFen('0.01'),
      bankReference: `补${lin.mobile}`,
    })
    expect(await pay(lin, tradeId)).toMatchObject({ code: 200, data: { orders: [{ state: 'WAIT_SEND' }, { state: 'WAIT_SEND' }] } })
    expect([await wallet(lin), await settled(lin)]).toEqual([0, [120_000]])
  })
})

describe('paying on credit', () => {
  // J9
  test('counts the temporary limit until 23:59:59 of its last day in Shanghai', async () => {
    const lin = await mall.buyer('林', { credit: '1000' })
    const grant = { enterpriseId: lin.enterpriseId, tempLimit: yuanTextToFen('500'), reason: '旺季' }
    const today = '2026-12-31'
    mall.clock.now = new Date(getStartOfShanghaiDay('2027-01-01').getTime() - 2 * ONE_HOUR_MS)
    await mall.renew()
    await grantTempLimitAsStaff(finance, { ...grant, creditTempEndDate: today })
    const trades = []
    for (let at = 0; at < 2; at++) trades.push((await owes(lin, '700.00', 'credit')).tradeId)

    mall.clock.now = new Date('2026-12-31T15:59:59.900Z')
    expect(await lin.api.account.account({})).toMatchObject({
      creditTempAmount: 50_000,
      creditTempUseableAmount: 50_000,
      creditTempEndDate: today,
    })
    expect(await pay(lin, trades[0] ?? '', payByCredit)).toMatchObject({ code: 200 })
    expect(await pay(lin, (await owes(lin, '700.00', 'credit')).tradeId, payByCredit)).toMatchObject({ code: 200 })

    mall.clock.now = new Date('2026-12-31T16:00:00.100Z')
    expect(await pay(lin, trades[1] ?? '', payByCredit)).toMatchObject({ code: 422, reason: 'CREDIT_SHORT' })
    // J10: over its limit the company owes nothing earlier, and can hold nothing more.
    expect(await lin.api.account.account({})).toMatchObject({
      creditTempAmount: 0,
      creditUseableAmount: 0,
      creditTempUseableAmount: 0,
      usedAmount: 140_000,
      heldAmount: 140_000,
      creditWaitReturnAmount: 0,
    })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('a grant replaces the previous one, cannot end before today, and needs a credit account', async () => {
    const [lin, none] = [await mall.buyer('林', { credit: '1000' }), await mall.buyer('无')]
    const { path } = contract.consoleCredit.grantTempLimit
    const given = { enterpriseId: lin.enterpriseId, reason: '旺季' }
    const today = toShanghaiDay(mall.clock.now)
    await grantTempLimitAsStaff(finance, { ...given, tempLimit: yuanTextToFen('500'), creditTempEndDate: today })
    const { limitsVersion: rowVersion } = await finance.api.consoleEnterprise.detail({ enterpriseId: lin.enterpriseId })
    expect(await finance.post(path, { ...given, rowVersion, tempLimit: 200, creditTempEndDate: '2030-02-28' })).toMatchObject({
      code: 200,
      data: { account: { creditTempAmount: 200 } },
    })
    expect(await finance.post(path, { ...given, rowVersion, tempLimit: 200, creditTempEndDate: '2020-02-28' })).toMatchObject({
      code: 422,
      reason: 'DAY_PAST',
    })
    expect(await finance.post(path, { ...given, rowVersion, tempLimit: 200, creditTempEndDate: '2030-02-30' })).toMatchObject({ code: 400 })
    expect(
      await finance.post(path, { ...given, rowVersion: 0, enterpriseId: none.enterpriseId, tempLimit: 1, creditTempEndDate: '2030-01-01' }),
    ).toMatchObject({ code: 422, reason: 'CREDIT_NOT_OPEN' })
  })

  test('needs the credit agreement of the main account once; a sub-account cannot accept it', async () => {
    const lin = await mall.buyer('林', { wallet: '5000' })
    await setLimit(lin, '599')
    const { tradeId } = await owes(lin, '600.00')
    // The agreement alone would not help.
    const [short] = (await lin.api.order.trade({ tradeId })).methods
    expect(short).toMatchObject({ method: 'credit', available: false, reason: expect.stringContaining('还差') })
    expect(short).not.toHaveProperty('agreementMissing')
    await setLimit(lin, '5000')
    const [credit] = (await lin.api.order.trade({ tradeId })).methods
    expect(credit).toMatchObject({ method: 'credit', available: false, agreementMissing: true, funds: yuanTextToFen('5000.00') })
    expect(await lin.post(changeMethod.path, { tradeId, method: 'credit' })).toMatchObject({ code: 422, reason: 'CREDIT_AGREEMENT_NEEDED' })
    const sub = await mall.subAccount(lin, ['buyPay', 'applyLimit'])
    expect(await sub.post(contract.credit.acceptAgreement.path, { agree: true, version: '2026-01' })).toMatchObject({
      code: 403,
      reason: 'MAIN_ACCOUNT_ONLY',
    })
    for (const agree of [false, 'true', 1, null])
      expect(await lin.post(contract.credit.acceptAgreement.path, { agree, version: '2026-01' })).toMatchObject({
        code: 400,
        msg: '请阅读并勾选协议',
      })
    const { agreementVersion: version } = await lin.api.credit.overview({})
    expect(await lin.post(contract.credit.acceptAgreement.path, { agree: true, version: '2020-01' })).toMatchObject({
      code: 409,
      reason: 'AGREEMENT_CHANGED',
    })
    expect((await lin.api.credit.overview({})).agreementAccepted).toBe(false)
    await lin.api.credit.acceptAgreement({ agree: true, version })
    expect(await lin.post(changeMethod.path, { tradeId, method: 'credit' })).toMatchObject({ code: 200 })
    expect(await pay(sub, tradeId, payByCredit)).toMatchObject({ code: 200 })
  })

  test('checks again at payment a limit that was lowered after submit', async () => {
    const lin = await mall.buyer('林', { credit: '600' })
    const { tradeId } = await owes(lin, '600.00', 'credit')
    await setLimit(lin, '599.99')
    expect(await pay(lin, tradeId, payByCredit)).toMatchObject({ code: 422, reason: 'CREDIT_SHORT' })
    await setLimit(lin, '600')
    expect(await pay(lin, tradeId, payByCredit)).toMatchObject({ code: 200 })
  })
})

describe('changing the payment method', () => {
  test('reprices the whole trade, with freight, by the prices quoted at submit, and back', async () => {
    const skuId = await mall.createSku('截齿', { sale: '49.90', credit: '50.10' })
    const lin = await mall.buyer('林', { credit: '5000' })
    const lines = [{ skuId, goodsNum: 10 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'transfer' })
    const { tradeId, payable } = await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
    // A later price change does not change what was promised.
    await createPriceAndShelfEdits(await mall.staff('catalogue')).setPrice({
      skuId,
      salePrice: yuanTextToFen('90.00'),
      creditPrice: yuanTextToFen('99.00'),
    })
    expect(payable).toBe(52_900)
    // What each method would cost stands there before one is chosen.
    const { methods } = await lin.api.order.trade({ tradeId })
    expect(methods.map(({ method, payable: total, funds, available }) => [method, total, funds, available])).toEqual([
      ['credit', 50_100, 500_000, true],
      ['wallet', 52_900, 0, false],
      ['online', 52_900, null, false],
      ['transfer', 52_900, null, true],
    ])
    expect(await lin.api.order.changeMethod({ tradeId, method: 'credit' })).toMatchObject({ method: 'credit', payable: 50_100 })
    expect(await lin.api.order.changeMethod({ tradeId, method: 'wallet' })).toMatchObject({ method: 'wallet', payable: 52_900 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is refused if the prices of the new method exceed the maximum of an order', async () => {
    const lin = await mall.buyer('林', { credit: '5000' })
    const skuId = await mall.createSku('截齿', { sale: '10.00', credit: '1000000.00', stock: 1_000_000 })
    // A quote contains unit prices and freight, but no quantities. So the quote for a few units is also valid for many, whose credit price
    // was never shown.
    const { quote } = await lin.api.order.preview({ lines: [{ skuId, goodsNum: 99 }], method: 'wallet' })
    for (const goodsNum of [600, 999_999 - 600]) {
      const { tradeId } = await lin.api.order.submit({
        lines: [{ skuId, goodsNum }],
        method: 'wallet',
        addressId: lin.addressId,
        quote,
      })
      expect(await lin.post(changeMethod.path, { tradeId, method: 'credit' })).toMatchObject({
        status: 200,
        code: 422,
        reason: 'ORDER_TOO_LARGE',
      })
    }
  })

  test('is refused if goods are not sold on credit', async () => {
    const skuId = await mall.createSku('现金截齿', { credit: null })
    const lin = await mall.buyer('林', { credit: '5000' })
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'transfer' })
    const { tradeId } = await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
    expect((await lin.api.order.trade({ tradeId })).methods[0]).toMatchObject({ payable: null, available: false })
    expect(await lin.post(changeMethod.path, { tradeId, method: 'credit' })).toMatchObject({ code: 422, reason: 'NOT_ON_CREDIT' })
    expect(await lin.post(changeMethod.path, { tradeId, method: 'cheque' })).toMatchObject({ code: 400, msg: '请选择支付方式' })
  })
})

// J13
test('a bank line tops up a wallet once under concurrent requests; amounts below one fen are refused', async () => {
  const lin = await mall.buyer('林')
  const { path } = contract.consoleWallet.recordTopUp
  const line = { enterpriseId: lin.enterpriseId, amount: 100.01, bankReference: '20261118-0001' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => finance.post(path, line)))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(answers.find(({ code }) => code === 409)).toMatchObject({ reason: 'BANK_REFERENCE_USED', msg: '该银行流水号已登记过' })
  for (const amount of [0, -1, 0.001, '5', null])
    expect(await finance.post(path, { ...line, amount, bankReference: randomUUID() })).toMatchObject({
      code: 400,
      detail: { field: 'amount' },
    })
  expect(await wallet(lin)).toBe(10_001)
  expect((await lin.api.wallet.entries({})).dataList).toMatchObject([
    { title: '账户充值-转账支付', sign: '+', amount: 10_001, status: '已完成' },
  ])
  expect(await lin.post(path, line)).toMatchObject({ code: 510 })
})
