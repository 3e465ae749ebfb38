import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { formatOrderableQuantityRule, getNextOrderableQuantity, isOrderableQuantity, roundUpToOrderableQuantity } from './quantity.ts'

const rule = fc.record({ minimum: fc.integer({ min: 1, max: 5_000 }), step: fc.integer({ min: 1, max: 5_000 }) })
const diesel = { minimum: 200, step: 10 }

test.each([
  [200, true],
  [210, true],
  [190, false],
  [205, false],
  [0, false],
  [-200, false],
  [200.5, false],
  [Number.NaN, false],
  [QUANTITY_MAX - 9, true],
  [1_000_000, false],
])('diesel with minimum 200 and step 10: quantity %s is orderable: %s', (litres, may) => {
  expect(isOrderableQuantity(litres, diesel)).toBe(may)
})

test('any typed quantity is rounded up to the nearest orderable one, limited by the maximum', () => {
  fc.assert(
    fc.property(rule, fc.oneof(fc.integer({ min: -10, max: 2_000_000 }), fc.double({ min: -10, max: 2e6, noNaN: true })), (own, typed) => {
      const near = roundUpToOrderableQuantity(typed, own)
      expect(isOrderableQuantity(near, own)).toBe(true)
      expect(near >= Math.min(typed, QUANTITY_MAX - own.step)).toBe(true)
      expect(near - typed < own.step || near === own.minimum).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('plus and minus stay within orderable quantities, and minus reverses plus', () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 0, max: 400 }), (own, steps) => {
      const here = Math.min(own.minimum + steps * own.step, getNextOrderableQuantity(QUANTITY_MAX, own, 1))
      const up = getNextOrderableQuantity(here, own, 1)
      expect([isOrderableQuantity(up, own), isOrderableQuantity(getNextOrderableQuantity(here, own, -1), own)]).toEqual([true, true])
      if (up !== here) expect(getNextOrderableQuantity(up, own, -1)).toBe(here)
    }),
  )
  expect(getNextOrderableQuantity(200, diesel, -1)).toBe(200)
})

test('the quantity rule is shown only if there is a minimum or a step above 1', () => {
  expect([
    formatOrderableQuantityRule({ minimum: 1, step: 1 }, '支'),
    formatOrderableQuantityRule({ minimum: 5, step: 1 }, '支'),
    formatOrderableQuantityRule(diesel, '升'),
  ]).toEqual(['', '5支起订', '200升起订，每次增加 10升'])
})
