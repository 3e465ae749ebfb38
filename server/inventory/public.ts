export { listMovements } from './movements.ts'
export { countStock, moveStock, readStock, releaseStock, reserveStock, shipStock } from './stock.ts'
