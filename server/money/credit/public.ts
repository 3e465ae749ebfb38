/**
 * Owns the credit accounts of companies: limits, holds and drawdowns, and the limits that groups of companies share. Writes the tables
 * `company_group`, `company_group_link`, `company_group_member`, `credit_account`, `credit_agreement`, `credit_limit_change` and
 * `limit_request`.
 * Never writes a row of the ledger: money/ledger does.
 */

export {
  createCompanyGroup,
  declineCompanyGroup,
  dissolveCompanyGroup,
  inviteCompanyToGroup,
  joinCompanyGroup,
  leaveCompanyGroup,
  setCompanyGroupShare,
} from './company-groups/group-limits.ts'
export {
  type CompanyGroup,
  type CompanyGroupMember,
  findCompanyGroup,
  findCompanyGroupMember,
  findCompanyGroupParentId,
  findCompanyGroups,
  isMonthOfMemberSeen,
  listCompanyGroupMembers,
  listCompanyGroups,
  listParentIdsOfCompanyGroupInvitations,
} from './company-groups/group-rows.ts'
export {
  type CompanyGroupMemberUse,
  computeCompanyGroupMemberUse,
  computeHighestShareOfMember,
  computeUnsharedOfGroupLimit,
  countMembersAndSumTakenOfCompanyGroups,
  listCompanyGroupMemberUses,
} from './company-groups/member-uses.ts'
export { notifyMainAccountAboutCompanyGroup } from './company-groups/notify-main-account.ts'
export { findCompanyGroupShare } from './company-groups/shared-limits.ts'
export {
  addToCreditLimitFreedByAcceptances,
  applyCreditLimitChange,
  findCreditPosition,
  findCreditPositionsByEnterprise,
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
