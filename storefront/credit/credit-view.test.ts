import { expect, test } from 'vitest'
import { fen } from '../../contract/money.ts'
import { dueDayOf } from '../../contract/shanghai.ts'
import { dueOf, limitFacts } from './credit-view.ts'

const months = (...drawn: number[]) =>
  drawn.map((amount, at) => {
    const month = `2026-${String(11 - drawn.length + 1 + at).padStart(2, '0')}`
    return { month, drawn: fen(amount), dueDay: dueDayOf(month) }
  })
const owing = (amount: number) => ({ creditWaitReturnAmount: fen(amount) })

test('what was drawn this month is due on the 10th of the next', () =>
  expect(dueOf(owing(500), months(0, 0, 500), '2026-11-21')).toEqual({ next: { day: '2026-12-10', amount: 500 }, overdue: 0 }))

test('repayments went to the oldest month first', () =>
  expect(dueOf(owing(700), months(900, 300, 500), '2026-11-05')).toEqual({ next: { day: '2026-11-10', amount: 200 }, overdue: 0 }))

test('on its day a month is not overdue, the day after it is', () => {
  const drawn = months(300, 0)
  expect(dueOf(owing(300), drawn, '2026-11-10')).toEqual({ next: { day: '2026-11-10', amount: 300 }, overdue: 0 })
  expect(dueOf(owing(300), drawn, '2026-11-11')).toEqual({ next: null, overdue: 300 })
})

test('what is older than every month shown is overdue', () =>
  expect(dueOf(owing(1_000), months(0, 100), '2026-11-21')).toEqual({ next: { day: '2026-12-10', amount: 100 }, overdue: 900 }))

test('nothing owed, nothing due', () => expect(dueOf(owing(0), months(500, 500), '2026-11-21')).toEqual({ next: null, overdue: 0 }))

const account = {
  creditBaseAmount: fen(500),
  creditTempAmount: fen(100),
  creditUseableAmount: fen(400),
  creditTempUseableAmount: fen(100),
  creditWaitReturnAmount: fen(60),
  expireInterestAmount: fen(0),
  creditTempEndDate: '2026-12-31',
  usedAmount: fen(100),
  heldAmount: fen(40),
  repayAmount: fen(60),
}

test('a temporary limit says when it ends, one that has ended does not', () => {
  const hint = (creditTempAmount: number) => limitFacts({ ...account, creditTempAmount: fen(creditTempAmount) })[1]?.hint
  expect(hint(100)).toBe('2026-12-31 23:59:59 失效')
  expect(hint(0)).toBeUndefined()
})

test('the facts are the limits and the use', () =>
  expect(limitFacts(account).map(({ label, amount }) => [label, amount])).toEqual([
    ['固定额度', 500],
    ['临时额度', 100],
    ['已用额度', 100],
  ]))
