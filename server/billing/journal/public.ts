/**
 * Owns the journal of accountants: entries that are made of the transfers of each day.
 * Writes the tables `journal_day`, `journal_entry`, `journal_line` and `journal_month`.
 * Never posts to the ledger, and never runs in the transaction that does.
 */

export { journalLineExportColumns, toAccountingProgramCode } from './export-formats.ts'
export { createJournalEntriesOfMissingDays, findLastJournalDay, lockJournal } from './make-days.ts'
export { isJournalMonthClosed } from './months.ts'
export { findUsedJournalAccounts, listJournalLinesAfter } from './read-lines.ts'
