import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  computeIncreaseInBasisPoints,
  computeShareOfAmount,
  FEN_MAX,
  type Fen,
  fen,
  formatMoney,
  formatRateAsExactPercent,
  formatYuan,
  multiplyFen,
  PositiveYuan,
  parseYuan,
  splitProportionally,
  sum,
  Yuan,
  YuanUpTo,
} from './money.ts'

const anyFen = fc.integer({ min: -FEN_MAX, max: FEN_MAX }).map(fen)
/** The range of amounts that a person can type. */
const typed = fc.integer({ min: 0, max: 9_999_999_999_999 }).map(fen)
const owed = fc.integer({ min: 0, max: FEN_MAX }).map(fen)
const codec = (schema: typeof Yuan, wire: unknown) => z.safeDecode(schema, wire as number)

describe('an amount must be an integer number of fen', () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, FEN_MAX + 1, -FEN_MAX - 1, 2 ** 53])('%s is not an amount', (amount) => {
    expect(() => fen(amount)).toThrow(RangeError)
  })

  test('sums and products beyond the largest amount throw instead of rounding', () => {
    expect(() => sum([fen(FEN_MAX), fen(1)])).toThrow(RangeError)
    expect(() => multiplyFen(fen(9_999_999_999), 999_999)).toThrow(RangeError)
  })
})

describe('yuan in JSON are converted to fen in code without loss', () => {
  test('every amount survives a round trip through JSON', () => {
    fc.assert(
      fc.property(anyFen, (amount) => {
        const travelled: unknown = JSON.parse(JSON.stringify(z.encode(Yuan, amount)))
        expect(z.decode(Yuan, travelled as number)).toBe(amount === 0 ? 0 : amount)
      }),
      { numRuns: 5_000 },
    )
  })

  test.each([0, 1, -1, 5, 10, 115, 435, 1_999, 3_333, 100_05, 9_999_999_999, FEN_MAX, -FEN_MAX])(
    'the boundary amount %s fen survives it, too',
    (amount) => {
      const wire: unknown = JSON.parse(JSON.stringify(z.encode(Yuan, fen(amount))))
      expect(codec(Yuan, wire)).toMatchObject({ success: true, data: amount })
    },
  )

  // H11, J13: an amount with a third decimal is refused in every notation.
  test.each([33.335, 1.005, 0.001, 1e-7, -0.005, 0.015])('%s yuan is refused because of a fraction of a fen', (wire) => {
    expect(codec(Yuan, wire).success).toBe(false)
  })

  test.each(['38.5', null, true, [38.5], {}, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 99_999_999_999.999])('%s is refused', (wire) => {
    expect(codec(Yuan, wire).success).toBe(false)
  })

  test('an amount from a caller must be above zero and at most the allowed maximum', () => {
    expect([0, -1, -0.01].map((wire) => z.safeDecode(PositiveYuan, wire).success)).toEqual([false, false, false])
    expect(z.decode(PositiveYuan, 0.01)).toBe(1)
    expect([-0.01, 0, 100, 100.01].map((wire) => z.safeDecode(YuanUpTo(100), wire).success)).toEqual([false, true, true, false])
  })
})

