import { expect, test } from 'vitest'
import { type Fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { nameStatementsOfRoundTrips } from '#server/platform/testing/round-trips.ts'

// Beside the stories of round trips of orders: the clock moves here, and everybody logs in again each time.
const mall = await openMall()
const OWED = 'select statement_entry + with ledger_transfer + select repayment + select ledger_account for update'

test('repaying a debt with interest takes six round trips for any number of months, seven if not up to date', async () => {
  const { draws, dawns, jobs, balances } = createDebtHelpers(mall)
  const lin = await mall.buyer('林', { credit: '999999', wallet: '999999' })
  const draw = async (months: readonly string[]) => {
    for (const month of months) {
      await dawns(`${month}-20`)
      await draws(lin.enterpriseId, yuanTextToFen('100'))
    }
  }
  const repay = async (amount: Fen) => {
    mall.roundTrips.length = 0
    await lin.api.statement.repayByWallet({ amount, payPwd: TEST_USER_PAYMENT_PASSWORD })
    return nameStatementsOfRoundTrips(mall.roundTrips)
  }
  const before = [
    'select session',
    'begin + select session for share + savepoint + select credit_account + select payment_password for update + select idempotency_key',
    'rollback to + insert idempotency_key + update ledger_account + with enterprise + select statement_entry',
  ]
  const after = (accounts: number) => [
    `update ledger_account × ${accounts} + insert statement_entry + update statement × 2 + insert repayment`,
    'insert ledger_transfer + update idempotency_key + commit',
  ]
  // A month that was closed and is not due yet has cost nothing, so there is nothing to compute again.
  await draw(['2026-12'])
  await dawns('2027-01-05')
  await jobs()
  expect(await repay(yuanTextToFen('100'))).toEqual([...before, `update statement + ${OWED}`, ...after(2)])
  for (const months of [['2027-01'], ['2027-02', '2027-03', '2027-04']]) {
    await draw(months)
    await dawns(months.length === 1 ? '2027-02-18' : '2027-06-18')
    await jobs()
    const { drawn = ZERO_FEN, interest = ZERO_FEN } = await balances(lin)
    expect(await repay(sum([drawn, interest]))).toEqual([...before, `update statement + ${OWED}`, ...after(3)])
    expect(await balances(lin)).toMatchObject({ drawn: 0, interest: 0 })
  }
  await draw(['2027-06', '2027-07'])
  await dawns('2027-09-18')
  expect(await repay(yuanTextToFen('150'))).toEqual([
    ...before,
    `insert outbox + insert statement_interest + update ledger_account + update statement × 2 + ${OWED}`,
    'insert ledger_transfer',
    ...after(3),
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})
