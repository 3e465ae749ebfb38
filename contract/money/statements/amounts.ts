import { type Fen, formatMoney, minFen, subtractFen, sum } from '#contract/platform/core/money.ts'

/** An amount that is due on a day. */
export interface AmountDueOnDay {
  day: string
  amountFen: Fen
  /** The last day on which a payment is on time, if it is later: the due day is a holiday. */
  onTimeDay?: string
}

/** Whether an amount was not paid in time, on a day. */
const isLate = ({ day, onTimeDay = day }: AmountDueOnDay, today: string): boolean => onTimeDay < today

/** The recorded figures of a closed month, in fen. `settledFen` never exceeds `totalFen`. */
export interface StatementAmounts {
  totalFen: Fen
  /** Repaid, or reduced by refunds, adjustments and write-offs; minus the part that refunds within the month sent to the wallet. */
  settledFen: Fen
  /** The remaining amounts of drawdowns in open disputes, repaid or not. */
  disputedFen: Fen
}

/** The parts of a closed month: `settledFen + disputedFen + owedFen` is the total, in every state. */
export interface StatementBalanceParts {
  /** In dispute and unpaid: owed, but not due. */
  disputedFen: Fen
  /** In dispute although repaid. It is a part of the settled amount, and goes to the wallet if the buyer wins the dispute. */
  disputedRepaidFen: Fen
  /** 待还: to be repaid today or later. */
  owedFen: Fen
}

/**
 * Computes the parts of a statement (domain §6): total = settled + disputed + owed. Repayments belong to the month and not to its lines,
 * and count for undisputed lines first. So the unpaid part of the disputed amount is at most the unpaid part of the month, and the rest of
 * it is repaid.
 */
export function computeStatementBalanceParts({ totalFen, settledFen, disputedFen }: StatementAmounts): StatementBalanceParts {
  const unpaidFen = subtractFen(totalFen, settledFen)
  const disputedUnpaidFen = minFen(disputedFen, unpaidFen)
  return {
    disputedFen: disputedUnpaidFen,
    disputedRepaidFen: subtractFen(disputedFen, disputedUnpaidFen),
    owedFen: subtractFen(unpaidFen, disputedUnpaidFen),
  }
}

/**
 * The amount of a month that the buyer has repaid: the settled amount that was not a reduction, plus the part that refunds within the month
 * have sent back to the wallet.
 */
export const computeRepaidAmountOfStatement = ({
  settledFen,
  walletFen,
  reducedFen,
}: {
  settledFen: Fen
  walletFen: Fen
  reducedFen: Fen
}): Fen => subtractFen(sum([settledFen, walletFen]), reducedFen)

/** A closed month with its due days. */
export interface StatementAmountsWithDueDays extends StatementAmounts {
  dueDay: string
  /** The last day on which a payment is on time. Default: the due day. */
  onTimeDay?: string
  /** The remaining amounts of drawdowns that were decided against the buyer, with their later due days. */
  deferred: readonly AmountDueOnDay[]
}

/**
 * Computes when the owed amount of a closed month is due: each day once, the earliest first. The amounts add up to the owed amount, and
 * none is zero. Repayments count for the earliest due amounts, so deferred amounts are paid last.
 */
export function computeDueAmountsOfStatement({
  deferred,
  dueDay,
  onTimeDay = dueDay,
  ...figures
}: StatementAmountsWithDueDays): AmountDueOnDay[] {
  const latestFirst = [...new Set(deferred.map(({ day }) => day))].toSorted().toReversed()
  let left = computeStatementBalanceParts(figures).owedFen
  const dues = latestFirst.map((day): AmountDueOnDay => {
    const unpaid = minFen(left, sum(deferred.filter((one) => one.day === day).map(({ amountFen }) => amountFen)))
    left = subtractFen(left, unpaid)
    return { day, amountFen: unpaid }
  })
  const first: AmountDueOnDay = { day: dueDay, amountFen: left }
  if (onTimeDay > dueDay) first.onTimeDay = onTimeDay
  return [...dues, first].toReversed().filter(({ amountFen }) => amountFen > 0)
}

/** The sum of the amounts that are due on a day or earlier. */
export const sumAmountsDueUntilDay = (dues: readonly AmountDueOnDay[], day: string): Fen =>
  sum(dues.filter((due) => due.day <= day).map(({ amountFen }) => amountFen))

export interface NextDueAmount {
  /** The first due day. It is in the past while something is overdue, or where it was a holiday and the next working day has not passed. */
  day: string
  /** The amount that must be paid by then, without interest; while something is overdue, it includes the amounts that are due today. */
  amountFen: Fen
  /** The part of it that was not paid in time. */
  overdueFen: Fen
}

/** Computes the next payment of a company from all that it owes; null if nothing is due on any day. */
export function computeNextDueOfEnterprise(dues: readonly AmountDueOnDay[], today: string): NextDueAmount | null {
  const days = dues.filter(({ amountFen }) => amountFen > 0).map(({ day }) => day)
  const [day] = days.toSorted()
  if (day === undefined) return null
  return {
    day,
    amountFen: sumAmountsDueUntilDay(dues, day < today ? today : day),
    overdueFen: sum(dues.filter((due) => isLate(due, today)).map(({ amountFen }) => amountFen)),
  }
}

/** The amounts of a month that are due later than the rest, after disputes: '2027-01-10 ¥500.00'; '' if there are none. */
export const formatAmountsDueLater = ({ dueDay, dues }: { dueDay: string; dues: readonly { day: string; amount: Fen }[] }): string =>
  dues
    .filter(({ day }) => day > dueDay)
    .map(({ day, amount }) => `${day} ${formatMoney(amount)}`)
    .join('、')

/** 还款日遇节假日: until when a payment is on time; '' if that is the due day. */
export const formatLastDayOnTime = ({ dueDay, onTimeDay }: { dueDay: string; onTimeDay: string }): string =>
  onTimeDay > dueDay ? `遇节假日，${onTimeDay}（含）前到账视为按时` : ''

/** What of a statement was reduced since its close, and of its claims, in fen. */
export interface StatementReductionInput {
  reducedFen: Fen
  claim: { writtenOffFen: Fen; writtenOffInterestFen: Fen; recoveredFen: Fen; forgivenFen: Fen }
}

/** Takes apart what was offset (已冲减) and written off (核销, principal and interest), and computes what of the latter is still claimed. */
export function computeStatementReductions({
  reducedFen,
  claim: { writtenOffFen, writtenOffInterestFen, recoveredFen, forgivenFen },
}: StatementReductionInput) {
  const principalFen = subtractFen(writtenOffFen, writtenOffInterestFen)
  return {
    offset: subtractFen(reducedFen, principalFen),
    writtenOffPrincipal: principalFen,
    writtenOff: writtenOffFen,
    writtenOffInterest: writtenOffInterestFen,
    recovered: recoveredFen,
    forgiven: forgivenFen,
    toRecover: subtractFen(writtenOffFen, sum([recoveredFen, forgivenFen])),
  }
}
