import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { createDrawdownDispute, withdrawDispute } from '#server/billing/receivables/disputes.ts'
import { createWaiverOrWriteOffRequest, decideWaiverOrWriteOffRequest } from '#server/billing/receivables/finance-requests.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { offsetRefundsAgainstDrawdowns, repayDebt, repayDueFromWallet } from '#server/money/statements/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { createAcceptanceHelpers } from '#server/platform/testing/acceptances.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'

// What is done in the last second of a day counts on that day, though it waited for the job of midnight, which has charged it.
const mall = await openMall({ now: new Date('2027-07-18T06:00:00Z') })
const { draws, dawns, balances } = createDebtHelpers(mall)
const bills = createAcceptanceHelpers(mall)
const runs = () => closeMonthsAndChargeInterest(mall.db, mall.moment())

/** A company that has drawn two amounts in July: 61.7285 fen of interest a day from 11 August on. */
async function owes(wallet = '0.01'): Promise<{ buyer: Buyer; enterpriseId: string; parcels: string[] }> {
  const buyer = await mall.buyer('林', { credit: '50000', wallet })
  const { enterpriseId } = buyer
  return { buyer, enterpriseId, parcels: [await draws(enterpriseId, fen(100_000)), await draws(enterpriseId, fen(23_457))] }
}

/** What each day has posted, what of it was taken back, and what it was charged later. */
async function posted({ enterpriseId }: { enterpriseId: string }): Promise<string[]> {
  const rows = await mall.db.selectFrom('statement_interest').selectAll().where('enterprise_id', '=', enterpriseId).orderBy('day').execute()
  return rows.map(({ day, amount_fen: on, reversed_fen: back, recharged_fen: again }) => [day.slice(5), on, -back, again].join(' '))
}

/** The drawdown of 1,000 yuan of a company, as its statement names it. */
async function lineOf({ enterpriseId }: { enterpriseId: string }) {
  const line = mall.db.selectFrom('statement_line').select(['month', 'id']).where('enterprise_id', '=', enterpriseId)
  return { enterpriseId, ...(await line.where('amount_fen', '=', fen(100_000)).executeTakeFirstOrThrow()) }
}

/** The clock stands in the last second of 13 August, of which the job of midnight has charged interest already. */
async function standsAtMidnight(): Promise<void> {
  await dawns('2027-08-14')
  await runs()
  mall.clock.now = new Date('2027-08-13T15:59:59Z')
}

const does = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => mall.runInTransaction(act)
const CHARGED = ['08-11 62 0 0', '08-12 61 0 0', '08-13 62 0 0']
const year = async (at: string) => {
  await dawns(at)
  await runs()
}

