import { sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { markCouponsOfPaidOrdersUsed } from '#server/catalog/coupons/public.ts'
import { lockAndRequireSufficientCredit } from '#server/money/credit/public.ts'
import { cancelUnpaidOrdersOfTrade, lockOrdersOfTrade, type Order, transitionOrders } from '#server/orders/orders/public.ts'
import { findPurchaseApproval, recordPurchaseApprovalDecision } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Member } from '#server/platform/http/caller.ts'

interface Word {
  caller: Member
  id: string
}

/**
 * Records the decision of the main account and returns the orders that waited for it. The orders are locked first, so that of two
 * decisions, or of a decision and the expiry job, exactly one counts.
 */
async function decide(
  tx: Tx,
  moment: Moment,
  { caller, id }: Word,
  { state, opinion }: { state: 'APPROVED' | 'REJECTED'; opinion: string | null },
): Promise<Order[]> {
  const { enterpriseId, userId } = caller
  const { tradeId, askedBy } = (await findPurchaseApproval(tx, enterpriseId, id)) ?? refuse('APPROVAL_NOT_FOUND')
  if (askedBy === userId) refuse('OWN_APPROVAL')
  const orders = await lockOrdersOfTrade(tx, enterpriseId, tradeId)
  if (!(await recordPurchaseApprovalDecision(tx, moment, { enterpriseId, tradeId, id, state, by: userId, opinion })))
    refuse('APPROVAL_DECIDED')
  return orders.filter((order) => order.state === 'WAIT_APPROVAL')
}

/**
 * Approves a trade. It can then be paid at the prices and with the stock reserved at submit. On credit, the limit must still be sufficient;
 * the amount is held when the trade is paid.
 */
export async function approveTrade(tx: Tx, moment: Moment, decision: Word): Promise<void> {
  const orders = await decide(tx, moment, decision, { state: 'APPROVED', opinion: null })
  const { enterpriseId, userId } = decision.caller
  const amountFen = sum(orders.map(({ payableFen }) => payableFen))
  if (orders[0]?.method === 'credit') await lockAndRequireSufficientCredit(tx, moment, { enterpriseId, amountFen })
  const actor = { kind: 'member', userId } as const
  const free = orders.filter(({ payableFen }) => payableFen === 0)
  const priced = orders.filter(({ payableFen }) => payableFen > 0)
  await markCouponsOfPaidOrdersUsed(tx, moment, free)
  if (free.length > 0) await transitionOrders(tx, moment, free, { verb: 'approveFree', actor })
  if (priced.length > 0) await transitionOrders(tx, moment, priced, { verb: 'approve', actor })
}

/** Rejects a trade. Its orders are cancelled and their stock is released. */
export async function rejectTrade(tx: Tx, moment: Moment, { reason, ...decision }: Word & { reason: string }): Promise<void> {
  const orders = await decide(tx, moment, decision, { state: 'REJECTED', opinion: reason })
  const actor = { kind: 'member', userId: decision.caller.userId } as const
  await cancelUnpaidOrdersOfTrade(tx, moment, orders, { verb: 'reject', actor, reason })
}
