export {
  countReceipts,
  findByOutTradeNo,
  type GatewayReceipt,
  keepNotice,
  listReceipts,
  markReceipt,
  type Outcome,
  receiptsOf,
  takeReceipt,
} from './gateway-numbers.ts'
export {
  findDuePayments,
  findPayment,
  idFromOutNo,
  isOpen,
  listTopUps,
  listUnsettledTopUps,
  lockOpenPayment,
  lockPayment,
  type OpenPayment,
  outNoOf,
  type PaymentRef,
} from './open-payments.ts'
export { documentsOf, findAllocation, paidTimes, unrefunded } from './payments.ts'
export {
  findDueRefunds,
  findRefundById,
  insertRefund,
  listRefunds,
  listRefundsOf,
  lockRefund,
  nextRefundSeq,
  ordersOfRefunds,
  type Refund,
  refundsOfAfterSale,
} from './refunds.ts'
export { drawnLeft, giveBack, giveBackDrawn, settle, takeForOrders } from './settle.ts'
export { askSoon, closeOpenPayment, insertOpenPayment, planNextQuery, stepPayment, stopAsking, takeTurn } from './step-payments.ts'
export { stepRefund, takeTry, wakeRefund } from './step-refunds.ts'
export { codesIn, drawTransferCode, findByCodes } from './transfer-codes.ts'
export { countOpenTransfers, findStaleTransfers, findTransferOfTrade, listTransferPayments, paymentsOfTrade } from './transfers.ts'
