export { expireReturns } from './decide.ts'
export { listAfterSales, listForConsole as listAfterSalesForConsole } from './lists.ts'
