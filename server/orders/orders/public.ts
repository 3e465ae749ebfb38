/**
 * Owns the orders and trades, their lines, states and events.
 * Writes the tables `order`, `order_event`, `order_line` and `trade`.
 * Never builds an order from a cart: orders/checkout does.
 */

export {
  approveCancellation,
  cancelOrderWithExpiredPayment,
  cancelTradeWithExpiredApproval,
  closeUnpaidOrders,
  completeOrderAutomatically,
  confirmOrderReceiptAutomatically,
  type OrderRef,
  requireLockedOrder,
} from './cancel-order.ts'
export {
  findPurchasedSkus,
  limitOrderHandlersToStaffShops,
  listSkuPurchasesSince,
  sumCouponDiscountsByTemplate,
} from './list-orders.ts'
export { type Actor, findLastShipment, findOrderReceivedAt, getActorId, insertOrderEvents, isSaleEventSql } from './order-events.ts'
export { generateOrderNumbers, insertTrade, type NewOrder, type NewOrderLine } from './order-inserts.ts'
export {
  changeOrderLineUnits,
  computeUnitsToShip,
  findOrdersHoldingSkus,
  type ListedOrderLine,
  listOrderLines,
  listOrderLinesForStaff,
  type OrderLineRow,
  recordShipmentOnOrderLines,
} from './order-lines.ts'
export {
  countUnfinishedOrders,
  findOrder,
  findOrderNumbers,
  findOrderReferencesById,
  findOrderRefsPastDeadline,
  findOrdersById,
  findOrdersByNumber,
  findOrdersOfManyTrades,
  formatGoodsOfOrders,
  lockOrdersById,
  lockOrdersOfTrade,
  NO_PAYMENT_DEADLINE,
  type Order,
  type OrderReferences,
  provinceOfOrderSql,
  recordFreightRefund,
  setPaymentDeadline,
} from './order-store.ts'
export { recordOrderEvent, setOrderAfterSaleOpen, setOrderDelivered, transitionOrders } from './order-transitions.ts'
export {
  computeBuyerActions,
  computeOrderDeadline,
  readConsoleOrderDetailOutput,
  readOrderDetailOutput,
  readOrderRowOutputs,
} from './order-view.ts'
export { lockOrdersForPayment, lockUnpaidOrdersByMethod, payOrdersByIncomingPayment, type TradePaymentInput } from './pay-trade.ts'
export {
  createApprovalOfSubmittedTrade,
  findApprovalReason,
  lockAndFindApprovalReason,
  lockPurchaseLimitsOfTrade,
  returnTradeToApproval,
  sumMonthlyPurchasesByUser,
} from './purchase-limits.ts'
