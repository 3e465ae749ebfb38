import { expect, test } from 'vitest'
import { computeShipByDay, listSpansToShipBy } from './ship-by-day.ts'

const terms = (shanghai: string, cutOff: string) => ({ effectiveAt: new Date(`${shanghai}:00+08:00`), cutOff })
/** 1–7 October 2026 are free, and Saturday the 10th is worked. */
const special = new Map([...[1, 2, 3, 4, 5, 6, 7].map((day) => [`2026-10-0${day}`, false] as const), ['2026-10-10', true] as const])
/** The cut-off was moved forth and back within a day. */
const calendar = {
  terms: [terms('2026-11-25T14:00', '17:00'), terms('2026-11-25T12:00', '10:00'), terms('2020-01-01T00:00', '16:00')],
  special,
}
const at = (shanghai: string) => new Date(`${shanghai}:00+08:00`)

test.each([
  ['on a working day before the cut-off', '2026-11-20T15:59', '2026-11-20'],
  ['at the cut-off', '2026-11-20T16:00', '2026-11-23'],
  ['on the eve of a holiday, too late', '2026-09-30T18:00', '2026-10-08'],
  ['on a Saturday that is worked', '2026-10-10T09:00', '2026-10-10'],
  ['while the cut-off was earlier', '2026-11-25T13:00', '2026-11-26'],
  ['after it was later again', '2026-11-25T16:30', '2026-11-25'],
])('what is paid %s is to be shipped on the day of the hand-over', (_, paid, day) => {
  expect(computeShipByDay(at(paid), calendar)).toBe(day)
})

test('without terms there is no day', () => {
  expect([
    computeShipByDay(at('2026-11-20T10:00'), { terms: [], special }),
    listSpansToShipBy('2026-11-20', { terms: [], special }),
  ]).toEqual([undefined, []])
})

test('the spans have exactly the instants whose day is not later, at every half hour around holidays and changes of the cut-off', () => {
  const checked = ['2026-09-29', '2026-09-30', '2026-10-03', '2026-10-10', '2026-11-21', '2026-11-24', '2026-11-25', '2026-11-26']
  let within = 0
  for (const day of checked) {
    const spans = listSpansToShipBy(day, calendar)
    const middle = at(`${day}T00:00`).getTime()
    for (let halfHour = -480; halfHour < 480; halfHour++) {
      const instant = new Date(middle + halfHour * 1_800_000)
      const isWithin = spans.some(({ from, until }) => (from === null || from <= instant) && instant < until)
      expect([day, instant, isWithin]).toEqual([day, instant, (computeShipByDay(instant, calendar) ?? '') <= day])
      if (isWithin) within++
    }
  }
  expect(within).toBeGreaterThan(checked.length)
  expect(listSpansToShipBy('2026-11-25', calendar)).toHaveLength(2)
  expect(listSpansToShipBy('2026-11-24', calendar)).toEqual([{ from: null, until: at('2026-11-24T16:00') }])
})
