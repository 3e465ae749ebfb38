export { listInterest } from './charge-interest.ts'
export { drawingMoment } from './close-month.ts'
export { bringUpToDate, type Debts, lockDebts, readDebts } from './debt.ts'
export { listEntries, lowerMonths } from './entries.ts'
export { listOpenDisputes, listUnpaidDues, overdueBlock } from './overdue.ts'
export { type GivenBack, leftOfDrawdowns, refundDrawn, takeBack } from './refund-drawn.ts'
export { bounceRepayment, type NewRepayment, onlyDue, repay, repayDue } from './repay.ts'
export { listRepayments, type RepaymentRow } from './repayments.ts'
export {
  confirmStatement,
  findStatement,
  type LineFilter,
  listStatementLines,
  listStatements,
  markDecided,
  markDisputed,
  type StatementRow,
} from './statement-rows.ts'
export { changeTerms, readPlatformRate, readTerms } from './terms.ts'
