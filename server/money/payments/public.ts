/**
 * Owns the payments, what they settle, and the refunds.
 * Writes the tables `gateway_notice`, `gateway_receipt`, `gateway_trade`, `payment`, `payment_allocation`, `refund` and `transfer_code`.
 * Never calls a payment provider: billing/incoming-payments does.
 */

export {
  type ExternalPayment,
  findPayment,
  findPaymentsToQuery,
  formatOutNo,
  isPaymentOpen,
  listTopUps,
  listUnsettledTopUps,
  lockOpenPayment,
  lockPayment,
  type PaymentRef,
  parseOutNo,
} from './external-payments.ts'
export {
  countIncomingPayments,
  findPaymentByOutTradeNo,
  type IncomingGatewayPayment,
  type IncomingPaymentOutcome,
  listIncomingPayments,
  listIncomingPaymentsOfDay,
  recordGatewayNotice,
  recordIncomingPayment,
  setIncomingPaymentOutcome,
} from './gateway-payments.ts'
export {
  collectTradePayment,
  payOrdersWithIncomingMoney,
  readRefundableDrawdownsByParcel,
  refundOrderDrawdowns,
  refundUnshippedAmount,
} from './pay-and-refund.ts'
export { computeUnrefunded, findPaidTimes, findPaymentAllocation, listLedgerDocuments } from './payments.ts'
export {
  findDueRefunds,
  findOrdersOfRefunds,
  findRefundById,
  insertRefund,
  listRefunds,
  listRefundsOfAfterSale,
  listRefundsOfPayment,
  lockRefund,
  type Refund,
  readNextRefundSeq,
} from './refunds.ts'
export { createTransferCode, findPaymentsByTransferCodes, parseTransferCodes } from './transfer-codes.ts'
export {
  countOpenTransfersWithoutTrade,
  findStaleTransfers,
  findTransferOfTrade,
  listPaymentIdsOfTrade,
  listTransferPayments,
} from './transfers.ts'
export {
  claimProviderQuery,
  claimQueryAndScheduleNext,
  closeExternalPayment,
  insertExternalPayment,
  scheduleQueryNow,
  stopProviderQueries,
  updatePaymentState,
} from './update-payments.ts'
export { claimRefundAttempt, scheduleRefundNow, updateRefundState } from './update-refunds.ts'
