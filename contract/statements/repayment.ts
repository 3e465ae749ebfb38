import { type Fen, fen, least, most, ZERO } from '../money.ts'

/** A closed month that is not settled. */
export interface OwedMonth {
  month: string
  totalFen: Fen
  /** Repaid, offset, adjusted, written off. */
  settledFen: Fen
  disputedFen: Fen
}

/** Everything that a company owes. */
export interface Debt {
  interestFen: Fen
  /** Closed months, the oldest first. */
  months: readonly OwedMonth[]
  /** Drawn in the months that are not closed, and not repaid early; the oldest first. */
  open: readonly { month: string; owedFen: Fen }[]
}

/** What a repayment does: interest, a month's drawdowns, or more than was owed. */
export type RepaymentPart =
  | { to: 'interest'; amountFen: Fen }
  | { to: 'month'; month: string; amountFen: Fen }
  | { to: 'wallet'; amountFen: Fen }

/** What of a month may be repaid: not what is in dispute. */
export const restOf = ({ totalFen, settledFen, disputedFen }: OwedMonth): Fen => most(ZERO, fen(totalFen - settledFen - disputedFen))

/** Everything that a repayment could settle now. */
export const repayable = ({ interestFen, months, open }: Debt): Fen =>
  fen(months.reduce((total, month) => total + restOf(month), 0) + open.reduce((total, { owedFen }) => total + owedFen, 0) + interestFen)

/**
 * Spends a repayment (domain §6): interest first, then the months that the buyer points at, then the oldest, then the open month; what
 * is left goes to the wallet. The parts add up to the amount, and no part is zero.
 */
export function planRepayment(debt: Debt, amountFen: Fen, pointed: readonly string[] = []): RepaymentPart[] {
  const months = [
    ...debt.months.map((one) => ({ month: one.month, restFen: restOf(one) })),
    ...debt.open.map(({ month, owedFen }) => ({ month, restFen: owedFen })),
  ]
  const first = months.filter(({ month }) => pointed.includes(month))
  const others = months.filter(({ month }) => !pointed.includes(month))
  let left = amountFen
  const take = (wanted: Fen): Fen => {
    const taken = least(left, wanted)
    left = fen(left - taken)
    return taken
  }
  const parts: RepaymentPart[] = [{ to: 'interest', amountFen: take(debt.interestFen) }]
  for (const { month, restFen } of [...first, ...others]) parts.push({ to: 'month', month, amountFen: take(restFen) })
  parts.push({ to: 'wallet', amountFen: left })
  return parts.filter((part) => part.amountFen > 0)
}
