import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { failWritesOfRowsWithValue } from '#server/platform/testing/failing-rows.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { computeSalesTotalsOfUnclosedDays } from './public.ts'

// A new mall whose coupons are claimed before its first order, and days whose totals lack figures until the job makes them again.

const mall = await openMall()
const owner = new pg.Client({ connectionString: mall.ownerUrl })
await owner.connect()
afterAll(() => owner.end())
const admin = await mall.staff('admin')
const { template } = await createCouponHelpers(mall)
const templateId = await template({ name: '开业券', amount: '30', threshold: '200', perEnterprise: 3 })

const today = () => toShanghaiDay(mall.clock.now)
const makes = () => computeSalesTotalsOfUnclosedDays(mall.db, mall.moment())
async function newDay(days = 1) {
  mall.clock.forward(days * ONE_DAY_MS)
  await mall.renew()
  return today()
}
const ranged = (from: string, to = from) => ({ dateFrom: from, dateTo: to })
const readReport = (from: string, to = from) => admin.api.consoleCouponReport.summary(ranged(from, to))
const readDays = () =>
  mall.db.selectFrom('sales_day').select(['day', 'made_at', 'closed', 'totals_version', 'owed_fen']).orderBy('day').execute()
/** All totals, of the month that runs those until now. */
const readTotals = async () =>
  (
    await owner.query(`select * from sales_total where span <> 'running' or day = (select max(day) from sales_day where running)
      order by dimension, span, day, key, shop_id`)
  ).rows
const breaches = () => mall.findInvariantBreaches()

const claimDay = today()
const early = await mall.buyer('先到')
await early.api.coupon.claim({ templateId })
await makes()
const beforeAnyOrder = await readReport(claimDay)
const firstSaleDay = await newDay(4)
const lin = await mall.buyer('林', { wallet: '90000' })
const [pick, bit] = [
  await mall.createSku('截齿', { sale: '100.00', credit: '100.00', stock: 1_000 }),
  await mall.createSku('齿座', { sale: '50.00', credit: '50.00', stock: 1_000 }),
]
const back = await createAfterSaleHelpers(mall)
await lin.api.coupon.claim({ templateId })
const lines = [pick, bit].map((skuId) => ({ skuId, goodsNum: 4 }))
const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })

test('a coupon that was claimed before the first order and the first posting is counted on its day', async () => {
  await newDay()
  await makes()
  expect(beforeAnyOrder.current).toMatchObject({ claimed: 1, orders: 0 })
  expect((await readDays())[0]?.day).toBe(claimDay)
  expect((await readReport(claimDay)).current).toMatchObject({ claimed: 1, orders: 0 })
  expect((await readReport(claimDay, firstSaleDay)).current).toMatchObject({ claimed: 2, orders: 1 })
  expect(await breaches()).toEqual({})
})

test('a mall whose days begin later, because an older program began with the first order or posting, gets the days before', async () => {
  const [days, totals] = [await readDays(), await readTotals()]
  await owner.query(`delete from sales_total where day < $1`, [firstSaleDay])
  await owner.query(`delete from sales_day where day < $1`, [firstSaleDay])
  // Today, and the four days before the first sale.
  expect(await makes()).toBe(1 + 4)
  expect((await readDays()).map(({ day, closed, owed_fen }) => [day, closed, owed_fen])).toEqual(
    days.map(({ day, closed, owed_fen }) => [day, closed, owed_fen]),
  )
  expect(await readTotals()).toEqual(totals)
  expect(await makes()).toBe(1)
  expect(await breaches()).toEqual({})
})

test('while days wait for the figures of coupons, the report names them and has no figures of the ranges that they are in', async () => {
  const outdated = addDays(firstSaleDay, -1)
  await owner.query('update sales_day set totals_version = 1 where day = $1', [outdated])
  const report = await admin.api.consoleCouponReport.summary(ranged(claimDay, firstSaleDay))
  expect(report).toMatchObject({ waitingDays: [outdated], current: null, before: { sums: { claimed: 0 } }, yearBefore: { sums: {} } })
  const isKnown = report.points.map(({ day, claimed, orders, given, net }) => [
    day,
    [claimed, orders, given, net].every((one) => one !== null),
  ])
  expect(isKnown).toEqual([0, 1, 2, 3, 4].map((after) => [addDays(claimDay, after), after !== 3]))
  const months = await admin.api.consoleCouponReport.summary({ dateFrom: claimDay, dateTo: firstSaleDay, grain: 'month' })
  expect(months.points.filter(({ net }) => net === null)).toHaveLength(1)
  const [row] = (await admin.api.consoleCouponReport.list(ranged(claimDay, firstSaleDay))).dataList
  expect(row).toMatchObject({ name: '开业券', claimed: null, orders: null, given: null, sold: null, back: null, net: null, before: 0 })
  // Only the period before waits: what is compared with it is unknown.
  const sold = await readReport(firstSaleDay)
  expect(sold).toMatchObject({
    waitingDays: [outdated],
    current: { orders: 1, given: yuanTextToFen('30') },
    before: { range: { from: outdated }, sums: null },
    points: [{ before: null, yearBefore: 0 }],
  })
  expect((await admin.api.consoleCouponReport.list(ranged(firstSaleDay))).dataList).toMatchObject([
    { orders: 1, before: null, yearBefore: 0 },
  ])
  await makes()
  expect((await readReport(claimDay, firstSaleDay)).waitingDays).toEqual([])
})

test('what a coupon gives back with the rest of its order is no movement of the goods that came back before', async () => {
  const ordered = { buyer: lin, enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? '', skuIds: [pick, bit] }
  await back.refunds(ordered, [[1, 'unsent', 4]])
  const day = await newDay(2)
  await back.refunds(ordered, [[2, 'unsent', 4]], { freight: false })
  await makes()
  expect((await readReport(day)).current).toMatchObject({ given: -yuanTextToFen('30') })
  const { dataList, total } = await admin.api.consoleSalesReport.list({ dateFrom: day, dateTo: day, by: 'sku' })
  expect([dataList.map(({ key, units }) => [key, units]), total]).toEqual([[[bit, -4]], 1])
  expect(await breaches()).toEqual({})
})

test('today comes before the days that wait, of which a run makes some; one that fails stops no other, and its month is made with it', async () => {
  await newDay(100)
  await makes()
  const [days, totals] = [await readDays(), await readTotals()]
  await owner.query(`delete from sales_total where dimension = 'coupon'`)
  await owner.query(`update sales_total set discount_fen = 0, back_discount_fen = 0`)
  await owner.query(`update sales_day set totals_version = 1`)
  const outdated = async () => (await readDays()).filter(({ totals_version }) => totals_version === 1).map(({ day }) => day)
  const all = await outdated()
  const allow = await failWritesOfRowsWithValue(mall, { table: 'sales_day', column: 'day', value: firstSaleDay })
  await expect(makes()).rejects.toThrow('1 failed, the first of them')
  // Today, and all but one of the first fifty.
  expect(await outdated()).toEqual(all.slice(0, -1).filter((day, at) => day === firstSaleDay || at >= 50))
  expect(await breaches()).toEqual({})
  await expect(makes()).rejects.toThrow('1 failed')
  await expect(makes()).rejects.toThrow('1 failed')
  expect(await outdated()).toEqual([firstSaleDay])
  await allow()
  expect(await makes()).toBe(2)
  expect(await readTotals()).toEqual(totals)
  expect(await readDays()).toEqual(days)
  expect(await breaches()).toEqual({})
})
