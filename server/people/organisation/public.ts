/**
 * Owns the companies, their memberships and purchase limits, their consents and approvals.
 * Writes the tables `approval`, `consent`, `enterprise`, `membership` and `user_enterprise`.
 * Never logs a person in or out.
 */

export {
  type Approval,
  decideApproval,
  findApproval,
  findLatestGrantedApproval,
  insertApproval,
  listApprovals,
} from './approvals.ts'
export {
  closeEnterprises,
  endMembershipsOfUser,
  type FormerMembership,
  isClosedBeforeSql,
  listFormerMemberships,
} from './closing.ts'
export { hasConsented, recordConsent } from './consents.ts'
export {
  attachEnterpriseNamesToRows,
  claimEnterpriseName,
  countEnterprisesByMemberLevel,
  type Enterprise,
  findEnterprise,
  findEnterprises,
  findTakenEnterpriseNames,
  insertEnterprise,
  lockActiveEnterprise,
  lockEnterprise,
  recordVerifiedEnterpriseDetails,
  searchEnterprisesByName,
  setEnterpriseStatus,
  setMemberLevel,
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
  deleteSubAccount,
  findPurchaseLimits,
  findSubAccount,
  insertInvitedMembership,
  listSubAccounts,
  lockMainAccount,
  lockPurchaseLimits,
  type PurchaseLimits,
  type SubAccount,
  setSubAccountStatus,
  updateSubAccount,
} from './sub-accounts.ts'
