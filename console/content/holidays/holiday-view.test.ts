import { expect, test } from 'vitest'
import type { Holiday } from '#contract/operations/settings/holiday-api.ts'
import { countHolidaySpanDays, formatHolidaySpan, groupHolidaySpans, parseCalendarYear, toCalendarMonthCells } from './holiday-view.ts'

const off = (day: string, title = '国庆节', source: Holiday['source'] = 'calendar'): Holiday => ({ day, working: false, title, source })

test('consecutive days of one holiday are grouped', () => {
  const days = [off('2026-10-01'), off('2026-10-02'), { ...off('2026-10-10'), working: true }]
  expect(groupHolidaySpans(days).map((span) => [formatHolidaySpan(span), span.working, countHolidaySpanDays(span)])).toEqual([
    ['10月1日（周四）至 10月2日（周五）', false, 2],
    ['10月10日（周六）', true, 1],
  ])
})

test('another name, a gap or a day set by staff starts a new group', () => {
  expect(groupHolidaySpans([off('2026-05-01'), off('2026-05-02', '劳动节')])).toHaveLength(2)
  expect(groupHolidaySpans([off('2026-05-01'), off('2026-05-03')])).toHaveLength(2)
  expect(groupHolidaySpans([off('2026-05-01', '厂休', 'staff'), off('2026-05-02', '厂休', 'staff')])).toHaveLength(2)
})

test('a month is laid out under its weekdays, and every day says what it is', () => {
  const known = new Map([
    ['2026-02-28', { ...off('2026-02-28', '春节'), working: true }],
    ['2026-02-16', off('2026-02-16', '春节', 'staff')],
  ])
  const { blanks, cells } = toCalendarMonthCells(2026, 2, known)
  expect([blanks, cells.length]).toEqual([6, 28])
  expect(cells[0]).toEqual({ day: '2026-02-01', shade: 'weekend', ours: false })
  expect(cells[15]).toEqual({ day: '2026-02-16', shade: 'off', ours: true })
  expect(cells[27]?.shade).toBe('makeUp')
  expect(toCalendarMonthCells(2028, 2, new Map()).cells).toHaveLength(29)
})

test.each([
  ['2027', 2027],
  ['1999', 2026],
  ['20266', 2026],
  [undefined, 2026],
])('the year %s in the address is parsed as %s', (text, year) => expect(parseCalendarYear(text, 2026)).toBe(year))
