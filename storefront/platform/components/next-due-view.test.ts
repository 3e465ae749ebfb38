import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { formatDueDay, toNextDueView } from './next-due-view.ts'

test.each([
  ['due on a day to come', '2026-12-10', 0, { tone: 'due', day: '12月10日', words: '待还', amount: 500 }],
  ['due in another year', '2027-01-10', 0, { tone: 'due', day: '2027年1月10日', words: '待还', amount: 500 }],
  ['overdue', '2026-11-10', 200, { tone: 'late', day: '11月10日', words: '已逾期，待还', amount: 500 }],
] as const)('what is %s says so', (_, day, overdue, view) =>
  expect(toNextDueView({ day, amount: fen(500), overdue: fen(overdue) }, '2026-11-21')).toEqual(view),
)

test('without a next due no amount is shown', () => expect(toNextDueView(null, '2026-11-21')).toBeNull())

test('a due date in another year shows the year', () =>
  expect([formatDueDay('2026-12-10', '2026-11-21'), formatDueDay('2027-01-10', '2026-12-21')]).toEqual(['12月10日', '2027年1月10日']))
