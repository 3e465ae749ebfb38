import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { createAcceptanceHelpers } from '#server/platform/testing/acceptances.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'

/**
 * Five bills of one company, computed by hand. The limit is 10,000.00, and a day costs 0.05 % of what is late and not covered, rounded in sum:
 * 3,000.00 → 1.50, 2,600.00 → 1.30, 1,500.00 → 0.75, 1,000.00 → 0.50, 903.10 → 0.45155, 600.00 → 0.30, 563.95 → 0.281975, 400.00 → 0.20.
 */
const mall = await openMall({ now: new Date('2027-01-05T02:00:00Z') })
const { draws, receives, dawns, jobs } = createDebtHelpers(mall)
const { arrives } = createTransferHelpers(mall)
const { submits, takes, pays, paysByTwo, bounces, discountsByTwo, recourses } = createAcceptanceHelpers(mall)

const lin = await mall.buyer('林', { credit: '10000' })
const { enterpriseId } = lin

/** The account in fen: what is owed, what of the limit bills have freed, what counts as used, what can be used. */
async function account() {
  const { creditWaitReturnAmount, expireInterestAmount, freedAmount, usedAmount, creditUseableAmount } =
    (await lin.api.account.account({})) ?? expect.fail('no account')
  return {
    drawn: creditWaitReturnAmount,
    interest: expireInterestAmount,
    freed: freedAmount,
    used: usedAmount,
    usable: creditUseableAmount,
  }
}
const statement = async (month: string) => {
  const { state, settled, owed, interest, dues } = await lin.api.statement.detail({ month })
  return { state, settled, owed, interest, dues: dues.map(({ day, amount }) => [day, amount]) }
}
/** What two accounts of the platform have after all transfers of the company. */
const readAccounts = (tx: Tx) =>
  sql<{
    account: string
    fen: number
  }>`select a.account, sum(case when t.to_account = a.account then t.amount_fen else -t.amount_fen end)::bigint as fen
    from ledger_transfer t, (values ('acceptance'), ('financeCost')) a(account)
    where t.enterprise_id = ${enterpriseId} and a.account in (t.from_account, t.to_account) group by 1 order by 1`.execute(tx)
const sound = async () => expect(await mall.findInvariantBreaches()).toEqual({})
const arrive = async (day: string) => {
  await dawns(day)
  await jobs()
}

