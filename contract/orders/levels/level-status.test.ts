import { describe, expect, test } from 'vitest'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { computeBenefitTempLimit, getBenefitClaimPeriod, getNextBenefitClaimDay } from './benefits.ts'
import {
  addOneYearToDay,
  computeLevelOfPaidAmount,
  computeLevelStatusAtEndOfDay,
  computeMissingAmountForNextLevel,
  getFirstDayCountedForLevel,
  getLastDayOfKeptLevel,
  type LevelStatus,
  transferKindsCountedAsPaid,
  transferKindsReducingPaid,
} from './level-status.ts'

const thresholds = { silver: fen(10_000_000), gold: fen(50_000_000), platinum: fen(200_000_000) }
const nobody: LevelStatus = { earned: 1, level: 1, reachedOn: { 2: null, 3: null, 4: null } }

test.each<[Fen, MemberLevel]>([
  [fen(-1), 1],
  [fen(0), 1],
  [fen(9_999_999), 1],
  [fen(10_000_000), 2],
  [fen(49_999_999), 2],
  [fen(50_000_000), 3],
  [fen(199_999_999), 3],
  [fen(200_000_000), 4],
])('%d fen paid within a year give level %d, with the threshold itself included', (paid, level) => {
  expect(computeLevelOfPaidAmount(paid, thresholds)).toBe(level)
})

test('a year ends on the same date of the next year, and leap days are handled separately', () => {
  expect(addOneYearToDay('2026-11-18', 1)).toBe('2027-11-18')
  expect(addOneYearToDay('2028-02-29', 1)).toBe('2029-03-01')
  expect(addOneYearToDay('2028-02-29', -1)).toBe('2027-02-28')
  expect(addOneYearToDay('2027-02-28', 1)).toBe('2028-02-28')
  expect(getLastDayOfKeptLevel('2028-02-29')).toBe('2029-02-28')
  expect(getLastDayOfKeptLevel('2028-03-01')).toBe('2029-02-28')
  expect(getLastDayOfKeptLevel('2026-11-18')).toBe('2027-11-17')
})

test('a payment counts for exactly one year, whatever day it was made on', () => {
  for (let day = '2026-01-01'; day < '2030-01-01'; day = addDays(day, 1)) {
    const last = getLastDayOfKeptLevel(day)
    expect(getFirstDayCountedForLevel(last) <= day, `${day} still counts on ${last}`).toBe(true)
    expect(getFirstDayCountedForLevel(addDays(last, 1)) > day, `${day} no longer counts after ${last}`).toBe(true)
  }
})

/** Returns the level status for the amounts that were paid within the year before each day. */
const statusOf = (begin: LevelStatus, days: readonly (readonly [day: string, paid: number])[]): LevelStatus =>
  days.reduce((status, [day, paid]) => computeLevelStatusAtEndOfDay(status, { day, paidFen: fen(paid), thresholds }), begin)

