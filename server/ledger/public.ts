export type { Transfer } from './entries.ts'
export { booksSince, firstMoved, listWithin, sumByCompany } from './paid.ts'
export { lockDrawn, postSet } from './post-set.ts'
export {
  findTransfer,
  findTransferOf,
  findTransfers,
  listOfAccount,
  listTransfers,
  sumByMonth,
  sumOfAccount,
  type TransferRow,
} from './read-transfers.ts'
export { type Balances, lockBalance, openBooks, postTransfers, readBalances } from './transfers.ts'
