export { listStockMovements } from './movements.ts'
export { adjustStock, findStock, recordStockCount, releaseStock, reserveStock, shipStock } from './stock.ts'
