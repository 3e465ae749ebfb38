/**
 * Owns the orders and trades, their lines, states and events.
 * Writes the tables `order`, `order_event`, `order_line` and `trade`.
 * Never builds an order from a cart: orders/checkout does.
 */

export {
  approveCancellation,
  closeCommentPeriod,
  closeUnpaidOrders,
  expireApproval,
  expirePayment,
  type OrderRef,
  receiveOrderAutomatically,
  requireLockedOrder,
} from './cancel-order.ts'
export {
  findPurchases,
  guardOrders,
  type ListedOrderLine,
  listLinesOfOrders,
  listPurchasesSince,
  sumCouponDiscounts,
} from './list-orders.ts'
export { type Actor, findReceivedAt, getActorId, insertOrderEvents } from './order-events.ts'
export { generateOrderNumbers, insertTrade, type NewOrder, type NewOrderLine } from './order-inserts.ts'
export { changeOrderLineUnits, computeUnitsToShip, listOrderLines, type Order, type OrderLineRow } from './order-rows.ts'
export {
  findOrder,
  findOrderNumbers,
  findOrderReferences,
  findOrders,
  findOrdersById,
  findOrdersOfTrades,
  findOrdersPastDeadline,
  lockOrders,
  lockTrade,
  NO_DEADLINE,
  type OrderReferences,
  recordFreightRefund,
  recordShipment,
  setAfterSaleOpen,
  setPaymentDeadline,
} from './order-store.ts'
export { recordOrderEvent, transitionOrders } from './order-transitions.ts'
export { computeOrderDeadline, describeOrder, describeOrderForConsole, describeOrderRows, listBuyerActions } from './order-view.ts'
export { lockOrdersForPayment, lockUnpaidOrdersByMethod, payByIncomingPayment, type TradePayment } from './pay-trade.ts'
export {
  createApprovalOfSubmittedTrade,
  findApprovalReason,
  lockAndFindApprovalReason,
  lockPurchaseLimitsOfTrade,
  sendTradeBackToApproval,
  sumMonthUsageByUser,
} from './purchase-limits.ts'
