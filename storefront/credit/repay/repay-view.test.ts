import { expect, test } from 'vitest'
import { fen } from '../../../contract/money.ts'
import { dayName, faultOf, firstAmount, overdueOf, partsText, readAmount } from './repay-view.ts'

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
] as const)('%j by %s: %s', (text, way, fault) => expect(faultOf(text, plan, way)).toBe(fault))

test('what is due is proposed first, else all', () => {
  expect(firstAmount({ due: fen(100), total: fen(500) })).toBe(100)
  expect(firstAmount({ due: fen(0), total: fen(500) })).toBe(500)
})

test('an amount is read to the fen', () =>
  expect([readAmount('12.3'), readAmount(' 7 '), readAmount('-1')]).toEqual([1_230, 700, undefined]))

test('where a repayment goes is told part by part', () =>
  expect(
    partsText([
      { to: 'interest', month: null, amount: fen(25) },
      { to: 'month', month: '2026-10', amount: fen(100_000) },
      { to: 'wallet', month: null, amount: fen(1) },
    ]),
  ).toBe('逾期利息 ¥0.25，2026年10月账单 ¥1,000.00，余款进钱包 ¥0.01'))

test('what is overdue is added up, with the oldest month', () => {
  const month = (name: string, state: 'OPEN' | 'CLOSED' | 'OVERDUE', owed: number) => ({
    ...{ month: name, state, label: '', total: fen(owed), owed: fen(owed), settled: fen(0), disputed: fen(0), dueDay: `${name}-10` },
  })
  const owed = { total: fen(9), interest: fen(3), due: fen(9), disputed: fen(0), autoRepay: false }
  const months = [month('2026-08', 'OVERDUE', 100), month('2026-09', 'OVERDUE', 50), month('2026-10', 'CLOSED', 7)]
  expect(overdueOf({ ...owed, months })).toEqual({ amount: 150, interest: 3, month: '2026-08', dueDay: '2026-08-10' })
  expect(overdueOf({ ...owed, months: months.slice(2) })).toBeNull()
})

test('a day of another year says so', () =>
  expect([dayName('2026-12-10', '2026-11-21'), dayName('2027-01-10', '2026-12-21')]).toEqual(['12月10日', '2027年1月10日']))
