import { formatOrderChange, orderChangeVerbs } from '#contract/orders/orders/order-changes.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { releaseCouponsOfOrders } from '#server/catalog/coupons/public.ts'
import { findMinimumQuantities } from '#server/catalog/goods/public.ts'
import { releaseReservedStock } from '#server/catalog/inventory/public.ts'
import {
  closeOpenPaymentAndInformProvider,
  computeUnrefundedFen,
  findPaymentAllocationOfOrder,
  refundUnshippedPartOfOrder,
} from '#server/money/payments/public.ts'
import { releaseGiftsOfUnshippedOrders } from '#server/orders/levels/public.ts'
import { recordPurchaseApprovalDecision } from '#server/people/organisation/public.ts'
import { awaitAllAndThrowFirstError, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { type EventActor, findLastOrderEvent } from './order-events.ts'
import { computeUnitsLeftToShip, listOrderLines, type OrderLineRow } from './order-lines.ts'
import {
  findOrder,
  formatGoodsOfOrders,
  lockOrder,
  lockOrdersOfTrade,
  type Order,
  selectOrdersThatMayHaveCoupon,
  updateOrderCancelRequestColumns,
} from './order-store.ts'
import { recordOrderEventWithoutTransition, transitionOrders } from './order-transitions.ts'
import { computeAutomaticOrderChangeTime, nameOrderEventActors } from './order-view.ts'

export interface OrderRef {
  enterpriseId: string
  orderNo: string
}

/** Locks and returns an order. Refuses ORDER_NOT_FOUND, also for an order of another enterprise. */
export async function requireLockedOrder(tx: Tx, { enterpriseId, orderNo }: OrderRef): Promise<Order> {
  return (await lockOrder(tx, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
}

/** Refuses ORDER_ACTION_NOT_ALLOWED, and says who was faster: who changed the order last, when and how; without such a change, its state. */
export async function refuseOrderAction(tx: Tx, { now }: Moment, order: Order): Promise<never> {
  const last = await findLastOrderEvent(tx, order, orderChangeVerbs)
  if (!last) refuse('ORDER_ACTION_NOT_ALLOWED', { msg: `订单${orderLifecycle.states[order.state].label}，不支持该操作` })
  const [named] = await nameOrderEventActors(tx, [last])
  refuse('ORDER_ACTION_NOT_ALLOWED', { msg: formatOrderChange({ verb: last.verb, at: last.at, by: named?.by ?? '' }, now) })
}

/** Releases the gifts and the reserved stock of lines of orders of one enterprise, except shipped units. */
async function releaseUnshipped(tx: Tx, moment: Moment, orders: readonly Order[], lines: readonly OrderLineRow[]): Promise<void> {
  const left = lines.map((line) => ({ skuId: line.skuId, quantity: computeUnitsLeftToShip(line) })).filter(({ quantity }) => quantity > 0)
  const withGifts = new Set(lines.filter(({ giftId }) => giftId !== null).map(({ orderId }) => orderId))
  const [, skuIds] = await awaitAllAndThrowFirstError(
    releaseGiftsOfUnshippedOrders(
      tx,
      orders.filter(({ id }) => withGifts.has(id)),
    ),
    releaseReservedStock(tx, moment, left, findMinimumQuantities(tx, left)),
  )
  if (skuIds.length > 0) await publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds } }])
}

/** Reads the lines of orders of one enterprise. */
const listLinesOf = (tx: Tx, orders: readonly Order[]): Promise<OrderLineRow[]> =>
  listOrderLines(
    tx,
    orders[0]?.enterpriseId ?? '',
    orders.map(({ id }) => id),
  )

export interface UnpaidOrderClosingInput {
  verb: 'cancel' | 'expirePayment' | 'expireApproval' | 'reject'
  actor: EventActor
  reason: string
}

