/**
 * Owns the invoice titles of companies.
 * Writes the table `invoice_title`.
 * Never issues an invoice.
 */

export { findInvoiceTitle } from './invoice-titles.ts'
