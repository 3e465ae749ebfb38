import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeTaxIncludedInAmount } from '#contract/billing/invoices/tax.ts'
import { vatRatesBp } from '#contract/catalog/goods/tax-rates.ts'
import { fen, sum } from '#contract/platform/core/money.ts'
import { OrderRevenueCalculator } from './order-revenue.ts'

const line = fc.record({ netFen: fc.integer({ min: 0, max: 10_000_000 }).map(fen), rateBp: fc.constantFrom(...vatRatesBp) })
const action = fc.record({
  what: fc.constantFrom('recognise', 'claimHeld', 'claimEarned'),
  lineNo: fc.integer({ min: 0, max: 5 }),
  amountFen: fc.integer({ min: 1, max: 6_000_000 }).map(fen),
})

test('any sequence of partial deliveries and refunds keeps every fen of revenue and tax, never below zero', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.array(action, { maxLength: 20 }), (given, actions) => {
      const lines = given.map((one, lineNo) => ({ ...one, lineNo, taxCode: null }))
      const paidFen = sum(lines.map(({ netFen }) => netFen))
      const revenue = new OrderRevenueCalculator(lines, new Map())
      revenue.pay({ sourceId: 'pay', kind: 'pay' }, paidFen)
      // The document's tax at each rate is that of its sum.
      for (const [rateBp, same] of Map.groupBy(lines, (one) => one.rateBp))
        expect(sum(same.map(({ lineNo }) => revenue.positionOf(lineNo).heldTaxFen))).toBe(
          computeTaxIncludedInAmount(sum(same.map(({ netFen }) => netFen)), rateBp),
        )
      const taxOf = new Map(lines.map(({ lineNo }) => [lineNo, revenue.positionOf(lineNo).heldTaxFen]))
      let backFen = 0
      for (const [at, { what, lineNo, amountFen }] of actions.entries()) {
        const source = { sourceId: String(at), kind: what }
        const position = revenue.positionOf(lineNo)
        if (what === 'recognise') revenue.recognise(source, [{ lineNo, amountFen }])
        else {
          const has = fen(Math.min(amountFen, position.heldFen + position.earnedFen))
          backFen += has
          revenue.refund(source, has, [{ lineNo, amountFen: has, from: what === 'claimHeld' ? 'held' : 'earned' }])
        }
        for (const one of lines) {
          const now = revenue.positionOf(one.lineNo)
          expect(Math.min(now.heldFen, now.heldTaxFen, now.earnedFen, now.earnedTaxFen)).toBeGreaterThanOrEqual(0)
          expect(now.heldTaxFen + now.earnedTaxFen).toBeLessThanOrEqual(taxOf.get(one.lineNo) ?? 0)
        }
      }
      const left = lines.map(({ lineNo }) => revenue.positionOf(lineNo))
      expect(sum(left.map(({ heldFen }) => heldFen)) + sum(left.map(({ earnedFen }) => earnedFen))).toBe(paidFen - backFen)
      // Everything that is left is delivered: revenue has all of it, with the tax that no refund took, and nothing waits.
      revenue.recognise(
        { sourceId: 'rest', kind: 'recognise' },
        lines.map(({ lineNo }) => ({ lineNo, amountFen: revenue.positionOf(lineNo).heldFen })),
      )
      const changed = (of: 'heldFen' | 'heldTaxFen' | 'earnedFen' | 'earnedTaxFen') => sum(revenue.changes.map((change) => change[of]))
      expect([changed('heldFen'), changed('heldTaxFen'), changed('earnedFen')]).toEqual([0, 0, paidFen - backFen])
      for (const { lineNo, netFen } of lines)
        if (backFen === 0) expect(revenue.positionOf(lineNo)).toMatchObject({ earnedFen: netFen, earnedTaxFen: taxOf.get(lineNo) })
      // And everything comes back: no tax is left.
      revenue.refund({ sourceId: 'all', kind: 'refund' }, fen(paidFen - backFen), [])
      expect([changed('earnedFen'), changed('earnedTaxFen')]).toEqual([0, 0])
    }),
    { numRuns: 500 },
  )
})

test('a refund of what was booked before the split reduces revenue as a whole', () => {
  const revenue = new OrderRevenueCalculator([{ lineNo: 1, netFen: fen(100), taxCode: null, rateBp: 1_300 }], new Map())
  revenue.recognise({ sourceId: 'parcel', kind: 'recognise' }, [{ lineNo: 1, amountFen: fen(100) }])
  revenue.refund({ sourceId: 'refund', kind: 'refundToWallet' }, fen(40), [{ lineNo: 1, amountFen: fen(40), from: 'earned' }])
  expect(revenue.changes).toEqual([
    {
      sourceId: 'refund',
      kind: 'refundToWallet',
      lineNo: 0,
      partNo: 0,
      taxCode: null,
      rateBp: null,
      heldFen: 0,
      heldTaxFen: 0,
      earnedFen: -40,
      earnedTaxFen: 0,
    },
  ])
})
