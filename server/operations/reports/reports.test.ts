import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { SalesBreakdownRow } from '#contract/operations/reports/sales-api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { fen, sum } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { readWorkbookColumns } from '#server/platform/testing/workbook-cells.ts'
import { computeSalesTotalsOfUnclosedDays } from './public.ts'

const mall = await openMall()
const back = await createAfterSaleHelpers(mall)
const admin = await mall.staff('admin')
const [lin, wu] = [await mall.buyer('林', { wallet: '90000', credit: '90000' }), await mall.buyer('吴', { wallet: '90000' })]
const secondShop = await mall.newShop('二店')

const makes = () => computeSalesTotalsOfUnclosedDays(mall.db, mall.moment())
const today = () => toShanghaiDay(mall.clock.now)
const readSums = async (from = today(), to = from, person = admin) =>
  (await person.api.consoleSalesReport.summary({ dateFrom: from, dateTo: to })).current
const readRows = async (by: 'shop' | 'category' | 'sku' | 'enterprise' | 'manager' | 'province' | 'payment', from = today(), to = from) =>
  (await admin.api.consoleSalesReport.list({ dateFrom: from, dateTo: to, by, pageSize: 100 })).dataList
async function newDay() {
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  return today()
}

const firstDay = today()
const bought = await back.order(lin, [
  { price: '100', units: 6 },
  { price: '50', units: 2 },
])
const onCredit = await back.order(lin, [{ price: '200', units: 4 }], 'credit')
const closed = await back.order(wu, [{ price: '300', units: 3 }])

