export {
  fullySentStates,
  type InvoiceableLine,
  type InvoiceableSource,
  listInvoiceableLines,
  listInvoiceableOrders,
  listInvoiceableStatements,
} from './invoiceable-lines.ts'
