export { runAutopay } from './autopay.ts'
export { closeMonthsAndChargeInterest } from './close-months.ts'
export { sendDueReminders, sendLimitEndingReminders } from './due-reminders.ts'
export { describeStatement, describeStatementHead, describeStatementLines, toStatement } from './statement-view.ts'
