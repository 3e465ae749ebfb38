/**
 * Owns the lines of the platform's bank statements, and their use. Writes the tables `bank_allocation`, `bank_import`, `bank_line`,
 * `bank_statement_format`, `value_day_correction` and `value_day_request`.
 * Never writes a payment: money/payments does.
 */

export { allocateFromBankLine } from './allocations.ts'
export {
  type BankLineRecord,
  computeUnassignedFen,
  createManualBankLineInSuspense,
  isUnconfirmedManualBankLineSql,
  lockBankLine,
} from './bank-line-store.ts'
export { requireBankLineSecondPersonIfNeeded } from './checks/second-person-rule.ts'
export { notifyStaffOfUnconfirmedBankLines } from './checks/unconfirmed-lines.ts'
export { findAccountNumbersWithBankLines } from './own-accounts/used-accounts.ts'
