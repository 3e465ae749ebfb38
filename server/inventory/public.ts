export { moveStock, readStock, releaseStock, reserveStock, shipStock } from './stock.ts'
