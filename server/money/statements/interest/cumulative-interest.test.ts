import { readFileSync } from 'node:fs'
import pg from 'pg'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { formatInterestByDayNote } from '#contract/money/statements/interest.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { readLedgerBalancesOfEnterprise } from '#server/money/ledger/public.ts'
import { createAcceptanceHelpers } from '#server/platform/testing/acceptances.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { expectStatementSumsMatchLines } from '#server/platform/testing/statement-sums.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { draws, receives, dawns, balances } = createDebtHelpers(mall)
const bills = createAcceptanceHelpers(mall)
const { setsRate } = createSettingsHelpers(mall)
const runs = () => closeMonthsAndChargeInterest(mall.db, mall.moment())

/** A company that has drawn an amount in a month, which was closed on the 2nd of the next one. */
async function owes(month: string, amount: Fen, wallet = '0.01'): Promise<Buyer> {
  await dawns(`${month}-18`)
  const buyer = await mall.buyer('林', { credit: '50000', wallet })
  await draws(buyer.enterpriseId, amount)
  return buyer
}

/** What each day with a row has posted, what of it was taken back, and what it was charged later. */
const posted = async ({ enterpriseId }: Buyer) =>
  (
    await mall.db
      .selectFrom('statement_interest')
      .select(['day', 'amount_fen', 'reversed_fen', 'recharged_fen'])
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('day')
      .execute()
  ).map(
    ({ day, amount_fen, reversed_fen, recharged_fen }) =>
      `${day.slice(5)} ${amount_fen}${reversed_fen > 0 ? ` −${reversed_fen}` : ''}${recharged_fen > 0 ? ` +${recharged_fen}` : ''}`,
  )

async function asOwner(...texts: string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  for (const text of texts) await owner.query(text)
  await owner.end()
}

