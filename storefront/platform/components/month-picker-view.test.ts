import { expect, test } from 'vitest'
import { monthChoices, parseMonth } from './month-picker-view.ts'

test('the picker lists two years of months, the latest first, across the turn of the year', () => {
  const months = monthChoices('2026-01-31', undefined)
  expect(months).toHaveLength(24)
  expect(months.slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  expect(months.at(-1)).toBe('2024-02')
})

test('a chosen month outside the range is added in its place', () => {
  expect(monthChoices('2026-01-31', '2023-05').at(-1)).toBe('2023-05')
  expect(monthChoices('2026-01-31', '2026-03')[0]).toBe('2026-03')
  expect(monthChoices('2026-01-31', '2025-12')).toHaveLength(24)
})

test.each([
  ['2026-11', '2026-11'],
  ['2026-13', undefined],
  ['1999-01', undefined],
  ['11', undefined],
  ['', undefined],
  [undefined, undefined],
])('the month %j in the address is parsed as %j', (text, month) => expect(parseMonth(text)).toBe(month))
