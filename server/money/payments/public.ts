/**
 * Owns the payments, their use, and the refunds. Writes the tables `gateway_notice`, `gateway_receipt`, `gateway_trade`, `payment`,
 * `payment_allocation`, `refund` and `transfer_code`. Never calls a payment provider: billing/incoming-payments does.
 */

export {
  countOpenNonTradeBankTransfers,
  findExpiredNonTradeBankTransferRefs,
  findLatestBankTransferOfTrade,
  listBankTransferPayments,
  listPaymentIdsOfTrade,
} from './bank-transfers.ts'
export {
  countOpenPayments,
  type ExternalPayment,
  findPayment,
  findPaymentRefsDueForProviderQuery,
  findPayments,
  formatOutTradeOrRefundNumber,
  isPaymentOpen,
  listTopUps,
  listTopUpsNotInWallet,
  lockOpenPaymentOfTrade,
  lockPayment,
  lockPayments,
  type PaymentRef,
  parseOutTradeOrRefundNumber,
} from './external-payments.ts'
export {
  claimIncomingGatewayPayment,
  countIncomingGatewayPayments,
  findPaymentRefByOutTradeNo,
  type IncomingGatewayPayment,
  type IncomingPaymentOutcome,
  listIncomingGatewayPayments,
  listIncomingGatewayPaymentsOfDay,
  recordGatewayNotice,
  updateIncomingGatewayPaymentOutcome,
} from './gateway-payments.ts'
export {
  collectTradePayment,
  payOrdersOfTradeWithIncomingMoney,
  readRefundableDrawdownFenByParcel,
  refundOrderDrawdowns,
  refundUnshippedPartOfOrder,
} from './pay-and-refund.ts'
export {
  computeUnrefundedFen,
  deletePaymentAllocations,
  findPaidTimesByOrderId,
  findPaymentAllocationOfOrder,
  listLedgerDocumentIdsOfPayment,
  listOrdersPaidByPayments,
  type PaidOrderPart,
} from './payments.ts'
export { addDestinationToRefunds } from './refund-destinations.ts'
export {
  countUnsettledRefundsOfEnterprise,
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
  readNextRefundNumberOfOrder,
} from './refunds.ts'
export { createBankTransferCode, extractTransferCodesFromRemark, findPaymentRefsByTransferCodes } from './transfer-codes.ts'
export { OPEN_TRANSFER_HOURS, undoSettledBankTransfers } from './undo-payments.ts'
export {
  claimProviderQuery,
  claimProviderQueryAndScheduleNext,
  closeOpenPaymentAndInformProvider,
  insertExternalPayment,
  scheduleProviderQueryNow,
  stopProviderQueries,
  updatePaymentState,
} from './update-payments.ts'
export { claimRefundAttempt, scheduleRefundJobNow, updateRefundState } from './update-refunds.ts'
