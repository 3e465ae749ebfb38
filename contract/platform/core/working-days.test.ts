import { expect, test } from 'vitest'
import { addWorkingDays, isWorkingDay } from './working-days.ts'

/** 1–7 October 2026 are free, 10 October is worked. */
const october = new Map([...[1, 2, 3, 4, 5, 6, 7].map((day) => [`2026-10-0${day}`, false] as const), ['2026-10-10', true]])

test.each([
  ['2026-11-27', true],
  ['2026-11-28', false],
  ['2026-10-01', false],
  ['2026-10-10', true],
  ['2026-10-11', false],
])('%s is a working day: %j', (day, works) => {
  expect(isWorkingDay(day, october)).toBe(works)
})

test.each([
  ['2026-11-27', 0, '2026-11-27'],
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-09-30', 1, '2026-10-08'],
  ['2026-09-30', 5, '2026-10-13'],
])('%s plus %d working days is %s', (day, count, reached) => {
  expect(addWorkingDays(day, count, october)).toBe(reached)
})
