import { type BasisPoints, type Fen, fen, maxFen, portionRoundedHalfUp, ZERO } from '#contract/platform/core/money.ts'

/** What lowered a statement, and the day from which that counts: a bank line's day, a provider's success, a posting. */
export interface CountedEntry {
  amountFen: Fen
  valueDay: string
  /** The last day on which it counts; of money that went back to the wallet the day before it did. */
  untilDay?: string
}

/** A statement as far as its interest goes. */
export interface InterestBearingStatement {
  totalFen: Fen
  entries: readonly CountedEntry[]
  /**
   * Drawdowns that are not due and bear nothing from one day through another: in dispute (no end yet), or decided against the buyer and due
   * later than the rest.
   */
  withheld: readonly { amountFen: Fen; fromDay: string; untilDay: string | null }[]
}

/**
 * The unpaid, undisputed principal at the end of a day, by value date; never below zero (domain §6). It is the rule that `principalSql` of the server
 * is tested against.
 */
export function principalOn({ totalFen, entries, withheld }: InterestBearingStatement, day: string): Fen {
  const settled = entries
    .filter(({ valueDay, untilDay = day }) => valueDay <= day && day <= untilDay)
    .reduce((total, { amountFen }) => total + amountFen, 0)
  const kept = withheld
    .filter(({ fromDay, untilDay }) => fromDay <= day && (untilDay === null || day <= untilDay))
    .reduce((total, { amountFen }) => total + amountFen, 0)
  return maxFen(ZERO, fen(totalFen - settled - kept))
}

/** A day's interest on a principal, half up to the fen. */
export const computeInterest = (principal: Fen, rate: BasisPoints): Fen => portionRoundedHalfUp(principal, rate)

const EPOCH = Date.parse('2000-01-01T00:00:00Z')

/** Days since 2000-01-01: the number that a day's interest is posted under, so that it is posted once. */
export const dayNumber = (day: string): number => Math.round((Date.parse(`${day}T00:00:00Z`) - EPOCH) / 86_400_000)
