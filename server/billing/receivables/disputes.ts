import { computeStatementDues } from '#contract/money/statements/amounts.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getStatementDueDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { reduceInvoicesAfterRefund } from '#server/billing/invoices/public.ts'
import { findTransfer } from '#server/money/ledger/public.ts'
import {
  findStatement,
  listStatementLines,
  lockAndReadDebtsUpToDate,
  lockAndUpdateDebts,
  recordDispute,
  recordDisputeDecision,
  recordDisputeWithdrawal,
  reverseDrawdown,
  updateStatementConfirmedColumns,
} from '#server/money/statements/public.ts'
import { findOrderIdsOfParcels } from '#server/orders/fulfilment/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { createStatementMessageTarget, sendCreditMessages } from './credit-messages.ts'

interface MonthRef {
  enterpriseId: string
  month: string
}

/** 对账: the buyer confirms the statement of a month. After that no line of it can be disputed. */
export async function confirmStatementMonth(
  tx: Tx,
  moment: Moment,
  { enterpriseId, month, userId }: MonthRef & { userId: string },
): Promise<void> {
  await lockAndUpdateDebts(tx, moment, [enterpriseId])
  const statement = (await findStatement(tx, enterpriseId, month)) ?? refuse('STATEMENT_NOT_FOUND')
  const lines = await listStatementLines(tx, { enterpriseId, month })
  if (lines.some(({ dispute }) => dispute === 'OPEN')) refuse('STATEMENT_DISPUTED')
  if (statement.confirmedAt === null) await updateStatementConfirmedColumns(tx, moment, { enterpriseId, month, userId })
}

/** The buyer disputes one drawdown: from today on it is not due, has no interest, and is left out of repayments. */
export async function openDispute(
  tx: Tx,
  moment: Moment,
  { enterpriseId, month, id, userId, reason }: MonthRef & { id: string; userId: string; reason: string },
): Promise<void> {
  await lockAndUpdateDebts(tx, moment, [enterpriseId])
  const statement = (await findStatement(tx, enterpriseId, month)) ?? refuse('STATEMENT_NOT_FOUND')
  const [line] = await listStatementLines(tx, { enterpriseId, month, id })
  if (!line) refuse('STATEMENT_LINE_NOT_FOUND')
  if (statement.confirmedAt !== null) refuse('STATEMENT_CONFIRMED')
  if (line.dispute !== null) refuse('ALREADY_DISPUTED')
  await recordDispute(tx, moment, { enterpriseId, month, id, userId, reason })
  await lockAndUpdateDebts(tx, moment, [enterpriseId])
}

/**
 * The buyer withdraws a dispute that is not decided: from today on the drawdown is due like the rest of its month and bears interest, for
 * the days before it does not. It cannot be disputed again.
 */
export async function withdrawDispute(
  tx: Tx,
  moment: Moment,
  { enterpriseId, month, id, userId }: MonthRef & { id: string; userId: string },
): Promise<void> {
  await lockAndUpdateDebts(tx, moment, [enterpriseId])
  if (!(await findStatement(tx, enterpriseId, month))) refuse('STATEMENT_NOT_FOUND')
  const [line] = await listStatementLines(tx, { enterpriseId, month, id })
  if (!line) refuse('STATEMENT_LINE_NOT_FOUND')
  if (line.dispute !== 'OPEN') refuse('DISPUTE_DECIDED')
  await recordDisputeWithdrawal(tx, moment, { enterpriseId, month, id, userId })
  await lockAndUpdateDebts(tx, moment, [enterpriseId])
}

/** Formats the consequences for a drawdown whose dispute ended against the buyer. The repaid part is not due again. */
async function formatUpheldResult(tx: Tx, { enterpriseId, month }: MonthRef, deferredDay: string | null): Promise<string> {
  const statement = await findStatement(tx, enterpriseId, month)
  const isDue = statement !== undefined && computeStatementDues(statement).some(({ day }) => day === deferredDay)
  return isDue ? `核实无误，延至 ${deferredDay} 到期，不补计利息` : '核实无误，该笔已还清，账款不变'
}

export interface DisputeDecisionInput extends MonthRef {
  id: string
  forBuyer: boolean
  opinion: string
  staffId: string
}

/**
 * Decides a dispute. For the buyer: the rest of the drawdown is reversed as of its first day, and its interest is returned. Against the
 * buyer: it is due on the 10th of next month, without interest until then.
 */
export async function decideDispute(tx: Tx, moment: Moment, decision: DisputeDecisionInput): Promise<void> {
  const { enterpriseId, month, id, forBuyer, opinion, staffId } = decision
  const debts = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  if (!(await findStatement(tx, enterpriseId, month))) refuse('STATEMENT_NOT_FOUND')
  const [line] = await listStatementLines(tx, { enterpriseId, month, id })
  const draw = await findTransfer(tx, enterpriseId, id)
  if (!line || !draw) refuse('STATEMENT_LINE_NOT_FOUND')
  if (line.dispute !== 'OPEN') refuse('DISPUTE_DECIDED')
  const left = line.amountFen - line.refundedFen
  if (forBuyer && left > 0) {
    const back = {
      enterpriseId,
      draw,
      month,
      amountFen: left as typeof line.amountFen,
      document: id,
      seq: 0,
      title: draw.title,
      kind: 'adjust',
    } as const
    await reverseDrawdown(tx, moment, debts, back)
    const orderIds = await findOrderIdsOfParcels(tx, enterpriseId, [draw.document])
    await reduceInvoicesAfterRefund(tx, moment, { enterpriseId, orderIds, reason: '04', note: `${month} 账单异议调整` })
  }
  const deferredDay = forBuyer ? null : getStatementDueDay(toShanghaiMonth(moment.now))
  await recordDisputeDecision(tx, moment, { enterpriseId, month, id, staffId, opinion, deferredDay })
  await lockAndUpdateDebts(tx, moment, [enterpriseId])
  const result = forBuyer ? '已调整账款' : await formatUpheldResult(tx, { enterpriseId, month }, deferredDay)
  const facts = { month, what: draw.title, amount: formatMoney(line.amountFen), result, opinion }
  await sendCreditMessages(tx, moment, [
    { enterpriseId, target: createStatementMessageTarget(month), says: createMessageTextWithValues('disputeDecided', facts) },
  ])
}
