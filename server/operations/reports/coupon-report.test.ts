import { expect, test } from 'vitest'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { template } = await createCouponHelpers(mall)
const admin = await mall.staff('admin')
const [lin, wu] = [await mall.buyer('林', { wallet: '9000' }), await mall.buyer('吴', { wallet: '9000', credit: '9000' })]
const secondShop = await mall.newShop('二店')
const skuId = await mall.createSku('截齿', { sale: '100.00', stock: 1_000 })

const today = () => toShanghaiDay(mall.clock.now)
async function newDay() {
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  return today()
}
/** Orders pieces of 100 yuan with the best coupon, and pays them. Returns the number of the order. */
async function buys(buyer: Buyer, pieces: number, { paid = true } = {}) {
  const lines = [{ skuId, goodsNum: pieces }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  if (paid) await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return orders[0]?.orderNo ?? ''
}
const readReport = (from: string, to = from, person = admin) => person.api.consoleCouponReport.summary({ dateFrom: from, dateTo: to })

const firstDay = today()
const small = await template({ name: '小券', amount: '30', threshold: '200', perEnterprise: 3 })
const large = await template({ name: '大券', amount: '80', threshold: '500' })
await template({ name: '二店的券', shopId: secondShop })

test('what coupons took off and what was sold with them counts on the day of payment; what is claimed, on the day of the claim', async () => {
  for (const templateId of [small, small, large]) await lin.api.coupon.claim({ templateId })
  await wu.api.coupon.claim({ templateId: small })
  // An order that is not paid holds its coupon, and counts for nothing.
  await buys(wu, 4, { paid: false })
  await buys(lin, 6)
  await buys(lin, 3)
  const day = await newDay()
  await buys(lin, 2)
  // 600 − 80, 300 − 30.
  const first = { claimed: 4, claimedAndUsed: 3, used: 2, given: yuanTextToFen('110'), sold: yuanTextToFen('790') }
  const second = { claimed: 0, claimedAndUsed: 0, used: 1, given: yuanTextToFen('30'), sold: yuanTextToFen('170') }
  expect(await readReport(firstDay)).toMatchObject({ current: first, before: { used: 0 }, yearBefore: { used: 0, given: 0 } })
  expect(await readReport(day)).toMatchObject({ current: second, before: first })
  const { dataList, total } = await admin.api.consoleCouponReport.list({ dateFrom: firstDay, dateTo: day })
  expect(total).toBe(2)
  expect(dataList).toMatchObject([
    {
      templateId: large,
      name: '大券',
      claimed: 1,
      claimedAndUsed: 1,
      used: 1,
      given: yuanTextToFen('80'),
      sold: yuanTextToFen('520'),
      customers: 1,
    },
    {
      templateId: small,
      name: '小券',
      claimed: 3,
      claimedAndUsed: 2,
      used: 2,
      given: yuanTextToFen('60'),
      sold: yuanTextToFen('440'),
      before: 0,
    },
  ])
  const byUse = await admin.api.consoleCouponReport.list({ dateFrom: firstDay, dateTo: day, sort: 'used', pageSize: 1 })
  expect([byUse.total, byUse.dataList.map(({ name }) => name)]).toEqual([2, ['小券']])
  expect((await admin.api.consoleCouponReport.list({ dateFrom: day, dateTo: day })).dataList).toMatchObject([
    { name: '小券', used: 1, before: yuanTextToFen('270') },
    { name: '大券', used: 0, sold: 0, customers: 0, before: yuanTextToFen('520') },
  ])
})

test('an order that is cancelled before its shipment gives its coupon back, and counts no more', async () => {
  const day = await newDay()
  const { given } = (await readReport(firstDay, day)).current
  const orderNo = await buys(await usesTheLastCoupon(), 3)
  expect((await readReport(firstDay, day)).current.given - given).toBe(yuanTextToFen('30'))
  await wu.api.order.askCancel({ orderNo, reason: '不要了' })
  await admin.api.consoleOrder.agreeCancel({ enterpriseId: wu.enterpriseId, orderNo })
  expect((await readReport(firstDay, day)).current.given).toBe(given)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

async function usesTheLastCoupon(): Promise<Buyer> {
  await wu.api.coupon.claim({ templateId: small })
  return wu
}

test('the report has its readers, and whoever keeps certain shops sees their coupons alone', async () => {
  const range = { dateFrom: firstDay, dateTo: today() }
  for (const role of ['support', 'warehouse', 'reviewer'] as const)
    expect(await (await mall.staff(role)).post('/console-api/api/coupon-report/summary', range)).toMatchObject({ code: 403 })
  const keeper = await mall.staff('catalogue', 'finance')
  const people = await admin.api.consoleShop.staff({})
  const own = people.find(({ name }) => name === 'catalogue,finance') ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: own.staffId, shopIds: [secondShop], rowVersion: own.rowVersion })
  expect((await keeper.api.consoleCouponReport.list(range)).total).toBe(0)
  expect(await readReport(firstDay, today(), keeper)).toMatchObject({ current: { claimed: 0, used: 0, given: 0, sold: 0 } })
  expect(await admin.post('/console-api/api/coupon-report/summary', { dateFrom: today(), dateTo: '2020-01-01' })).toMatchObject({
    code: 422,
    reason: 'REPORT_RANGE',
  })
  expect((await admin.api.consoleCouponReport.list({ ...range, shopId: secondShop })).total).toBe(0)
})
