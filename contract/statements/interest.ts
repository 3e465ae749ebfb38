import { type BasisPoints, type Fen, fen, most, portionRoundedHalfUp, ZERO } from '../money.ts'

/** 0.05 % a day, where an enterprise has no rate of its own. */
export const DAILY_RATE: BasisPoints = 5

/** What lowered a statement, and the day from which that counts: a bank line's day, a provider's success, a posting. */
export interface CountedEntry {
  amountFen: Fen
  valueDay: string
}

/** A statement as far as its interest goes. */
export interface BearingStatement {
  totalFen: Fen
  /** Drawdowns in dispute: not due, and bearing nothing. */
  disputedFen: Fen
  /** Drawdowns whose dispute ended against the buyer, due later than the rest and without interest until then. */
  deferred: readonly { amountFen: Fen; dueDay: string }[]
  entries: readonly CountedEntry[]
}

/** The unpaid, undisputed principal at the end of a day, by value date; never below zero (domain §6). */
export function principalOn({ totalFen, disputedFen, deferred, entries }: BearingStatement, day: string): Fen {
  const settled = entries.filter(({ valueDay }) => valueDay <= day).reduce((total, { amountFen }) => total + amountFen, 0)
  const later = deferred.filter(({ dueDay }) => dueDay >= day).reduce((total, { amountFen }) => total + amountFen, 0)
  return most(ZERO, fen(totalFen - disputedFen - later - settled))
}

/** A day's interest on a principal, half up to the fen. */
export const interestOf = (principal: Fen, rate: BasisPoints): Fen => portionRoundedHalfUp(principal, rate)

const EPOCH = Date.parse('2000-01-01T00:00:00Z')

/** Days since 2000-01-01: the number that a day's interest is posted under, so that it is posted once. */
export const dayNumber = (day: string): number => Math.round((Date.parse(`${day}T00:00:00Z`) - EPOCH) / 86_400_000)
