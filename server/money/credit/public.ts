/**
 * Owns the credit accounts of companies: limits, holds and drawdowns.
 * Writes the tables `credit_account`, `credit_agreement`, `credit_limit_change` and `limit_request`.
 * Never writes a row of the ledger: money/ledger does.
 */

export {
  addToCreditLimitFreedByAcceptances,
  applyCreditLimitChange,
  findCreditPosition,
  findLatestCreditAgreementId,
  findOrderStop,
  hasCreditAccount,
  listCreditAgreementAcceptances,
  listCreditLimitChanges,
  listTempLimitsEndingBetween,
  lockAndReadCreditPosition,
  recordCreditAgreementAcceptance,
  sumBaseAndTempLimits,
  updateOrderStopColumns,
} from './credit-accounts.ts'
export { readCreditAccount, toNextDueOutput } from './credit-view.ts'
export {
  drawHeldCreditForParcel,
  findOrderAndCreditBlocks,
  holdCreditForOrders,
  lockAndRequireSufficientCredit,
  releaseCredit,
  requireOrdersNotStopped,
} from './hold-credit.ts'
export { countCreditLimitSetsAndProposals, listCreditLimitRequests } from './limit-requests.ts'
