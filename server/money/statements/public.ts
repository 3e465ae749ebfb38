/**
 * Owns the monthly statements with their lines, interest and repayments.
 * Writes the tables `repayment`, `repayment_terms`, `statement`, `statement_entry`, `statement_interest` and `statement_line`.
 * Never grants credit: money/credit does.
 */

export {
  findMonthsCoveredByAcceptance,
  listMonthsCoveredByAcceptances,
  recordAcceptanceCover,
  shortenAcceptanceCover,
} from './acceptances/cover.ts'
export { listInterestDays, rechargeMissingInterest } from './charge-interest.ts'
export { findPostingTimeOfNewDrawdown } from './close-month.ts'
export { readInterestRateAndAutopay, readPlatformDailyInterestRate, updateInterestRateAndAutopay } from './credit-terms.ts'
export {
  computeAmountsDue,
  type EnterpriseDebtByMonths,
  isInterestChargedSince,
  lockAndBringDebtsUpToDate,
  lockAndReadDebtsUpToDate,
  readDebts,
  updateStatementStates,
} from './debt.ts'
export { listInterestSettlementsOfMonth } from './interest/interest-by-month.ts'
export { unchargedInterestByEnterpriseSql } from './interest/interest-rates.ts'
export { insertOpeningStatements } from './moving-in/opening-statements.ts'
export {
  describeOverdueCreditRows,
  findOverdueCreditBlock,
  listOpenDisputesOfAllEnterprises,
  listStatementsOfMonthClosedSince,
  listUnpaidDues,
  type OverdueCreditBlock,
  type OverdueCreditRow,
  overdueCreditRowsSql,
} from './overdue.ts'
export { dateSql, drawdownKindsSql, statementDisputedFenSql, statementDuesSql, statementPrincipalSql } from './principal-sql.ts'
export {
  offsetRefundsAgainstDrawdowns,
  type RefundSplit,
  type ReverseDrawdownInput,
  readRefundableDrawdownFenByParcelId,
  reverseDrawdown,
} from './refund-drawdowns.ts'
export {
  addToWalletAndRecoverBadDebts,
  type RepaymentInput,
  repayDebt,
  repayDueFromWallet,
  reverseInterestOfLoweredDebt,
  reverseRepaymentOfBouncedBill,
  selectDueDebtAndBadDebts,
  selectDueDebtNotCoveredByBills,
} from './repay.ts'
export { findRepaymentSources, listRepaymentsOfEnterprise, type RepaymentRow } from './repayments.ts'
export {
  listStatementEntriesByMonthOrDocument,
  recordReductionsAndUpdateStates,
  sumDrawdownOffsetsByRefundId,
} from './statement-entries.ts'
export {
  computeDisputedRestFen,
  findStatement,
  listStatementLines,
  listStatements,
  listStatementsOfEnterprises,
  type NewDispute,
  recordDispute,
  recordDisputeDecision,
  recordDisputeWithdrawal,
  type StatementLine,
  type StatementLineFilter,
  type StatementRow,
  sumStatementLinesByEnterprise,
  updateStatementConfirmedColumns,
} from './statement-rows.ts'
export {
  findTopUpsThatRecoveredBadDebts,
  type RepaymentUndoFacts,
  readRepaymentUndoFacts,
  undoRepayments,
} from './undoing/undo-repayments.ts'
export { correctRepaymentValueDay } from './value-days/correct-value-day.ts'
