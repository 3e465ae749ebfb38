export {
  agreeCancel,
  closeComments,
  demandOrder,
  endUnpaid,
  expireApproval,
  expirePayment,
  type OrderRef,
  receiveByClock,
} from './cancel-order.ts'
export { type ListedLine, linesOfOrders, purchasesSince } from './list-orders.ts'
export { moveOrders, noteOrder } from './move-order.ts'
export { type Actor, actorIdOf, insertEvents, receivedAt } from './order-events.ts'
export { drawOrderNumbers, insertTrade, type NewLine, type NewOrder } from './order-inserts.ts'
export { type Line, leftToShip, listLines, moveUnits, type Order } from './order-rows.ts'
export {
  allNumbers,
  findOrder,
  findOrders,
  findOrdersById,
  findOverdue,
  findTrades,
  lockOrders,
  lockTrade,
  NEVER,
  type OrderNumbers,
  orderNumbers,
  recordShipment,
  refundFreight,
  setAfterSale,
  setPayBy,
} from './order-store.ts'
export { buyerActionsOf, deadlineOf, describeForConsole, describeOrder, describeRows } from './order-view.ts'
export { lockUnpaid, payByReceipt } from './pay-trade.ts'
export { lockPurchase, monthUses, openApproval, whyApproval } from './purchase-limits.ts'
