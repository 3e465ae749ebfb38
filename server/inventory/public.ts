export { moveStock, readStock, releaseStock, reserveStock, type StockMove, shipStock } from './stock.ts'
