/**
 * Owns the invoices of suppliers (采购发票), matched with what was ordered and received.
 * Writes the tables `supplier_invoice` and `supplier_invoice_line`.
 * Never pays a supplier.
 */

export { readLinesOfSupplierInvoices } from './supplier-invoice-lines.ts'
