/**
 * Owns the main account’s decisions on trades, and starting a payment that may need one.
 * Writes no table.
 * Never writes the row of an approval: people/organisation does.
 */

export { lockOrdersForOnlineOrTransferPayment, type StartPaymentInput, startPaymentOrRequestApproval } from './start-payment.ts'
