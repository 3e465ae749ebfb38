import { expect, it } from 'vitest'
import { monthDays, movedBy, readDay } from './day-view.ts'

it('reads a day as people type it, and nothing that is none', () => {
  for (const typed of ['2026-01-02', '20260102', '2026/1/2', '2026.1.2', '2026年1月2日', ' 2026-1-2 '])
    expect(readDay(typed)).toBe('2026-01-02')
  for (const typed of ['', '2026', '2026-13-01', '2026-02-30', '20260230', '02/01/2026', '今天']) expect(readDay(typed)).toBeUndefined()
})

it('begins the weeks of a month on Monday', () => {
  const november = monthDays('2026-11')
  expect(november.blanks).toBe(6)
  expect(november.days).toHaveLength(30)
  expect(monthDays('2028-02').days.at(-1)).toBe('2028-02-29')
  expect(monthDays('2026-06').blanks).toBe(0)
})

it('moves by keys from day to day, to the ends of the week and by months', () => {
  expect(movedBy('ArrowRight', '2026-12-31')).toBe('2027-01-01')
  expect(movedBy('ArrowUp', '2026-11-03')).toBe('2026-10-27')
  expect(movedBy('Home', '2026-11-21')).toBe('2026-11-16')
  expect(movedBy('End', '2026-11-21')).toBe('2026-11-22')
  expect(movedBy('PageUp', '2026-03-31')).toBe('2026-02-28')
  expect(movedBy('PageDown', '2026-11-21')).toBe('2026-12-21')
  expect(movedBy('a', '2026-11-21')).toBeUndefined()
})
