import { type Fen, fen, maxFen, minFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { computeStatementBalanceParts, type StatementAmounts } from './amounts.ts'

/** A closed month that is not settled. */
export interface OwedStatementMonth extends StatementAmounts {
  month: string
  /** The part of what is owed that acceptance bills cover. Repayments pay it last. */
  coveredFen: Fen
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
  months: readonly OwedStatementMonth[]
  /** Drawdowns of months that are not closed and not repaid early, the oldest first. */
  open: readonly { month: string; owedFen: Fen; coveredFen: Fen }[]
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
      months.reduce((total, month) => total + computeStatementBalanceParts(month).owedFen, 0) +
      open.reduce((total, { owedFen }) => total + owedFen, 0) +
      interestFen,
  )

/** The part of the debt that no bill covers. */
export const selectDebtNotCoveredByAcceptanceBills = <D extends EnterpriseDebt>(debt: D): D => ({
  ...debt,
  months: debt.months.map((one) => ({ ...one, disputedFen: sum([one.disputedFen, one.coveredFen]), coveredFen: ZERO_FEN })),
  open: debt.open.map((one) => ({ ...one, owedFen: maxFen(ZERO_FEN, subtractFen(one.owedFen, one.coveredFen)), coveredFen: ZERO_FEN })),
})

/** What a repayment pays before the others: months that the buyer chose, and amounts of months that a bill has covered. */
export interface RepaymentPriorityInput {
  pointed?: readonly string[]
  covered?: readonly { month: string; amountFen: Fen }[]
}

/**
 * Splits a repayment (domain §6): written-off claims first, the oldest before the others, then interest, then the months that the buyer chose, then the oldest, then the open month, and last what bills
 * cover. A bill pays what it has covered before anything else. The rest goes to the wallet. The parts add up to the amount, and no part is zero.
 */
export function splitRepaymentOverDebts(
  debt: EnterpriseDebt,
  amountFen: Fen,
  { pointed = [], covered = [] }: RepaymentPriorityInput = {},
): RepaymentPart[] {
  const months = [
    ...debt.months.map((one) => ({ month: one.month, restFen: computeStatementBalanceParts(one).owedFen, coveredFen: one.coveredFen })),
    ...debt.open.map(({ month, owedFen, coveredFen }) => ({ month, restFen: owedFen, coveredFen })),
  ]
  let left = amountFen
  const take = (wanted: Fen): Fen => {
    const taken = minFen(left, wanted)
    left = fen(left - taken)
    return taken
  }
  const paid = new Map<string, Fen>()
  const pay = (month: string, wanted: Fen) => {
    const before = paid.get(month) ?? ZERO_FEN
    paid.set(month, sum([before, take(maxFen(ZERO_FEN, wanted))]))
  }
  const unpaid = ({ month, restFen }: (typeof months)[number]) => subtractFen(restFen, paid.get(month) ?? ZERO_FEN)
  for (const one of months) pay(one.month, minFen(one.restFen, covered.find(({ month }) => month === one.month)?.amountFen ?? ZERO_FEN))
  const badDebts = debt.badDebts.map(({ id, month, owedFen }) => ({ to: 'badDebt' as const, id, month, amountFen: take(owedFen) }))
  const interest = { to: 'interest' as const, amountFen: take(debt.interestFen) }
  for (const one of months) if (pointed.includes(one.month)) pay(one.month, unpaid(one))
  for (const one of months) pay(one.month, subtractFen(unpaid(one), one.coveredFen))
  for (const one of months) pay(one.month, unpaid(one))
  const chosen = [...paid].toSorted(([one], [other]) => Number(pointed.includes(other)) - Number(pointed.includes(one)))
  const parts: RepaymentPart[] = [
    ...badDebts,
    interest,
    ...chosen.map(([month, paidFen]) => ({ to: 'month' as const, month, amountFen: paidFen })),
    { to: 'wallet', amountFen: left },
  ]
  return parts.filter((part) => part.amountFen > 0)
}
