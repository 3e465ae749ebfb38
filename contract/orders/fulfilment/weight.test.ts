import { describe, expect, test } from 'vitest'
import { computeExpectedGrams, formatWeightDifference, isWeightPlausible, parseWeight } from './weight.ts'

const tolerance = { percent: 5, grams: 200 }

describe('a weight as it is typed', () => {
  test.each<[string, number | undefined]>([
    ['12.4', 12_400],
    ['12.40kg', 12_400],
    [' ０.０５ ', 50],
    ['10100 g', 10_100],
    ['3公斤', 3_000],
    ['ST,GS,+  12.40kg', 12_400],
    ['US,NT,+0001.205 kg', 1_205],
    ['0', undefined],
    ['-3', undefined],
    ['1000.5', undefined],
    ['12,4', undefined],
    ['KT-U84-22', undefined],
    ['DPK777000000001', undefined],
    ['777000000001', undefined],
    ['12345', undefined],
    ['', undefined],
  ])('%o is %o grams', (text, grams) => expect(parseWeight(text)).toBe(grams))
})

test('goods weigh what their units do, and nothing is known if one of them has no weight', () => {
  expect(
    computeExpectedGrams([
      { weightGrams: 620, units: 20 },
      { weightGrams: 0, units: 0 },
    ]),
  ).toBe(12_400)
  expect(
    computeExpectedGrams([
      { weightGrams: 620, units: 20 },
      { weightGrams: 0, units: 1 },
    ]),
  ).toBeNull()
  expect(computeExpectedGrams([])).toBeNull()
})

test.each<[number, number | null, boolean]>([
  [12_400, 12_400, true],
  [13_020, 12_400, true],
  [13_021, 12_400, false],
  [11_780, 12_400, true],
  [11_779, 12_400, false],
  // Of light goods the packaging weighs more than five percent.
  [700, 500, true],
  [701, 500, false],
  [1, null, true],
])('a parcel of %d g whose goods weigh %o g is plausible: %o', (weighed, expected, plausible) =>
  expect(isWeightPlausible(weighed, expected, tolerance)).toBe(plausible),
)

test('a difference is said in kilograms', () => expect(formatWeightDifference(10_100, 12_400)).toBe('应重 12.40 kg，实重 10.10 kg，请核对'))
