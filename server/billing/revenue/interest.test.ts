import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

/**
 * Interest across the day from which revenue and tax are split, the 1st of November. Each company owes 2,000.00 of September, so a day costs 1.00 from the 11th of October on.
 * A day is charged on the next one: that of the 31st of October is the first with tax, 6 % of it.
 */
const mall = await openMall({ now: new Date('2026-09-20T02:00:00Z') })
const { draws, receives, dawns, jobs } = createDebtHelpers(mall)
const [finance, admin] = [await mall.staff('finance'), await mall.staff('admin')]
const owner = new pg.Client({ connectionString: mall.ownerUrl })

/** Lives through all mornings until one. */
const lives = async (until: string) => {
  for (let day = addDays(toShanghaiDay(mall.clock.now), 1); day <= until; day = addDays(day, 1)) {
    await dawns(day)
    await jobs()
  }
}
const owes = async () => {
  const buyer = await mall.buyer('林', { credit: '50000' })
  await draws(buyer.enterpriseId, yuanTextToFen('2000'))
  return buyer
}
/** What came back of a company's interest, in the order of its days: the day, rate, amount and tax. */
const back = async (enterpriseId: string) => {
  const { rows } = await owner.query(
    `select to_char(t.value_day, 'MM-DD') as day, l.kind, l.rate_bp as rate, l.earned_fen::int as fen, l.earned_tax_fen::int as tax
    from revenue_line l join ledger_transfer t on t.enterprise_id = l.enterprise_id and t.id = l.source_id
    where l.enterprise_id = $1 and l.earned_fen < 0 order by t.value_day, l.kind, l.part_no`,
    [enterpriseId],
  )
  return rows.map(({ day, kind, rate, fen, tax }) => [day, kind, rate, fen, tax])
}
/** The tax of all interest of a company. */
const taxLeft = async (enterpriseId: string) =>
  (
    await owner.query('select sum(earned_tax_fen)::int as tax from revenue_line where enterprise_id = $1 and order_id is null', [
      enterpriseId,
    ])
  ).rows[0]?.tax

beforeAll(async () => {
  await owner.connect()
  const { values, rowVersion } = await finance.api.consoleJournal.chart({})
  const { changeId } = await finance.api.consoleJournal.setRules({
    ...values,
    tax: { ...values.tax, from: '2026-11-01', interestFrom: '2027-01-01' },
    rowVersion,
  })
  await admin.api.consoleSensitiveChange.approve({ id: changeId ?? '', pwd: TEST_USER_PASSWORD })
})
afterAll(() => owner.end())

test('reversed interest has the tax of the day it was charged for: none before the split began', async () => {
  const [late, waived, both] = [await owes(), await owes(), await owes()]
  await lives('2026-11-05')
  // Money of the 29th of October becomes known. The 29th and the 30th were charged in October.
  await receives(late.enterpriseId, yuanTextToFen('2025'), { valueDay: '2026-10-29' })
  // 23.00 of 25.00 are waived: the last five days first, which have tax.
  const { enterpriseId } = waived
  const { id } = await finance.api.consoleFinanceRequest.proposeWaiver({ enterpriseId, amount: yuanTextToFen('23'), reason: '协商' })
  await admin.api.consoleFinanceRequest.decide({ enterpriseId, id, approve: true })
  // The third company has all of it waived, and then its money becomes known: the days from the 29th on have cost nothing, and the waiver goes back with them.
  const request = { enterpriseId: both.enterpriseId, amount: yuanTextToFen('25'), reason: '协商' }
  const asked = await finance.api.consoleFinanceRequest.proposeWaiver(request)
  await admin.api.consoleFinanceRequest.decide({ enterpriseId: both.enterpriseId, id: asked.id, approve: true })
  await receives(both.enterpriseId, yuanTextToFen('2000'), { valueDay: '2026-10-29' })
  await dawns('2026-11-07')
  await createJournalEntriesOfMissingDays(mall.db, mall.moment())
  expect(await back(late.enterpriseId)).toEqual([
    ['10-29', 'reverseInterest', null, -100, 0],
    ['10-30', 'reverseInterest', null, -100, 0],
    ['10-31', 'reverseInterest', 600, -100, -5],
    ['11-01', 'reverseInterest', 600, -100, -6],
    ['11-02', 'reverseInterest', 600, -100, -6],
    ['11-03', 'reverseInterest', 600, -100, -5],
    ['11-04', 'reverseInterest', 600, -100, -6],
  ])
  // 5.00 at 6 % have 0.28 of tax, 4.00 have 0.23, 3.00 0.17, 2.00 0.11 and 1.00 0.06.
  expect(await taxLeft(late.enterpriseId)).toBe(0)
  // 25.00 were waived, 7.00 of them taken back, and 7.00 reversed: no tax is left, and no revenue since the split beyond what was charged.
  expect(await taxLeft(both.enterpriseId)).toBe(0)
  const { rows } = await owner.query(
    'select kind, sum(earned_fen)::int as fen from revenue_line where enterprise_id = $1 and order_id is null group by 1 order by 1',
    [both.enterpriseId],
  )
  expect(rows.map(({ kind, fen }) => [kind, fen])).toEqual([
    ['chargeInterest', 500],
    ['reverseInterest', -700],
    ['reverseWaiver', 700],
    ['waiveInterest', -2_500],
  ])
  expect(await back(enterpriseId)).toEqual([
    ['11-05', 'waiveInterest', 600, -500, -28],
    ['11-05', 'waiveInterest', null, -1_800, 0],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})
