/**
 * Owns the stock of each SKU, the warehouses that it lies in, and its movements. Writes the tables `sku_stock`, `stock_movement`, `warehouse`
 * and `warehouse_stock`. Never reads a SKU: the caller passes the minimum in.
 */

export { adjustStock, adjustStocks, recordStockCount, type StockAdjustmentInput } from './adjust-stock.ts'
export { listStockMovements } from './movements.ts'
export {
  createMissingStockRows,
  findOrderedSkuIds,
  findStockBySku,
  lockStockBySku,
  releaseStock,
  reserveStock,
  type Stock,
  shipStock,
} from './stock.ts'
export { findWarehouseUnits, setBinInWarehouse } from './warehouse-stock.ts'
export {
  findWarehouseNamesById,
  listOpenWarehouses,
  listWarehouses,
  requireOpenWarehouse,
  requireWarehouse,
  saveWarehouse,
} from './warehouse-store.ts'
