/**
 * Owns the stock of each SKU, the warehouses and batches that it lies in, and its movements. Writes the tables `batch_movement`, `batch_stock`,
 * `sku_stock`, `stock_batch`, `stock_movement`, `stock_out`, `warehouse` and `warehouse_stock`. Never reads a SKU: the caller passes the minimum in.
 */

export { adjustStock, adjustStocks, recordStockCount, type StockAdjustmentInput } from './adjust-stock.ts'
export { createReturnPlanner, listBatchesOfParcels, type ShippedBatch } from './batch-movements.ts'
export { findBatchedSkuIds, isBatchGoodOn, listBatchStockOfSkus, requireBatchOfSku } from './batch-stock.ts'
export { createBatchFaultFinder, findOrCreateReceivedBatches, type ReceivedBatch, setBatchDays, setSkuBatched } from './batches.ts'
export { listStockMovements } from './movements.ts'
export { findNextRestockDay, updateRestockDays } from './restock-days.ts'
export {
  createMissingStockRows,
  deductShippedStock,
  findOrderedSkuIds,
  findStockBySku,
  lockStockBySku,
  readStockDigest,
  releaseReservedStock,
  reserveStockForOrder,
  type Stock,
} from './stock.ts'
export { recordMissingStockOuts } from './stock-outs.ts'
export {
  type PlannedUnits,
  type PlannedUnitsReader,
  type StockOfWarehouses,
  stockOfWarehousesSql,
  toUnitsByWarehouse,
} from './units-by-warehouse.ts'
export {
  findSkuUnitsInWarehouse,
  listWarehouseStockOfSkus,
  setSkuBinInOtherWarehouse,
  setSkuBinsInOtherWarehouses,
  splitUnitsOfWarehouse,
} from './warehouse-stock.ts'
export {
  findWarehouseNamesById,
  hasOtherOpenWarehouses,
  listOpenWarehousesAndProvinces,
  listPromisingWarehouses,
  listWarehouses,
  readOpenWarehouseLookup,
  requireOpenWarehouse,
  requireWarehouse,
  saveWarehouse,
} from './warehouse-store.ts'
