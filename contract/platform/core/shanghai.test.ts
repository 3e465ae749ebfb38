import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import {
  addDays,
  addHours,
  addMonths,
  formatShanghaiTime,
  getShanghaiMonthInterval,
  getStartOfNextShanghaiDay,
  getStartOfShanghaiDay,
  getStatementDueDay,
  toShanghaiDay,
  toShanghaiMonth,
} from './shanghai.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const at = (text: string) => new Date(text)
/** The operating system's time zone data, as the reference for the test. */
const classify = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

test('every instant is shown in Shanghai time', () => {
  const instants = fc.date({ min: at('1992-01-01T00:00:00Z'), max: at('2099-12-31T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, (instant) => {
      expect(formatShanghaiTime(instant)).toBe(classify.format(instant))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['2026-11-30T15:59:59.999Z', '2026-11-30', '2026-11'],
  ['2026-11-30T16:00:00.000Z', '2026-12-01', '2026-12'],
  ['2026-12-31T15:59:59.999Z', '2026-12-31', '2026-12'],
  ['2026-12-31T16:00:00.000Z', '2027-01-01', '2027-01'],
  ['2028-02-28T16:00:00.000Z', '2028-02-29', '2028-02'],
  ['2028-02-29T16:00:00.000Z', '2028-03-01', '2028-03'],
  ['2026-02-28T16:00:00.000Z', '2026-03-01', '2026-03'],
])('%s falls on the day %s', (instant, day, month) => {
  expect([toShanghaiDay(at(instant)), toShanghaiMonth(at(instant))]).toEqual([day, month])
})

test('a day begins at midnight and ends where the next one begins', () => {
  expect(getStartOfShanghaiDay('2028-02-29').toISOString()).toBe('2028-02-28T16:00:00.000Z')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36_000 }), (days) => {
      const day = addDays('1992-01-01', days)
      expect(getStartOfNextShanghaiDay(day)).toEqual(getStartOfShanghaiDay(addDays(day, 1)))
      expect([toShanghaiDay(getStartOfShanghaiDay(day)), toShanghaiDay(addHours(getStartOfNextShanghaiDay(day), -1))]).toEqual([day, day])
    }),
  )
})

test('months follow each other without a gap through years and leap days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_200 }), fc.integer({ min: -600, max: 600 }), (start, step) => {
      const month = addMonths('2000-01', start)
      const span = getShanghaiMonthInterval(month)
      expect(addMonths(addMonths(month, step), -step)).toBe(month)
      expect(span.until).toEqual(getShanghaiMonthInterval(addMonths(month, 1)).from)
      expect([toShanghaiMonth(span.from), toShanghaiMonth(new Date(span.until.getTime() - 1))]).toEqual([month, month])
    }),
  )
  expect([addMonths('2026-11', 2), addMonths('2026-01', -1), addMonths('2026-12', 1)]).toEqual(['2027-01', '2025-12', '2027-01'])
})

test('drawdowns of a month are due on the 10th of the next month', () => {
  expect(['2026-11', '2026-12', '2028-01'].map(getStatementDueDay)).toEqual(['2026-12-10', '2027-01-10', '2028-02-10'])
})

test.each(['UTC', 'Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati'])('a machine set to %s keeps the same books', (tz) => {
  process.env.TZ = tz
  const offset = new Date('2026-07-01T00:00:00Z').getTimezoneOffset()
  expect(offset).toBe({ UTC: 0, 'Asia/Shanghai': -480, 'America/New_York': 240, 'Pacific/Kiritimati': -840 }[tz])
  expect(formatShanghaiTime(at('2026-11-21T06:03:22Z'))).toBe('2026-11-21 14:03:22')
  expect(getStartOfShanghaiDay('2026-03-08').toISOString()).toBe('2026-03-07T16:00:00.000Z')
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
  expect(getShanghaiMonthInterval('2026-11').until.toISOString()).toBe('2026-11-30T16:00:00.000Z')
})
