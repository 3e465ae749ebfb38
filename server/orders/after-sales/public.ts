/**
 * Owns the after-sales, their lines and their history. Writes the tables `after_sale`, `after_sale_entry` and `after_sale_line`. Never
 * posts to the ledger: money/payments refunds.
 */

export { countOpenAfterSales } from './after-sale-store.ts'
export { closeReturnsNotSentInTime } from './decide-after-sale.ts'
