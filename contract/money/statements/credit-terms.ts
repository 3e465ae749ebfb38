import * as z from 'zod/mini'
import { type BasisPoints, fen } from '#contract/platform/core/money.ts'

/** The maximum daily interest on overdue principal, for the platform and for a single company: 0.1 %, in hundredths of a percent. */
export const DAILY_INTEREST_RATE_MAX_BP: BasisPoints = 10

/** 逾期日利率 in hundredths of a percent: 5 is 0.05 %. */
export const DailyInterestRateBp = z
  .int('利率必须为整数')
  .check(z.minimum(0, '利率不能小于 0'), z.maximum(DAILY_INTEREST_RATE_MAX_BP, `日利率不能超过 ${DAILY_INTEREST_RATE_MAX_BP / 100}%`))

/**
 * The default terms for every company until staff change the setting `credit` (domain §6). Amounts up to the tolerance may stay unpaid
 * without being overdue.
 */
export const defaultOverdueTerms = { overdueTolerance: fen(100), graceDays: 3, dailyRateBp: 5 } as const
