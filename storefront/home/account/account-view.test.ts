import { expect, test } from 'vitest'
import { fen } from '../../../contract/money.ts'
import { dueNext, nextDueDay, orderTiles } from './account-view.ts'

const months = [
  { drawn: fen(30_000), dueDay: '2026-11-10' },
  { drawn: fen(20_000), dueDay: '2026-12-10' },
  { drawn: fen(5_000), dueDay: '2027-01-10' },
]
const owing = (amount: number) => ({ creditWaitReturnAmount: fen(amount) })

test.each([
  ['2026-11-01', '2026-11-10'],
  ['2026-11-10', '2026-11-10'],
  ['2026-11-11', '2026-12-10'],
  ['2026-12-31', '2027-01-10'],
])('on %s the next due day is %s', (today, day) => expect(nextDueDay(today)).toBe(day))

test('what is drawn for later months is not due yet', () => {
  expect(dueNext(owing(55_000), months, '2026-12-05')).toEqual({ day: '2026-12-10', amount: 50_000 })
  expect(dueNext(owing(55_000), months, '2026-12-20')).toEqual({ day: '2027-01-10', amount: 55_000 })
})

test('repayments count for the oldest first: only later months are left', () =>
  expect(dueNext(owing(4_000), months, '2026-12-05')).toEqual({ day: '2026-12-10', amount: 0 }))

test('the usual states are always told, the others while something is in them, five at most', () => {
  expect(orderTiles([]).map(({ state, count }) => [state, count])).toEqual([
    ['WAIT_PAY', 0],
    ['WAIT_SEND', 0],
    ['SENT', 0],
    ['WAIT_COMMENT', 0],
  ])
  const busy = orderTiles([
    { state: 'WAIT_APPROVAL', count: 2 },
    { state: 'PART_SENT', count: 1 },
    { state: 'DONE', count: 9 },
  ])
  expect(busy.map(({ state }) => state)).toEqual(['WAIT_APPROVAL', 'WAIT_PAY', 'WAIT_SEND', 'PART_SENT', 'SENT'])
})
