import { expect, test } from 'vitest'
import { computeRockHardnessRangeOfTexts, isRangeInRockHardnessBand, parseRockHardnessRange } from './hardness.ts'
import { rockHardnessBands } from './shapes.ts'

test.each([
  ['f 4–6', [4, 6]],
  ['f < 2', [0, 2]],
  ['f > 8', [8, 20]],
  ['8.5 以上', [8.5, 20]],
  ['5', [5, 5]],
  ['6-4', [4, 6]],
  ['很硬', undefined],
])('the text %s is parsed as the hardness range %o', (text, range) => expect(parseRockHardnessRange(text)).toEqual(range))

test('several values give a range from the lowest to the highest', () => {
  expect(computeRockHardnessRangeOfTexts(['f 4–6', '不限', 'f > 8'])).toEqual([4, 20])
  expect(computeRockHardnessRangeOfTexts(['不限'])).toBeNull()
})

test('every value belongs to a band; a value on the border of two belongs to the upper one', () => {
  const bandsOf = (from: number, to: number) =>
    rockHardnessBands.filter((band) => isRangeInRockHardnessBand({ from, to }, band)).map(({ band }) => band)
  expect([bandsOf(4, 4), bandsOf(0, 0), bandsOf(4, 6), bandsOf(3, 4.5)]).toEqual([[3], [1], [3], [2, 3]])
})
