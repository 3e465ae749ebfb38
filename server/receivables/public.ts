export { repayAutomatically } from './autopay.ts'
export { keepUpToDate } from './keep-up-to-date.ts'
export { remindOfDues, tellOfEndingLimits } from './notices.ts'
export { describeHead, describeLines, describeStatement, statementFrom } from './statement-view.ts'