/** 林 as the parent of 吴 sees what both have bought; 吴 sees nothing. */
async function expectGroupSeesPurchases() {
  const { enterpriseId } = lin
  const finance = await mall.staff('finance')
  await finance.api.consoleCompanyGroup.create({ enterpriseId, name: '林业集团' })
  await finance.api.consoleCompanyGroup.invite({ enterpriseId, memberId: wu.enterpriseId })
  await wu.api.companyGroup.accept({ parentId: enterpriseId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const { months, members, totals } = await lin.api.companyGroup.purchases({})
  const { categories, members: shown } = await lin.api.companyGroup.purchaseCategories({})
  expect(shown.map(({ enterpriseId: one }) => one)).toEqual([enterpriseId, wu.enterpriseId])
  expect([months.length, months.at(-1)]).toEqual([12, today().slice(0, 7)])
  expect(members.map(({ amounts, total }) => [amounts.at(-1), total])).toEqual([
    [yuanTextToFen('1500'), yuanTextToFen('1500')],
    [yuanTextToFen('900'), yuanTextToFen('900')],
  ])
  expect([totals.at(-1), totals.at(-2)]).toEqual([yuanTextToFen('2400'), 0])
  // Each category names what the sales report names, and a member's categories add up to what it has bought.
  expect(categories.map(({ name, total }) => [name, total])).toEqual((await readRows('category')).map(({ name, net }) => [name, net]))
  expect(members.map(({ total }, at) => sum(categories.map(({ amounts }) => amounts[at] ?? fen(0))) === total)).toEqual([true, true])
  const file = await lin.api.companyGroup.purchasesFile({ format: 'xlsx' })
  const sums = readWorkbookColumns(Buffer.from(file.bytes)).filter(({ title }) => title === '合计')
  expect(sums.map(({ cells }) => cells.at(-1))).toEqual([2_400, 2_400])
  for (const call of [contract.companyGroup.purchases, contract.companyGroup.purchaseCategories])
    expect(await wu.post(call.path, {})).toMatchObject({ code: 404, reason: 'COMPANY_GROUP_NOT_FOUND' })
  // A member from before the invitation spoke of categories shows none, neither on the screen nor in the file.
  await mall.runInTransaction((tx) =>
    tx
      .updateTable('company_group_member')
      .set({ shows_categories: false })
      .where('enterprise_id', '=', enterpriseId)
      .where('member_id', '=', wu.enterpriseId)
      .execute(),
  )
  expect((await lin.api.companyGroup.purchaseCategories({})).members).toMatchObject([{ enterpriseId }])
  const partial = readWorkbookColumns(Buffer.from((await lin.api.companyGroup.purchasesFile({ format: 'xlsx' })).bytes))
  expect(partial.filter(({ title }) => title === '合计').map(({ cells }) => cells.at(-1))).toEqual([2_400, 1_500])
  await wu.api.companyGroup.leave({ payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect((await lin.api.companyGroup.purchases({})).members).toHaveLength(1)
}

test('a day has what was paid or confirmed on credit on it: goods after coupons, without freight', async () => {
  expect(await readSums()).toMatchObject({ orders: 0, net: 0 })
  await lin.api.order.preview({ lines: [{ skuId: bought.skuIds[0] ?? '', goodsNum: 1 }], method: 'wallet' })
  expect(await makes()).toBe(1)
  // 600 + 100, 800 on credit, 900.
  expect(await readSums()).toMatchObject({
    orders: 3,
    units: 15,
    sold: yuanTextToFen('2400'),
    back: 0,
    net: yuanTextToFen('2400'),
    customers: 2,
    average: yuanTextToFen('800'),
  })
  expect((await readRows('sku')).map(({ orders, units, net, share }) => [orders, units, net, share])).toEqual([
    [1, 3, yuanTextToFen('900'), 3_750],
    [1, 4, yuanTextToFen('800'), 3_333],
    [1, 6, yuanTextToFen('600'), 2_500],
    [1, 2, yuanTextToFen('100'), 417],
  ])
  expect((await readRows('enterprise')).map(({ key, orders, net }) => [key, orders, net])).toEqual([
    [lin.enterpriseId, 2, yuanTextToFen('1500')],
    [wu.enterpriseId, 1, yuanTextToFen('900')],
  ])
  expect((await readRows('payment')).map(({ name, net }) => [name, net])).toEqual([
    ['钱包支付', yuanTextToFen('1600')],
    ['赊销支付', yuanTextToFen('800')],
  ])
  await expectGroupSeesPurchases()
  for (const by of ['shop', 'category', 'manager', 'province'] as const)
    expect(await readRows(by)).toMatchObject([{ net: yuanTextToFen('2400'), units: 15 }])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('what comes back counts on the day of its refund, and the day of the sale stays as it was', async () => {
  await back.send(closed, { 1: 1 })
  const day = await newDay()
  await back.refunds(bought, [[1, 'unsent', 2]])
  await back.send(bought, { 1: 4, 2: 2 })
  await back.returns(bought, [[2, 'sent', 1]])
  await back.support.api.consoleOrder.agreeCancel(await asksToCancel(lin, onCredit.orderNo))
  await back.warehouse.api.consoleFulfilment.closeShort({ enterpriseId: wu.enterpriseId, orderNo: closed.orderNo, reason: '缺货' })
  await makes()
  // 2 × 100 unsent, 1 × 50 returned, 4 × 200 cancelled, 2 × 300 not sent.
  expect(await readSums(day)).toMatchObject({
    orders: 0,
    units: -9,
    sold: 0,
    back: yuanTextToFen('1650'),
    net: -yuanTextToFen('1650'),
    average: null,
  })
  expect(await readSums(firstDay)).toMatchObject({ orders: 3, net: yuanTextToFen('2400') })
  expect(await readSums(firstDay, day)).toMatchObject({ orders: 3, units: 6, net: yuanTextToFen('750'), customers: 2 })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

async function asksToCancel(buyer: Buyer, orderNo: string) {
  await buyer.api.order.askCancel({ orderNo, reason: '不要了' })
  return { enterpriseId: buyer.enterpriseId, orderNo }
}

test('goods that replace others are not sold, and are not refunded a second time', async () => {
  const day = await newDay()
  const swapped = await back.order(lin, [{ price: '100', units: 3 }])
  await back.send(swapped, { 1: 3 })
  const ref = await back.apply(swapped, 'EXCHANGE', [[1, 'sent', 2]])
  await back.approve(ref)
  await back.comeBack(lin, ref, [[1, 2, 0]])
  const { orderNo } = await back.support.api.consoleAfterSale.exchange(ref)
  await back.send({ ...swapped, orderNo }, { 1: 2 })
  await makes()
  expect(await readSums(day)).toMatchObject({ orders: 1, units: 3, net: yuanTextToFen('300') })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a run makes only what may still change: a day closes a quarter of an hour after midnight', async () => {
  await newDay()
  expect(await makes()).toBe(2)
  expect(await makes()).toBe(1)
  const { asOf } = await admin.api.consoleSalesReport.summary({ dateFrom: firstDay, dateTo: today() })
  expect(asOf).toEqual(mall.clock.now)
  const days = await mall.db.selectFrom('sales_day').select(['day', 'closed']).orderBy('day').execute()
  expect(days.at(-1)).toEqual({ day: today(), closed: false })
  expect(days.slice(0, -1).every(({ closed: over }) => over)).toBe(true)
})

test('months that are over are read as a whole, and the sums stay the same', async () => {
  const before = await readSums(firstDay, today())
  mall.clock.forward(40 * ONE_DAY_MS)
  await mall.renew()
  await makes()
  const months = await mall.db.selectFrom('sales_total').select('day').where('span', '=', 'month').execute()
  expect(new Set(months.map(({ day }) => day)).size).toBeGreaterThan(0)
  const month = firstDay.slice(0, 7)
  expect(await readSums(`${month}-01`, today())).toEqual(before)
  const { points } = await admin.api.consoleSalesReport.summary({ dateFrom: `${month}-01`, dateTo: today(), grain: 'month' })
  expect(points.reduce((all, { net }) => all + net, 0)).toBe(before.net)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('each figure leads to as many orders as it counts', async () => {
  const range = { dateFrom: firstDay, dateTo: today() }
  const sold = { soldFrom: range.dateFrom, soldTo: range.dateTo }
  const filters = {
    shop: 'shopId',
    category: 'categoryId',
    sku: 'skuId',
    enterprise: 'enterpriseId',
    manager: 'manager',
    province: 'province',
    payment: 'method',
  } as const
  expect((await admin.api.consoleOrder.list(sold)).total).toBe((await readSums(range.dateFrom, range.dateTo)).orders)
  for (const [by, filter] of Object.entries(filters) as [keyof typeof filters, string][])
    for (const { key, orders } of await readRows(by, range.dateFrom, range.dateTo)) {
      const { total } = await admin.api.consoleOrder.list({ ...sold, [filter]: by === 'category' ? Number(key) : key })
      if (orders === null) expect(total).toBeGreaterThan(0)
      else expect([by, key, total]).toEqual([by, key, orders])
    }
  expect((await admin.api.consoleOrder.list({ ...sold, method: 'online' })).total).toBe(0)
})

test('the sums stand beside the same days of the month before and of the year before', async () => {
  mall.clock.forward(400 * ONE_DAY_MS)
  await mall.renew()
  const [year, month, day] = today().split('-').map(Number) as [number, number, number]
  await back.order(wu, [{ price: '70', units: 10 }])
  await makes()
  const last = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const { current, before, yearBefore, points } = await admin.api.consoleSalesReport.summary({ dateFrom: last, dateTo: last })
  expect(current.net).toBe(yuanTextToFen('700'))
  expect([before.net, yearBefore.net, yearBefore.range.to]).toEqual([0, 0, `${year - 1}-${last.slice(5)}`])
  expect(points).toMatchObject([{ day: last, net: yuanTextToFen('700'), before: 0, yearBefore: 0 }])
})

test('each day is a row, the latest first, with the orders of that day, and the days add up to the range', async () => {
  const range = { dateFrom: firstDay, dateTo: today() }
  const read = (pageNo: number) => admin.api.consoleSalesReport.list({ ...range, by: 'day', pageSize: 100, pageNo })
  const { total } = await read(1)
  const dataList: SalesBreakdownRow[] = []
  while (dataList.length < total) dataList.push(...(await read(dataList.length / 100 + 1)).dataList)
  expect([dataList[0]?.key, dataList.at(-1)?.key, total]).toEqual([today(), firstDay, dataList.length])
  const sums = await readSums(range.dateFrom, range.dateTo)
  expect([sum(dataList.map(({ net }) => net)), dataList.reduce((orders, row) => orders + (row.orders ?? 0), 0)]).toEqual([
    sums.net,
    sums.orders,
  ])
  const best = (await admin.api.consoleSalesReport.list({ ...range, by: 'day', sort: 'net', pageSize: 2, pageNo: 1 })).dataList
  expect(best.map(({ net }) => net)).toEqual(
    dataList
      .map(({ net }) => net)
      .toSorted((one, other) => other - one)
      .slice(0, 2),
  )
  const [day] = best
  const { total: orders } = await admin.api.consoleOrder.list({ soldFrom: day?.key ?? '', soldTo: day?.key ?? '' })
  expect(orders).toBe(day?.orders)
  const later = await admin.api.consoleSalesReport.list({ dateFrom: addDays(firstDay, 1), dateTo: addDays(firstDay, 1), by: 'day' })
  expect(later.dataList).toMatchObject([{ before: dataList.at(-1)?.net, yearBefore: 0 }])
})

test('whoever keeps certain shops sees what these sold alone', async () => {
  const keeper = await mall.staff('catalogue', 'support')
  const people = await admin.api.consoleShop.staff({})
  const own = people.find(({ name }) => name.includes('catalogue,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: own.staffId, shopIds: [secondShop], rowVersion: 0 })
  const range = { dateFrom: firstDay, dateTo: today() }
  expect((await keeper.api.consoleSalesReport.summary(range)).current).toMatchObject({ orders: 0, net: 0, customers: 0 })
  expect((await keeper.api.consoleSalesReport.list({ ...range, by: 'sku' })).total).toBe(0)
  const [{ key: firstShop = '' } = {}] = await readRows('shop', range.dateFrom, range.dateTo)
  expect((await keeper.api.consoleSalesReport.list({ ...range, by: 'shop', shopId: firstShop })).total).toBe(0)
})

test('other roles and buyers read no report, and a range has an end', async () => {
  const input = { dateFrom: firstDay, dateTo: today() }
  const path = '/console-api/api/sales-report/summary'
  for (const role of ['warehouse', 'reviewer'] as const)
    expect(await (await mall.staff(role)).post(path, input)).toMatchObject({ code: 403 })
  expect(await lin.post(path, input)).not.toMatchObject({ code: 200 })
  expect(await mall.guest().post(path, input)).not.toMatchObject({ code: 200 })
  expect(await admin.post(path, { dateFrom: '2026-11-02', dateTo: '2026-11-01' })).toMatchObject({ reason: 'REPORT_RANGE' })
  expect(await admin.post(path, { dateFrom: '2020-01-01', dateTo: '2026-11-01' })).toMatchObject({ reason: 'REPORT_RANGE' })
})

const all = () => ({ dateFrom: firstDay, dateTo: today() })

/** Each row stands beside what the same company, or account manager, bought in the period before and in the year before. */
async function expectComparedRows(dateFrom: string) {
  const { before, yearBefore } = await admin.api.consoleCustomerReport.summary({ dateFrom, dateTo: today() })
  const netOf = async ({ from, to }: DayRange, enterpriseId: string) =>
    (await admin.api.consoleCustomerReport.list({ dateFrom: from, dateTo: to })).dataList.find((row) => row.enterpriseId === enterpriseId)
      ?.net ?? 0
  const { dataList: rows } = await admin.api.consoleCustomerReport.list({ dateFrom, dateTo: today() })
  for (const row of rows)
    expect([row.before, row.yearBefore]).toEqual([
      await netOf(before.range, row.enterpriseId),
      await netOf(yearBefore.range, row.enterpriseId),
    ])
  expect(rows.some((row) => row.before > 0)).toBe(true)
  const { dataList: managers } = await admin.api.consoleCustomerReport.managers({ dateFrom, dateTo: today() })
  expect(managers).toMatchObject([{ key: 'none', before: before.net, yearBefore: yearBefore.net }])
}

test('companies are new in the range of their first order, buy again, and sleep after the days that are asked for', async () => {
  const zhao = await mall.buyer('赵', { wallet: '9000' })
  await back.order(zhao, [{ price: '30', units: 10 }])
  await makes()
  const now = { dateFrom: today(), dateTo: today() }
  expect(await admin.api.consoleCustomerReport.summary(now)).toMatchObject({ bought: 2, fresh: 1, repeat: 0, repeatRate: 0, sleeping: 1 })
  const sleeping = await admin.api.consoleCustomerReport.list({ ...now, group: 'sleeping' })
  expect(sleeping.dataList).toMatchObject([{ enterpriseId: lin.enterpriseId, orders: 0, net: 0, managerName: null }])
  expect(sleeping.dataList[0]?.idleDays).toBeGreaterThan(400)
  expect((await admin.api.consoleCustomerReport.list({ ...now, group: 'sleeping', quietDays: 1_000 })).total).toBe(0)
  expect((await admin.api.consoleCustomerReport.list({ ...now, group: 'fresh' })).dataList).toMatchObject([
    { enterpriseId: zhao.enterpriseId },
  ])
  const repeat = await admin.api.consoleCustomerReport.list({ ...all(), group: 'repeat' })
  expect(repeat.dataList.map(({ enterpriseId, orders }) => [enterpriseId, orders])).toEqual([
    [wu.enterpriseId, 2],
    [lin.enterpriseId, 3],
  ])
  const { dataList } = await admin.api.consoleCustomerReport.managers(all())
  expect(dataList).toMatchObject([
    { key: 'none', bought: 3, fresh: 3, repeat: 2, repeatRate: 6_667, net: (await readSums(firstDay, today())).net },
  ])
  expect((await admin.api.consoleCustomerReport.list({ ...all(), manager: 'mine' })).total).toBe(0)
  await expectComparedRows(addDays(today(), -299))
  // The ranges beside are counted as they are when they are asked for.
  const { before, yearBefore } = await admin.api.consoleCustomerReport.summary({ dateFrom: addDays(today(), -299), dateTo: today() })
  expect([before.bought, before.repeat]).toEqual([2, 1])
  // 林 and 吴 slept at the end of the one range, and a year ago they had just bought.
  expect([before.sleeping, yearBefore.sleeping]).toEqual([2, 0])
  for (const { range, sleeping: _, ...counts } of [before, yearBefore])
    expect(await admin.api.consoleCustomerReport.summary({ dateFrom: range.from, dateTo: range.to })).toMatchObject(counts)
})

test('what is owed at the end of each month is what the ledger says, beside the drawdowns of ninety days', async () => {
  const drawn = await back.order(lin, [{ price: '200', units: 10 }], 'credit')
  await back.send(drawn, { 1: 10 })
  await makes()
  const { months, overview } = await admin.api.consoleReceivablesReport.summary({})
  expect(months.at(-1)).toMatchObject({ month: today().slice(0, 7), owed: overview.total, drawn: yuanTextToFen('2000'), dso: overview.dso })
  expect((await admin.api.consoleReceivablesReport.managers({})).dataList).toMatchObject([
    { key: 'none', debtors: 1, total: overview.total, overdue: 0 },
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('stock that nobody bought is dead, sold-out goods and those that people wait for are listed, and only some see what it is worth', async () => {
  const skuId = await mall.createSku('U99', { stock: 0 })
  await lin.api.stockWait.add({ skuId })
  const report = await admin.api.consoleStockReport.summary({})
  expect(report).toMatchObject({ outSkus: 1, waits: 1, value: 0, sold: 30, soldBefore: 0 })
  // A year ago as many were sold as the sales report says.
  const yearAgo = { dateFrom: addDays(today(), -89 - 365), dateTo: addDays(today(), -365) }
  expect(report.soldYearBefore).toBe((await readSums(yearAgo.dateFrom, yearAgo.dateTo)).units)
  expect(report.deadSkus).toBeGreaterThan(0)
  expect(sum(report.categories.map(({ units }) => fen(units)))).toBe(report.units)
  expect(sum(report.categories.map(({ value }) => value ?? fen(0)))).toBe(report.value)
  expect((await admin.api.consoleStockReport.list({ group: 'wished' })).dataList).toMatchObject([
    { skuId, units: 0, waits: 1, lastDay: null },
  ])
  const [fast] = (await admin.api.consoleStockReport.list({ group: 'stocked' })).dataList
  // 10 were sold in 90 days and wait for their shipment: 100 in the house last ten times as long.
  expect(fast).toMatchObject({ units: 100, sold: 10, turnDays: 900, lastDay: today() })
  const warehouse = await mall.staff('warehouse')
  expect(await warehouse.api.consoleStockReport.summary({})).toMatchObject({ value: null, deadValue: null, deadSkus: report.deadSkus })
  expect((await warehouse.api.consoleStockReport.list({ group: 'stocked' })).dataList[0]?.value).toBeNull()
})

test('marketing reads what was sold and what coupons brought, and no cost, margin, customer or debt', async () => {
  const marketing = await mall.staff('marketing')
  const sold = { ...all(), by: 'sku' as const }
  expect(await marketing.api.consoleSalesReport.list(sold)).toEqual(await admin.api.consoleSalesReport.list(sold))
  // Sales of one company, or of the companies of one account manager, are for whoever may read companies.
  for (const by of ['enterprise', 'manager'] as const) {
    const refused = { code: 403, reason: 'STAFF_ONLY' }
    for (const role of ['marketing', 'catalogue'] as const) {
      const { consoleSalesReport, consoleExport } = (await mall.staff(role)).api
      await expect(consoleSalesReport.list({ ...all(), by })).rejects.toMatchObject(refused)
      await expect(consoleExport.salesReport({ ...all(), by, format: 'csv' })).rejects.toMatchObject(refused)
    }
    for (const role of ['finance', 'support', 'auditor'] as const)
      expect((await (await mall.staff(role)).api.consoleSalesReport.list({ ...all(), by })).total).toBeGreaterThan(0)
  }
  await marketing.api.consoleCouponReport.list(all())
  await marketing.api.consoleExport.couponReport({ ...all(), format: 'csv' })
  for (const call of [
    'margin/list',
    'margin/months',
    'purchase-order/costs',
    'customer-report/summary',
    'receivables-report/summary',
    'stock-report/summary',
  ])
    expect([call, (await marketing.post(`/console-api/api/${call}`, {})).code]).toEqual([call, 403])
})

test('each report has its readers, and whoever keeps certain shops sees these alone', async () => {
  const refused = {
    'customer-report/summary': ['catalogue', 'warehouse', 'reviewer'],
    'receivables-report/summary': ['catalogue', 'warehouse', 'reviewer', 'support'],
    'stock-report/summary': ['reviewer', 'support'],
  } as const
  for (const [call, roles] of Object.entries(refused))
    for (const role of roles)
      expect(await (await mall.staff(role)).post(`/console-api/api/${call}`, call.startsWith('customer') ? all() : {})).toMatchObject({
        code: 403,
      })
  const keeper = await mall.staff('catalogue', 'support')
  expect(await keeper.api.consoleCustomerReport.summary(all())).toMatchObject({ bought: 0, fresh: 0, sleeping: 0, net: 0 })
  expect(await keeper.api.consoleStockReport.summary({})).toMatchObject({ skus: 0, units: 0, outSkus: 0 })
})
