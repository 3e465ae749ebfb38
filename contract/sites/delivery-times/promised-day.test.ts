import { describe, expect, test } from 'vitest'
import { createPromisedDayLookup, type DeliveryCalendar, formatPromisedDay } from './promised-day.ts'

const provinces = [
  { code: '61', days: 3 },
  { code: '71', days: null },
]
const first = { effectiveAt: new Date('2020-01-01T00:00:00Z'), cutOff: '16:00', defaultDays: 4, provinces }
const later = { ...first, effectiveAt: new Date('2026-12-01T00:00:00Z'), defaultDays: 9 }
/** 1–7 October 2026 are free. */
const special = new Map([1, 2, 3, 4, 5, 6, 7].map((day) => [`2026-10-0${day}`, false]))
const main = { warehouseId: 'main', provinces: [], terms: [] }
const calendar = { terms: [later, first], special, warehouses: [main] }
const lookup = (shanghai: string, province: string, known: DeliveryCalendar = calendar) =>
  createPromisedDayLookup({ paidAt: new Date(`${shanghai}:00+08:00`), province }, known)
const promised = (shanghai: string, province = '61') => lookup(shanghai, province).ofWarehouses(undefined)

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

test('without a province the day is that of the provinces without days of their own', () => {
  expect(promised('2026-11-25T10:00', '')).toBe('2026-11-29')
})

describe('from several warehouses', () => {
  const set = (day: string, servedDays: number | null, moreDays: number) => ({
    effectiveAt: new Date(`${day}T00:00:00+08:00`),
    provinces: ['61'],
    servedDays,
    moreDays,
  })
  const near = { warehouseId: 'near', provinces: ['61'], terms: [set('2026-11-26', 2, 9), set('2026-11-01', 1, 2)] }
  const warehouses = { terms: [first], special: new Map(), warehouses: [main, near] }
  const from = (ids: readonly string[], province = '61', at = '2026-11-25T10:00') => lookup(at, province, warehouses).ofWarehouses(ids)

  test('its own days count in the provinces that it serves, and days more in the others', () => {
    expect([from(['near']), from(['near'], '44'), from(['main']), from(['near'], '71')]).toEqual([
      '2026-11-26',
      '2026-12-01',
      '2026-11-28',
      undefined,
    ])
  })

  test('the terms that held at the payment count, and before there were any those of the mall', () => {
    expect([from(['near'], '61', '2026-11-26T10:00'), from(['near'], '61', '2026-10-30T10:00')]).toEqual(['2026-11-28', '2026-11-02'])
  })

  test('goods from two warehouses arrive with the later parcel, and an unknown warehouse has the days of the mall', () => {
    expect([from(['near', 'main']), from(['unknown', 'near'])]).toEqual(['2026-11-28', '2026-11-28'])
  })

  describe('an order that is paid', () => {
    const closed = { terms: [first], special: new Map(), warehouses: [main], closedWarehouses: [near] }
    /** What was promised, and the day on which it arrives if it is sent as it is known at a time. */
    const days = (now: string, known: DeliveryCalendar, ids: readonly string[] = ['near']) => {
      const { ofWarehouses, ofOrderToSend } = lookup('2026-11-25T10:00', '61', known)
      return [ofWarehouses(ids), ofOrderToSend(ids, new Date(`${now}:00+08:00`))]
    }

    test('keeps its day when its warehouse is closed, and arrives later from the main one', () => {
      expect([days('2026-11-25T11:00', warehouses), days('2026-11-25T11:00', closed)]).toEqual([
        ['2026-11-26', '2026-11-26'],
        ['2026-11-26', '2026-11-28'],
      ])
    })

    test('is late when the day on which it was to be shipped is over, and not before', () => {
      expect([days('2026-11-25T23:00', warehouses), days('2026-11-26T09:00', warehouses), days('2026-11-26T18:00', warehouses)]).toEqual([
        ['2026-11-26', '2026-11-26'],
        ['2026-11-26', '2026-11-28'],
        ['2026-11-26', '2026-11-29'],
      ])
    })

    test('of the main warehouse alone is late likewise', () => {
      const { ofOrderToSend } = lookup('2026-11-25T10:00', '61', warehouses)
      expect(ofOrderToSend(undefined, new Date('2026-11-27T09:00:00+08:00'))).toBe('2026-11-30')
    })
  })

  test('the lines of one order arrive from where each is sent', () => {
    const [here, there] = [
      { warehouseId: 'main', units: 5 },
      { warehouseId: 'near', units: 2 },
    ]
    const line = { skuId: 'a', quantity: 2, unitsByWarehouse: [here, there] }
    const days = (lines: (typeof line)[]) => lookup('2026-11-25T10:00', '61', warehouses).ofLines(lines)
    expect(days([line])).toEqual(['2026-11-26'])
    expect(days([{ ...line, quantity: 3 }])).toEqual(['2026-11-28'])
  })
})

test('an order keeps the delivery terms of its time of payment', () => {
  expect([promised('2026-12-01T07:59', '44'), promised('2026-12-01T08:00', '44')]).toEqual(['2026-12-05', '2026-12-10'])
})

test('a promised day is shown with its weekday', () => {
  expect(formatPromisedDay('2026-11-25')).toBe('11-25（周三）')
})