describe('a level', () => {
  test('is kept for its year despite refunds, then falls to the level of the paid amount', () => {
    const risen = statusOf(nobody, [['2026-11-18', 50_000_000]])
    expect(risen).toEqual({ earned: 3, level: 3, reachedOn: { 2: '2026-11-18', 3: '2026-11-18', 4: null } })
    const refunded = statusOf(risen, [['2026-11-19', 12_000_000]])
    expect(refunded).toMatchObject({ earned: 2, level: 3 })
    expect(statusOf(refunded, [['2027-11-17', 12_000_000]])).toMatchObject({ level: 3 })
    expect(statusOf(refunded, [['2027-11-18', 12_000_000]])).toMatchObject({ level: 2 })
    expect(statusOf(refunded, [['2027-11-18', 0]])).toMatchObject({ level: 1 })
  })

  test('is kept after its year only as long as the paid amount suffices', () => {
    const risen = statusOf(nobody, [['2026-11-18', 50_000_000]])
    const long = statusOf(risen, [['2027-12-24', 50_000_000]])
    expect(long).toMatchObject({ level: 3, reachedOn: { 3: '2026-11-18' } })
    expect(statusOf(long, [['2027-12-25', 49_999_999]])).toMatchObject({ level: 2 })
  })

  test('is kept for another year when it is reached again', () => {
    const risen = statusOf(nobody, [
      ['2026-11-18', 50_000_000],
      ['2027-06-01', 49_999_999],
      ['2027-06-02', 50_000_000],
      ['2027-06-03', 20_000_000],
    ])
    expect(risen).toMatchObject({ level: 3, reachedOn: { 2: '2026-11-18', 3: '2027-06-02' } })
    expect(statusOf(risen, [['2028-06-01', 0]])).toMatchObject({ level: 3 })
    expect(statusOf(risen, [['2028-06-02', 20_000_000]])).toMatchObject({ level: 2 })
  })

  test('that lies below an expired one is kept while its own year runs', () => {
    const status = statusOf(nobody, [
      ['2026-11-18', 200_000_000],
      ['2027-03-01', 0],
      ['2027-09-01', 60_000_000],
      ['2027-09-02', 0],
    ])
    expect(status).toMatchObject({ level: 4, reachedOn: { 3: '2027-09-01', 4: '2026-11-18' } })
    expect(statusOf(status, [['2027-11-18', 0]])).toMatchObject({ earned: 1, level: 3 })
    expect(statusOf(status, [['2028-09-01', 0]])).toMatchObject({ level: 1 })
  })

  test('that was reached on a leap day is kept until the end of February', () => {
    const risen = statusOf(nobody, [['2028-02-29', 10_000_000]])
    expect(statusOf(risen, [['2029-02-28', 0]])).toMatchObject({ level: 2 })
    expect(statusOf(risen, [['2029-03-01', 0]])).toMatchObject({ level: 1 })
  })
})

test('the amount missing to the next level is never negative', () => {
  expect(computeMissingAmountForNextLevel(1, fen(2_500_000), thresholds)).toEqual({ level: 2, missingFen: 7_500_000 })
  expect(computeMissingAmountForNextLevel(2, fen(60_000_000), thresholds)).toEqual({ level: 3, missingFen: 0 })
  expect(computeMissingAmountForNextLevel(4, fen(0), thresholds)).toBeNull()
})

test('no transfer kind counts both as paid and as reducing what was paid', () => {
  expect(transferKindsCountedAsPaid.filter((kind) => transferKindsReducingPaid.includes(kind))).toEqual([])
})

test('benefits are claimed per quarter, per month, or per level and year', () => {
  expect(getBenefitClaimPeriod('temp', 2, '2026-03-31')).toBe('2026Q1')
  expect(getBenefitClaimPeriod('temp', 2, '2026-04-01')).toBe('2026Q2')
  expect(getBenefitClaimPeriod('coupons', 2, '2026-11-30')).toBe('2026-11')
  expect(getBenefitClaimPeriod('gift', 2, '2026-11-30')).toBe('2026 L2')
  expect([getNextBenefitClaimDay('temp', '2026-11-18'), getNextBenefitClaimDay('temp', '2026-09-30')]).toEqual(['2027-01-01', '2026-10-01'])
  expect([getNextBenefitClaimDay('coupons', '2026-12-31'), getNextBenefitClaimDay('gift', '2026-01-01')]).toEqual([
    '2027-01-01',
    '2027-01-01',
  ])
})

test('a temporary limit is rounded down to whole yuan and never large enough to need a second person', () => {
  expect(computeBenefitTempLimit(fen(12_345_678), 10)).toBe(1_234_500)
  expect(computeBenefitTempLimit(fen(999), 10)).toBe(0)
  expect(computeBenefitTempLimit(fen(9_999_999_999), 100)).toBe(100_000_000)
})
