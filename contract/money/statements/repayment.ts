import { type Fen, fen, minFen } from '#contract/platform/core/money.ts'
import { computeStatementBalance, type StatementAmounts } from './amounts.ts'

/** A closed month that is not settled. */
export interface OwedMonth extends StatementAmounts {
  month: string
}

/** A claim that was written off and is kept: off the receivable, but still owed. */
export interface OwedBadDebt {
  id: string
  month: string
  owedFen: Fen
}

/** Everything that a company owes. */
export interface EnterpriseDebt {
  /** Claims that were written off, the oldest month first. */
  badDebts: readonly OwedBadDebt[]
  interestFen: Fen
  /** Closed months, the oldest first. */
  months: readonly OwedMonth[]
  /** Drawdowns of months that are not closed and not repaid early, the oldest first. */
  open: readonly { month: string; owedFen: Fen }[]
}

/** A part of a repayment: for a written-off claim, for interest, for a month's drawdowns, or above the debt. */
export type RepaymentPart =
  | { to: 'badDebt'; id: string; month: string; amountFen: Fen }
  | { to: 'interest'; amountFen: Fen }
  | { to: 'month'; month: string; amountFen: Fen }
  | { to: 'wallet'; amountFen: Fen }

/** The maximum that a repayment could settle now. */
export const computeRepayableTotal = ({ badDebts, interestFen, months, open }: EnterpriseDebt): Fen =>
  fen(
    badDebts.reduce((total, { owedFen }) => total + owedFen, 0) +
      months.reduce((total, month) => total + computeStatementBalance(month).owedFen, 0) +
      open.reduce((total, { owedFen }) => total + owedFen, 0) +
      interestFen,
  )

/**
 * Splits a repayment (domain §6): written-off claims first, the oldest before the others, then interest, then the months that the buyer chose, then the oldest, then the open month. The rest goes
 * to the wallet. The parts add up to the amount, and no part is zero.
 */
export function planRepayment(debt: EnterpriseDebt, amountFen: Fen, pointed: readonly string[] = []): RepaymentPart[] {
  const months = [
    ...debt.months.map((one) => ({ month: one.month, restFen: computeStatementBalance(one).owedFen })),
    ...debt.open.map(({ month, owedFen }) => ({ month, restFen: owedFen })),
  ]
  const first = months.filter(({ month }) => pointed.includes(month))
  const others = months.filter(({ month }) => !pointed.includes(month))
  let left = amountFen
  const take = (wanted: Fen): Fen => {
    const taken = minFen(left, wanted)
    left = fen(left - taken)
    return taken
  }
  const parts: RepaymentPart[] = debt.badDebts.map(({ id, month, owedFen }) => ({ to: 'badDebt', id, month, amountFen: take(owedFen) }))
  parts.push({ to: 'interest', amountFen: take(debt.interestFen) })
  for (const { month, restFen } of [...first, ...others]) parts.push({ to: 'month', month, amountFen: take(restFen) })
  parts.push({ to: 'wallet', amountFen: left })
  return parts.filter((part) => part.amountFen > 0)
}
