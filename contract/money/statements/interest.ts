import { type BasisPoints, computeShareOfAmount, type Fen, fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'

const CUMULATIVE = '逐日累计：每日入账的是截至当日的累计利息（四舍五入到分）减去此前已入账的部分，为 0 的日期不列出'

/**
 * Formats what a list of the interest of days, the earliest first, says of its amounts. `exactFromDay`: the cut-over of its statement (decision 670). Empty
 * if all listed days lie before it, or if there is none.
 */
export function formatInterestByDayNote({
  interestDays,
  exactFromDay,
}: {
  interestDays: readonly { day: string }[]
  exactFromDay: string | null
}): string {
  const [first, last] = [interestDays.at(0)?.day, interestDays.at(-1)?.day]
  if (first === undefined || last === undefined) return ''
  if (exactFromDay === null || exactFromDay <= first) return `逾期利息${CUMULATIVE}。`
  return exactFromDay > last ? '' : `逾期利息自 ${exactFromDay} 起${CUMULATIVE}；此前逐日四舍五入到分。`
}

/** A day of a statement that costs interest. */
export interface InterestBearingDay {
  /** What is due, unpaid and undisputed at its end. */
  principalFen: Fen
  rate: BasisPoints
  /** Whether it counts into the exact sum of its statement. Days before the cut-over (decision 670) were rounded one by one. */
  isExact: boolean
}

/** What a statement has cost until the end of a day. */
export interface InterestUntilDay {
  /** The exact sum of the days that count into it, in 1/10,000 fen. */
  exact: bigint
  /** That sum rounded once, half up to the fen, and the days before the cut-over, each rounded. */
  interestFen: Fen
}

/** An exact sum in 1/10,000 fen, rounded half up to the fen. */
export const roundExactInterest = (exact: bigint): Fen => fen(Number((exact + 5_000n) / 10_000n))

/**
 * Computes what a statement has cost until the end of each of some consecutive days. `before`: the exact sum until the day before the first of
 * them, in 1/10,000 fen. What is due of a day is the amount until it less what has been posted.
 */
export function computeInterestUntilEachDay(days: readonly InterestBearingDay[], before = 0n): InterestUntilDay[] {
  let exact = before
  let roundedFen = ZERO_FEN
  return days.map(({ principalFen, rate, isExact }) => {
    if (isExact) exact += BigInt(principalFen) * BigInt(rate)
    else roundedFen = sum([roundedFen, computeShareOfAmount(principalFen, rate)])
    return { exact, interestFen: sum([roundedFen, roundExactInterest(exact)]) }
  })
}

/**
 * Spreads a correction over the days that it is about. `differences`: until the end of each day, what is to be posted less what is posted, of which
 * the last is the whole correction. Returns what each day gets: never below zero, never more than what the day adds to the differences, and in sum the whole.
 */
export function spreadCorrectionOverDays(differences: readonly Fen[]): Fen[] {
  let least = Number.POSITIVE_INFINITY
  const until = differences.toReversed().map((difference) => {
    least = Math.min(least, difference)
    return fen(Math.max(0, least))
  })
  return until.toReversed().map((amount, at, all) => subtractFen(amount, all[at - 1] ?? ZERO_FEN))
}

const EPOCH = Date.parse('2000-01-01T00:00:00Z')

/** Days since 2000-01-01. A day's interest is posted under this number, so that it is posted only once. */
export const countDaysSince2000 = (day: string): number => Math.round((Date.parse(`${day}T00:00:00Z`) - EPOCH) / 86_400_000)
