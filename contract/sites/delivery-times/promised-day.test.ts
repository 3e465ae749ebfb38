import { expect, test } from 'vitest'
import { computePromisedDay, formatPromisedDay } from './promised-day.ts'

const provinces = [
  { code: '61', days: 3 },
  { code: '71', days: null },
]
const first = { effectiveAt: new Date('2020-01-01T00:00:00Z'), cutOff: '16:00', defaultDays: 4, provinces }
const later = { ...first, effectiveAt: new Date('2026-12-01T00:00:00Z'), defaultDays: 9 }
/** 1–7 October 2026 are free. */
const special = new Map([1, 2, 3, 4, 5, 6, 7].map((day) => [`2026-10-0${day}`, false]))
const calendar = { terms: [later, first], special }
const promised = (shanghai: string, province = '61') => computePromisedDay(new Date(`${shanghai}:00+08:00`), province, calendar)

test.each([
  ['paid on a working day before the cut-off', '2026-11-25 15:59', '2026-11-28'],
  ['at the cut-off the next working day counts', '2026-11-25 16:00', '2026-11-29'],
  ['on a Friday evening', '2026-11-27 18:00', '2026-12-03'],
  ['on a Saturday', '2026-11-28 09:00', '2026-12-03'],
  ['just after midnight in Shanghai', '2026-11-25 00:01', '2026-11-28'],
  ['on the eve of the national holidays: the carrier rests as well', '2026-09-30 10:00', '2026-10-10'],
  ['within them', '2026-10-03 10:00', '2026-10-11'],
])('%s: %s arrives on %s', (_, paid, day) => {
  expect(promised(paid.replace(' ', 'T'))).toBe(day)
})

test('a province without its own days uses the default; without any there is no promised day', () => {
  expect([promised('2026-11-25T10:00', '44'), promised('2026-11-25T10:00', '71')]).toEqual(['2026-11-29', undefined])
})

test('an order keeps the delivery terms of its time of payment', () => {
  expect([promised('2026-12-01T07:59', '44'), promised('2026-12-01T08:00', '44')]).toEqual(['2026-12-05', '2026-12-10'])
})

test('a promised day is shown with its weekday', () => {
  expect(formatPromisedDay('2026-11-25')).toBe('11-25（周三）')
})
