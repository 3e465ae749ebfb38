import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { toCreditLimitAmounts } from './credit-view.ts'

const account = {
  creditBaseAmount: fen(500),
  creditTempAmount: fen(100),
  creditUseableAmount: fen(400),
  creditTempUseableAmount: fen(100),
  creditWaitReturnAmount: fen(60),
  expireInterestAmount: fen(0),
  creditTempEndDate: '2026-12-31',
  usedAmount: fen(100),
  freedAmount: fen(0),
  heldAmount: fen(40),
  repayAmount: fen(60),
  stopped: null,
  nextDue: null,
}

test('a temporary limit shows its last day, an expired one does not', () => {
  const hint = (creditTempAmount: number) => toCreditLimitAmounts({ ...account, creditTempAmount: fen(creditTempAmount) })[1]?.hint
  expect(hint(100)).toBe('2026-12-31 23:59:59 失效')
  expect(hint(0)).toBeUndefined()
})

test('the facts list the limits and the use', () =>
  expect(toCreditLimitAmounts(account).map(({ label, amount }) => [label, amount])).toEqual([
    ['固定额度', 500],
    ['临时额度', 100],
    ['已用额度', 100],
  ]))
