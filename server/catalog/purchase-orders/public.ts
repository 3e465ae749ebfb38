/**
 * Owns purchase orders, goods receipts and the moving average of what a SKU costs.
 * Writes the tables `goods_receipt`, `goods_receipt_line`, `purchase_order`, `purchase_order_line` and `sku_cost`.
 * Never changes a price that buyers pay.
 */

export { changeInvoicedUnits } from './invoiced-units.ts'
export { computeMovingAverageOf100UnitsFen, computeStockValueFen } from './moving-average.ts'
export {
  isPurchaseOrderDueSql,
  type LockedPurchaseOrder,
  lockPurchaseOrders,
  type PurchaseOrderLineWithUnits,
  readLinesOfPurchaseOrders,
  readPurchaseOrder,
  receivedUnitsSql,
} from './purchase-order-store.ts'
export { expectedDaysSqlText } from './refresh-restock-days.ts'
export { recordCostsOfStockReceipt, reverseCostsOfStockReceipt } from './sku-cost-steps.ts'
export { findHundredCostsBySku } from './sku-costs.ts'
