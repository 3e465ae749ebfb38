/**
 * Owns how staff and the platform's programs receive goods and report stock. Writes the table `receipt_import`. Never writes stock itself:
 * catalog/inventory does.
 */

export { type StockByCodeInput, setOrChangeStockByCode } from './stock-by-code.ts'
