import { expect, test } from 'vitest'
import { getUsualDayRange } from './day-ranges.ts'

test('ranges of one press end on the last day that can be chosen, or with the month before', () => {
  const november = { today: '2026-11-28', last: '2026-11-27' }
  expect(getUsualDayRange('month', november)).toEqual({ from: '2026-11-01', to: '2026-11-27' })
  expect(getUsualDayRange('lastMonth', { today: '2026-03-31', last: '2026-03-31' })).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(getUsualDayRange('days90', november)).toEqual({ from: '2026-08-30', to: '2026-11-27' })
  expect(getUsualDayRange('year', november)).toEqual({ from: '2026-01-01', to: '2026-11-27' })
})
