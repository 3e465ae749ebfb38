/**
 * Owns the credit accounts of companies: limits, holds and drawdowns.
 * Writes the tables `credit_account`, `credit_agreement`, `credit_limit_change` and `limit_request`.
 * Never writes a row of the ledger: money/ledger does.
 */

export {
  addToLimitFreedByBills,
  applyCreditLimitChange,
  findCreditAccount,
  findOrderStop,
  hasCreditAccount,
  listCreditAgreementAcceptances,
  listCreditLimitChanges,
  listExpiringCreditLimits,
  lockCreditAccount,
  recordCreditAgreementAcceptance,
  sumCreditLimits,
  updateOrderStopColumns,
} from './credit-accounts.ts'
export { readCreditAccount, toNextDueOutput } from './credit-view.ts'
export {
  drawCredit,
  findOrderBlocks,
  holdCredit,
  releaseCredit,
  requireOrdersNotStopped,
  requireSufficientCredit,
} from './hold-credit.ts'
export { listCreditLimitRequests, readCreditLimitsVersion } from './limit-requests.ts'
