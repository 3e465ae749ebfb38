/**
 * Owns the orders and trades, their lines, states and events.
 * Writes the tables `order`, `order_event`, `order_line` and `trade`.
 * Never builds an order from a cart: orders/checkout does.
 */

export {
  agreeCancel,
  closeCommentPeriod,
  closeUnpaidOrders,
  expireApproval,
  expirePayment,
  type OrderRef,
  receiveOrderAutomatically,
  requireOrder,
} from './cancel-order.ts'
export { type ListedLine, listLinesOfOrders, listPurchasesSince, sumCouponDiscounts } from './list-orders.ts'
export { type Actor, actorIdOf, findReceivedAt, insertOrderEvents } from './order-events.ts'
export { generateOrderNumbers, insertTrade, type NewLine, type NewOrder } from './order-inserts.ts'
export { changeUnits, computeUnitsToShip, listOrderLines, type Order, type OrderLineRow } from './order-rows.ts'
export {
  findAllOrderNumbers,
  findOrder,
  findOrderNumbers,
  findOrders,
  findOrdersById,
  findOverdue,
  findTrades,
  lockOrders,
  lockTrade,
  NO_DEADLINE,
  type OrderNumbers,
  recordFreightRefund,
  recordShipment,
  setAfterSaleOpen,
  setPayBy,
} from './order-store.ts'
export { recordOrderEvent, transitionOrders } from './order-transitions.ts'
export { buyerActionsOf, deadlineOf, describeForConsole, describeOrder, describeOrderRows } from './order-view.ts'
export { lockOrdersForPayment, lockUnpaidOrdersByMethod, payByIncomingPayment, type TradePayment } from './pay-trade.ts'
export {
  askApproval,
  createApproval,
  findApprovalReason,
  lockAndFindApprovalReason,
  lockBuyerPurchaseLimits,
  sumMonthUsage,
} from './purchase-limits.ts'