/** Cancels unpaid orders of one trade and releases their reservations. */
export async function cancelUnpaidOrdersOfTrade(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { verb, actor, reason }: UnpaidOrderClosingInput,
): Promise<void> {
  const moved = orders.find(({ state }) => !orderLifecycle.verbs[verb].from.includes(state))
  if (moved) await refuseOrderAction(tx, moment, moved)
  const [first] = orders
  if (!first) return
  const { enterpriseId, tradeId } = first
  const [, , lines] = await awaitAllAndThrowFirstError(
    closeOpenPaymentAndInformProvider(tx, moment, { enterpriseId, tradeId, why: '订单已取消' }),
    releaseCouponsOfOrders(tx, selectOrdersThatMayHaveCoupon(orders)),
    listLinesOf(tx, orders),
  )
  const also = { cancel_asked_at: null, cancel_reason: reason }
  await awaitAllAndThrowFirstError(
    releaseUnshipped(tx, moment, orders, lines),
    transitionOrders(tx, moment, orders, { verb, actor, note: reason, also }),
  )
}

/** The buyer cancels an unpaid order. */
export const cancelUnpaidOrderByBuyer = async (
  tx: Tx,
  moment: Moment,
  { ref, userId, reason }: { ref: OrderRef; userId: string; reason: string },
): Promise<void> =>
  cancelUnpaidOrdersOfTrade(tx, moment, [await requireLockedOrder(tx, ref)], { verb: 'cancel', actor: { kind: 'member', userId }, reason })

/**
 * Cancels an order whose payment time is over: a day after it started to wait for payment, or three days after its voucher was rejected.
 */
export async function cancelOrderWithExpiredPayment(tx: Tx, moment: Moment, ref: OrderRef): Promise<void> {
  const order = await requireLockedOrder(tx, ref)
  // A voucher was submitted or reviewed after the job selected this order.
  if (order.payBy !== null && order.payBy > moment.now) refuse('ORDER_ACTION_NOT_ALLOWED')
  const reason = order.payBy === null ? '24 小时未支付，已自动取消' : '超过付款期限未支付，已自动取消'
  await cancelUnpaidOrdersOfTrade(tx, moment, [order], { verb: 'expirePayment', actor: { kind: 'clock' }, reason })
}

