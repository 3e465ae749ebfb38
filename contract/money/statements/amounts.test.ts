import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fen, sum } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { computeInterestPrincipalOn } from '#server/platform/testing/interest-principal.ts'
import {
  computeDueAmountsOfStatement,
  computeNextDueOfEnterprise,
  computeStatementBalanceParts,
  type StatementAmountsWithDueDays,
  sumAmountsDueUntilDay,
} from './amounts.ts'
import { computeAmountOfDisputedUnits } from './disputed-units.ts'
import { formatClosedMonthStatusLabel, statementLifecycle } from './statement-lifecycle.ts'

const DUE_DAY = '2026-12-10'
const LATER = ['2027-01-10', '2027-02-10', '2027-03-10']
const amount = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 9_999_999 })).map(fen)

/** The lines of a month, each undisputed, in dispute or deferred, with a settled amount that is independent of the lines. */
const figures: fc.Arbitrary<StatementAmountsWithDueDays> = fc
  .tuple(
    fc.array(fc.record({ amountFen: amount, fate: fc.constantFrom('plain', 'disputed', ...LATER) }), { minLength: 1, maxLength: 8 }),
    fc.nat({ max: 10_000 }),
  )
  .map(([lines, share]) => {
    const totalFen = sum(lines.map(({ amountFen }) => amountFen))
    return {
      totalFen,
      settledFen: fen(Math.floor((totalFen * share) / 10_000)),
      disputedFen: sum(lines.filter(({ fate }) => fate === 'disputed').map(({ amountFen }) => amountFen)),
      dueDay: DUE_DAY,
      deferred: lines.filter(({ fate }) => LATER.includes(fate)).map(({ amountFen, fate }) => ({ day: fate, amountFen })),
    }
  })

describe('a statement with any repaid, disputed and deferred amounts', () => {
  test('its total equals settled plus disputed unpaid plus owed amounts, and none of them is negative', () => {
    fc.assert(
      fc.property(figures, (given) => {
        const { disputedFen, disputedRepaidFen, owedFen } = computeStatementBalanceParts(given)
        expect(sum([given.settledFen, disputedFen, owedFen])).toBe(given.totalFen)
        expect(sum([disputedFen, disputedRepaidFen])).toBe(given.disputedFen)
        expect(Math.min(disputedFen, disputedRepaidFen, owedFen)).toBeGreaterThanOrEqual(0)
        expect(disputedRepaidFen).toBeLessThanOrEqual(given.settledFen)
      }),
      { numRuns: 2_000 },
    )
  })

  test('its dues sum to what is owed, one per day in order, and match what bears interest from each day', () => {
    fc.assert(
      fc.property(figures, (given) => {
        const dues = computeDueAmountsOfStatement(given)
        expect(sum(dues.map(({ amountFen }) => amountFen))).toBe(computeStatementBalanceParts(given).owedFen)
        expect(dues.map(({ day }) => day)).toEqual([...new Set(dues.map(({ day }) => day))].toSorted())
        const withheld = [
          { amountFen: given.disputedFen, fromDay: '2026-12-01', untilDay: null },
          ...given.deferred.map(({ day, amountFen }) => ({ amountFen, fromDay: '2026-12-01', untilDay: day })),
        ]
        const bearing = { totalFen: given.totalFen, entries: [{ amountFen: given.settledFen, valueDay: '2026-12-01' }], withheld }
        for (const day of [DUE_DAY, ...LATER])
          expect(sumAmountsDueUntilDay(dues, day)).toBe(computeInterestPrincipalOn(bearing, addDays(day, 1)))
      }),
      { numRuns: 2_000 },
    )
  })

  test('it is labelled as in dispute exactly if nothing but disputed amounts is unpaid', () => {
    fc.assert(
      fc.property(figures, (given) => {
        const balance = computeStatementBalanceParts(given)
        const state = given.settledFen === given.totalFen ? 'PAID' : 'CLOSED'
        const waits = formatClosedMonthStatusLabel(state, { ...balance, forgivenFen: fen(0) }) === '异议处理中'
        expect(waits).toBe(balance.owedFen === 0 && balance.disputedFen > 0)
      }),
    )
    expect(formatClosedMonthStatusLabel('OVERDUE', { owedFen: fen(1), forgivenFen: fen(0) })).toBe(statementLifecycle.states.OVERDUE.label)
    expect(formatClosedMonthStatusLabel('PAID', { owedFen: fen(0), forgivenFen: fen(1) })).toBe('已免追偿')
  })
})

describe('the next amount due', () => {
  const dues = [
    { day: '2027-01-10', amountFen: fen(300) },
    { day: '2026-12-10', amountFen: fen(500) },
    { day: '2026-12-10', amountFen: fen(40) },
  ]
  test.each([
    ['before its day', '2026-12-09', { day: '2026-12-10', amountFen: 540, overdueFen: 0 }],
    ['on its day', '2026-12-10', { day: '2026-12-10', amountFen: 540, overdueFen: 0 }],
    ['once it is late', '2026-12-11', { day: '2026-12-10', amountFen: 540, overdueFen: 540 }],
    ['late, with the next of today', '2027-01-10', { day: '2026-12-10', amountFen: 840, overdueFen: 540 }],
  ])('%s', (_, today, next) => expect(computeNextDueOfEnterprise(dues, today)).toEqual(next))

  test('is null if there are no dues or they sum to zero', () => {
    expect(computeNextDueOfEnterprise([], '2026-12-10')).toBeNull()
    expect(computeNextDueOfEnterprise([{ day: '2026-12-10', amountFen: fen(0) }], '2026-12-10')).toBeNull()
  })
})

test('units of a parcel cost their part of what their line was charged, rounded down, and what is left for all units', () => {
  const lines = [
    { lineNo: 1, quantity: 3, chargedAmount: fen(10_000), leftAmount: fen(10_000) },
    { lineNo: 4, quantity: 7, chargedAmount: fen(5), leftAmount: fen(5) },
    { lineNo: 5, quantity: 10, chargedAmount: fen(100_000), leftAmount: fen(60_000) },
  ]
  const of = (...units: [lineNo: number, quantity: number][]) =>
    computeAmountOfDisputedUnits(
      lines,
      units.map(([lineNo, quantity]) => ({ lineNo, quantity })),
    )
  expect([of([1, 1]), of([1, 2]), of([1, 3]), of([4, 1]), of([1, 2], [4, 7])]).toEqual([3_333, 6_666, 10_000, 0, 6_671])
  // Four of the ten were returned: each costs what it did, and all together what is left.
  expect([of([5, 2]), of([5, 6]), of([5, 7]), of([5, 10])]).toEqual([20_000, 60_000, 60_000, 60_000])
  expect([of([1, 4]), of([2, 1])]).toEqual([undefined, undefined])
})
