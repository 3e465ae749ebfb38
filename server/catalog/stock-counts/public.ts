/**
 * Owns count sheets: which SKUs of a warehouse are counted, what was counted, and the posting of the differences.
 * Writes the tables `stock_count` and `stock_count_line`.
 * Never writes stock itself: catalog/inventory does.
 */

export { findOpenCountNosBySku, findSkusCountedSince, refuseSkuOnSheet } from './open-stock-count.ts'
export { readEntryLines } from './stock-count-lines.ts'
export { requireStockCount } from './stock-count-store.ts'
