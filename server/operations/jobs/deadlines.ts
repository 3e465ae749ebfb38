import { type OrderVerb, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { closeReturnsNotSentInTime } from '#server/orders/after-sales/public.ts'
import { expireOrderProposals } from '#server/orders/order-proposals/public.ts'
import {
  cancelOrderWithExpiredPayment,
  cancelTradeWithExpiredApproval,
  completeOrderAutomatically,
  confirmOrderReceiptAutomatically,
  findOrderRefsInStateSinceBefore,
  type OrderRef,
} from '#server/orders/orders/public.ts'
import { expireOffersAndReopenQuotations } from '#server/orders/quotations/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors, returnFalseIfRefused } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'

type Consequence = (tx: Tx, moment: Moment, ref: OrderRef) => Promise<void>

/** The action at each deadline of the lifecycle. A new deadline of the lifecycle needs an entry here. */
const consequences: Partial<Record<OrderVerb, Consequence>> = {
  expireApproval: cancelTradeWithExpiredApproval,
  expirePayment: cancelOrderWithExpiredPayment,
  autoReceive: confirmOrderReceiptAutomatically,
  closeComment: completeOrderAutomatically,
}

/** Applies a verb to each order whose deadline has passed. */
async function moveOverdue(db: Db, moment: Moment, verb: OrderVerb): Promise<number> {
  const { from, afterHours, by } = orderLifecycle.verbs[verb]
  if (!by.includes('clock') || afterHours === undefined) return 0
  const due = consequences[verb]
  if (!due) throw new Error(`nothing says what ${verb} does`)
  const overdue = await findOrderRefsInStateSinceBefore(db, { states: from, before: addHours(moment.now, -afterHours), now: moment.now })
  return forEachCollectingErrors(overdue, (ref) => returnFalseIfRefused(runInTransaction(db, (tx) => due(tx, moment, ref))))
}

/**
 * Applies the deadlines of orders, of agreed returns, of offers and of proposals, in one transaction each. An order that somebody else has changed meanwhile is
 * skipped. If some fail, it throws an AggregateError after the others are done.
 */
export async function applyOrderReturnAndOfferDeadlines(db: Db, moment: Moment): Promise<number> {
  const passes = keysOf(orderLifecycle.verbs).map((verb) => () => moveOverdue(db, moment, verb))
  return forEachCollectingErrors(
    [
      ...passes,
      () => closeReturnsNotSentInTime(db, moment),
      () => expireOffersAndReopenQuotations(db, moment),
      () => expireOrderProposals(db, moment),
    ],
    (pass) => pass(),
  )
}
