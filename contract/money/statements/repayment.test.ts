import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { computeInterestPrincipalOn } from '#server/platform/testing/interest-principal.ts'
import { computeStatementBalanceParts } from './amounts.ts'
import { computeInterestUntilEachDay, countDaysSince2000, spreadCorrectionOverDays } from './interest.ts'
import { computeRepayableTotal, splitRepaymentOverDebts } from './repayment.ts'

const amount = fc.integer({ min: 0, max: 9_999_999_99 }).map(fen)
const debt = fc.record({
  badDebts: fc
    .array(amount, { maxLength: 2 })
    .map((rows) => rows.map((owedFen, at) => ({ id: String(at), month: `2025-0${at + 1}`, owedFen }))),
  interestFen: amount,
  months: fc.array(fc.tuple(amount, amount, amount, amount), { maxLength: 6 }).map((rows) =>
    rows.map(([totalFen, settledFen, disputedFen, coveredFen], at) => ({
      month: `2026-0${at + 1}`,
      totalFen,
      settledFen,
      disputedFen,
      coveredFen,
    })),
  ),
  open: fc
    .array(fc.tuple(amount, amount), { maxLength: 2 })
    .map((rows) => rows.map(([owedFen, coveredFen], at) => ({ month: `2026-1${at}`, owedFen, coveredFen }))),
})

test('every fen of a repayment is allocated, and nothing is repaid beyond what is owed', () => {
  fc.assert(
    fc.property(debt, amount, fc.subarray(['2026-01', '2026-03', '2026-10']), (owed, paid, pointed) => {
      const parts = splitRepaymentOverDebts(owed, paid, { pointed, covered: [{ month: '2026-02', amountFen: fen(5_000) }] })
      expect(parts.reduce((total, part) => total + part.amountFen, 0)).toBe(paid)
      expect(parts.every((part) => part.amountFen > 0)).toBe(true)
      for (const part of parts) {
        if (part.to === 'badDebt') expect(part.amountFen).toBeLessThanOrEqual(owed.badDebts.find(({ id }) => id === part.id)?.owedFen ?? 0)
        if (part.to !== 'month') continue
        const closed = owed.months.find(({ month }) => month === part.month)
        const most = closed
          ? computeStatementBalanceParts(closed).owedFen
          : (owed.open.find(({ month }) => month === part.month)?.owedFen ?? fen(0))
        expect(part.amountFen).toBeLessThanOrEqual(most)
      }
      const surplus = parts.find(({ to }) => to === 'wallet')?.amountFen ?? 0
      expect(surplus).toBe(Math.max(0, paid - computeRepayableTotal(owed)))
    }),
  )
})

test('order of repayment: written-off claims, interest, chosen month, oldest, open month, wallet', () => {
  const owed = {
    badDebts: [
      { id: 'a', month: '2026-05', owedFen: fen(40) },
      { id: 'b', month: '2026-06', owedFen: fen(60) },
    ],
    interestFen: fen(100),
    months: [
      { month: '2026-08', totalFen: fen(1_000), settledFen: fen(400), disputedFen: fen(100), coveredFen: fen(0) },
      { month: '2026-09', totalFen: fen(2_000), settledFen: fen(0), disputedFen: fen(0), coveredFen: fen(0) },
    ],
    open: [{ month: '2026-11', owedFen: fen(300), coveredFen: fen(0) }],
  }
  const claims = [
    { to: 'badDebt', id: 'a', month: '2026-05', amountFen: 40 },
    { to: 'badDebt', id: 'b', month: '2026-06', amountFen: 60 },
  ]
  expect(splitRepaymentOverDebts(owed, fen(70), { pointed: ['2026-09'] })).toEqual([claims[0], { ...claims[1], amountFen: 30 }])
  expect(splitRepaymentOverDebts(owed, fen(3_100))).toEqual([
    ...claims,
    { to: 'interest', amountFen: 100 },
    { to: 'month', month: '2026-08', amountFen: 500 },
    { to: 'month', month: '2026-09', amountFen: 2_000 },
    { to: 'month', month: '2026-11', amountFen: 300 },
    { to: 'wallet', amountFen: 100 },
  ])
  expect(splitRepaymentOverDebts(owed, fen(250), { pointed: ['2026-09'] })).toEqual([
    ...claims,
    { to: 'interest', amountFen: 100 },
    { to: 'month', month: '2026-09', amountFen: 50 },
  ])
})

