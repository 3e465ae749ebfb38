import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { computeSalesTotalsOfUnclosedDays } from './public.ts'

const mall = await openMall()
const owner = new pg.Client({ connectionString: mall.ownerUrl })
await owner.connect()
afterAll(() => owner.end())
const { template } = await createCouponHelpers(mall)
const admin = await mall.staff('admin')
const back = await createAfterSaleHelpers(mall)
const [lin, wu] = [
  await mall.buyer('林', { wallet: '90000', credit: '90000' }),
  await mall.buyer('吴', { wallet: '90000', credit: '90000' }),
]
const secondShop = await mall.newShop('二店')
const skuId = await mall.createSku('截齿', { sale: '100.00', credit: '100.00', stock: 1_000 })
const secondSkuId = await mall.createSku('齿座', { sale: '50.00', credit: '50.00', stock: 1_000, shopId: secondShop })

const today = () => toShanghaiDay(mall.clock.now)
const makes = () => computeSalesTotalsOfUnclosedDays(mall.db, mall.moment())
async function newDay(days = 1) {
  mall.clock.forward(days * ONE_DAY_MS)
  await mall.renew()
  return today()
}
/** Orders pieces with the best coupon, and pays them. Returns the number of the order. */
async function buys(buyer: Buyer, pieces: number, { method = 'wallet', sku = skuId, paid = true }: Partial<Choice> = {}) {
  const lines = [{ skuId: sku, goodsNum: pieces }]
  const { quote } = await buyer.api.order.preview({ lines, method })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method, addressId: buyer.addressId, quote })
  const pay = method === 'credit' ? buyer.api.order.payByCredit : buyer.api.order.payByWallet
  if (paid) await pay({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return orders[0]?.orderNo ?? ''
}
interface Choice {
  method: 'wallet' | 'credit'
  sku: string
  paid: boolean
}
const readReport = (from: string, to = from, person = admin) => person.api.consoleCouponReport.summary({ dateFrom: from, dateTo: to })
const readRows = async (from: string, to = from) =>
  (await admin.api.consoleCouponReport.list({ dateFrom: from, dateTo: to, pageSize: 100 })).dataList
const cancels = async (buyer: Buyer, orderNo: string) => {
  await buyer.api.order.askCancel({ orderNo, reason: '不要了' })
  await back.support.api.consoleOrder.agreeCancel({ enterpriseId: buyer.enterpriseId, orderNo })
}
const yuan = (amounts: Record<string, string>) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, yuanTextToFen(amount)]))

const firstDay = today()
const small = await template({ name: '小券', amount: '30', threshold: '200', perEnterprise: 3 })
const large = await template({ name: '大券', amount: '80', threshold: '500' })
const ofSecondShop = await template({ name: '二店的券', amount: '20', threshold: '100', shopId: secondShop })
await template({ name: '没人领的券' })

