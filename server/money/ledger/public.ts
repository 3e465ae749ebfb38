/**
 * Owns the accounts and transfers of all money.
 * Writes the tables `ledger_account` and `ledger_transfer`.
 * Never changes or deletes a transfer.
 */

export { readAccountMovementsAndBalances } from './account-movements.ts'
export { lockDrawnBalancesOfEnterprises, postTransfersOfLockedEnterprises } from './bulk-transfers.ts'
export type { LedgerTransfer } from './entries.ts'
export {
  findTransfer,
  findTransferByDocument,
  findTransfersById,
  listTransfers,
  listTransfersOfPlatformAccount,
  sumTransfersByMonth,
  sumTransfersOfPlatformAccount,
  type TransferRow,
} from './read-transfers.ts'
export {
  countTransfersByDocument,
  findFirstPostingTime,
  findFirstTransferTimesByDocument,
  listTransferAmounts,
  sumTransfersByDocumentAndKind,
  sumTransfersByEnterprise,
  sumTransfersByKind,
} from './transfer-sums.ts'
export {
  createLedgerAccountsOfEnterprise,
  interestBalanceFenSql,
  type LedgerBalanceRow,
  type LedgerBalances,
  ledgerBalanceRowsSql,
  lockAndReadLedgerBalance,
  postTransfersOfEnterprise,
  readLedgerBalancesOfEnterprise,
  readLedgerBalancesOfEnterprises,
  toLedgerBalances,
} from './transfers.ts'
