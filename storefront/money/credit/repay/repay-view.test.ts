import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import {
  computeOverdueAmount,
  formatRepaymentParts,
  getInitialRepaymentAmount,
  parseRepaymentAmount,
  repaymentAmountError,
} from './repay-view.ts'

const plan = { total: fen(50_000), walletBalance: fen(20_000) }

test.each([
  ['', 'wallet', '请输入还款金额'],
  ['abc', 'wallet', '请输入大于 0 的金额，最多两位小数'],
  ['1.234', 'wallet', '请输入大于 0 的金额，最多两位小数'],
  ['0', 'wallet', '请输入大于 0 的金额，最多两位小数'],
  ['500.01', 'transfer', '不能超过待还总额 ¥500.00'],
  ['200.01', 'wallet', '钱包余额 ¥200.00，不足以还款；可先充值或换一种方式'],
  ['200.01', 'card', undefined],
  ['200', 'wallet', undefined],
] as const)('%j by %s: %s', (text, way, fault) => expect(repaymentAmountError(text, plan, way)).toBe(fault))

test('the amount due is proposed first, else the whole debt', () => {
  expect(getInitialRepaymentAmount({ due: fen(100), total: fen(500) })).toBe(100)
  expect(getInitialRepaymentAmount({ due: fen(0), total: fen(500) })).toBe(500)
})

test('an amount is parsed exactly to the fen', () =>
  expect([parseRepaymentAmount('12.3'), parseRepaymentAmount(' 7 '), parseRepaymentAmount('-1')]).toEqual([1_230, 700, undefined]))

test('the allocation of a repayment is shown part by part', () =>
  expect(
    formatRepaymentParts([
      { to: 'interest', month: null, amount: fen(25) },
      { to: 'month', month: '2026-10', amount: fen(100_000) },
      { to: 'wallet', month: null, amount: fen(1) },
    ]),
  ).toBe('逾期利息 ¥0.25，2026年10月账单 ¥1,000.00，余款转入钱包 ¥0.01'))

test('overdue amounts are summed, with the oldest month; postponed dues are not overdue', () => {
  const month = (name: string, dues: [day: string, amount: number][]) => ({
    month: name,
    state: 'OVERDUE' as const,
    label: '',
    total: fen(900),
    repaid: fen(0),
    toWallet: fen(0),
    reduced: fen(0),
    settled: fen(0),
    disputed: fen(0),
    disputedRepaid: fen(0),
    owed: fen(900),
    dueDay: dues[0]?.[0] ?? '',
    onTimeDay: dues[0]?.[0] ?? '',
    dues: dues.map(([day, amount]) => ({ day, amount: fen(amount) })),
  })
  const late = [
    month('2026-08', [['2026-09-10', 100]]),
    month('2026-09', [
      ['2026-10-10', 50],
      ['2026-12-10', 7],
    ]),
  ]
  const next = month('2026-10', [['2026-11-10', 7]])
  const interest = fen(3)
  expect(computeOverdueAmount({ interest, months: [...late, next] }, '2026-11-10')).toEqual({
    amount: 150,
    interest: 3,
    month: '2026-08',
    dueDay: '2026-09-10',
  })
  expect(computeOverdueAmount({ interest, months: [next] }, '2026-11-10')).toBeNull()
})
