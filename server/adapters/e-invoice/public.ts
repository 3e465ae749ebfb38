/**
 * Owns the protocol of the provider of tax invoices.
 * Writes no table.
 * Never decides whether an invoice may be issued.
 */

export { createInvoiceProviderFromSettings } from './open-provider.ts'
export type { InvoiceIssuanceReport, InvoiceIssuanceRequest, InvoiceProvider, RedConfirmationReport } from './provider.ts'
