export { findTransfer, listTransfers, sumByMonth, type TransferRow } from './read-transfers.ts'
export { type Balances, lockBalance, openBooks, postTransfers, readBalances, type Transfer } from './transfers.ts'
