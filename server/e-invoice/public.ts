export { openInvoiceProvider } from './open-provider.ts'
export type { InvoiceProvider, IssueOrder, IssueReport } from './provider.ts'
