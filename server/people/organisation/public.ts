/**
 * Owns the companies, their memberships and purchase limits, their consents and approvals.
 * Writes the tables `approval`, `consent`, `enterprise`, `membership` and `user_enterprise`.
 * Never logs a person in or out.
 */

export {
  findLatestGrantedPurchaseApproval,
  findPurchaseApproval,
  insertPurchaseApproval,
  listPurchaseApprovals,
  type PurchaseApprovalRecord,
  recordPurchaseApprovalDecision,
} from './approvals.ts'
export {
  type CurrentOrFormerMembership,
  isEnterpriseClosedBeforeSql,
  listPresentAndFormerMembershipsOfUser,
  markEnterprisesClosed,
  removeMembershipsOfUserAndEraseName,
} from './closing.ts'
export { hasConsented, recordConsent } from './consents.ts'
export {
  attachEnterpriseNamesToRows,
  countEnterprisesByMemberLevel,
  type Enterprise,
  findEnterprise,
  findEnterprises,
  findTakenEnterpriseNames,
  hasKeywordInEnterpriseNameSql,
  insertEnterprise,
  listEnterpriseNamesById,
  lockEnterprise,
  lockEnterpriseAndCheckActive,
  recordVerifiedEnterpriseDetails,
  requireEnterprise,
  requireOpenEnterprise,
  reserveUnusedEnterpriseName,
  searchEnterprisesByName,
  selectEnterpriseNames,
  updateEnterpriseStatusColumn,
  updateMemberLevelColumn,
} from './enterprises.ts'
export {
  approveGroupBuyerRow,
  insertProposedGroupBuyer,
  listGroupBuyersOfParent,
  listGroupBuyersOfPerson,
} from './group-buyers.ts'
export { findMainUserId, listMainUserIdsOfEnterprises, mainUserIdSql } from './main-users.ts'
export {
  acceptInvitationsOfUser,
  findMembership,
  findMembershipNamesByEnterpriseAndUserId,
  findMembershipNamesByUserId,
  insertMembership,
  insertMembershipsOfNewEnterprise,
  isMembershipOfWaitingBuyer,
  listActiveMembershipsByEnterprise,
  listMembershipsOfEnterprise,
  listMembershipsOfOneUser,
  listMembershipsOfUsers,
  lockMembership,
  type Membership,
} from './memberships.ts'
export {
  countInvitationsOfEnterpriseSince,
  findPurchaseLimitsOfSubAccount,
  findSubAccount,
  insertInvitedMembership,
  listSubAccounts,
  lockMainAccount,
  lockPurchaseLimitsOfSubAccount,
  markSubAccountRemoved,
  type PurchaseLimits,
  type SubAccount,
  updateSubAccountRow,
  updateSubAccountStatusColumn,
} from './sub-accounts.ts'