test('principal covered by acceptance bills is paid last, and a bill first pays what it covers', () => {
  const owed = {
    badDebts: [{ id: 'a', month: '2026-05', owedFen: fen(40) }],
    interestFen: fen(100),
    months: [
      { month: '2026-08', totalFen: fen(1_000), settledFen: fen(0), disputedFen: fen(0), coveredFen: fen(700) },
      { month: '2026-09', totalFen: fen(2_000), settledFen: fen(0), disputedFen: fen(0), coveredFen: fen(0) },
    ],
    open: [{ month: '2026-11', owedFen: fen(300), coveredFen: fen(50) }],
  }
  const [claim, interest] = [
    { to: 'badDebt', id: 'a', month: '2026-05', amountFen: 40 },
    { to: 'interest', amountFen: 100 },
  ]
  // 40 + 100 + (1,000 − 700) + 2,000 + (300 − 50) = 2,690; 10 are left for the oldest covered month.
  expect(splitRepaymentOverDebts(owed, fen(2_700))).toEqual([
    claim,
    interest,
    { to: 'month', month: '2026-08', amountFen: 310 },
    { to: 'month', month: '2026-09', amountFen: 2_000 },
    { to: 'month', month: '2026-11', amountFen: 250 },
  ])
  expect(splitRepaymentOverDebts(owed, fen(750), { covered: [{ month: '2026-08', amountFen: fen(700) }] })).toEqual([
    claim,
    { to: 'interest', amountFen: 10 },
    { to: 'month', month: '2026-08', amountFen: 700 },
  ])
})

test('the principal of a day is the unpaid amount at its end by value date', () => {
  const statement = {
    totalFen: fen(100_000),
    entries: [{ amountFen: fen(20_000), valueDay: '2026-11-12' }],
    withheld: [
      { amountFen: fen(10_000), fromDay: '2026-11-11', untilDay: null },
      { amountFen: fen(5_000), fromDay: '2026-11-11', untilDay: '2026-12-10' },
    ],
  }
  expect(computeInterestPrincipalOn(statement, '2026-11-10')).toBe(100_000)
  expect(computeInterestPrincipalOn(statement, '2026-11-11')).toBe(85_000)
  expect(computeInterestPrincipalOn(statement, '2026-11-12')).toBe(65_000)
  expect(computeInterestPrincipalOn(statement, '2026-12-10')).toBe(65_000)
  expect(computeInterestPrincipalOn(statement, '2026-12-11')).toBe(70_000)
})

test('what a statement has cost is its exact sum, rounded half up once; a day before the cut-over was rounded alone', () => {
  const until = (days: readonly (readonly [principal: number, rate: number, isExact?: boolean])[], before?: bigint) =>
    computeInterestUntilEachDay(
      days.map(([principal, rate, isExact = true]) => ({ principalFen: fen(principal), rate, isExact })),
      before,
    ).map(({ exact, interestFen }) => [exact, interestFen])
  // 0.2 fen a day, then 0.4: it is a fen on the third day, and two on the fifth.
  expect(
    until([
      [400, 5],
      [400, 5],
      [400, 5],
      [400, 10],
      [400, 10],
    ]),
  ).toEqual([
    [2_000n, 0],
    [4_000n, 0],
    [6_000n, 1],
    [10_000n, 1],
    [14_000n, 1],
  ])
  expect(until([[400, 5]], 13_000n)).toEqual([[15_000n, 2]])
  expect(
    until([
      [1_001, 5, false],
      [999, 5, false],
      [1_001, 5],
      [1_001, 5],
    ]),
  ).toEqual([
    [0n, 1],
    [0n, 1],
    [5_005n, 2],
    [10_010n, 2],
  ])
  // A trillion fen for ten thousand days is beyond what a number holds exactly.
  expect(until([[999_999_999_999_999, 10]], 9_007_199_254_740_993n)).toEqual([[19_007_199_254_740_983n, 1_900_719_925_474]])
})

test('a correction goes to the days that it is about, none of which goes back on a later one', () => {
  expect(spreadCorrectionOverDays([0, 30, 60].map(fen))).toEqual([0, 30, 30])
  // A fen that is only rounded a day later moves nothing.
  expect(spreadCorrectionOverDays([1, 0, 1, 0].map(fen))).toEqual([0, 0, 0, 0])
  expect(spreadCorrectionOverDays([-1, 3, 2, 5].map(fen))).toEqual([0, 2, 0, 3])
  expect(spreadCorrectionOverDays([])).toEqual([])
})

test('days are numbered consecutively across leap days and years', () => {
  for (const day of ['2028-02-28', '2028-02-29', '2026-12-31', '2000-01-01'])
    expect(countDaysSince2000(addDays(day, 1))).toBe(countDaysSince2000(day) + 1)
})
