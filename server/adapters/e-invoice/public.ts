export { openInvoiceProvider } from './open-provider.ts'
export type { InvoiceIssueReport, InvoiceIssueRequest, InvoiceProvider } from './provider.ts'
