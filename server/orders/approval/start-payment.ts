import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { closeOpenPaymentAndInformProvider } from '#server/money/payments/public.ts'
import {
  lockUnpaidOrdersAndFindApprovalReason,
  type Order,
  returnTradeToApproval,
  type TradePaymentInput,
} from '#server/orders/orders/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A member who starts to pay a trade online or by transfer. */
export interface StartPaymentInput extends TradePaymentInput {
  method: Extract<PaymentMethod, 'online' | 'transfer'>
}

/**
 * Locks the orders of a trade that is about to be paid online or by transfer. Refuses TRADE_NOT_FOUND, ALREADY_PAID, METHOD_NOT_OFFERED,
 * and NEEDS_APPROVAL if the payer is a sub-account and the limits of the person who submitted the trade were lowered below its amount
 * (domain §5).
 */
export async function lockOrdersForOnlineOrTransferPayment(tx: Tx, starting: StartPaymentInput): Promise<Order[]> {
  const { orders, why } = await lockUnpaidOrdersAndFindApprovalReason(tx, starting)
  return why === null ? orders : refuse('NEEDS_APPROVAL')
}

/**
 * Starts a payment. If it is refused with NEEDS_APPROVAL and rolled back, a second transaction sends the trade to approval before the
 * refusal is returned. An online payment in progress is closed then; a bank transfer keeps its code, because the money may be on its way.
 */
export async function startPaymentOrRequestApproval<T>(
  writeWithoutSession: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>,
  moment: Moment,
  starting: StartPaymentInput,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'NEEDS_APPROVAL')
      await writeWithoutSession(async (tx) => {
        const { payer, tradeId, method } = starting
        const { enterpriseId, userId } = payer
        const { orders, why } = await lockUnpaidOrdersAndFindApprovalReason(tx, starting)
        if (why === null) return
        if (method === 'online') await closeOpenPaymentAndInformProvider(tx, moment, { enterpriseId, tradeId, why: '待主账号审批' })
        await returnTradeToApproval(tx, moment, orders, { why, actor: { kind: 'member', userId } })
      })
    throw error
  }
}
