import pg from 'pg'
import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { type OrderLineRevenuePosition, OrderRevenueCalculator } from './order-revenue.ts'

const line = (rateBp: number) => [{ lineNo: 1, netFen: fen(300_000), taxCode: null, rateBp }]
const parcel = [{ lineNo: 1, amountFen: fen(100_000) }]

/** 1,000.00 were delivered at 13 % (tax 115.04) and 1,000.00 at 9 % (82.57), each on a day of its own. */
function delivered(): OrderRevenueCalculator {
  const first = new OrderRevenueCalculator(line(1_300), new Map())
  first.receive({ sourceId: 'one', kind: 'draw' }, parcel, 'earned')
  const second = new OrderRevenueCalculator(line(900), new Map<number, OrderLineRevenuePosition>([[1, first.positionOf(1)]]))
  second.receive({ sourceId: 'two', kind: 'draw' }, parcel, 'earned')
  return second
}
const refunds = (revenue: OrderRevenueCalculator, amount: number) => {
  revenue.refund({ sourceId: 'back', kind: 'refundToCredit' }, fen(amount), [{ lineNo: 1, amountFen: fen(amount), from: 'earned' }])
  return revenue.changes
    .filter(({ sourceId }) => sourceId === 'back')
    .map(({ partNo, rateBp, earnedFen, earnedTaxFen }) => [partNo, rateBp, earnedFen, earnedTaxFen])
}

test('a return from a line delivered at two tax rates uses rate and tax of the delivery it reverses', () => {
  expect(refunds(delivered(), 40_000)).toEqual([[0, 900, -40_000, -3_302]])
  expect(refunds(delivered(), 100_000)).toEqual([[0, 900, -100_000, -8_257]])
  // More than the last delivery: its rate, and then the rate of the one before.
  expect(refunds(delivered(), 150_000)).toEqual([
    [0, 900, -100_000, -8_257],
    [1, 1_300, -50_000, -5_752],
  ])
  const revenue = delivered()
  refunds(revenue, 200_000)
  expect(revenue.positionOf(1)).toMatchObject({ earnedFen: 0, earnedTaxFen: 0 })
})

test('an order with parcels before and after a rate change reverses the latest first, each with its own tax', async () => {
  const mall = await openMall({ now: new Date('2026-11-20T02:00:00Z') })
  const { dawns } = createDebtHelpers(mall)
  const { order, returns, send } = await createAfterSaleHelpers(mall)
  const [finance, admin] = [await mall.staff('finance'), await mall.staff('admin')]
  const begins = async (day: string) => {
    await dawns(day)
    await createJournalEntriesOfMissingDays(mall.db, mall.moment())
  }
  const { values, rowVersion } = await finance.api.consoleJournal.chart({})
  const rates = [...values.tax.rates, { code: '', from: '2026-12-01', rateBp: 900 as const }]
  const { changeId } = await finance.api.consoleJournal.setRules({ ...values, tax: { ...values.tax, rates }, rowVersion })
  await admin.api.consoleSensitiveChange.approve({ id: changeId ?? '', pwd: TEST_USER_PASSWORD })
  const lin = await mall.buyer('林', { wallet: '5000' })
  const ordered = await order(lin, [{ price: '1000.00', units: 2 }])
  await send(ordered, { 1: 1 })
  await begins('2026-12-02')
  await send(ordered, { 1: 1 })
  await begins('2026-12-05')
  await returns(ordered, [[1, 'sent', 2]])
  await begins('2026-12-06')
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query(
    `select to_char(day, 'MM-DD') as day, part_no, rate_bp, earned_fen::int as fen, earned_tax_fen::int as tax from revenue_line where earned_fen <> 0 order by day, part_no`,
  )
  await owner.end()
  expect(rows.map(({ day, part_no: part, rate_bp: rate, fen: amount, tax }) => [day, part, rate, amount, tax])).toEqual([
    ['11-20', 0, 1_300, 100_000, 11_504],
    ['12-02', 0, 900, 100_000, 8_257],
    ['12-05', 0, 900, -100_000, -8_257],
    ['12-05', 1, 1_300, -100_000, -11_504],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})
