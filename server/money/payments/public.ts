/**
 * Owns the payments, their use, and the refunds. Writes the tables `gateway_notice`, `gateway_receipt`, `gateway_trade`, `payment`,
 * `payment_allocation`, `refund` and `transfer_code`. Never calls a payment provider: billing/incoming-payments does.
 */

export {
  countOpenPayments,
  type ExternalPayment,
  findPayment,
  findPaymentRefsToQuery,
  findPayments,
  formatOutTradeOrRefundNumber,
  isPaymentOpen,
  listTopUps,
  listUnsettledTopUps,
  lockOpenPaymentOfTrade,
  lockPayment,
  type PaymentRef,
  parseOutTradeOrRefundNumber,
} from './external-payments.ts'
export {
  countIncomingGatewayPayments,
  findPaymentRefByOutTradeNo,
  type IncomingGatewayPayment,
  type IncomingPaymentOutcome,
  listIncomingGatewayPayments,
  listIncomingGatewayPaymentsOfDay,
  recordGatewayNotice,
  recordIncomingGatewayPayment,
  updateIncomingGatewayPaymentOutcome,
} from './gateway-payments.ts'
export {
  collectTradePayment,
  postIncomingMoneyToOrders,
  readRefundableDrawdownFenByParcel,
  refundOrderDrawdowns,
  refundUnshippedAmount,
} from './pay-and-refund.ts'
export { computeUnrefundedFen, findPaidTimesByOrderId, findPaymentAllocation, listLedgerDocumentIdsOfPayment } from './payments.ts'
export { attachRefundDestinations } from './refund-destinations.ts'
export {
  countUnsettledRefunds,
  findDueRefundIds,
  findOrderIdsByRefundId,
  findRefundById,
  findRefundNumbers,
  insertRefund,
  listRefunds,
  listRefundsOfAfterSale,
  listRefundsOfPayment,
  lockRefund,
  type Refund,
  readNextRefundSeq,
} from './refunds.ts'
export { createTransferCode, findPaymentRefsByTransferCodes, parseTransferCodes } from './transfer-codes.ts'
export {
  countOpenTransfersWithoutTrade,
  findExpiredTransferRefsWithoutTrade,
  findLatestTransferOfTrade,
  listPaymentIdsOfTrade,
  listTransferPayments,
} from './transfers.ts'
export {
  claimProviderQuery,
  claimProviderQueryAndScheduleNext,
  closeOpenPaymentOfTrade,
  insertExternalPayment,
  scheduleProviderQueryNow,
  stopProviderQueries,
  updatePaymentState,
} from './update-payments.ts'
export { claimRefundAttempt, scheduleRefundNow, updateRefundState } from './update-refunds.ts'
