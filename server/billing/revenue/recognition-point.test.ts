import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { RevenueRecognitionPoint } from '#contract/billing/journal/tax-settings.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'

/** The point of revenue moves twice while parcels are on their way: to receipt on the 25th of October, back on the 30th, and to receipt again on the 3rd of November. */
const mall = await openMall({ now: new Date('2026-10-20T02:00:00Z') })
const { dawns } = createDebtHelpers(mall)
const { order, send } = await createAfterSaleHelpers(mall)
const [finance, admin] = [await mall.staff('finance'), await mall.staff('admin')]
const { chart, setRules } = finance.api.consoleJournal
const owner = new pg.Client({ connectionString: mall.ownerUrl })
beforeAll(() => owner.connect())
afterAll(() => owner.end())

const asks = async (recogniseAt: RevenueRecognitionPoint, recogniseFrom: string) => {
  const { values, rowVersion } = await chart({})
  return { ...values, tax: { ...values.tax, recogniseAt, recogniseFrom }, rowVersion }
}
const moves = async (recogniseAt: RevenueRecognitionPoint, recogniseFrom: string) => {
  const { changeId } = await setRules(await asks(recogniseAt, recogniseFrom))
  await admin.api.consoleSensitiveChange.approve({ id: changeId ?? '', pwd: TEST_USER_PASSWORD })
}
const begins = async (day: string) => {
  await dawns(day)
  await createJournalEntriesOfMissingDays(mall.db, mall.moment())
}
/** When an order became revenue, day by day in yuan, and what waits. */
const revenueOf = async ({ orderNo }: { orderNo: string }) => {
  const { rows } = await owner.query(
    `select to_char(l.day, 'MM-DD') as day, (sum(l.earned_fen) / 100)::int as earned, (sum(l.held_fen) / 100)::int as held from revenue_line l
      join "order" o on o.enterprise_id = l.enterprise_id and o.id = l.order_id where o.order_no = $1 group by l.day order by l.day`,
    [orderNo],
  )
  return rows.map(({ day, earned, held }) => [day, earned, held])
}

test('goods in transit are recognised once, at the point valid when they were sent, however often it changes', async () => {
  const lin = await mall.buyer('林', { credit: '50000', wallet: '5000' })
  const goods = (units: number) => [{ price: '1130.00', units }]
  await moves('receipt', '2026-10-25')
  await begins('2026-10-26')
  const paid = await order(lin, goods(1))
  const drawn = await order(lin, goods(1), 'credit')
  const parts = await order(lin, goods(2), 'credit')
  for (const one of [paid, drawn, parts]) await send(one, { 1: 1 })
  await begins('2026-10-28')
  await moves('shipment', '2026-10-30')
  await begins('2026-10-31')
  const between = await order(lin, goods(1))
  for (const one of [between, parts]) await send(one, { 1: 1 })
  await begins('2026-11-01')
  await moves('receipt', '2026-11-03')
  await begins('2026-11-05')
  for (const { orderNo } of [paid, drawn, parts, between]) await lin.api.order.receive({ orderNo })
  await begins('2026-11-06')
  expect(await revenueOf(paid)).toEqual([
    ['10-26', 0, 1130],
    ['11-05', 1130, -1130],
  ])
  expect(await revenueOf(drawn)).toEqual([
    ['10-26', 0, 1130],
    ['11-05', 1130, -1130],
  ])
  expect(await revenueOf(parts)).toEqual([
    ['10-26', 0, 1130],
    ['10-31', 1130, 0],
    ['11-05', 1130, -1130],
  ])
  expect(await revenueOf(between)).toEqual([['10-31', 1130, 0]])
  const { dataList } = await finance.api.consoleRevenue.lines({ dateFrom: '2026-10-20', dateTo: '2026-11-05' })
  expect(dataList.map(({ orderNo, day, parcelNo, point }) => [orderNo, day, parcelNo, point]).sort()).toEqual(
    [
      [paid.orderNo, '2026-11-05', 1, 'receipt'],
      [drawn.orderNo, '2026-11-05', 1, 'receipt'],
      [parts.orderNo, '2026-10-31', 2, 'shipment'],
      [parts.orderNo, '2026-11-05', 1, 'receipt'],
      [between.orderNo, '2026-10-31', 1, 'shipment'],
    ].sort(),
  )
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the recognition point of days with entries is fixed; a change that has not begun can be withdrawn', async () => {
  const refused = { reason: 'JOURNAL_TAX_BEGUN' }
  // By the first, what is sent today would count at shipment; by the second, as if it had always been so.
  for (const [point, from] of [
    ['receipt', '2026-11-20'],
    ['shipment', '2026-11-04'],
  ] as const)
    expect(await finance.post(contract.consoleJournal.setRules.path, await asks(point, from))).toMatchObject(refused)
  await moves('shipment', '2026-11-20')
  await moves('receipt', '2026-11-03')
  expect((await chart({})).values.tax).toMatchObject({ recogniseAt: 'receipt', recogniseFrom: '2026-11-03' })
})
