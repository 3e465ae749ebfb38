import { type Fen, negateFen } from '#contract/platform/core/money.ts'
import { rechargeMissingInterest } from '#server/money/statements/charge-interest.ts'
import { lockAndReadDebtsUpToDate } from '#server/money/statements/debt.ts'
import { reverseInterestOfLoweredDebt } from '#server/money/statements/repay.ts'
import {
  listStatementEntriesByMonthOrDocument,
  type NewStatementEntry,
  recordReductionsAndUpdateStates,
} from '#server/money/statements/statement-entries.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Repayments of one company whose money came on another day than was said. */
export interface ValueDayCorrectionInput {
  enterpriseId: string
  /** The ids of payments. Those that repaid nothing of a month are ignored. */
  payments: readonly string[]
  fromDay: string
  /** Today or earlier. */
  toDay: string
  /** The id of the cause, under which interest is posted. It is used once. */
  document: string
}

/**
 * 起息日更正 (domain §6): what the repayments took off their months counts from another day. Two entries say so for each of theirs, under the
 * old day and under the new one, and sum to zero; what was posted stays, and so does how each repayment was split. If the day is later, the
 * days between are recharged; if it is earlier, the interest since then is reversed by the rule of late knowledge.
 */
export async function correctRepaymentValueDay(tx: Tx, moment: Moment, correction: ValueDayCorrectionInput): Promise<void> {
  const { enterpriseId, payments, fromDay, toDay, document } = correction
  const debts = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  const repaid = (await listStatementEntriesByMonthOrDocument(tx, enterpriseId, { documents: payments })).filter(
    ({ kind }) => kind === 'repay',
  )
  if (repaid.length === 0) return
  const entry = (of: (typeof repaid)[number], amountFen: Fen, valueDay: string): NewStatementEntry => ({
    month: of.month,
    kind: 'redate',
    amountFen,
    document: of.document,
    valueDay,
  })
  const entries = repaid.flatMap((one) => [entry(one, negateFen(one.amountFen), fromDay), entry(one, one.amountFen, toDay)])
  await recordReductionsAndUpdateStates(tx, moment, enterpriseId, entries)
  if (toDay < fromDay) {
    await reverseInterestOfLoweredDebt(tx, moment, debts, { enterpriseId, fromDay: toDay, document })
    return
  }
  const months = [...new Set(repaid.map(({ month }) => month))]
  await rechargeMissingInterest(tx, moment, { enterpriseId, months, firstDay: fromDay, document })
}
