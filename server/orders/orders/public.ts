/**
 * Owns the orders and trades, their lines, states and events.
 * Writes the tables `order`, `order_event`, `order_line` and `trade`.
 * Never builds an order from a cart: orders/checkout does.
 */

export {
  approveCancellation,
  cancelOrderWithExpiredPayment,
  cancelTradeWithExpiredApproval,
  cancelUnpaidOrdersOfTrade,
  completeOrderAutomatically,
  confirmOrderReceiptAutomatically,
  type OrderRef,
  refuseOrderAction,
  requireLockedOrder,
} from './cancel-or-receive-order.ts'
export {
  findRecentlyOrderedSkusByText,
  findRecentOrderNumbersByEitherEnd,
  hasUncancelledOrder,
  limitOrderHandlersToStaffShops,
  sumCouponDiscountsByTemplate,
} from './list-orders.ts'
export {
  type EventActor,
  findOrderReceivedAt,
  getPersonIdOfActor,
  insertOrderEvents,
  isSaleEventSql,
} from './order-events.ts'
export {
  generateOrderNumbers,
  insertTrade,
  type NewOrder,
  type NewOrderLine,
  NO_PAYMENT_DEADLINE,
  setPaymentDeadline,
} from './order-inserts.ts'
export {
  applyOrderLineQuantityDeltas,
  computeUnitsLeftToShip,
  findOrdersHoldingSkus,
  listOrderLines,
  listOrderLinesForStaff,
  listOrderLinesWithMaterialCodes,
  listSkuPurchasesSince,
  type OrderLineRow,
  type OrderLineWithMaterialCode,
  recordShipmentOnOrderLines,
  type StaffListOrderLine,
  unitsToShipOfLineSql,
  unitsToShipOfLockedOrderSql,
  unitsToShipOfOrderSql,
} from './order-lines.ts'
export {
  countUnfinishedOrders,
  findLastPaymentMethodOfMember,
  findOrder,
  findOrderNumbers,
  findOrderReferencesById,
  findOrderRefsInStateSinceBefore,
  findOrdersById,
  findOrdersByNumber,
  findOrdersOfManyTrades,
  findOrdersOfTrade,
  formatGoodsOfOrders,
  lockOrdersById,
  lockOrdersOfTrade,
  type Order,
  type OrderReferences,
  provinceOfOrderSql,
  recordFreightRefund,
  toShipSinceSql,
} from './order-store.ts'
export {
  recordOrderEventWithoutTransition,
  setOrderAfterSaleOpen,
  setOrderDeliveredByCarriers,
  transitionOrders,
} from './order-transitions.ts'
export {
  computeAutomaticOrderChangeTime,
  computeBuyerActions,
  nameProposalPreparer,
  readConsoleOrderDetailOutput,
  readOrderDetailWithoutParcels,
  readOrderListRows,
} from './order-view.ts'
export {
  changePaymentMethod,
  lockUnpaidOrdersAndFindApprovalReason,
  lockUnpaidOrdersOfTradeWithMethod,
  payOrdersByIncomingPayment,
  payTrade,
  readTotalsOfUnpaidOrders,
  type TradePaymentInput,
  toSubmittedTrade,
} from './pay-trade.ts'
export {
  findApprovalReason,
  lockPurchaseLimitsOfTradeSubmitter,
  lockSubAccountAndFindApprovalReason,
  OF_MAIN_ACCOUNT,
  requestApprovalOfSubmittedTrade,
  returnTradeToApproval,
  sumMonthlyPurchasesByUser,
} from './purchase-limits.ts'
export { findOrdersOfEnterprises, undoOrderPayments } from './undoing/undo-order-payments.ts'