test('five bills that cover, are honoured late, discounted, bounced or honoured by two people add up exactly', async () => {
  await dawns('2027-01-15')
  await draws(enterpriseId, yuanTextToFen('3000'))
  // The 11th, 12th and 13th of February cost 3 × 1.50.
  await arrive('2027-02-14')
  expect(await account()).toEqual({ drawn: 300_000, interest: 450, freed: 0, used: 300_000, usable: 700_000 })

  // A bill of a bank: 4.50 for the interest, 2,000.00 of January are covered until the 4th of March, and free the limit at once. A commercial
  // one covers 600.00 until the 23rd and frees nothing. 400.00 are left.
  const first = await submits(lin, { amountFen: yuanTextToFen('2004.50'), maturityDay: '2027-03-01' })
  const second = await submits(lin, { amountFen: yuanTextToFen('600'), maturityDay: '2027-02-20', acceptorKind: 'commercial' })
  await takes(first)
  await takes(second)
  expect(await account()).toEqual({ drawn: 300_000, interest: 450, freed: 200_000, used: 100_000, usable: 900_000 })
  expect(await statement('2027-01')).toEqual({
    state: 'OVERDUE',
    settled: 0,
    owed: 300_000,
    interest: 450,
    dues: [
      ['2027-02-10', 40_000],
      ['2027-02-23', 60_000],
      ['2027-03-04', 200_000],
    ],
  })
  expect((await lin.api.statement.owed({})).due).toBe(40_000 + 450)
  await sound()

  // Six days at 0.20. What is not covered blocks; 5.70 of interest and 400.00 are paid, and it blocks no more.
  await arrive('2027-02-20')
  await expect(draws(enterpriseId, yuanTextToFen('1500'))).rejects.toMatchObject({ reason: 'CREDIT_OVERDUE' })
  expect((await receives(enterpriseId, yuanTextToFen('405.70'))).parts).toEqual([
    { to: 'interest', amountFen: 570 },
    { to: 'month', month: '2027-01', amountFen: 40_000 },
  ])
  expect((await statement('2027-01')).state).toBe('CLOSED')
  await draws(enterpriseId, yuanTextToFen('1500'))
  // 3,000 − 400 + 1,500 = 4,100; less 2,000 that are freed.
  expect(await account()).toEqual({ drawn: 410_000, interest: 0, freed: 200_000, used: 210_000, usable: 790_000 })

  // Five days after its maturity the second bill bounces. The 24th was charged with 0.30. As if it had never been given: six days at 0.50
  // instead of 0.20, four days at 0.30 instead of nothing: 1.80 + 1.20 = 3.00 more.
  await arrive('2027-02-25')
  expect((await account()).interest).toBe(30)
  expect((await statement('2027-01')).state).toBe('OVERDUE')
  await bounces(second)
  expect(await account()).toEqual({ drawn: 410_000, interest: 330, freed: 200_000, used: 210_000, usable: 790_000 })
  const [latest] = (await lin.api.message.list({ pageNo: 1 })).dataList
  expect([latest?.title, latest?.messageContent.includes('按未收款处理')]).toEqual(['承兑汇票退票', true])
  await sound()

  // Not before maturity, and not with a line that only a person has typed.
  await arrive('2027-02-26')
  const finance = await mall.staff('finance')
  const { honour } = contract.consoleAcceptance
  const early = await arrives(yuanTextToFen('2000'))
  const pressed = { enterpriseId, id: first.id, fee: 4.5 }
  expect(await finance.post(honour.path, { ...pressed, lineId: early })).toMatchObject({ reason: 'ACCEPTANCE_EARLY' })
  const { lineId: typed } = await finance.api.consoleBank.record({
    reference: 'TYPED-1',
    day: '2027-02-26',
    amount: yuanTextToFen('2000'),
    payerName: '某某银行',
  })
  expect(await finance.post(honour.path, { ...pressed, lineId: typed })).toMatchObject({ reason: 'ACCEPTANCE_LINE_TYPED' })

  // The bank pays the first bill on the 6th of March, which is known on the 8th. 25 February to 4 March: 8 × 0.30 = 2.40. On the 5th the cover
  // is over: 1.30, and again on the 6th and 7th.
  await arrive('2027-03-08')
  expect((await account()).interest).toBe(330 + 240 + 3 * 130)
  // 2,000.00 came, and the bank kept 4.50. The bill pays the covered 2,000.00, then 4.50 of the interest before the 6th; 2 × 1.00 is taken back.
  await pays(first, 'honour', { broughtFen: yuanTextToFen('2000'), day: '2027-03-06', feeFen: yuanTextToFen('4.50') })
  expect(await account()).toEqual({ drawn: 210_000, interest: 960 - 450 - 200, freed: 0, used: 210_000, usable: 790_000 })
  expect(await statement('2027-01')).toMatchObject({ state: 'OVERDUE', settled: 240_000, owed: 60_000 })
  expect((await lin.api.statement.acceptances({})).dataList.find(({ id }) => id === first.id)).toMatchObject({
    state: 'HONOURED',
    covered: 200_000,
    freed: 0,
    paidDay: '2027-03-06',
  })
  await sound()

  // The third bill, 1,200.00: 3.10 for the interest, 600.00 of January and 596.90 of February are covered, and the limit of 1,196.90 is free.
  // 9,000.00 more are drawn on it.
  const third = await submits(lin, { amountFen: yuanTextToFen('1200'), maturityDay: '2027-03-28' })
  await takes(third)
  expect(await account()).toEqual({ drawn: 210_000, interest: 310, freed: 119_690, used: 90_310, usable: 909_690 })
  await dawns('2027-03-09')
  await draws(enterpriseId, yuanTextToFen('9000'))

  // A bank buys it on the 20th for 1,185.00; 14.00 are interest and 1.00 a fee. Of February 903.10 were not covered: 9 × 0.45155 = 4.06 since the 11th.
  await arrive('2027-03-20')
  expect((await account()).interest).toBe(310 + 406)
  await discountsByTwo(third, { broughtFen: yuanTextToFen('1185'), discountFen: yuanTextToFen('14'), feeFen: yuanTextToFen('1') })
  expect(await account()).toEqual({ drawn: 990_310, interest: 406, freed: 0, used: 990_310, usable: 9_690 })
  expect(await statement('2027-01')).toMatchObject({ state: 'PAID', settled: 300_000, owed: 0 })
  expect(await statement('2027-02')).toMatchObject({ state: 'OVERDUE', settled: 59_690, owed: 90_310, interest: 406 })
  await sound()

  // Two days after its maturity it bounces. Ten more days were charged: 19 × 0.45155 = 8.58. As if it had never been given: January 22 × 0.30 since the 8th,
  // February 19 × 0.75 − 8.58 since the 11th, and the 3.10 are owed again: 6.60 + 5.67 + 3.10. The limit is exceeded by 1,100.00.
  await arrive('2027-03-30')
  expect((await account()).interest).toBe(858)
  await bounces(third)
  expect(await account()).toEqual({ drawn: 1_110_000, interest: 858 + 660 + 567 + 310, freed: 0, used: 1_110_000, usable: 0 })
  expect(await statement('2027-01')).toMatchObject({ state: 'OVERDUE', settled: 240_000, owed: 60_000 })
  expect(await statement('2027-02')).toMatchObject({ state: 'OVERDUE', settled: 0, owed: 150_000, interest: 1_425 })
  await sound()

  // The fourth, 60.00: 23.95 for the interest, 36.05 of January. Three days cost 3 × 0.281975 = 0.85, and 3 × 0.75. Two people say that it was paid on the 1st of April.
  const fourth = await submits(lin, { amountFen: yuanTextToFen('60'), maturityDay: '2027-03-31' })
  await takes(fourth)
  await arrive('2027-04-02')
  expect((await account()).interest).toBe(2_395 + 85 + 225)
  await paysByTwo(fourth, { valueDay: '2027-04-01' })
  expect(await account()).toEqual({ drawn: 1_106_395, interest: 310, freed: 0, used: 1_106_395, usable: 0 })

  // January in all: 4.50 + 3.00 + 1.20 + 0.30 + 2.40 + 1.30 + 0.60 + 6.60 + 0.85. Its entries add up to what is settled.
  expect(await statement('2027-01')).toEqual({
    state: 'OVERDUE',
    settled: 243_605,
    owed: 56_395,
    interest: 2_075,
    dues: [['2027-02-10', 56_395]],
  })
  const { entries } = await lin.api.statement.detail({ month: '2027-01' })
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(243_605)
  expect(entries.filter(({ kind }) => kind !== 'cover').map(({ kind, amount, valueDay }) => [kind, amount, valueDay])).toEqual([
    ['repay', 40_000, '2027-02-20'],
    ['repay', 200_000, '2027-03-06'],
    ['repay', 60_000, '2027-03-20'],
    ['bounce', -60_000, '2027-03-20'],
    ['repay', 3_605, '2027-04-01'],
  ])
  // Two people say that the bank took its money back for the third bill.
  await recourses(third)
  // The bills of the platform: nothing is left in them. Banks have kept 4.50, 14.00 and 1.00.
  const { rows } = await mall.runInTransaction((tx) => readAccounts(tx))
  expect(rows).toEqual([
    { account: 'acceptance', fen: 0 },
    { account: 'financeCost', fen: -1_950 },
  ])
  await sound()
})
