/**
 * Owns the seals of the rows of money and of the audit log: running hashes by company and table, in the order of commits.
 * Writes the tables `ledger_seal` and `ledger_seal_day`.
 * Never changes a row that it seals, and never runs in the transaction that writes one.
 */

export {
  findLedgerSealAtOrAfterDay,
  findSealRootOfLastFinishedDay,
  type LedgerSeal,
  type LedgerSealProgress,
  readSealProgress,
} from './read-seals.ts'
export { sealUnsealedMoneyRows } from './seal-rows.ts'