describe('splitting an amount by weights', () => {
  test('parts add up to the whole, stay within one fen of their exact share, and grow with their weights', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(
        owed,
        weights.filter((all) => all.some((weight) => weight > 0)),
        (total, all) => {
          const parts = splitProportionally(total, all)
          const whole = all.reduce((left, weight) => left + BigInt(weight), 0n)
          expect(parts.reduce((left, part) => left + part, 0)).toBe(total)
          for (const [at, part] of parts.entries()) {
            const floor = Number((BigInt(total) * BigInt(all[at] ?? 0)) / whole)
            expect(part - floor === 0 || part - floor === 1).toBe(true)
          }
          for (const [at, weight] of all.entries())
            for (const [other, lighter] of all.entries()) if (weight > lighter) expect(parts[at]).toBeGreaterThanOrEqual(parts[other] ?? 0)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('remaining fen go to the largest remainders, and to the earlier part on a tie', () => {
    expect(splitProportionally(fen(100), [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitProportionally(fen(10), [1, 2, 3, 4])).toEqual([1, 2, 3, 4])
    expect(splitProportionally(fen(1), [1, 1, 2])).toEqual([0, 0, 1])
    expect(splitProportionally(fen(0), [3, 4])).toEqual([0, 0])
    expect(splitProportionally(fen(5), [0, 1])).toEqual([0, 5])
  })

  test.each<[string, number, number[]]>([
    ['no parts', 5, []],
    ['weights of nothing', 5, [0, 0]],
    ['a weight below zero', 5, [3, -1]],
    ['a total below zero', -5, [1, 1]],
  ])('%s cannot be split', (_, total, weights) => {
    expect(() => splitProportionally(fen(total), weights)).toThrow(RangeError)
  })

  test('a portion is exact and rounded half away from zero', () => {
    expect(computeShareOfAmount(fen(12_345), 3_333)).toBe(4_115)
    expect([1, -1, 3].map((amount) => computeShareOfAmount(fen(amount), 5_000))).toEqual([1, -1, 2])
    fc.assert(
      fc.property(owed, fc.integer({ min: 0, max: 10_000 }), (amount, points) => {
        const portion = BigInt(computeShareOfAmount(amount, points)) * 10_000n
        const off = portion - BigInt(amount) * BigInt(points)
        expect(off > -5_000n && off <= 5_000n).toBe(true)
      }),
    )
  })

  test('the difference of two prices is given in hundredths of a percent', () => {
    expect(computeIncreaseInBasisPoints(fen(3_850), fen(4_040))).toBe(494)
    expect(computeIncreaseInBasisPoints(fen(0), fen(100))).toBe(0)
    expect(computeIncreaseInBasisPoints(fen(200), fen(200))).toBe(0)
  })
})

describe('formatting and parsing amounts', () => {
  test('a rate is shown with all its digits', () => {
    expect([365, 5, 1_000].map(formatRateAsExactPercent)).toEqual(['3.65%', '0.05%', '10.00%'])
  })

  test('an amount is formatted as people type it, and parses back', () => {
    fc.assert(
      fc.property(typed, (amount) => {
        expect(parseYuan(formatYuan(amount))).toBe(amount)
        expect(formatYuan(amount, { grouped: true }).replaceAll(',', '')).toBe(formatYuan(amount))
      }),
    )
    expect(formatYuan(fen(-123_456_789), { grouped: true })).toBe('-1,234,567.89')
    expect(formatYuan(fen(7) as Fen)).toBe('0.07')
  })

  test.each([
    [123_456_700, '¥1,234,567.00', '¥1234567.00', '¥1234567', '¥1234567'],
    [1_250, '¥12.50', '¥12.50', '¥12.50', '¥12.5'],
    [1_000, '¥10.00', '¥10.00', '¥10', '¥10'],
    [-5, '¥-0.05', '¥-0.05', '¥-0.05', '¥-0.05'],
    [0, '¥0.00', '¥0.00', '¥0', '¥0'],
  ] as const)('%d fen as text', (amount, text, ungrouped, bothOrNone, fewest) => {
    const written = (['both', 'bothOrNone', 'fewest'] as const).map((decimals) => formatMoney(fen(amount), { grouped: false, decimals }))
    expect([formatMoney(fen(amount)), ...written]).toEqual([text, ungrouped, bothOrNone, fewest])
  })

  test.each(['', '-1', '+1', '1.', '.5', '1.005', '1e3', '１２', '1,000', '0x10', '123456789012', '1 2', 'NaN'])(
    '"%s" is not parsed',
    (text) => {
      expect(parseYuan(text)).toBeUndefined()
    },
  )
})
