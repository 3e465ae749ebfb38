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
  endMembershipsOfUser,
  isEnterpriseClosedBeforeSql,
  listPresentAndFormerMemberships,
  markEnterprisesClosed,
} from './closing.ts'
export { hasConsented, recordConsent } from './consents.ts'
export {
  attachEnterpriseNamesToRows,
  countEnterprisesByMemberLevel,
  type Enterprise,
  findEnterprise,
  findEnterprises,
  findTakenEnterpriseNames,
  insertEnterprise,
  isEnterpriseNamedSql,
  lockActiveEnterprise,
  lockEnterprise,
  lockUnusedEnterpriseName,
  recordVerifiedEnterpriseDetails,
  requireEnterprise,
  searchEnterprisesByName,
  updateEnterpriseStatusColumn,
  updateMemberLevelColumn,
} from './enterprises.ts'
export { findMainUserId, listMainUserIdsOfEnterprises } from './main-users.ts'
export {
  acceptMemberships,
  findMembership,
  findMembershipNamesByUserId,
  insertFirstMemberships,
  insertMembership,
  listActiveMembershipsByEnterprise,
  listMembershipsOfEnterprise,
  listMembershipsOfOneUser,
  listMembershipsOfUsers,
  lockMembership,
  type Membership,
} from './memberships.ts'
export {
  countInvitationsSince,
  findPurchaseLimits,
  findSubAccount,
  insertInvitedMembership,
  listSubAccounts,
  lockMainAccount,
  lockPurchaseLimits,
  markSubAccountRemoved,
  type PurchaseLimits,
  type SubAccount,
  updateSubAccountRow,
  updateSubAccountStatusColumn,
} from './sub-accounts.ts'
