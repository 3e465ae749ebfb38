import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { computeMarginTotalsOfJournalDays } from '#server/billing/margins/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createPurchasingTestData } from '#server/platform/testing/purchasing-scene.ts'

const mall = await openMall()
const { order, send, refunds, returns } = await createAfterSaleHelpers(mall)
const [finance, admin] = [await mall.staff('finance'), await mall.staff('admin')]
const lin = await mall.buyer('林', { wallet: '90000', credit: '90000' })
const { list, months, made } = contract.consoleMargin
const MONTH = '2026-11'

/** Orders goods and ships them. */
async function sells(price: string, units: number, method: 'wallet' | 'credit' = 'wallet') {
  const ordered = await order(lin, [{ price, units }], method)
  await send(ordered, { 1: units })
  return { ordered, skuId: ordered.skuIds[0] ?? expect.fail('no SKU') }
}

/** The journal makes the days that are over. */
async function makeDays(): Promise<void> {
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  await createJournalEntriesOfMissingDays(mall.db, mall.moment())
  await computeMarginTotalsOfJournalDays(mall.db, mall.moment())
}

const { supplierId } = await createPurchasingTestData(mall)
/** A SKU that was bought at a price with 13 % of tax, before it was sold. */
async function buys(skuId: string, price: string): Promise<void> {
  const { code } = await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()
  const lines = [{ skuCode: code, quantity: 10, price: yuanTextToFen(price) }]
  const { id } = await admin.api.consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay: null, note: '', lines })
  await admin.api.consolePurchaseOrder.place({ id, rowVersion: 0 })
  await admin.api.consolePurchaseOrder.receive({ id, lines: [{ lineNo: 1, quantity: 10 }] })
}

const { ordered, skuId: known } = await sells('22.60', 10)
await buys(known, '11.30')
const { skuId: unknown } = await sells('11.30', 3)
await makeDays()

test('a SKU earns its revenue without tax, less what it cost on the day of its shipment; SKUs without a cost stand apart', async () => {
  const { dataList, total } = await finance.api.consoleMargin.list({ month: MONTH })
  expect(total).toBe(1)
  expect(dataList).toMatchObject([
    { skuId: known, units: 10, revenue: yuanTextToFen('200'), cost: yuanTextToFen('100'), margin: yuanTextToFen('100'), rate: 5_000 },
  ])
  const apart = await finance.api.consoleMargin.list({ month: MONTH, cost: 'unknown', sort: 'revenue' })
  expect(apart.dataList).toMatchObject([{ skuId: unknown, units: 3, revenue: yuanTextToFen('30'), costKnown: false }])
  expect((await finance.api.consoleMargin.list({ month: '2026-10' })).total).toBe(0)
  expect((await finance.api.consoleMargin.list({ month: MONTH, keyword: '没有' })).total).toBe(0)
  expect((await admin.api.consoleMargin.months({})).dataList).toEqual([
    {
      month: MONTH,
      costKnown: true,
      units: 10,
      revenue: yuanTextToFen('200'),
      cost: yuanTextToFen('100'),
      margin: yuanTextToFen('100'),
      rate: 5_000,
      unknownRevenue: yuanTextToFen('30'),
      before: null,
      yearBefore: null,
    },
  ])
})

test('what comes back takes its revenue and its cost along, a price reduction only revenue, and goods on credit count when they are sent', async () => {
  await returns(ordered, [[1, 'sent', 4]])
  const { skuId: onCredit } = await sells('33.90', 10, 'credit')
  await buys(onCredit, '45.20')
  const { ordered: cheaper, skuId: reduced } = await sells('22.60', 10)
  await buys(reduced, '11.30')
  await makeDays()
  await refunds(cheaper, [[1, 'sent', 1]])
  await makeDays()
  const { dataList } = await finance.api.consoleMargin.list({ month: MONTH, sort: 'least' })
  expect(dataList.map(({ skuId, units, revenue, cost, margin, rate }) => [skuId, units, revenue, cost, margin, rate])).toEqual([
    [onCredit, 10, yuanTextToFen('300'), yuanTextToFen('400'), -yuanTextToFen('100'), -3_333],
    [known, 6, yuanTextToFen('120'), yuanTextToFen('60'), yuanTextToFen('60'), 5_000],
    [reduced, 10, yuanTextToFen('180'), yuanTextToFen('100'), yuanTextToFen('80'), 4_444],
  ])
  const page = await finance.api.consoleMargin.list({ month: MONTH, sort: 'revenue', pageSize: 1, pageNo: 2 })
  expect([page.total, page.dataList.map(({ skuId }) => skuId)]).toEqual([3, [reduced]])
})

