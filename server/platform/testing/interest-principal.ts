import { type Fen, fen, maxFen, ZERO_FEN } from '#contract/platform/core/money.ts'

/** An entry that lowered a statement, with its value date: the day of a bank line, of a provider's success, or of a posting. */
export interface InterestRelevantEntry {
  amountFen: Fen
  valueDay: string
  /** The last day on which it counts: the day before the money went back to the wallet. */
  untilDay?: string
}

/** The figures of a statement that its interest depends on. */
export interface InterestBearingStatement {
  totalFen: Fen
  entries: readonly InterestRelevantEntry[]
  /**
   * Drawdowns that are not due and bear no interest between two days: in dispute (without an end yet), or decided against the buyer and due
   * later.
   */
  withheld: readonly { amountFen: Fen; fromDay: string; untilDay: string | null }[]
}

/**
 * The unpaid, undisputed principal at the end of a day, by value date; never below zero (domain §6). Tests compare
 * `statementPrincipalSql` with it; the program itself only has the SQL.
 */
export function computeInterestPrincipalOn({ totalFen, entries, withheld }: InterestBearingStatement, day: string): Fen {
  const settled = entries
    .filter(({ valueDay, untilDay = day }) => valueDay <= day && day <= untilDay)
    .reduce((total, { amountFen }) => total + amountFen, 0)
  const kept = withheld
    .filter(({ fromDay, untilDay }) => fromDay <= day && (untilDay === null || day <= untilDay))
    .reduce((total, { amountFen }) => total + amountFen, 0)
  return maxFen(ZERO_FEN, fen(totalFen - settled - kept))
}
