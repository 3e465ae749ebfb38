/**
 * Owns the processes of companies' debts: closing months, reminders, autopay, acceptance bills, waivers and write-offs. Writes the tables
 * `acceptance_bill`, `acceptance_event`, `acceptance_request`, `closed_month`, `due_notice` and `finance_request`. Never writes a statement: money/statements does.
 */

export { countOpenAcceptanceBills } from './acceptances/acceptance-bills.ts'
export { endCoverOfUnpaidAcceptanceBills } from './acceptances/lapse-covers.ts'
export { runAutopay } from './autopay.ts'
export { runMonthlyProvisions } from './bad-debts/provisions.ts'
export { closeMonthsAndChargeInterest } from './close-months.ts'
export { sendDueReminders, sendNoticesOfNewStatements, sendTempLimitExpiryReminders } from './due-reminders.ts'
export { readStatementDetail, readStatementLines, readStatementWithoutLines, toStatementOutput } from './statement-view.ts'