/** Cancels a whole trade that waited three days for an approval. */
export async function cancelTradeWithExpiredApproval(tx: Tx, moment: Moment, { enterpriseId, orderNo }: OrderRef): Promise<void> {
  const order = (await findOrder(tx, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
  const orders = (await lockOrdersOfTrade(tx, enterpriseId, order.tradeId)).filter(({ state }) => state === 'WAIT_APPROVAL')
  const closing = { enterpriseId, tradeId: order.tradeId, state: 'EXPIRED', by: null, opinion: null } as const
  if (orders.length === 0 || !(await recordPurchaseApprovalDecision(tx, moment, closing))) refuse('ORDER_ACTION_NOT_ALLOWED')
  await cancelUnpaidOrdersOfTrade(tx, moment, orders, {
    verb: 'expireApproval',
    actor: { kind: 'clock' },
    reason: '72 小时未审批，已自动取消',
  })
}

/** The buyer requests to cancel a paid order of which nothing was shipped. Staff decide. */
export async function requestCancellation(
  tx: Tx,
  moment: Moment,
  { ref, userId, reason }: { ref: OrderRef; userId: string; reason: string },
): Promise<void> {
  const order = await requireLockedOrder(tx, ref)
  if (order.state !== 'WAIT_SEND' || order.cancelAskedAt !== null) await refuseOrderAction(tx, moment, order)
  if (order.afterSaleSince !== null) refuse('AFTER_SALE_OPEN')
  await updateOrderCancelRequestColumns(tx, order, { at: moment.now, reason })
  await recordOrderEventWithoutTransition(tx, moment, order, { verb: 'askCancel', actor: { kind: 'member', userId }, note: reason })
}

/** The buyer withdraws his request while staff have not decided: the order continues. */
export async function withdrawCancellationRequest(
  tx: Tx,
  moment: Moment,
  { ref, userId }: { ref: OrderRef; userId: string },
): Promise<void> {
  const order = await requireLockedOrder(tx, ref)
  if (order.cancelAskedAt === null || order.state !== 'WAIT_SEND') await refuseOrderAction(tx, moment, order)
  await updateOrderCancelRequestColumns(tx, order, { at: null, reason: null })
  await recordOrderEventWithoutTransition(tx, moment, order, { verb: 'withdrawCancel', actor: { kind: 'member', userId } })
}

/** Staff accept the cancellation: the stock is released and the money refunded by the original payment method. */
export async function approveCancellation(tx: Tx, moment: Moment, { ref, staffId }: { ref: OrderRef; staffId: string }): Promise<void> {
  const order = await requireLockedOrder(tx, ref)
  if (order.cancelAskedAt === null || order.state !== 'WAIT_SEND') await refuseOrderAction(tx, moment, order)
  const [, lines, paid] = await awaitAllAndThrowFirstError(
    releaseCouponsOfOrders(tx, selectOrdersThatMayHaveCoupon([order])),
    listLinesOf(tx, [order]),
    findPaymentAllocationOfOrder(tx, order.enterpriseId, order.id),
  )
  await releaseUnshipped(tx, moment, [order], lines)
  if (paid) {
    const back = {
      enterpriseId: order.enterpriseId,
      orderId: order.id,
      amountFen: computeUnrefundedFen(paid),
      title: formatGoodsOfOrders([order]),
      seq: 0,
    }
    await refundUnshippedPartOfOrder(tx, moment, back)
  }
  await transitionOrders(tx, moment, [order], {
    verb: 'agreeCancel',
    actor: { kind: 'staff', staffId },
    note: order.cancelReason ?? '',
    also: { cancel_asked_at: null },
  })
}

/** Staff refuse the cancellation: the order continues. */
export async function rejectCancellation(
  tx: Tx,
  moment: Moment,
  { ref, staffId, reason }: { ref: OrderRef; staffId: string; reason: string },
): Promise<void> {
  const order = await requireLockedOrder(tx, ref)
  if (order.cancelAskedAt === null) await refuseOrderAction(tx, moment, order)
  await updateOrderCancelRequestColumns(tx, order, { at: null, reason: null })
  await recordOrderEventWithoutTransition(tx, moment, order, { verb: 'refuseCancel', actor: { kind: 'staff', staffId }, note: reason })
}

/** Applies a transition that changes nothing but the order. */
async function moveOn(
  tx: Tx,
  moment: Moment,
  ref: OrderRef,
  input: { verb: 'receive' | 'autoReceive' | 'closeComment'; actor: EventActor },
): Promise<void> {
  const order = await requireLockedOrder(tx, ref)
  if (!orderLifecycle.verbs[input.verb].from.includes(order.state)) await refuseOrderAction(tx, moment, order)
  if (input.verb === 'autoReceive') {
    if (order.afterSaleSince !== null) refuse('AFTER_SALE_OPEN')
    // Its deadline has moved after the job selected this order.
    if ((computeAutomaticOrderChangeTime(order) ?? moment.now) > moment.now) refuse('ORDER_ACTION_NOT_ALLOWED')
  }
  await transitionOrders(tx, moment, [order], input)
}

/** The buyer confirms the receipt. */
export const confirmOrderReceiptByBuyer = (tx: Tx, moment: Moment, { ref, userId }: { ref: OrderRef; userId: string }): Promise<void> =>
  moveOn(tx, moment, ref, { verb: 'receive', actor: { kind: 'member', userId } })

/** Confirms the receipt automatically: some days after the carriers have delivered everything, else fifteen days after the last parcel. */
export const confirmOrderReceiptAutomatically = (tx: Tx, moment: Moment, ref: OrderRef): Promise<void> =>
  moveOn(tx, moment, ref, { verb: 'autoReceive', actor: { kind: 'clock' } })

/** Completes an order automatically, thirty days after the receipt without a review. */
export const completeOrderAutomatically = (tx: Tx, moment: Moment, ref: OrderRef): Promise<void> =>
  moveOn(tx, moment, ref, { verb: 'closeComment', actor: { kind: 'clock' } })
