/**
 * Owns the stock of each SKU and its movements. Writes the tables `sku_stock` and `stock_movement`. Never reads a SKU: the caller passes
 * the minimum in.
 */

export { listStockMovements } from './movements.ts'
export {
  adjustStock,
  adjustStocks,
  createMissingStockRows,
  findOrderedSkuIds,
  findStockBySku,
  lockStockBySku,
  recordStockCount,
  releaseStock,
  reserveStock,
  type Stock,
  type StockAdjustmentInput,
  shipStock,
} from './stock.ts'
