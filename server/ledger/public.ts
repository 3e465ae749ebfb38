export {
  type Balances,
  findTransfer,
  listTransfers,
  lockBalance,
  openBooks,
  postTransfers,
  readBalances,
  sumByMonth,
  type Transfer,
  type TransferRow,
} from './transfers.ts'
