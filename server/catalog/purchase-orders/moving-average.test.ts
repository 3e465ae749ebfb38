import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { computeMovingAverageOf100UnitsFen, computeNetCostOf100UnitsFen } from './moving-average.ts'

test.each([
  [3_850, 1_300, 340_708],
  [3_850, 0, 385_000],
  [1, 1_300, 88],
  [100_000_000_000, 1_300, 8_849_557_522_124],
])('one unit for %i fen with %i basis points of tax costs %i fen for a hundred', (price, rate, hundred) =>
  expect(computeNetCostOf100UnitsFen(fen(price), rate)).toBe(hundred),
)

test.each<[string, number, number | null, number, number, number | null]>([
  ['the first receipt says what units cost that were there', 40, null, 10, 300, 300],
  ['units that come cost as much as they share', 30, 200, 10, 300, 225],
  ['half a fen is rounded up', 1, 200, 1, 201, 201],
  ['nothing in the house: the new cost alone', 0, 200, 10, 300, 300],
  ['units that were taken back take their own cost away', 40, 225, -10, 300, 200],
  ['nothing is left: the average stays', 10, 225, -10, 300, 225],
  ['a value of nothing is left: the average stays', 5, 100, -4, 200, 100],
  ['taking back where nobody knows a cost', 5, null, -4, 200, null],
  ['the largest numbers', 2_147_000_000, 8_849_557_522_124, 999_999, 8_849_557_522_124, 8_849_557_522_124],
])('%s', (_, inHouse, before, units, hundred, after) => {
  const beforeFen = before === null ? null : fen(before)
  expect(computeMovingAverageOf100UnitsFen({ inHouse, beforeFen, units, hundredFen: fen(hundred) })).toBe(after)
})
