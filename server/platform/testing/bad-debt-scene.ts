import { randomUUID } from 'node:crypto'
import { type Fen, negateFen } from '#contract/platform/core/money.ts'
import {
  createBadDebtForgivenessRequest,
  createWaiverOrWriteOffRequest,
  decideWaiverOrWriteOffRequest,
} from '#server/billing/receivables/finance-requests.ts'
import { readLedgerBalancesOfEnterprise } from '#server/money/ledger/public.ts'
import { postMonthlyProvision } from '#server/money/provisions/public.ts'
import { lockAndBringDebtsUpToDate } from '#server/money/statements/public.ts'
import { createAcceptanceHelpers } from './acceptances.ts'
import { createDebtHelpers } from './debts.ts'
import { type Mall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from './mall.ts'

/** Writes a month off with two people, and returns the id of the claim. */
export async function writeOffMonthWithTwoPeople(
  mall: Mall,
  { enterpriseId, month, amountFen, interestFen }: { enterpriseId: string; month: string; amountFen: Fen; interestFen?: Fen },
): Promise<string> {
  const request = {
    enterpriseId,
    month,
    amountFen,
    reason: '破产',
    staffId: randomUUID(),
    ...(interestFen === undefined ? {} : { interestFen }),
  }
  const id = await mall.runInTransaction((tx) => createWaiverOrWriteOffRequest(tx, mall.moment(), request))
  mall.clock.forward(1_000)
  const decision = { enterpriseId, id, approve: true, staffId: randomUUID() }
  await mall.runInTransaction((tx) => decideWaiverOrWriteOffRequest(tx, mall.moment(), decision))
  mall.clock.forward(1_000)
  return id
}

/**
 * Plays a company of which two amounts are written off, one with interest: recovered from the bank and the wallet, by a bill that bounces, and
 * forgiven; a request waits. The provision of two months is posted: all companies are closed until then. The clock stands in `month` or before.
 */
export async function createBadDebtTestData(mall: Mall, month: `${number}-${number}`, provided: readonly string[]): Promise<void> {
  const { draws, dawns, receives } = createDebtHelpers(mall)
  const [year = 0, of = 0] = month.split('-').map(Number)
  await dawns(`${month}-20`)
  for (const one of provided) {
    await mall.runInTransaction((tx) => postMonthlyProvision(tx, mall.moment(), one))
    mall.clock.forward(1_000)
  }
  const zhao = await mall.buyer('赵', { credit: '100000', wallet: '500' })
  const { enterpriseId } = zhao
  await draws(enterpriseId, yuanTextToFen('3000'))
  await dawns(`${year}-${String(of + 1).padStart(2, '0')}-15`)
  await mall.runInTransaction((tx) => lockAndBringDebtsUpToDate(tx, mall.moment(), [enterpriseId]))
  const { interest } = await readLedgerBalancesOfEnterprise(mall.db, enterpriseId)
  const debt = { enterpriseId, month }
  const id = await writeOffMonthWithTwoPeople(mall, { ...debt, amountFen: yuanTextToFen('1000'), interestFen: negateFen(interest) })
  await writeOffMonthWithTwoPeople(mall, { ...debt, amountFen: yuanTextToFen('1900') })
  await receives(enterpriseId, yuanTextToFen('300'))
  mall.clock.forward(1_000)
  await zhao.api.statement.repayByWallet({ amount: yuanTextToFen('120'), payPwd: TEST_USER_PAYMENT_PASSWORD })
  mall.clock.forward(1_000)
  // A bank has bought the bill that recovers a part, and then it bounces.
  const bills = createAcceptanceHelpers(mall)
  const ref = await bills.submits(zhao, { amountFen: yuanTextToFen('80'), maturityDay: '2028-12-31' })
  await bills.takes(ref)
  mall.clock.forward(1_000)
  await bills.pays(ref, 'discount', { broughtFen: yuanTextToFen('78'), discountFen: yuanTextToFen('1.50'), feeFen: yuanTextToFen('0.50') })
  mall.clock.forward(1_000)
  await bills.bounces(ref)
  mall.clock.forward(1_000)
  for (const approve of [true, undefined]) {
    const request = { enterpriseId, badDebtId: id, amountFen: yuanTextToFen('50'), reason: '和解', staffId: randomUUID() }
    const asked = await mall.runInTransaction((tx) => createBadDebtForgivenessRequest(tx, mall.moment(), request))
    mall.clock.forward(1_000)
    if (approve === undefined) continue
    const decision = { enterpriseId, id: asked, approve, staffId: randomUUID() }
    await mall.runInTransaction((tx) => decideWaiverOrWriteOffRequest(tx, mall.moment(), decision))
  }
}
