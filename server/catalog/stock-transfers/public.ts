/**
 * Owns the transfers of stock between warehouses (调拨单).
 * Writes the tables `stock_transfer` and `stock_transfer_line`.
 * Never changes how many units of a SKU there are, but for what got lost on the way.
 */

export { isStockTransferLateSql, readLinesOfStockTransfers } from './stock-transfer-store.ts'
