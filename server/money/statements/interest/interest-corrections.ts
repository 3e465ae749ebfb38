// What late knowledge changes of the interest that is posted, by the cumulative formula (decision 670).
import { type RawBuilder, sql } from 'kysely'
import { computeInterestUntilEachDay, spreadCorrectionOverDays } from '#contract/money/statements/interest.ts'
import { computeShareOfAmount, type Fen, fen, maxFen, negateFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { effectiveDailyInterestRateSql } from '#server/money/statements/credit-terms.ts'
import { dateSql, statementPrincipalSql } from '#server/money/statements/principal-sql.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { countsIntoExactInterestSql, interestRateOfDaySql, toInterestBearingDay, toNextInterestRate } from './interest-rates.ts'
import { lastDayWithoutInterestSql } from './on-time-day.ts'

interface PostedDay {
  month: string
  day: string
  posted: number
  has_row: boolean
  principal_fen: number
  rate: number
  is_exact: boolean
  /** The first day of its statement that is not charged, and the rate of that day. */
  next_day: string
  next_rate: number
}

/** An amount to post for a day of a month: its principal and its rate as is known now. */
export interface InterestDayCorrection {
  month: string
  day: string
  principal_fen: number
  rate: number
  amountFen: Fen
}

/** `days`: those with an amount, and with 0 those that need a row for their rate, the earliest first. `sums`: the exact sum of each month until its last day, in 1/10,000 fen, as decimal digits, and `next` for `interestRatesWithNextSql`. */
export interface InterestCorrections {
  days: InterestDayCorrection[]
  sums: { month: string; exact: string; next: ReturnType<typeof toNextInterestRate> }[]
}

/** The days of the statements `s` of a company that a correction is about, as SQL: which statements, its first day, and the last day of each of them. */
export interface CorrectedDays {
  enterpriseId: string
  statements: RawBuilder<unknown>
  firstDay: string
  lastDay: RawBuilder<unknown>
}

/** Lists the days from the first of a correction on, and those before it that count into the same exact sum. */
async function listPostedDays(tx: Tx, { enterpriseId, statements, firstDay, lastDay }: CorrectedDays): Promise<PostedDay[]> {
  const first = sql`greatest(${lastDayWithoutInterestSql} + 1, least(${dateSql(firstDay)}, coalesce(s.exact_from_day, ${lastDayWithoutInterestSql} + 1)))`
  const company = sql`${enterpriseId}::uuid`
  const { rows } = await sql<PostedDay>`
    select s.month, d.day::text as day, coalesce(i.amount_fen - i.reversed_fen + i.recharged_fen, 0) as posted, i.day is not null as has_row, ${statementPrincipalSql(sql`d.day`, sql`0`, company)} as principal_fen,
      ${interestRateOfDaySql(sql`d.day`)} as rate, ${countsIntoExactInterestSql(sql`d.day`)} as is_exact,
      (s.interest_day + 1)::text as next_day, ${effectiveDailyInterestRateSql} as next_rate
    from statement s left join repayment_terms t on t.enterprise_id = ${enterpriseId}
    cross join lateral (select ${first} + n as day from generate_series(0, ${lastDay} - ${first}) n) d
    left join statement_interest i on i.enterprise_id = ${enterpriseId} and i.month = s.month and i.day = d.day
    where s.enterprise_id = ${enterpriseId} and ${statements} order by d.day, s.month`.execute(tx)
  return rows
}

type Direction = 'excess' | 'missing'

const turn = (which: Direction, missingFen: Fen): Fen => (which === 'missing' ? missingFen : negateFen(missingFen))

/** Whether a day that costs something needs a row though it posts nothing: before the cut-over only rows say a rate. */
const needsRow = (which: Direction, row: PostedDay): boolean =>
  which === 'missing' && !row.is_exact && !row.has_row && row.principal_fen > 0

/** What a day before the cut-over lacks, or has too much, by its own rounding. */
const correctRoundedDay = (which: Direction, { principal_fen, rate, posted }: PostedDay): Fen =>
  maxFen(ZERO_FEN, turn(which, subtractFen(computeShareOfAmount(fen(principal_fen), rate), fen(posted))))

/** What each of the days that count into the exact sum lacks, or has too much, and that sum until the last of them. */
function correctExactDays(which: Direction, days: readonly PostedDay[]): { amounts: Fen[]; exact: bigint } {
  const until = computeInterestUntilEachDay(days.map(toInterestBearingDay))
  let postedFen = ZERO_FEN
  const differences = days.map((row, at) => {
    postedFen = sum([postedFen, fen(row.posted)])
    return turn(which, subtractFen(until[at]?.interestFen ?? postedFen, postedFen))
  })
  return { amounts: spreadCorrectionOverDays(differences), exact: until.at(-1)?.exact ?? 0n }
}

/**
 * Computes what is posted too much (`excess`) or too little (`missing`) now that the caller has recorded what became known. Days of before the cut-over are
 * compared one by one; the others by the exact sum until each of them, so a day that only rounds otherwise moves nothing.
 */
export async function computeInterestCorrections(tx: Tx, which: Direction, about: CorrectedDays): Promise<InterestCorrections> {
  const rows = await listPostedDays(tx, about)
  const corrections: InterestCorrections = { days: [], sums: [] }
  for (const [month, days] of Map.groupBy(rows, (row) => row.month)) {
    // The days of before the cut-over come first.
    const rounded = days.filter((row) => !row.is_exact).map((row) => correctRoundedDay(which, row))
    const { amounts, exact } = correctExactDays(
      which,
      days.filter((row) => row.is_exact),
    )
    const next = days.slice(0, 1).flatMap(({ next_day, next_rate }) => toNextInterestRate(next_day, next_rate))
    corrections.sums.push({ month, exact: String(exact), next })
    corrections.days.push(
      ...[...rounded, ...amounts].flatMap((amountFen, at) => {
        const row = days[at]
        return row && (amountFen > 0 || needsRow(which, row))
          ? [{ month, day: row.day, principal_fen: row.principal_fen, rate: row.rate, amountFen }]
          : []
      }),
    )
  }
  corrections.days.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  return corrections
}
