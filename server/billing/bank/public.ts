/**
 * Owns the lines of the platform's bank statements, and their use. Writes the tables `bank_allocation`, `bank_import` and `bank_line`.
 * Never writes a payment: money/payments does.
 */

export { allocateFromBankLine } from './allocations.ts'
export { insertManualBankLine, unconfirmedBankLineSql } from './bank-line-store.ts'
export { notifyStaffOfUnconfirmedBankLines } from './checks/unconfirmed-lines.ts'