test('what coupons took off and what was sold with them counts on the day of payment or of the confirmation on credit; a claim on its own day', async () => {
  for (const templateId of [small, small, large, ofSecondShop]) await lin.api.coupon.claim({ templateId })
  await wu.api.coupon.claim({ templateId: small })
  // An order that is not paid holds its coupon, and counts for nothing.
  await buys(wu, 4, { paid: false })
  await buys(lin, 6)
  await buys(lin, 3, { method: 'credit' })
  await buys(lin, 4, { sku: secondSkuId })
  // Without a coupon: below the threshold.
  await buys(wu, 1)
  await makes()
  const { current, asOf, points } = await readReport(firstDay)
  expect(asOf).toEqual(mall.clock.now)
  // 600 − 80, 300 − 30, 200 − 20, and 100 without.
  expect(current).toEqual({
    claimed: 5,
    orders: 3,
    ...yuan({ given: '130', sold: '970', back: '0', net: '970', average: '323.33' }),
    withoutCoupon: { orders: 1, ...yuan({ net: '100', average: '100' }) },
  })
  expect(points).toMatchObject([{ day: firstDay, claimed: 5, orders: 3, ...yuan({ given: '130', net: '970' }), before: 0 }])
  expect(await readRows(firstDay)).toMatchObject([
    { templateId: large, name: '大券', claimed: 1, orders: 1, ...yuan({ given: '80', sold: '520', net: '520' }) },
    { templateId: small, name: '小券', claimed: 3, orders: 1, ...yuan({ given: '30', sold: '270', net: '270' }) },
    { templateId: ofSecondShop, shopName: '二店', claimed: 1, orders: 1, ...yuan({ given: '20', sold: '180', net: '180' }) },
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('an order that ends before its shipment takes its discount and its sale back on the day on which it ends', async () => {
  const day = await newDay()
  const cancelled = await buys(lin, 2)
  const kept = await readReport(day)
  await makes()
  expect((await readReport(day)).current).toMatchObject({ orders: 1, ...yuan({ given: '30', sold: '170' }) })
  expect(kept.current?.orders).toBe(0)
  const next = await newDay()
  await cancels(lin, cancelled)
  await makes()
  expect((await readReport(day)).current).toMatchObject({ orders: 1, ...yuan({ given: '30', sold: '170', net: '170' }) })
  const after = (await readReport(next)).current
  expect(after).toMatchObject({ orders: 0, given: -yuanTextToFen('30'), net: -yuanTextToFen('170'), average: null })
  expect((await readReport(day, next)).current).toMatchObject({ orders: 1, given: 0, net: 0 })
  expect((await lin.api.coupon.list({ state: 'unused' })).dataList.some(({ name }) => name === '小券')).toBe(true)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('what is refunded of such orders is what came back; the coupon stays used, unless all of the order went back before a shipment', async () => {
  const day = await newDay()
  await wu.api.coupon.claim({ templateId: large })
  const orderNo = await buys(wu, 8)
  const ordered = { buyer: wu, enterpriseId: wu.enterpriseId, orderNo, skuIds: [skuId] }
  await back.refunds(ordered, [[1, 'unsent', 2]])
  await makes()
  // 8 pieces less 80 are 90 yuan each.
  const first = { orders: 1, ...yuan({ given: '80', sold: '720', back: '180', net: '540' }) }
  expect((await readReport(day)).current).toMatchObject(first)
  expect(await readRows(day)).toMatchObject([
    { templateId: large, claimed: 1, ...first },
    { templateId: small, before: -yuanTextToFen('170') },
  ])
  const next = await newDay()
  await back.refunds(ordered, [[1, 'unsent', 6]], { freight: false })
  await makes()
  expect((await readReport(next)).current).toMatchObject({
    orders: 0,
    sold: 0,
    back: yuanTextToFen('540'),
    given: -yuanTextToFen('80'),
    net: -yuanTextToFen('540'),
  })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the totals are proven against the orders, and a wrong one is found', async () => {
  const { rows } = await owner.query<{ id: string; fen: string }>(`
    select c.template_id as id, sum(o.discount_fen) as fen from "order" o join coupon c on c.id = o.coupon_id
    where o.state not in ('WAIT_PAY', 'CANCELLED') group by 1`)
  const givenByOrders = new Map(rows.map(({ id, fen }) => [id, Number(fen)]))
  const kept = await readRows(firstDay, today())
  expect(kept.length).toBe(3)
  for (const { templateId, given } of kept) expect([templateId, given]).toEqual([templateId, givenByOrders.get(templateId) ?? 0])
  await newDay()
  await makes()
  for (const column of ['discount_fen', 'back_discount_fen', 'claimed', 'sold_fen']) {
    const change = (by: string) =>
      owner.query(`update sales_total set ${column} = ${column} + (${by}) where dimension = 'coupon' and span = 'day' and key = '${small}'`)
    await change('1')
    expect(Object.keys(await mall.findInvariantBreaches()).some((promise) => promise.startsWith('I-53 '))).toBe(true)
    await change('-1')
  }
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('days whose totals an older program made are made again, the earliest first, with their months and their time', async () => {
  await newDay(40)
  await makes()
  const range = [`${firstDay.slice(0, 7)}-01`, today()] as const
  const [before, rows] = [await readReport(...range), await readRows(...range)]
  const times = () => mall.db.selectFrom('sales_day').select(['day', 'made_at', 'closed']).orderBy('day').execute()
  const madeAt = await times()
  await owner.query(`delete from sales_total where dimension = 'coupon'`)
  await owner.query(`update sales_total set discount_fen = 0, back_discount_fen = 0`)
  await owner.query(`update sales_day set totals_version = 1`)
  // While they wait, they break nothing.
  expect(await mall.findInvariantBreaches()).toEqual({})
  const waiting = await readReport(...range)
  expect(waiting).toMatchObject({ asOf: before.asOf, current: null, before: { sums: { orders: 0 } } })
  expect(waiting.waitingDays).toEqual(madeAt.map(({ day }) => day))
  expect(await makes()).toBe(madeAt.length)
  expect(await makes()).toBe(1)
  expect(await times()).toEqual(madeAt)
  expect([await readReport(...range), await readRows(...range)]).toEqual([before, rows])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('each row leads to as many orders as it counts', async () => {
  const sold = { soldFrom: firstDay, soldTo: today() }
  for (const { templateId, orders } of await readRows(firstDay, today())) {
    expect(orders).toBeGreaterThan(0)
    expect([templateId, (await admin.api.consoleOrder.list({ ...sold, couponTemplateId: templateId })).total]).toEqual([templateId, orders])
  }
  expect(await admin.post('/console-api/api/order/list', { couponTemplateId: small })).toMatchObject({ code: 400 })
})

test('the report has its readers, and whoever keeps certain shops sees their coupons alone', async () => {
  const range = { dateFrom: firstDay, dateTo: today() }
  for (const role of ['support', 'warehouse', 'reviewer'] as const)
    expect(await (await mall.staff(role)).post('/console-api/api/coupon-report/summary', range)).toMatchObject({ code: 403 })
  const keeper = await mall.staff('catalogue', 'finance')
  const people = await admin.api.consoleShop.staff({})
  const own = people.find(({ name }) => name === 'catalogue,finance') ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: own.staffId, shopIds: [secondShop], rowVersion: own.rowVersion })
  expect((await keeper.api.consoleCouponReport.list(range)).dataList).toMatchObject([{ templateId: ofSecondShop }])
  expect((await readReport(firstDay, today(), keeper)).current).toMatchObject({
    claimed: 1,
    orders: 1,
    ...yuan({ given: '20', net: '180' }),
    withoutCoupon: { orders: 0 },
  })
  expect((await keeper.api.consoleCouponReport.list({ ...range, shopId: mall.shopId })).total).toBe(0)
  expect(await admin.post('/console-api/api/coupon-report/summary', { dateFrom: today(), dateTo: '2020-01-01' })).toMatchObject({
    code: 422,
    reason: 'REPORT_RANGE',
  })
  expect((await admin.api.consoleCouponReport.list({ ...range, shopId: secondShop })).total).toBe(1)
})