test('statements across the cut-over: days of before keep their own rounding, the sum begins with the day of the cut-over', async () => {
  // 0.5005 fen a day, 0.7465, and 0.45 that a bill covers.
  const lin = await owes('2026-11', fen(1_001))
  const [wu, zhao] = [await owes('2026-11', fen(1_493)), await owes('2026-11', fen(900))]
  await dawns('2026-12-02')
  await runs()
  const bill = await bills.submits(zhao, { amountFen: fen(900), maturityDay: '2026-12-25' })
  await bills.takes(bill)
  await asOwner(`update statement set exact_from_day = '2099-01-01'`)
  await dawns('2026-12-12')
  await runs()
  expect(await posted(lin)).toEqual(['12-11 1'])
  await asOwner(
    'alter table statement drop column exact_from_day, drop column exact_interest, drop column interest_rates',
    readFileSync('server/platform/migrations/0810-exact-interest.sql', 'utf8'),
  )
  const { exact_from_day: cutOver } = await mall.db
    .selectFrom('statement')
    .select('exact_from_day')
    .where('enterprise_id', '=', lin.enterpriseId)
    .executeTakeFirstOrThrow()
  // The day of the migration, or, as the clock of this mall is ahead of that, the day after the last charged one.
  expect(cutOver && cutOver >= '2026-12-12').toBe(true)
  await asOwner(`update statement set exact_from_day = '2026-12-13'`)
  await dawns('2026-12-15')
  // What no job has charged yet, on both sides: 0.5005 fen and 0.7465 alone, then 1.001 and 1.493 in sum.
  const owed = async () => [(await lin.api.statement.owed({})).interest, (await wu.api.statement.owed({})).interest]
  expect(await owed()).toEqual([3, 3])
  await runs()
  expect(await owed()).toEqual([3, 3])
  expect(await posted(lin)).toEqual(['12-11 1', '12-12 1', '12-13 1'])
  // 7.00 yuan had come on the 12th, says a person, and the bank on the 13th. The 12th costs 0.3965 fen, then 0.7465 again; the two others 0.793 all the while.
  expect(await posted(wu)).toEqual(['12-11 1', '12-12 1', '12-13 1'])
  const { record, assign, importStatement } = (await mall.staff('finance')).api.consoleBank
  const line = { reference: 'DAY00001', amount: fen(701), payerName: '林' }
  const { lineId } = await record({ ...line, day: '2026-12-12' })
  await assign({ lineId, rest: line.amount, parts: [{ to: 'repay', enterpriseId: wu.enterpriseId, amount: line.amount }] })
  expect(await posted(wu)).toEqual(['12-11 1', '12-12 1 −1', '12-13 1'])
  const csv = '交易日期,流水号,对方户名,收入金额\n2026-12-13,DAY00001,林,7.01'
  await importStatement({ fileName: '十二月.csv' }, { file: new Blob([csv], { type: 'text/csv' }) })
  expect(await posted(wu)).toEqual(['12-11 1', '12-12 1 −1 +1', '12-13 1'])
  expect(await mall.findInvariantBreaches()).toEqual({})
  await dawns('2026-12-17')
  await runs()
  expect(await posted(lin)).toEqual(['12-11 1', '12-12 1', '12-13 1', '12-15 1'])
  const note = formatInterestByDayNote(await lin.api.statement.detail({ month: '2026-11' }))
  expect(note).toContain('逾期利息自 2026-12-13 起逐日累计')
  const book = Buffer.from((await lin.api.documents.statement({ month: '2026-11', format: 'xlsx' })).bytes)
  expect((await readSheet(book, '账单')).flat()).toContain(note)
  expect(await mall.findInvariantBreaches()).toEqual({})
  // Half of it had come on the 12th: that day was rounded alone, and the four others come to 1.002 fen.
  const made = await receives(lin.enterpriseId, fen(501), { valueDay: '2026-12-12' })
  expect(made.parts).toEqual([
    { to: 'interest', amountFen: 1 },
    { to: 'month', month: '2026-11', amountFen: 500 },
  ])
  expect(await posted(lin)).toEqual(['12-11 1', '12-12 1 −1', '12-13 1', '12-15 1 −1'])
  expect(await balances(lin)).toMatchObject({ drawn: 501, interest: 1 })
  expect(await mall.findInvariantBreaches()).toEqual({})
  // The bill bounces: two days of 0.45 fen, each rounded to nothing, and 1.8 fen for the four others.
  expect(await posted(zhao)).toEqual([])
  await bills.bounces(bill)
  expect(await posted(zhao)).toEqual(['12-11 0', '12-12 0', '12-14 0 +1', '12-16 0 +1'])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a fifth of a fen a day is a fen on the third day; a rate counts from its day on, and late money takes a fen back only when the sum says so', async () => {
  const lin = await owes('2027-01', fen(400))
  await dawns('2027-02-14')
  await runs()
  expect(await posted(lin)).toEqual(['02-13 1'])
  await setsRate({ enterpriseId: lin.enterpriseId, dailyRateBp: 8, reason: '合同约定' })
  await dawns('2027-02-20')
  await runs()
  // 0.6 until the 13th, then 0.32 a day: 1.56 on the 16th, 2.52 on the 19th.
  expect(await posted(lin)).toEqual(['02-13 1', '02-16 1', '02-19 1'])
  // A fen of principal less on the 19th: 2.5192.
  await receives(lin.enterpriseId, fen(3), { valueDay: '2027-02-19' })
  expect(await posted(lin)).toEqual(['02-13 1', '02-16 1', '02-19 1'])
  expect(await mall.findInvariantBreaches()).toEqual({})
  // Fifty fen less: 2.4792.
  await receives(lin.enterpriseId, fen(50), { valueDay: '2027-02-19' })
  expect(await posted(lin)).toEqual(['02-13 1', '02-16 1', '02-19 1 −1'])
  expect(await balances(lin)).toMatchObject({ drawn: 349, interest: 0 })
  await dawns('2027-02-21')
  await runs()
  // 2.7584: the fen that went back comes again, on its own day.
  expect(await posted(lin)).toEqual(['02-13 1', '02-16 1', '02-19 1 −1', '02-20 1'])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('what is owed counts days that no job has charged: the preview, the repayment and the jobs come to the same fen', async () => {
  const [lin, wu] = [await owes('2027-04', fen(123_457), '2000'), await owes('2027-04', fen(123_457), '2000')]
  await dawns('2027-05-13')
  await runs()
  // 61.7285 fen a day: 123.457 after two days. Rounded day by day, five days would cost 310.
  expect(await posted(lin)).toEqual(['05-11 62', '05-12 61'])
  await dawns('2027-05-16')
  expect((await readLedgerBalancesOfEnterprise(mall.db, lin.enterpriseId)).interest).toBe(-123)
  const seen = async (buyer: Buyer) => {
    const owed = await buyer.api.statement.owed({})
    const preview = await buyer.api.statement.previewRepayment({ amount: fen(200_000) })
    const account = await buyer.api.account.account({})
    const { dataList } = await (await mall.staff('finance')).api.consoleReceivable.list({ pageSize: 100 })
    return {
      owed: [owed.interest, owed.total, owed.due],
      preview: [preview.total, preview.parts.find(({ to }) => to === 'interest')?.amount],
      account: [account?.expireInterestAmount, account?.repayAmount],
      staff: dataList.find(({ enterpriseId }) => enterpriseId === buyer.enterpriseId)?.interest,
    }
  }
  const expected = { owed: [309, 123_766, 123_766], preview: [123_766, 309], account: [309, 123_766], staff: 309 }
  expect(await seen(lin)).toEqual(expected)
  const { parts } = await lin.api.statement.repayByWallet({ amount: fen(123_766), payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect(parts.map(({ amount }) => amount)).toEqual([309, 123_457])
  expect(await balances(lin)).toMatchObject({ drawn: 0, interest: 0 })
  await runs()
  expect(await seen(wu)).toEqual(expected)
  expect(await posted(wu)).toEqual(await posted(lin))
  // A part of it is paid on the 16th, from which on a day costs 11.7285.
  await wu.api.statement.repayByWallet({ amount: fen(100_309), payPwd: TEST_USER_PAYMENT_PASSWORD })
  await dawns('2027-05-19')
  await runs()
  expect(await posted(wu)).toEqual(['05-11 62', '05-12 61', '05-13 62', '05-14 62', '05-15 62', '05-16 11', '05-17 12', '05-18 12'])
  expect(expectStatementSumsMatchLines(await wu.api.statement.detail({ month: '2027-04' }))).toMatchObject({
    interest: 344,
    interestPaid: 309,
  })
  expect(await mall.findInvariantBreaches()).toEqual({})
})
