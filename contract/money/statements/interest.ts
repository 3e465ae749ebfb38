import { type BasisPoints, computeShareOfAmount, type Fen } from '#contract/platform/core/money.ts'

/** One day's interest on a principal, rounded half up to the fen. */
export const computeDailyInterest = (principal: Fen, rate: BasisPoints): Fen => computeShareOfAmount(principal, rate)

const EPOCH = Date.parse('2000-01-01T00:00:00Z')

/** Days since 2000-01-01. A day's interest is posted under this number, so that it is posted only once. */
export const countDaysSince2000 = (day: string): number => Math.round((Date.parse(`${day}T00:00:00Z`) - EPOCH) / 86_400_000)
