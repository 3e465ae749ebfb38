/**
 * Owns the credit accounts of companies: limits, holds and drawdowns.
 * Writes the tables `credit_account`, `credit_agreement`, `credit_limit_change` and `limit_request`.
 * Never writes a row of the ledger: money/ledger does.
 */

export {
  addToCreditLimitFreedByAcceptances,
  applyCreditLimitChange,
  findCreditPosition,
  findCreditPositionsByEnterprise,
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
  createCompanyGroup,
  declineCompanyGroup,
  dissolveCompanyGroup,
  inviteCompanyToGroup,
  joinCompanyGroup,
  leaveCompanyGroup,
  setCompanyGroupShare,
} from './groups/group-limits.ts'
export {
  type CompanyGroup,
  type CompanyGroupMember,
  findCompanyGroup,
  findCompanyGroupParentId,
  findCompanyGroups,
  listCompanyGroupMembers,
  listCompanyGroups,
  listParentIdsOfCompanyGroupInvitations,
  sumCompanyGroupShares,
} from './groups/group-rows.ts'
export { setReviewedBaseLimit } from './groups/shared-limits.ts'
export {
  drawHeldCreditForParcel,
  findOrderAndCreditBlocks,
  holdCreditForOrders,
  lockAndRequireSufficientCredit,
  releaseCredit,
  requireOrdersNotStopped,
} from './hold-credit.ts'
export { countCreditLimitSetsAndProposals, listCreditLimitRequests } from './limit-requests.ts'
