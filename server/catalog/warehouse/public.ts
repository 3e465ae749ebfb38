/**
 * Owns how staff and the platform's programs report stock, and where SKUs lie. Writes no table. Never writes stock itself: catalog/inventory
 * does.
 */

export { setBinsOfLinesInMainWarehouse, setBinsOfLinesInOtherWarehouses } from './bins.ts'
export { type StockByCodeInput, setOrChangeStockByCode } from './stock-by-code.ts'
