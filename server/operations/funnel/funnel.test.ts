import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createVisitorCounter } from './visitor-counter.ts'
import { deleteOldVisitorSketches, saveVisitors } from './visitor-store.ts'

// Who comes, looks, adds to the cart, orders and pays, by day. What is counted is in no row of its own.

const mall = await openMall()
const admin = await mall.staff('admin')
const [lin, wu] = [await mall.buyer('林', { wallet: '90000' }), await mall.buyer('吴', { wallet: '90000' })]
const skuId = await mall.createSku('截齿', { sale: '100.00', stock: 1_000 })
const { dataList } = await lin.api.goods.list({})
const goodsId = dataList[0]?.goodsId ?? expect.fail('no goods')

const today = () => toShanghaiDay(mall.clock.now)
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0'
const { list, detail } = contract.goods
/** A guest opens a page; from memory, if somebody has opened it before. */
const opens = (
  address: string,
  call: { path: string } = list,
  { browser = BROWSER, query = {} }: { browser?: string; query?: object } = {},
) =>
  mall.app.http.inject({
    method: 'POST',
    url: API_BASE + call.path,
    remoteAddress: address,
    headers: { 'user-agent': browser, 'content-type': 'application/json' },
    payload: query,
  })
const looks = (address: string) => opens(address, detail, { query: { goodsId } })
const saves = () => saveVisitors(mall.db, mall.app.visitors)
const makes = () => computeSalesTotalsOfUnclosedDays(mall.db, mall.moment())
const readReport = (from = today(), to = from, person = admin) => person.api.consoleFunnel.summary({ dateFrom: from, dateTo: to })
async function newDay() {
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  return today()
}
async function orders(buyer: typeof lin, pays: boolean) {
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  if (pays) await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
}

const firstDay = today()

test('each visitor of a day is counted once at each step, guests by address and browser, members by account; robots and refused calls are not', async () => {
  for (const address of ['203.0.113.5', '203.0.113.5', '203.0.113.6']) expect((await opens(address)).statusCode).toBe(200)
  await opens('203.0.113.6', list, { browser: `${BROWSER} Edg/142.0` })
  for (const browser of ['Mozilla/5.0 (compatible; Baiduspider/2.0)', 'curl/8.5.0', '']) await opens('203.0.113.7', list, { browser })
  await looks('203.0.113.5')
  await wu.api.goods.detail({ goodsId })
  for (const _ of [1, 2]) await lin.api.cart.add({ skuId, goodsNum: 1 })
  expect(await wu.post(contract.cart.add.path, { skuId: mall.moment().newId(), goodsNum: 1 })).toMatchObject({ reason: 'SKU_NOT_FOUND' })
  await saves()
  await orders(lin, true)
  await orders(lin, false)
  await makes()
  const { current, countedFrom } = await readReport()
  // Three guests, 林, and 吴 who looked. One guest and 吴 looked, and 林 alone has added to the cart.
  expect(current).toEqual({ visited: 5, viewed: 2, added: 1, submitted: 2, paid: 1 })
  expect(countedFrom).toBe(firstDay)
})

test('an answer from memory counts its visitor as the route does', async () => {
  const base = await mall.app.http.listen({ host: '127.0.0.1', port: 0 })
  const url = `${base + API_BASE + list.path}?pageSize=24`
  const before = (await readReport()).current.visited ?? 0
  for (const browser of ['Route/1', 'Memory/1', 'Memory/2']) await (await fetch(url, { headers: { 'user-agent': browser } })).text()
  await saves()
  expect((await readReport()).current.visited).toBe(before + 3)
})

test('what several servers count is joined, a visitor of two is one, and what cannot be written is written later', async () => {
  const day = await newDay()
  const other = createVisitorCounter(
    () => mall.clock.now,
    (of) => mall.keys.hmac('visitors', of),
  )
  for (const counter of [mall.app.visitors, other]) counter.countGuest(list.path, '203.0.113.8', BROWSER)
  other.countMember(detail.path, lin.userId)
  await saves()
  await expect(saveVisitors({} as never, other)).rejects.toThrow()
  expect((await readReport(day)).current).toMatchObject({ visited: 1, viewed: 0 })
  await saveVisitors(mall.db, other)
  expect((await readReport(day)).current).toMatchObject({ visited: 2, viewed: 1 })
  // Whoever comes after midnight does not belong to the day before, which is written all the same.
  other.countMember(list.path, wu.userId)
  const next = await newDay()
  other.countMember(list.path, lin.userId)
  await saveVisitors(mall.db, other)
  expect([(await readReport(day)).current.visited, (await readReport(next)).current.visited]).toEqual([3, 1])
  expect(other.days().map(({ day: one, unsaved }) => [one, unsaved])).toEqual([[next, false]])
})

