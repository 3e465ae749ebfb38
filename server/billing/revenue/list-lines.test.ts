import { expect, test } from 'vitest'
import { defaultJournalSettings } from '#contract/billing/journal/settings.ts'
import { consoleRevenueEndpoints } from '#contract/billing/revenue/api.ts'
import type { RevenueLineGroup } from '#contract/billing/revenue/line-kinds.ts'
import { type Fen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

/**
 * The lines of two days that the journal has made. Zhou owes 2,000.00 of September, so a day costs 1.00 from the 11th of October on. On the 14th
 * something of every kind is revenue, on the 15th a part of it goes back.
 */
const mall = await openMall({ now: new Date('2026-09-20T02:00:00Z') })
const { draws, dawns, jobs } = createDebtHelpers(mall)
const { order, send, returns } = await createAfterSaleHelpers(mall)
const [finance, admin] = [await mall.staff('finance'), await mall.staff('admin')]
const keeper = await mall.staff('finance', 'warehouse')
const lin = await mall.buyer('林', { credit: '50000', wallet: '9000' })
const wu = await mall.buyer('吴', { wallet: '9000' })
const zhou = await mall.buyer('周', { credit: '50000' })
const [FIRST, SECOND] = ['2026-10-14', '2026-10-15']
const both = { dateFrom: FIRST, dateTo: SECOND }
const { lines, totals } = finance.api.consoleRevenue
const { accounts, rules } = defaultJournalSettings

await draws(zhou.enterpriseId, yuanTextToFen('2000'))
for (let day = '2026-10-01'; day <= FIRST; day = addDays(day, 1)) {
  await dawns(day)
  await jobs()
}
// 226.00 at once, below 500.00, so with freight of 30.00; 1,130.00 on credit; 339.00 of another company, which is not sent before the 15th.
const paid = await order(lin, [{ price: '113.00', units: 2 }], 'wallet')
await send(paid, { 1: 2 })
const drawn = await order(lin, [{ price: '565.00', units: 2 }], 'credit')
await send(drawn, { 1: 2 })
const later = await order(wu, [{ price: '339.00', units: 2 }], 'wallet')
await dawns(SECOND)
await jobs()
await send(later, { 1: 1 })
await returns(drawn, [[1, 'sent', 1]])
await dawns(addDays(SECOND, 1))
await jobs()
await createJournalEntriesOfMissingDays(mall.db, mall.moment())

/** What a day moved in each account of the journal that has revenue or its tax: credit less debit. */
async function readAccounts(day: string): Promise<Record<string, Fen>> {
  const { dataList } = await finance.api.consoleJournal.lines({ dateFrom: day, dateTo: day, pageSize: 100 })
  const ours = new Set([rules.draw.credit, rules.chargeInterest.credit, rules.recogniseTax.credit])
  const moved = Map.groupBy(
    dataList.filter(({ account }) => ours.has(account)),
    ({ account }) => account,
  )
  return Object.fromEntries([...moved].map(([account, own]) => [account, sum(own.map(({ debit, credit }) => subtractFen(credit, debit)))]))
}

/** The same of the list. */
async function readListedAccounts(day: string): Promise<Record<string, Fen>> {
  const at = { dateFrom: day, dateTo: day }
  const { net, tax } = await totals(at)
  const { net: interest } = await totals({ ...at, group: 'interest' })
  return {
    [rules.draw.credit]: subtractFen(net, interest),
    [rules.chargeInterest.credit]: interest,
    [rules.recogniseTax.credit]: tax,
  }
}

test('the lines of two days tie to the journal, account by account', async () => {
  expect(accounts.find(({ code }) => code === rules.draw.credit)?.name).toBe('主营业务收入')
  for (const day of [FIRST, SECOND]) expect(await readListedAccounts(day), day).toEqual(await readAccounts(day))
  // The first day: 200.00 + 27.52 of freight + 1,000.00, and interest of 0.88; the tax 26.00 + 2.48 + 130.00 + 0.12.
  expect(await readAccounts(FIRST)).toEqual({
    [rules.draw.credit]: yuanTextToFen('1227.52'),
    [rules.chargeInterest.credit]: yuanTextToFen('0.88'),
    [rules.recogniseTax.credit]: yuanTextToFen('158.60'),
  })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('each line says its document, goods, tax and when it became revenue', async () => {
  const { dataList, total } = await lines({ ...both, pageSize: 100 })
  expect(total).toBe(dataList.length)
  const short = dataList
    .map(({ day, group, orderNo, parcelNo, rateBp, net, tax, gross, point }) => [
      day,
      group,
      orderNo,
      parcelNo,
      rateBp,
      net,
      tax,
      gross,
      point,
    ])
    .sort()
  expect(short).toEqual(
    [
      [FIRST, 'freight', paid.orderNo, 1, 900, 2_752, 248, 3_000, 'shipment'],
      [FIRST, 'goods', drawn.orderNo, 1, 1_300, 100_000, 13_000, 113_000, 'shipment'],
      [FIRST, 'goods', paid.orderNo, 1, 1_300, 20_000, 2_600, 22_600, 'shipment'],
      [FIRST, 'interest', null, null, 1_300, 88, 12, 100, null],
      [SECOND, 'back', drawn.orderNo, null, 1_300, -50_000, -6_500, -56_500, null],
      [SECOND, 'goods', later.orderNo, 1, 1_300, 30_000, 3_900, 33_900, 'shipment'],
      [SECOND, 'interest', null, null, 1_300, 89, 11, 100, null],
    ].sort(),
  )
  const back = dataList.find(({ group }) => group === 'back')
  expect(back).toMatchObject({ title: '退款冲减', goodsName: '截齿', enterpriseId: lin.enterpriseId, enterpriseName: expect.anything() })
  expect(back?.afterSaleNo).toMatch(/^\w{10,}$/)
  expect(dataList.find(({ group, day }) => group === 'interest' && day === FIRST)).toMatchObject({
    interestDay: '2026-10-13',
    shopName: null,
  })
})

test('filters take apart what the totals add up', async () => {
  const all = await totals(both)
  expect(all.rates.map(({ rateBp, lines: count }) => [rateBp, count])).toEqual([
    [1_300, 6],
    [900, 1],
  ])
  const groups: RevenueLineGroup[] = ['goods', 'freight', 'back', 'interest']
  const parts = await Promise.all(groups.map((group) => totals({ ...both, group })))
  expect(sum(parts.map(({ gross }) => gross))).toBe(all.gross)
  expect((await totals({ ...both, rate: '900' })).gross).toBe(yuanTextToFen('30'))
  expect((await totals({ ...both, rate: 'none' })).rates).toEqual([])
  expect((await lines({ ...both, enterpriseId: wu.enterpriseId })).dataList.map(({ orderNo }) => orderNo)).toEqual([later.orderNo])
  expect((await lines({ ...both, pageSize: 2, pageNo: 4 })).dataList).toHaveLength(1)
  // A day that the journal has not made, a range that ends before it begins, and one that is too long.
  expect((await lines({ dateFrom: addDays(SECOND, 1), dateTo: addDays(SECOND, 2) })).total).toBe(0)
  const { path } = consoleRevenueEndpoints.totals
  expect(await finance.post(path, { dateFrom: SECOND, dateTo: FIRST })).toMatchObject({ reason: 'REVENUE_RANGE' })
  expect(await finance.post(path, { dateFrom: '2025-10-14', dateTo: SECOND })).toMatchObject({ reason: 'REVENUE_RANGE' })
})

test('who keeps some shops sees their lines alone, without interest, which is of no shop', async () => {
  const shopId = await mall.newShop('自己的店')
  const { staffId = '' } = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('finance,warehouse')) ?? {}
  await admin.api.consoleShop.setStaff({ staffId, shopIds: [shopId], rowVersion: 0 })
  expect(await keeper.api.consoleRevenue.lines(both)).toEqual({ dataList: [], total: 0 })
  expect((await keeper.api.consoleRevenue.totals(both)).rates).toEqual([])
  expect((await lines({ ...both, shopId })).total).toBe(0)
})