test('what lowers a debt takes back what is too much of the charged day: a repayment, a refund, a dispute, a bill, a write-off', async () => {
  const [lin, wu, zhao, qian, sun] = [await owes('2000'), await owes('1000'), await owes(), await owes(), await owes()]
  await year('2027-08-13')
  const bill = await bills.submits(zhao.buyer, { amountFen: fen(100_000), maturityDay: '2027-12-25' })
  await standsAtMidnight()
  for (const one of [lin, wu, zhao, qian, sun]) expect(await posted(one)).toEqual(CHARGED)

  // The 13th costs 11.7285 fen instead of 61.7285: 135.1855 in all.
  const repayment = { enterpriseId: lin.enterpriseId, source: 'wallet', amountFen: fen(100_123), document: randomUUID() } as const
  const { parts, valueDay } = await does((tx) => repayDebt(tx, mall.moment(), repayment))
  expect([valueDay, parts.map(({ amountFen }) => amountFen)]).toEqual(['2027-08-13', [123, 100_000]])
  expect(await posted(lin)).toEqual([...CHARGED.slice(0, 2), '08-13 62 -50 0'])
  expect(await balances(lin.buyer)).toMatchObject({ drawn: 23_457, interest: 12 })

  // A refund of both parcels is one act: 1.7285 for the 13th, 125.1855 in all.
  const refunded = lin.parcels.map((parcelId) => ({ parcelId, amountFen: fen(10_000) }))
  const refund = { enterpriseId: lin.enterpriseId, document: randomUUID(), parts: refunded, title: '退款-截齿' }
  await does((tx) => offsetRefundsAgainstDrawdowns(tx, mall.moment(), refund))
  expect(await posted(lin)).toEqual([...CHARGED.slice(0, 2), '08-13 62 -60 0'])
  expect(await balances(lin.buyer)).toMatchObject({ drawn: 3_457, interest: 2 })

  // 自动还款: 185 fen of interest and 998.15 yuan.
  await does((tx) => repayDueFromWallet(tx, mall.moment(), wu.enterpriseId))
  expect(await posted(wu)).toEqual([...CHARGED.slice(0, 2), '08-13 62 -50 0'])

  await bills.takes(bill)
  expect(await posted(zhao)).toEqual([...CHARGED.slice(0, 2), '08-13 62 -50 0'])

  const dispute = { userId: qian.buyer.userId, units: null, pictures: [], reason: '不符' }
  await does(async (tx) => createDrawdownDispute(tx, mall.moment(), { ...(await lineOf(qian)), ...dispute }))
  expect(await posted(qian)).toEqual([...CHARGED.slice(0, 2), '08-13 62 -50 0'])

  // All interest is written off with a part of the month. What goes back of it goes on to the claim.
  const amounts: { amountFen: Fen; interestFen: Fen } = { amountFen: fen(100_000), interestFen: fen(185) }
  const written = { enterpriseId: sun.enterpriseId, month: '2027-07', ...amounts, reason: '破产', staffId: randomUUID() }
  const id = await does((tx) => createWaiverOrWriteOffRequest(tx, mall.moment(), written))
  const decision = { enterpriseId: sun.enterpriseId, id, approve: true, staffId: randomUUID() }
  await does((tx) => decideWaiverOrWriteOffRequest(tx, mall.moment(), decision))
  expect(await posted(sun)).toEqual([...CHARGED.slice(0, 2), '08-13 62 -50 0'])
  expect(await balances(sun.buyer)).toMatchObject({ drawn: 23_457, interest: 0, wallet: 1 })

  await year('2027-08-15')
  expect((await posted(zhao)).at(-1)).toBe('08-14 12 0 0')
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('what raises a debt again is charged of that day as well: a dispute that is withdrawn, a bill that bounces', async () => {
  await dawns('2028-07-18')
  const [zhao, qian] = [await owes(), await owes()]
  await year('2028-08-12')
  const bill = await bills.submits(zhao.buyer, { amountFen: fen(100_000), maturityDay: '2028-12-25' })
  await bills.takes(bill)
  const { month, ...line } = await lineOf(qian)
  const dispute = { userId: qian.buyer.userId, units: null, pictures: [], reason: '不符' }
  await does((tx) => createDrawdownDispute(tx, mall.moment(), { month, ...line, ...dispute }))
  await dawns('2028-08-14')
  await runs()
  mall.clock.now = new Date('2028-08-13T15:59:59Z')
  for (const one of [zhao, qian]) expect(await posted(one)).toEqual(['08-11 62 0 0', '08-12 11 0 0', '08-13 12 0 0'])
  await bills.bounces(bill)
  // Since the 12th, when the bill was taken.
  expect(await posted(zhao)).toEqual(['08-11 62 0 0', '08-12 11 0 50', '08-13 12 0 50'])
  await does((tx) => withdrawDispute(tx, mall.moment(), { month, ...line, userId: qian.buyer.userId }))
  expect(await posted(qian)).toEqual(['08-11 62 0 0', '08-12 11 0 0', '08-13 12 0 50'])
  await year('2028-08-15')
  expect(await mall.findInvariantBreaches()).toEqual({})
})