test('a day beside the days before: unknown is a dash and never 0, and a day without visitors has none', async () => {
  const before = addDays(firstDay, -1)
  const known = await readReport(firstDay)
  expect(known.before).toMatchObject({
    range: { from: before },
    counts: { visited: null, viewed: null, added: null, submitted: 0, paid: 0 },
  })
  expect((await readReport(before, today())).current).toMatchObject({ visited: null, submitted: 2, paid: 1 })
  const rows = await admin.api.consoleFunnel.list({ dateFrom: firstDay, dateTo: today() })
  expect(rows.total).toBe(3)
  expect(rows.dataList.map(({ from, to, counts }) => [from, to, counts.submitted])).toEqual(
    [today(), addDays(firstDay, 1), firstDay].map((day, at) => [day, day, at === 2 ? 2 : 0]),
  )
  expect(rows.dataList[2]?.before).toMatchObject({ visited: null, paid: 0 })
  const whole = await admin.api.consoleFunnel.list({ dateFrom: firstDay, dateTo: today(), grain: 'month' })
  expect(whole.dataList).toMatchObject([{ from: firstDay, to: today(), counts: { submitted: 2, paid: 1 } }])
  // A day whose orders are still being made for the new figure has none of them.
  await mall.runInTransaction((tx) => tx.updateTable('sales_day').set({ totals_version: 3 }).where('day', '=', firstDay).execute())
  expect((await readReport(firstDay)).current).toMatchObject({ submitted: null, paid: 1 })
  await makes()
  expect((await readReport(firstDay)).current).toMatchObject({ submitted: 2, paid: 1 })
})

test('orders lead to their lists, which have as many', async () => {
  const listed = async (input: object) => (await admin.api.consoleOrder.list(input)).total
  expect(await listed({ dateFrom: firstDay, dateTo: firstDay })).toBe(2)
  expect(await listed({ soldFrom: firstDay, soldTo: firstDay })).toBe(1)
})

test('a sketch is deleted when its day is over, and a server that wakes up late takes nothing away', async () => {
  const sketches = async () => (await mall.db.selectFrom('visitor_sketch').select('day').orderBy('day').execute()).map(({ day }) => day)
  const day = await newDay()
  await saves()
  await mall.runInTransaction((tx) => deleteOldVisitorSketches(tx, mall.moment()))
  expect(await sketches()).toEqual([addDays(day, -1), day])
  await newDay()
  await newDay()
  await mall.runInTransaction((tx) => deleteOldVisitorSketches(tx, mall.moment()))
  const late = createVisitorCounter(
    () => new Date(mall.clock.now.getTime() - 4 * ONE_DAY_MS),
    (of) => mall.keys.hmac('visitors', of),
  )
  const known = (await readReport(addDays(today(), -4))).current.visited
  late.countMember(list.path, lin.userId)
  await saveVisitors(mall.db, late)
  expect([known, (await readReport(addDays(today(), -4))).current.visited]).toEqual([3, 3])
})

test('staff with the sales report see the funnel; whoever keeps certain shops sees their orders and no visitors', async () => {
  for (const { path, input } of [
    { path: contract.consoleFunnel.summary.path, input: { dateFrom: firstDay, dateTo: firstDay } },
    { path: contract.consoleFunnel.list.path, input: { dateFrom: firstDay, dateTo: firstDay } },
    { path: contract.consoleExport.funnel.path, input: { dateFrom: firstDay, dateTo: firstDay, format: 'csv' } },
  ]) {
    for (const role of ['finance', 'support', 'catalogue', 'marketing'] as const)
      expect(await (await mall.staff(role)).post(path, input)).toMatchObject({ code: 200 })
    for (const role of ['warehouse', 'reviewer'] as const)
      expect(await (await mall.staff(role)).post(path, input)).toMatchObject({ code: 403 })
    expect(await lin.post(path, input)).not.toMatchObject({ code: 200 })
  }
  expect(await admin.post(contract.consoleFunnel.summary.path, { dateFrom: today(), dateTo: firstDay })).toMatchObject({
    reason: 'REPORT_RANGE',
  })
  const keeper = await mall.staff('support', 'warehouse')
  const people = await admin.api.consoleShop.staff({})
  const own = people.find(({ name }) => name.includes('support,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: own.staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  expect(await readReport(firstDay, firstDay, keeper)).toMatchObject({
    countedFrom: null,
    current: { visited: null, viewed: null, added: null, submitted: 0, paid: 0 },
  })
  expect(await mall.findInvariantBreaches()).toEqual({})
})
