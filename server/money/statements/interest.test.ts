import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { readInterestRateAndAutopay, updateInterestRateAndAutopay } from './public.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { draws, receives, refunds, dawns, balances } = createDebtHelpers(mall)
const runs = () => closeMonthsAndChargeInterest(mall.db, mall.moment())
const finance = await mall.staff('finance')
const { sets, setsRate } = createSettingsHelpers(mall)

/** A company that has drawn 1,200 yuan in a month, and nothing else. */
async function owes(month: string, wallet = '0.01') {
  await dawns(`${month}-18`)
  const lin = await mall.buyer('林', { credit: '50000', wallet })
  const parcelId = await draws(lin.enterpriseId, yuanTextToFen('1200'))
  return { lin, parcelId, month }
}
/** The charges of each day that were not reversed. */
const charged = async ({ enterpriseId }: Buyer) =>
  (
    await mall.db
      .selectFrom('statement_interest')
      .select(['day', 'amount_fen', 'reversed_fen'])
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('month')
      .orderBy('day')
      .execute()
  ).map(({ day, amount_fen, reversed_fen }) => `${day} ${amount_fen}${reversed_fen > 0 ? ` −${reversed_fen}` : ''}`)
const ledger = async ({ enterpriseId }: Buyer) =>
  mall.db
    .selectFrom('ledger_transfer')
    .select(['kind', 'amount_fen', 'document', 'seq'])
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', 'chargeInterest')
    .orderBy('seq')
    .execute()

