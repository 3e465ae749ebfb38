/**
 * Owns the calls to payment providers, their callbacks, and the comparison with their bills.
 * Writes no table.
 * Never writes a payment: money/payments does.
 */

export { closeChargeOfClosedPayment, pollDuePayments } from './poll-payments.ts'
export { registerProviderCallbacks } from './provider-callbacks.ts'
export type { ProviderContext } from './query-provider.ts'
export { findReconciliationDifferencesOfDay } from './reconcile-day.ts'
export { processDueRefunds, processRefundIfDue } from './run-refunds.ts'
export { settleIncomingPayment } from './settle-incoming-payment.ts'
