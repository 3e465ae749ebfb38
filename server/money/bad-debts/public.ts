/**
 * Owns the claims that are kept after a write-off, and what happens to them.
 * Writes the tables `bad_debt` and `bad_debt_entry`.
 * Never moves money: money/statements posts what recovers a claim.
 */

export {
  type BadDebtRecord,
  listBadDebtEntries,
  listBadDebtRecoveriesOfRepayments,
  listBadDebts,
  lockBadDebt,
  mapForgivenInterestFenByBadDebtId,
  mapStatementMonthsByBadDebtId,
  readAllOpenBadDebtsSql,
  readOpenBadDebtFenAt,
  readOpenBadDebtsSql,
  statementWrittenOffAmountsSql,
  sumBadDebts,
  sumOpenBadDebtSql,
  sumProvisionChangeByBadDebts,
  type WrittenOffAmounts,
} from './bad-debt-rows.ts'
export {
  type BadDebtRecovery,
  insertBadDebt,
  recordBadDebtForgiveness,
  recordBadDebtRecoveries,
  recordBouncedRecoveries,
} from './change-bad-debts.ts'