describe('interest of a day', () => {
  test('is charged from the 11th on after the day ends: 0.05 % of the unpaid amount, half up to the fen', async () => {
    const { lin } = await owes('2026-11')
    for (const [day, hours, cost] of [
      ['2026-12-11', 23.99, 0],
      ['2026-12-12', 0, 60],
      ['2026-12-12', 23.99, 60],
      ['2026-12-13', 0, 120],
    ] as const) {
      await dawns(day, hours)
      await runs()
      expect([day, hours, (await balances(lin)).interest]).toEqual([day, hours, cost])
    }
    expect(await charged(lin)).toEqual(['2026-12-11 60', '2026-12-12 60'])
  })

  test('is the same for a daily job, a repeated one, two at once, or one run after eleven missed days', async () => {
    const months = ['2027-01', '2027-02', '2027-03']
    const runsDaily = await owes(months[0] ?? '')
    for (let at = 0; at < 35; at++) {
      mall.clock.forward(ONE_DAY_MS)
      await runs()
      await Promise.all([runs(), runs(), runs()])
    }
    const off = await owes(months[1] ?? '')
    mall.clock.forward(34 * ONE_DAY_MS)
    await Promise.all([runs(), runs()])
    const [daily, late] = [await ledger(runsDaily.lin), await ledger(off.lin)]
    // The job did not skip a day of the first company while it ran for the second.
    expect(daily.slice(0, 12).map(({ amount_fen }) => amount_fen)).toEqual(Array(12).fill(60))
    expect(new Set(daily.map(({ seq }) => seq)).size).toBe(daily.length)
    expect(late.map(({ amount_fen }) => amount_fen)).toEqual(Array(late.length).fill(60))
    expect(late.length).toBeGreaterThan(10)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('uses the rate agreed with the enterprise from that day on, and the old rate before', async () => {
    const { lin } = await owes('2027-06')
    await dawns('2027-07-13')
    await setsRate({ enterpriseId: lin.enterpriseId, dailyRateBp: 8, reason: '合同约定' })
    await dawns('2027-07-15')
    await runs()
    await setsRate({ enterpriseId: lin.enterpriseId, dailyRateBp: 0, reason: '和解' })
    await dawns('2027-07-17')
    await runs()
    // The 10th is a Saturday, so Monday is still on time. A day that costs nothing has no row.
    expect(await charged(lin)).toEqual(['2027-07-13 96', '2027-07-14 96'])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('uses the rate set by staff for enterprises without their own rate', async () => {
  const { lin } = await owes('2027-07')
  const own = await owes('2027-07')
  await setsRate({ enterpriseId: own.lin.enterpriseId, dailyRateBp: 2, reason: '合同约定' })
  await sets('credit', { overdueTolerance: yuanTextToFen('1'), graceDays: 3, dailyRateBp: 10 })
  await dawns('2027-08-13')
  await runs()
  expect([await charged(lin), await charged(own.lin)]).toEqual([
    ['2027-08-11 120', '2027-08-12 120'],
    ['2027-08-11 24', '2027-08-12 24'],
  ])
  // Two more days pass without a job. They are charged at the rate before the change.
  await dawns('2027-08-15')
  await sets('credit', { overdueTolerance: yuanTextToFen('1'), graceDays: 3, dailyRateBp: 5 })
  await dawns('2027-08-16')
  await runs()
  expect((await charged(lin)).slice(2)).toEqual(['2027-08-13 120', '2027-08-14 120', '2027-08-15 60'])
})

describe('a repayment counts from its value day', () => {
  test('three days before it is known: it pays earlier interest, and later days are charged again correctly', async () => {
    const { lin } = await owes('2027-08')
    await dawns('2027-09-15')
    await runs()
    expect(await balances(lin)).toMatchObject({ drawn: 120_000, interest: 240 })
    // On the 13th exactly what was owed then: 1,200 and two days of interest.
    const made = await receives(lin.enterpriseId, yuanTextToFen('1201.20'), { valueDay: '2027-09-13' })
    expect(made.parts).toEqual([
      { to: 'interest', amountFen: 120 },
      { to: 'month', month: '2027-08', amountFen: 120_000 },
    ])
    expect(await balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: 1 })
    expect(await charged(lin)).toEqual(['2027-09-11 60', '2027-09-12 60', '2027-09-13 60 −60', '2027-09-14 60 −60'])
    expect(await lin.api.statement.detail({ month: '2027-08' })).toMatchObject({ state: 'PAID', interest: 120 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('so that interest paid for later days is returned to the wallet', async () => {
    const { lin } = await owes('2027-10', '1000')
    await dawns('2027-11-20')
    await lin.api.statement.repayByWallet({ amount: yuanTextToFen('5.40'), payPwd: '135790' })
    expect(await balances(lin)).toEqual({ drawn: 120_000, interest: 0, wallet: 99_460 })
    await receives(lin.enterpriseId, yuanTextToFen('1200'), { valueDay: '2027-11-10' })
    expect(await balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: 100_000 })
    expect((await charged(lin)).every((one) => one.endsWith('60 −60'))).toBe(true)
    const { dataList } = await lin.api.bill.list({ type: 'interest', pageSize: 100 })
    expect(dataList.filter(({ title }) => title.includes('退回'))).toHaveLength(9)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('in part: an earlier part that becomes known later lowers the interest of its days as well', async () => {
    const { lin } = await owes('2027-12')
    await dawns('2028-01-16')
    await receives(lin.enterpriseId, yuanTextToFen('601.80'), { valueDay: '2028-01-14' })
    expect(await charged(lin)).toEqual(['2028-01-11 60', '2028-01-12 60', '2028-01-13 60', '2028-01-14 60 −30', '2028-01-15 60 −30'])
    // The first 180 of it paid three days. Now two of them cost half, and the days after nothing.
    await receives(lin.enterpriseId, yuanTextToFen('600'), { valueDay: '2028-01-12' })
    expect(await charged(lin)).toEqual([
      '2028-01-11 60',
      '2028-01-12 60 −30',
      '2028-01-13 60 −30',
      '2028-01-14 60 −60',
      '2028-01-15 60 −60',
    ])
    expect(await balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: 61 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('and not from a future day, which becomes today; money above the debt goes to the wallet', async () => {
    const { lin } = await owes('2028-02')
    await dawns('2028-03-02')
    const made = await receives(lin.enterpriseId, yuanTextToFen('1300'), { valueDay: '2030-01-01' })
    expect([made.valueDay, made.parts]).toEqual([
      toShanghaiDay(mall.clock.now),
      [
        { to: 'month', month: '2028-02', amountFen: 120_000 },
        { to: 'wallet', amountFen: 10_000 },
      ],
    ])
    const again = await receives(lin.enterpriseId, yuanTextToFen('7'), {})
    expect(again.parts).toEqual([{ to: 'wallet', amountFen: 700 }])
    expect(await balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: 10_701 })
  })

  test('and one bank line repays once, also when it is recorded by eight requests at once', async () => {
    const { lin } = await owes('2028-04')
    await dawns('2028-05-20')
    const document = mall.moment().newId()
    const made = await Promise.all(Array.from({ length: 8 }, () => receives(lin.enterpriseId, yuanTextToFen('500'), { document })))
    expect(new Set(made.map(({ parts }) => JSON.stringify(parts))).size).toBe(1)
    expect(await balances(lin)).toMatchObject({ drawn: 120_000 - 50_000 + 540, interest: 0 })
    expect((await lin.api.statement.repayments({})).total).toBe(1)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('a refund after the due day stops interest on its amount from then on, not before', async () => {
  const { lin, parcelId } = await owes('2028-06')
  await dawns('2028-07-13')
  expect(await refunds(lin.enterpriseId, parcelId, yuanTextToFen('600'))).toEqual({ offsetFen: 60_000, walletFen: 0 })
  await dawns('2028-07-15')
  await runs()
  expect(await charged(lin)).toEqual(['2028-07-11 60', '2028-07-12 60', '2028-07-13 30', '2028-07-14 30'])
  await expect(refunds(lin.enterpriseId, parcelId, yuanTextToFen('600.01'))).rejects.toMatchObject({ reason: 'DRAWDOWN_REFUNDED' })
  const document = mall.moment().newId()
  const twice = [
    await refunds(lin.enterpriseId, parcelId, yuanTextToFen('600'), document),
    await refunds(lin.enterpriseId, parcelId, yuanTextToFen('600'), document),
  ]
  expect(twice).toEqual([
    { offsetFen: 60_000, walletFen: 0 },
    { offsetFen: 60_000, walletFen: 0 },
  ])
  expect(await balances(lin)).toMatchObject({ drawn: 0, interest: 180 })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the rate of an enterprise has the bounds of the platform rate, in the API and in the database', async () => {
  const { lin } = await owes('2027-09')
  const { enterpriseId } = lin
  for (const dailyRateBp of [11, 1_000])
    expect(await finance.post(contract.consoleStatement.setDailyRate.path, { enterpriseId, dailyRateBp, reason: '笔误' })).toMatchObject({
      code: 400,
      reason: 'INVALID_INPUT',
      detail: { field: 'dailyRateBp' },
    })
  const writes = mall.runInTransaction((tx) => updateInterestRateAndAutopay(tx, mall.moment(), enterpriseId, { dailyRate: 11 }))
  await expect(writes).rejects.toMatchObject({ code: '23514' })
})

test('the migration lowers a higher rate to the bound, and the audit log keeps the old one', async () => {
  const { lin } = await owes('2027-09')
  const { enterpriseId } = lin
  await mall.runInTransaction((tx) => updateInterestRateAndAutopay(tx, mall.moment(), enterpriseId, { dailyRate: 7 }))
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  await owner.query('alter table repayment_terms drop constraint repayment_terms_rate')
  await owner.query('alter table repayment_terms add constraint repayment_terms_rate check (daily_rate between 0 and 1000)')
  await owner.query('alter table setting drop constraint setting_daily_rate')
  await owner.query('update repayment_terms set daily_rate = 1000 where enterprise_id = $1', [enterpriseId])
  await owner.query(readFileSync('server/platform/migrations/0080-daily-rate.sql', 'utf8'))
  await owner.end()
  expect((await readInterestRateAndAutopay(mall.db, enterpriseId)).dailyRate).toBe(10)
  const { dataList } = await (await mall.staff('admin')).api.consoleAudit.list({ enterpriseId, action: 'lower daily rate' })
  expect(dataList).toMatchObject([{ actorKind: 'system', actionName: '升级时下调日利率' }])
  expect(dataList[0]?.facts).toContainEqual({ name: 'from', value: '1000' })
})
