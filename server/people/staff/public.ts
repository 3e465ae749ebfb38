/**
 * Owns the accounts of staff with their sessions, recovery codes and shops, the roles of the mall's own, and the reading of the audit log.
 * Writes the tables `custom_role`, `staff`, `staff_custom_role`, `staff_recovery_code`, `staff_session` and `staff_shop`.
 * Never deletes an account: it is disabled.
 */

export {
  createInitialPassword,
  createOrRestoreAdmin,
  createStaff,
  enableOrDisableStaffAccount,
  type NewStaffAccount,
  removeStaffTotp,
  requireLockedStaffWithinOwnPermissions,
  requireMayGiveRoles,
  requireUnusedStaffEmail,
  type StaffAccountUpdate,
  setInitialStaffPasswordAndUnlock,
  updateStaffAccount,
} from './accounts.ts'
export { findLastStaffChange, refuseNamingColleague, requireDecidableRequestAndGetNextState } from './audit-trail.ts'
export {
  createCustomRole,
  endCustomRole,
  requireCustomRoles,
  requireLockedCustomRoleWithinOwnPermissions,
  updateCustomRole,
} from './custom-roles/change-custom-roles.ts'
export { type CustomRoleRecord, findCustomRolesOfStaff } from './custom-roles/custom-role-store.ts'
export { listStaffIdsLimitedToOwnEnterprises, setStaffOwnEnterprisesOnly } from './custom-roles/own-enterprises.ts'
export { replaceShopsOfStaff } from './custom-roles/own-shops.ts'
export { type IdentityProofConfig, requireIdentityProof } from './own-account.ts'
export { deleteOldStaffSessions, findStaffBySessionToken, requireLockedActiveStaffSession } from './staff-sessions.ts'
export {
  findStaff,
  hasStaffWithAnyEmail,
  insertStaff,
  listActiveStaffIdsWhoseWorkNeeds,
  listActiveStaffIdsWithPermission,
  listPermissionsOfActiveStaff,
  listStaffNamesById,
  lockStaff,
  lockStaffAndAllAdmins,
  parseRoles,
  parseStaffPermissions,
} from './staff-store.ts'
