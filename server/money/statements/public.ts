/**
 * Owns the monthly statements with their lines, interest and repayments.
 * Writes the tables `repayment`, `repayment_terms`, `statement`, `statement_entry`, `statement_interest` and `statement_line`.
 * Never grants credit: money/credit does.
 */

export { findCoveredMonths, listMonthsCoveredByAcceptances, recordAcceptanceCover, shortenAcceptanceCover } from './acceptances/cover.ts'
export { listInterestDays, rechargeMissingInterest } from './charge-interest.ts'
export { readDrawdownPostingMoment } from './close-month.ts'
export { readInterestRateAndAutopay, readPlatformDailyInterestRate, updateInterestRateAndAutopay } from './credit-terms.ts'
export {
  computeAmountsDue,
  type EnterpriseDebts,
  lockAndReadDebtsUpToDate,
  lockAndUpdateDebts,
  readDebts,
  readNextDue,
  updateStatementStates,
} from './debt.ts'
export { listInterestEntries } from './interest/interest-by-month.ts'
export { insertOpeningStatements } from './moving-in/opening-statements.ts'
export { findOverdueBlock, listOpenDisputes, listUnpaidDues, type OverdueBlock } from './overdue.ts'
export { dateSql, drawdownKindsSql, statementDisputedFenSql, statementDuesSql, statementPrincipalSql } from './principal-sql.ts'
export {
  type RefundSplit,
  type ReverseDrawdownInput,
  readRefundableDrawdownFenByParcelId,
  refundDrawdowns,
  reverseDrawdown,
} from './refund-drawdowns.ts'
export {
  addToWalletAndRecoverBadDebts,
  bounceRepayment,
  type RepaymentInput,
  repayDebt,
  repayDueFromWallet,
  selectDueDebt,
  selectDueUncoveredDebt,
} from './repay.ts'
export { findRepaymentSources, listRepayments, type RepaymentRow } from './repayments.ts'
export { listStatementEntries, recordStatementReductions, sumOffsetsByDocument } from './statement-entries.ts'
export {
  computeDisputedRestFen,
  findStatement,
  listStatementLines,
  listStatements,
  recordDispute,
  recordDisputeDecision,
  recordDisputeWithdrawal,
  type StatementLine,
  type StatementLineFilter,
  type StatementRow,
  updateStatementConfirmedColumns,
} from './statement-rows.ts'
export { correctRepaymentValueDay } from './value-days/correct-value-day.ts'
