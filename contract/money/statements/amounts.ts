import { type Fen, formatMoney, minFen, subtract, sum, ZERO } from '#contract/platform/core/money.ts'

/** An amount that falls due on a day. */
export interface Due {
  day: string
  amountFen: Fen
}

/** What is recorded of a closed month, in fen. `settledFen` never exceeds `totalFen`. */
export interface StatementFigures {
  totalFen: Fen
  /** Repaid, and taken off by refunds, adjustments and write-offs. */
  settledFen: Fen
  /** What is left of the drawdowns in open disputes, whether they have been repaid or not. */
  disputedFen: Fen
}

/** What a closed month consists of: `settledFen + disputedFen + owedFen` is the total, in every state. */
export interface StatementBalance {
  /** In dispute and unpaid: owed, but not due. */
  disputedFen: Fen
  /** In dispute although repaid: it is a part of what is settled, and goes to the wallet if the dispute is won. */
  disputedRepaidFen: Fen
  /** 待还: to be repaid, today or later. */
  owedFen: Fen
}

/**
 * The identity of a statement (domain §6): total = settled + disputed + owed. Repayments belong to the month, not to its lines, and count for
 * undisputed lines first; so of what is in dispute as much is unpaid as the month has unpaid, and the rest of it is repaid.
 */
export function computeBalance({ totalFen, settledFen, disputedFen }: StatementFigures): StatementBalance {
  const unpaidFen = subtract(totalFen, settledFen)
  const disputedUnpaidFen = minFen(disputedFen, unpaidFen)
  return {
    disputedFen: disputedUnpaidFen,
    disputedRepaidFen: subtract(disputedFen, disputedUnpaidFen),
    owedFen: subtract(unpaidFen, disputedUnpaidFen),
  }
}

/** A closed month with the days on which it is due. */
export interface DatedFigures extends StatementFigures {
  dueDay: string
  /** What is left of drawdowns that were decided against the buyer, and their later due days. */
  deferred: readonly Due[]
}

/**
 * When what is owed of a closed month is due, each day once, the earliest first; the amounts add up to what is owed, and none is zero. Repayments
 * count for what is due first, so what is deferred longest stays unpaid longest.
 */
export function computeDues({ deferred, dueDay, ...figures }: DatedFigures): Due[] {
  const latestFirst = [...new Set(deferred.map(({ day }) => day))].toSorted().toReversed()
  let left = computeBalance(figures).owedFen
  const dues = latestFirst.map((day) => {
    const unpaid = minFen(left, sum(deferred.filter((one) => one.day === day).map(({ amountFen }) => amountFen)))
    left = subtract(left, unpaid)
    return { day, amountFen: unpaid }
  })
  return [...dues, { day: dueDay, amountFen: left }].toReversed().filter(({ amountFen }) => amountFen > 0)
}

/** What of some dues is due on a day or was before. */
export const sumDueUntil = (dues: readonly Due[], day: string): Fen =>
  sum(dues.filter((due) => due.day <= day).map(({ amountFen }) => amountFen))

export interface NextDue {
  /** The first day on which something is due, or was: it has passed while something is overdue. */
  day: string
  /** What is to be paid by then; while something is overdue, with what is due today. Without interest. */
  amountFen: Fen
  /** What of it should have been paid before today. */
  overdueFen: Fen
}

/** What a company has to pay next, of all that it owes; null: nothing is due on any day. */
export function computeNextDue(dues: readonly Due[], today: string): NextDue | null {
  const days = dues.filter(({ amountFen }) => amountFen > 0).map(({ day }) => day)
  const [day] = days.toSorted()
  if (day === undefined) return null
  const isOverdue = day < today
  return {
    day,
    amountFen: sumDueUntil(dues, isOverdue ? today : day),
    overdueFen: isOverdue ? sum(dues.filter((due) => due.day < today).map(({ amountFen }) => amountFen)) : ZERO,
  }
}

/** What of a month is due later than the rest, after disputes: '2027-01-10 ¥500.00'; '' where nothing is. */
export const formatDeferredDues = ({ dueDay, dues }: { dueDay: string; dues: readonly { day: string; amount: Fen }[] }): string =>
  dues
    .filter(({ day }) => day > dueDay)
    .map(({ day, amount }) => `${day} ${formatMoney(amount)}`)
    .join('、')
