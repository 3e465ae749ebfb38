import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { computeSalesTotalsOfUnclosedDays } from './public.ts'

// The month that runs is read from the sums of its closed days, and says the same as its days.

const mall = await openMall()
const owner = new pg.Client({ connectionString: mall.ownerUrl })
await owner.connect()
afterAll(() => owner.end())
const admin = await mall.staff('admin')
const lin = await mall.buyer('林', { wallet: '90000' })
const [bit, holder] = [
  await mall.createSku('截齿', { sale: '100.00', stock: 900 }),
  await mall.createSku('齿座', { sale: '50.00', stock: 900 }),
]

const today = () => toShanghaiDay(mall.clock.now)
const makes = () => computeSalesTotalsOfUnclosedDays(mall.db, mall.moment())
async function buys(skuId: string, goodsNum: number) {
  const lines = [{ skuId, goodsNum }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
}
async function nextDay(days = 1) {
  mall.clock.forward(days * ONE_DAY_MS)
  await mall.renew()
  await makes()
}
/** The days until which sums of a month are kept, the latest first, and whether the latest is the one to read. */
const readRunning = async () =>
  (
    await sql<{ day: string; running: boolean }>`
      select t.day, d.running from (select distinct day from sales_total where span = 'running') t join sales_day d on d.day = t.day order by 1 desc`.execute(
      mall.db,
    )
  ).rows
/** What a range sold, by the days alone. */
const sumDays = async (from: string, to: string) =>
  (
    await sql<{ units: number }>`select coalesce(sum(units), 0)::int as units from sales_total
      where span = 'day' and dimension = 'all' and day between ${from}::date and ${to}::date`.execute(mall.db)
  ).rows[0]?.units
async function expectRangesToAgree(ranges: readonly (readonly [from: string, to: string])[]) {
  for (const [dateFrom, dateTo] of ranges) {
    const units = await sumDays(dateFrom, dateTo)
    for (const by of ['shop', 'sku', 'enterprise', 'category'] as const) {
      const { dataList } = await admin.api.consoleSalesReport.list({ dateFrom, dateTo, by })
      expect([dateFrom, dateTo, by, dataList.reduce((all, row) => all + row.units, 0)]).toEqual([dateFrom, dateTo, by, units])
    }
    const summary = await admin.api.consoleSalesReport.summary({ dateFrom, dateTo, grain: 'month' })
    expect(summary.current.units).toBe(units)
    expect(summary.points.reduce((all, point) => all + point.units, 0)).toBe(units)
  }
}

test('the month that runs has sums until the last day that is over, and those until the day before for reports under way', async () => {
  const first = `${today().slice(0, 7)}-01`
  await buys(bit, 3)
  await nextDay()
  await buys(holder, 5)
  await nextDay()
  await buys(bit, 7)
  await makes()
  const last = addDays(today(), -1)
  expect(await readRunning()).toEqual([
    { day: last, running: true },
    { day: addDays(last, -1), running: true },
  ])
  // Nothing is written while no day ends.
  const before = await sql`select ctid from sales_total where span = 'running' order by 1`.execute(mall.db)
  await makes()
  expect((await sql`select ctid from sales_total where span = 'running' order by 1`.execute(mall.db)).rows).toEqual(before.rows)
  await nextDay()
  expect((await readRunning()).map(({ day }) => day)).toEqual([addDays(last, 1), last])
  const end = today()
  await expectRangesToAgree([
    [first, end],
    [first, addDays(end, -1)],
    [first, addDays(end, -2)],
    [addDays(first, 1), end],
    [addDays(first, -40), end],
    [addDays(first, -364), end],
    [end, end],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('sums that are not those of their days are seen', async () => {
  const { rows } = await sql<{ day: string }>`select max(day) as day from sales_total where span = 'running'`.execute(mall.db)
  const change = (by: number) =>
    owner.query(`update sales_total set units = units + ${by} where span = 'running' and dimension = 'all' and day = '${rows[0]?.day}'`)
  await change(1)
  expect(Object.keys(await mall.findInvariantBreaches()).map((broken) => broken.split(' ')[0])).toEqual(['I-53c'])
  await change(-1)
})

test('a month that is over is read from its own sums, and the next one has sums of its own', async () => {
  const month = today().slice(0, 7)
  while (today().slice(0, 7) === month) await nextDay()
  await buys(bit, 11)
  await nextDay(2)
  const [latest] = await readRunning()
  expect(latest).toEqual({ day: addDays(today(), -1), running: true })
  await expectRangesToAgree([
    [`${month}-01`, today()],
    [`${month}-02`, today()],
    [`${today().slice(0, 7)}-01`, today()],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('days that lack figures are read one by one until they are made again', async () => {
  await owner.query(`update sales_day set totals_version = 1 where closed`)
  await expectRangesToAgree([[`${today().slice(0, 7)}-01`, today()]])
  await makes()
  expect((await readRunning())[0]).toEqual({ day: addDays(today(), -1), running: true })
  expect(await mall.findInvariantBreaches()).toEqual({})
})