test('each line of an order has what it earned, at the cost of the day of its shipment, for those who may know', async () => {
  const { enterpriseId, orderNo } = ordered
  const named = { enterpriseId, orderNo }
  // Of ten units four have come back.
  const line = { lineNo: 1, units: 6, revenue: yuanTextToFen('120'), cost: yuanTextToFen('60'), margin: yuanTextToFen('60'), rate: 5_000 }
  expect(await finance.api.consoleMargin.order(named)).toEqual([line])
  const later = await sells('11.30', 2)
  const ofLater = { enterpriseId: later.ordered.enterpriseId, orderNo: later.ordered.orderNo }
  // What was sent today has its revenue tomorrow, and nobody knows its cost.
  expect(await finance.api.consoleMargin.order(ofLater)).toEqual([])
  await makeDays()
  const unknownCost = { lineNo: 1, units: 2, revenue: yuanTextToFen('20'), cost: null, margin: null, rate: null }
  expect(await finance.api.consoleMargin.order(ofLater)).toEqual([unknownCost])
  const gone = { enterpriseId, orderNo: '999999999999999999' }
  await expect(finance.api.consoleMargin.order(gone)).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' })
  const support = await mall.staff('support')
  await expect(support.api.consoleMargin.order(named)).rejects.toMatchObject({ code: 403 })

  const exported = async (person: typeof finance) => {
    const { bytes } = await person.api.consoleExport.orderLines({ orderNo, format: 'csv' })
    const [head = '', row = ''] = new TextDecoder().decode(bytes).split('\r\n')
    return { head: head.split(','), row: row.split(',') }
  }
  const { head, row } = await exported(finance)
  expect(head.slice(-4)).toEqual(['不含税收入', '成本', '毛利', '毛利率'])
  expect(row.slice(-4)).toEqual(['120.00', '60.00', '60.00', '50.00%'])
  expect((await exported(support)).head).not.toContain('毛利')
})

/** Orders two of each and ships them at once. */
async function sendsNow(skuIds: readonly string[]): Promise<void> {
  const lines = skuIds.map((skuId) => ({ skuId, goodsNum: 2 }))
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const numbered = Object.fromEntries(skuIds.map((_, at) => [at + 1, 2]))
  await send({ buyer: lin, enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? '', skuIds: [...skuIds] }, numbered)
}

test('a month stands beside the month before and the same month of the year before', async () => {
  const of = async (month: string, wanted = known) =>
    (await finance.api.consoleMargin.list({ month })).dataList.find(({ skuId }) => skuId === wanted)
  const november = await of(MONTH)
  expect(november).toMatchObject({ margin: yuanTextToFen('60'), before: 0, yearBefore: 0 })
  mall.clock.forward(30 * ONE_DAY_MS)
  await mall.renew()
  await buys(unknown, '5.65')
  await sendsNow([known, unknown])
  await makeDays()
  expect(await of('2026-12')).toMatchObject({ units: 2, before: yuanTextToFen('60'), yearBefore: 0 })
  // It was sold in November before anybody knew its cost.
  expect(await of('2026-12', unknown)).toMatchObject({ costKnown: true, before: null, yearBefore: 0 })
  // What was sold in none of the months but the one before is not in the list.
  expect((await finance.api.consoleMargin.list({ month: '2026-12' })).total).toBe(2)
  expect((await finance.api.consoleMargin.list({ month: '2027-01' })).total).toBe(0)
  mall.clock.forward(335 * ONE_DAY_MS)
  await mall.renew()
  await sendsNow([known, unknown])
  await makeDays()
  expect(await of('2027-11')).toMatchObject({ before: 0, yearBefore: yuanTextToFen('60') })
  expect(await of('2027-11', unknown)).toMatchObject({ before: 0, yearBefore: null })
})

test('the totals go to the last day of the journal; days that it has made anew are made again, and until then they are told', async () => {
  const { until, waiting } = await admin.api.consoleMargin.made({})
  const { last } = await mall.db
    .selectFrom('journal_day')
    .select((eb) => eb.fn.max('day').as('last'))
    .executeTakeFirstOrThrow()
  expect([until, waiting]).toEqual([last, 0])
  const totals = () => mall.db.selectFrom('margin_total').selectAll().orderBy('span').orderBy('day').orderBy('sku_id').execute()
  const before = await totals()
  await mall.runInTransaction((tx) =>
    tx
      .updateTable('margin_day')
      .set({ journal_made_at: new Date(0) })
      .where('day', '<', '2026-12-01')
      .execute(),
  )
  const stale = (await admin.api.consoleMargin.made({})).waiting
  expect(stale).toBeGreaterThan(2)
  expect(await computeMarginTotalsOfJournalDays(mall.db, mall.moment())).toBe(stale)
  expect(await computeMarginTotalsOfJournalDays(mall.db, mall.moment())).toBe(0)
  expect(await totals()).toEqual(before)
  expect(await admin.api.consoleMargin.made({})).toEqual({ until, waiting: 0 })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('each month stands beside the month before and the year before; what is not there is a dash', async () => {
  const { dataList } = await admin.api.consoleMargin.months({})
  const of = (month: string) => dataList.find((row) => row.month === month)
  expect(of(MONTH)).toMatchObject({ before: null, yearBefore: null })
  expect(of('2026-12')).toMatchObject({ before: of(MONTH)?.margin, yearBefore: null })
  expect(of('2027-11')).toMatchObject({ before: null, yearBefore: of(MONTH)?.margin })
})

test('nobody else than finance and administrators sees what is earned', async () => {
  for (const { path, input } of [
    { path: list.path, input: { month: MONTH } },
    { path: months.path, input: {} },
    { path: made.path, input: {} },
  ]) {
    for (const role of ['catalogue', 'warehouse', 'support', 'reviewer'] as const)
      expect(await (await mall.staff(role)).post(path, input)).toMatchObject({ code: 403 })
    expect(await lin.post(path, input)).not.toMatchObject({ code: 200 })
    expect(await mall.guest().post(path, input)).not.toMatchObject({ code: 200 })
  }
})

test('whoever keeps certain shops sees what these earn alone', async () => {
  const keeper = await mall.staff('finance', 'catalogue')
  const people = await admin.api.consoleShop.staff({})
  const own = people.find(({ name }) => name.includes('finance,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: own.staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  expect((await keeper.api.consoleMargin.list({ month: MONTH })).total).toBe(0)
  expect((await keeper.api.consoleMargin.months({})).total).toBe(0)
})
