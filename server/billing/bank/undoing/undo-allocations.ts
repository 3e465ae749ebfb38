// 撤销到账: takes back what parts of bank lines have done for one company, on their day.
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney, sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { type BankAllocationRow, findBankAllocations, releaseBankAllocations } from '#server/billing/bank/allocations.ts'
import { lockBankLines } from '#server/billing/bank/bank-line-store.ts'
import {
  countTransfersByDocument,
  type LedgerTransfer,
  lockAndReadLedgerBalance,
  postTransfersOfEnterprise,
} from '#server/money/ledger/public.ts'
import {
  deletePaymentAllocations,
  type ExternalPayment,
  listOrdersPaidByPayments,
  lockPayments,
  type PaidOrderPart,
  undoSettledBankTransfers,
} from '#server/money/payments/public.ts'
import { lockAndReadDebtsUpToDate, undoRepayments } from '#server/money/statements/public.ts'
import { lockOrdersById, type Order, undoOrderPayments } from '#server/orders/orders/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { createUndoReasonFinder, type FindContracts } from './undo-rules.ts'

/** How long an order waits for payment again: as long as after the rejection of a voucher (domain §5). */
const HOURS_TO_PAY = 72

export interface BankAllocationUndoInput {
  enterpriseId: string
  ids: readonly string[]
  reason: string
  staffId: string
  findContracts: FindContracts
}

/** What is locked: the uses, their payments by purpose, and the orders that they pay. */
interface LockedForUndo {
  allocations: BankAllocationRow[]
  payments: ExternalPayment[]
  parts: PaidOrderPart[]
  orders: Order[]
}

/** Locks the lines, then orders, payments, debts and the wallet, in the sequence of everything else that uses a line. */
async function lockForUndo(tx: Tx, moment: Moment, { enterpriseId, ids }: BankAllocationUndoInput): Promise<LockedForUndo> {
  const seen = await findBankAllocations(tx, enterpriseId, ids)
  if (seen.length < new Set(ids).size) refuse('BANK_ALLOCATION_NOT_FOUND')
  await lockBankLines(
    tx,
    seen.map(({ line_id }) => line_id),
  )
  const paymentIds = seen.flatMap(({ payment_id }) => payment_id ?? [])
  const named = { enterpriseIds: [enterpriseId], paymentIds }
  const orders = await lockOrdersById(
    tx,
    enterpriseId,
    (await listOrdersPaidByPayments(tx, named)).map(({ orderId }) => orderId),
  )
  const payments = await lockPayments(tx, enterpriseId, paymentIds)
  if (payments.some(({ purpose }) => purpose === 'repay')) await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  if (payments.some(({ purpose }) => purpose !== 'trade')) await lockAndReadLedgerBalance(tx, enterpriseId, 'wallet')
  // Read again, because somebody may have taken one back before the lines were locked.
  return {
    allocations: await findBankAllocations(tx, enterpriseId, ids),
    payments,
    parts: await listOrdersPaidByPayments(tx, named),
    orders,
  }
}

/** The counter transfers of orders that were paid and of top-ups; those of repayments are posted with their months. */
async function listCounterTransfers(tx: Tx, enterpriseId: string, { payments, parts }: LockedForUndo): Promise<LedgerTransfer[]> {
  const documents = parts.map(({ orderId }) => orderId)
  const paid =
    documents.length === 0 ? new Map<string, number>() : await countTransfersByDocument(tx, { enterpriseId, kind: 'payByBank', documents })
  return [
    ...parts.map(({ orderId, paymentId, amountFen }): LedgerTransfer => {
      const title = payments.find(({ id }) => id === paymentId)?.title ?? ''
      return { kind: 'undoPayment', amountFen, document: orderId, seq: (paid.get(orderId) ?? 1) - 1, title: `撤销到账-${title}` }
    }),
    ...payments
      .filter(({ purpose }) => purpose === 'topUp')
      .map(({ id, amountFen, title }): LedgerTransfer => ({ kind: 'undoTopUp', amountFen, document: id, title: `撤销到账-${title}` })),
  ]
}

const whatFollows = {
  trade: '订单恢复待支付，请在 72 小时内付款。',
  topUp: '该款已从钱包扣回。',
  repay: '账单恢复待还。',
} as const satisfies Record<ExternalPayment['purpose'], string>

/** Tells the payers and the main account of the company, once for each payment. */
async function notifyPayers(tx: Tx, moment: Moment, payments: readonly ExternalPayment[], reason: string): Promise<void> {
  const [first] = payments
  if (!first) return
  const { enterpriseId } = first
  const main = await findMainUserId(tx, enterpriseId)
  await sendMessages(
    tx,
    moment,
    payments.map(({ userId, title, amountFen, purpose }) => ({
      enterpriseId,
      userIds: main === undefined ? [userId] : [userId, main],
      kind: 'system' as const,
      says: createMessageTextWithValues('transferUndone', {
        what: title,
        amount: formatMoney(amountFen),
        reason,
        next: whatFollows[purpose],
      }),
    })),
  )
}

/**
 * Takes uses of lines for one company back, all or none, by a number of statements that does not depend on how many they are. Orders wait for payment again,
 * top-ups leave the wallet, repayments are owed again, and the lines wait to be assigned. Refuses BANK_ALLOCATION_NOT_FOUND, and BANK_ALLOCATION_STAYS with
 * the reason of the first that stays. Returns how many were taken back, and how much.
 */
export async function undoBankAllocations(
  tx: Tx,
  moment: Moment,
  input: BankAllocationUndoInput,
): Promise<{ undone: number; amount: Fen }> {
  const { enterpriseId, reason, staffId, findContracts } = input
  const locked = await lockForUndo(tx, moment, input)
  const { allocations, payments, orders } = locked
  const reasons = (await createUndoReasonFinder(tx, moment, { allocations, staffId, findContracts }))(allocations)
  for (const { id, title, amount_fen, undone_at } of allocations) {
    const why = undone_at === null ? reasons.get(id) : '已由他人撤销'
    if (why) refuse('BANK_ALLOCATION_STAYS', { msg: `“${title}”${formatMoney(amount_fen)} 不能撤销：${why}` })
  }
  const why = `到账已撤销：${reason}`
  await undoOrderPayments(tx, moment, orders, { staffId, reason, payBy: addHours(moment.now, HOURS_TO_PAY) })
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers: await listCounterTransfers(tx, enterpriseId, locked) })
  if (orders.length > 0) await deletePaymentAllocations(tx, { enterpriseId, paymentIds: payments.map(({ id }) => id) })
  const repaid = payments.filter(({ purpose }) => purpose === 'repay').map(({ id }) => id)
  if (repaid.length > 0) await undoRepayments(tx, moment, { enterpriseId, ids: repaid })
  await undoSettledBankTransfers(tx, moment, { enterpriseId, payments, why })
  await releaseBankAllocations(tx, moment, { enterpriseId, allocations, staffId, reason })
  await notifyPayers(tx, moment, payments, reason)
  return { undone: allocations.length, amount: sum(allocations.map(({ amount_fen }) => amount_fen)) }
}
