import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import {
  computeFreight,
  computeFreightRuleForLines,
  computeMissingForFreeFreight,
  freightRowOfShopsWithoutTemplate,
  getFreightRowOfProvince,
} from './freight.ts'

const amount = fc.integer({ min: 0, max: 1_000_000 }).map(fen)
const grams = fc.integer({ min: 0, max: 2_000_000_000 })
const weighing = (weightGrams: number) => [{ weightGrams, quantity: 1, freeFreight: false }]
const terms = fc.record({
  firstGrams: fc.integer({ min: 1, max: 1_000_000 }),
  firstFen: amount,
  nextGrams: fc.integer({ min: 1_000, max: 1_000_000 }),
  nextFen: amount,
  freeFromFen: fc.option(amount.map((one) => fen(one + 1))),
})

test('freight is never negative and never falls with more weight', () => {
  fc.assert(
    fc.property(terms, grams, grams, amount, (by, one, other, goods) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      const [light, heavy] = [
        computeFreight(goods, computeFreightRuleForLines(by, weighing(less))),
        computeFreight(goods, computeFreightRuleForLines(by, weighing(more))),
      ]
      expect(light).toBeGreaterThanOrEqual(0)
      expect(heavy).toBeGreaterThanOrEqual(light)
    }),
  )
})

test('freight is free from its threshold on; one fen below it the fee applies and one fen is missing', () => {
  fc.assert(
    fc.property(terms, grams, amount, (by, weight, above) => {
      const rule = computeFreightRuleForLines(by, weighing(weight))
      if (rule.freeFromFen === null) {
        expect([computeFreight(above, rule), computeMissingForFreeFreight(above, rule)]).toEqual([rule.feeFen, null])
        return
      }
      expect(computeFreight(fen(rule.freeFromFen + above), rule)).toBe(0)
      const below = fen(rule.freeFromFen - 1)
      expect(computeFreight(below, rule)).toBe(rule.feeFen)
      expect(computeMissingForFreeFreight(below, rule)).toBe(rule.feeFen === 0 ? null : 1)
    }),
  )
})

test.each([
  [0, 1_000],
  [10_000, 1_000],
  [10_001, 1_200],
  [11_000, 1_200],
  [11_001, 1_400],
  [110_000, 21_000],
])('%d g: ¥10 for the first 10 kg, ¥2 for each further started kilogram', (weight, fee) => {
  const by = { firstGrams: 10_000, firstFen: fen(1_000), nextGrams: 1_000, nextFen: fen(200), freeFromFen: null }
  expect(computeFreightRuleForLines(by, weighing(weight)).feeFen).toBe(fee)
})

test('goods with free freight add no weight, and alone have no fee even for the first kilogram', () => {
  fc.assert(
    fc.property(terms, grams, grams, (by, charged, free) => {
      const sent = { weightGrams: free, quantity: 3, freeFreight: true }
      expect(computeFreightRuleForLines(by, [...weighing(charged), sent])).toEqual(computeFreightRuleForLines(by, weighing(charged)))
      expect(computeFreightRuleForLines(by, [sent]).feeFen).toBe(0)
    }),
  )
})

test('a province uses its own row, else the row without provinces; a shop without rows the common rule', () => {
  const [common, north] = [
    { ...freightRowOfShopsWithoutTemplate, firstFen: fen(100) },
    { ...freightRowOfShopsWithoutTemplate, provinces: ['15', '65'] },
  ]
  expect(getFreightRowOfProvince([common, north], '65')).toBe(north)
  expect(getFreightRowOfProvince([common, north], '44')).toBe(common)
  expect(getFreightRowOfProvince([common, north], null)).toBe(common)
  expect(getFreightRowOfProvince([], '44')).toBe(freightRowOfShopsWithoutTemplate)
})
