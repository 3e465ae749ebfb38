/** Owns how staff and the platform's programs report stock, and where SKUs lie. Writes no table: catalog/inventory writes stock. */

export { formatBinMove } from './bins.ts'
export { type StockByCodeInput, setOrChangeStockByCode } from './stock-by-code.ts'
