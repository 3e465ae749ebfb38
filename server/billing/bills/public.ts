/**
 * Owns the list of the movements of a company’s wallet and debt.
 * Writes no table.
 * Never changes what it lists.
 */

export { listBillEntries } from './bills.ts'
