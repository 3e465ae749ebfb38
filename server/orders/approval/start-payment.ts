import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { closeExternalPayment } from '#server/money/payments/public.ts'
import { askApproval, lockOrdersForPayment, type Order, type TradePayment } from '#server/orders/orders/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Who is about to pay a trade whose money arrives later, and how. */
export interface StartPaymentInput extends TradePayment {
  method: Extract<PaymentMethod, 'online' | 'transfer'>
}

/**
 * The orders of a trade that a buyer is about to pay online or by transfer, locked. Refuses TRADE_NOT_FOUND, ALREADY_PAID, METHOD_NOT_OFFERED, and
 * NEEDS_APPROVAL to a sub-account where the limits of whoever submitted the trade have been lowered below it since (domain §5).
 */
export async function lockPayableOrders(tx: Tx, starting: StartPaymentInput): Promise<Order[]> {
  const { orders, why } = await lockOrdersForPayment(tx, starting)
  return why === null ? orders : refuse('NEEDS_APPROVAL')
}

/**
 * Starts to pay. Where that is refused with NEEDS_APPROVAL, and so undone, the trade goes to wait for the main account's word in a transaction of
 * its own before the refusal goes on. An online payment that is under way ends with it; a transfer keeps its code, since its money may be on its way.
 */
export async function startPaymentOrRequestApproval<T>(
  act: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>,
  moment: Moment,
  starting: StartPaymentInput,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'NEEDS_APPROVAL')
      await act(async (tx) => {
        const { payer, tradeId, method } = starting
        const { enterpriseId, userId } = payer
        const { orders, why } = await lockOrdersForPayment(tx, starting)
        if (why === null) return
        if (method === 'online') await closeExternalPayment(tx, moment, { enterpriseId, tradeId, why: '待主账号审批' })
        await askApproval(tx, moment, orders, { why, actor: { kind: 'member', userId } })
      })
    throw error
  }
}
