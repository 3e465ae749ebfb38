export { findTransfer, listTransfers, sumByMonth } from './read-transfers.ts'
export { type Balances, lockBalance, openBooks, postTransfers, readBalances } from './transfers.ts'
