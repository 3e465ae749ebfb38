import { expect, it } from 'vitest'
import {
  clampDay,
  getDayAfterKeyPress,
  getDayError,
  listMonthDays,
  normaliseDayWhileTyping,
  parseDay,
  parseDayInRange,
} from './day-view.ts'

it('a typed day is parsed in the usual formats, and invalid text is refused', () => {
  for (const typed of ['2026-01-02', '20260102', '2026/1/2', '2026.1.2', '2026年1月2日', ' 2026-1-2 '])
    expect(parseDay(typed)).toBe('2026-01-02')
  for (const typed of ['', '2026', '2026-13-01', '2026-02-30', '20260230', '02/01/2026', '今天']) expect(parseDay(typed)).toBeUndefined()
})

it('weeks of a month start on Monday', () => {
  const november = listMonthDays('2026-11')
  expect(november.blanks).toBe(6)
  expect(november.days).toHaveLength(30)
  expect(listMonthDays('2028-02').days.at(-1)).toBe('2028-02-29')
  expect(listMonthDays('2026-06').blanks).toBe(0)
})

it('keys move by days, to the ends of the week and by months', () => {
  expect(getDayAfterKeyPress('ArrowRight', '2026-12-31')).toBe('2027-01-01')
  expect(getDayAfterKeyPress('ArrowUp', '2026-11-03')).toBe('2026-10-27')
  expect(getDayAfterKeyPress('Home', '2026-11-21')).toBe('2026-11-16')
  expect(getDayAfterKeyPress('End', '2026-11-21')).toBe('2026-11-22')
  expect(getDayAfterKeyPress('PageUp', '2026-03-31')).toBe('2026-02-28')
  expect(getDayAfterKeyPress('PageDown', '2026-11-21')).toBe('2026-12-21')
  expect(getDayAfterKeyPress('a', '2026-11-21')).toBeUndefined()
})

it('an invalid or disallowed typed day gives an error', () => {
  const range = { min: '2026-11-10', max: '2026-11-22' }
  expect([getDayError('', range), getDayError('2026-11-22', range), getDayError('20261110', range)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(getDayError('2026-02-30')).toBe('请按 年-月-日 填写，如 2026-11-22')
  expect(getDayError('2026-11-09', range)).toBe('日期不能早于 2026-11-10')
  expect(getDayError('2026-11-23', range)).toBe('日期不能晚于 2026-11-22')
  expect(['2026/11/15', '', '2026/11', '2026.11.9'].map((typed) => parseDayInRange(typed, range))).toEqual([
    '2026-11-15',
    undefined,
    undefined,
    undefined,
  ])
  expect([clampDay('2026-10-01', range), clampDay('2026-11-15', range), clampDay('2027-01-01', range)]).toEqual([
    '2026-11-10',
    '2026-11-15',
    '2026-11-22',
  ])
})

it('a typed day is applied once it is complete', () => {
  expect(['2026', '2026-11', '2026-1-2', '20261122', '2026/11/22', '2026年11月2日', '2026-02-30'].map(normaliseDayWhileTyping)).toEqual([
    '2026',
    '2026-11',
    '2026-1-2',
    '2026-11-22',
    '2026-11-22',
    '2026-11-02',
    '2026-02-30',
  ])
})
