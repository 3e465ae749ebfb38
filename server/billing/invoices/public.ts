/**
 * Owns the invoices with their lines, issues and files, and the invoiceable amounts. Writes the tables `invoice`, `invoice_entry`,
 * `invoice_file`, `invoice_issue`, `invoice_line`, `invoice_red_confirmation` and `invoice_red_line`. Never posts to the ledger.
 */

export { reduceInterestInvoices } from './interest/interest-invoices.ts'
export { findInvoicesById } from './invoice-lists.ts'
export { describeInvoiceForBuyer, readInvoiceRowOutputs, requireInvoice } from './invoice-view.ts'
export { type InvoiceIssuingContext, processDueInvoiceIssuances, processInvoiceIssuance } from './process-issues.ts'
export { reduceInvoicesAfterRefund } from './red-letters.ts'
export { isInvoiceWaitingForTaxCodesSql } from './tax-codes/tax-codes.ts'
