import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import {
  computeLineTaxesAtOneRate,
  computeRedLetterLineTax,
  computeTaxIncludedInAmount,
  type ReversedLineAmountAndTax,
  VAT_RATE_BP,
} from './tax.ts'

const amount = fc.oneof(fc.integer({ min: 0, max: 9_999_999_99 }), fc.integer({ min: 0, max: 30 })).map(fen)
const rate = fc.constantFrom(0, 300, 600, 900, VAT_RATE_BP)

test.each([
  [11_300, 1_300],
  [10_000, 1_150],
  [1, 0],
  [5, 1],
  [0, 0],
])('an amount of %i fen including tax contains %i fen of tax', (whole, tax) =>
  expect(computeTaxIncludedInAmount(fen(whole), VAT_RATE_BP)).toBe(tax),
)

test('line taxes add up to the tax of the total, and each differs from its exact tax by less than 1 fen', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 40 }), rate, (amounts, rateBp) => {
      const taxes = computeLineTaxesAtOneRate(amounts, rateBp)
      expect(sum(taxes)).toBe(computeTaxIncludedInAmount(sum(amounts), rateBp))
      for (const [at, tax] of taxes.entries()) {
        const exact = ((amounts[at] ?? 0) * rateBp) / (10_000 + rateBp)
        expect(tax).toBeGreaterThanOrEqual(0)
        expect(tax).toBeLessThanOrEqual(amounts[at] ?? 0)
        expect(Math.abs(tax - exact)).toBeLessThanOrEqual(1.51)
      }
    }),
    { numRuns: 500 },
  )
})

test('partial red letters of a line reverse its tax exactly in total and never more than that', () => {
  fc.assert(
    fc.property(amount, rate, fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 }), (amountFen, rateBp, shares) => {
      const line: ReversedLineAmountAndTax = { amountFen, taxFen: computeTaxIncludedInAmount(amountFen, rateBp) }
      let before: ReversedLineAmountAndTax = { amountFen: ZERO_FEN, taxFen: ZERO_FEN }
      for (const [at, share] of shares.entries()) {
        const left = amountFen - before.amountFen
        const now = fen(at === shares.length - 1 ? left : Math.floor((left * share) / 100))
        const taxFen = computeRedLetterLineTax(line, before, now)
        expect(taxFen).toBeGreaterThanOrEqual(0)
        expect(taxFen).toBeLessThanOrEqual(now)
        before = { amountFen: sum([before.amountFen, now]), taxFen: sum([before.taxFen, taxFen]) }
      }
      expect(before).toEqual(line)
    }),
    { numRuns: 500 },
  )
})
