/**
 * Owns the accounts of staff with their sessions and recovery codes, the roles of the mall's own, and the reading of the audit log.
 * Writes the tables `custom_role`, `staff`, `staff_custom_role`, `staff_recovery_code` and `staff_session`.
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
export {
  createCustomRole,
  endCustomRole,
  requireCustomRoles,
  requireLockedCustomRoleWithinOwnPermissions,
  updateCustomRole,
} from './custom-roles/change-custom-roles.ts'
export { type CustomRoleRecord, findCustomRolesByStaff } from './custom-roles/custom-role-store.ts'
export { type IdentityProofConfig, requireIdentityProof } from './own-account.ts'
export { deleteOldStaffSessions, findStaffBySessionToken, requireLockedActiveStaffSession } from './staff-sessions.ts'
export {
  findStaff,
  hasStaffWithAnyEmail,
  insertStaff,
  listActiveStaffIdsWithAnyRole,
  listActiveStaffIdsWithPermission,
  listStaffNamesById,
  lockStaff,
  lockStaffAndAllAdmins,
  parseRoles,
  parseStaffPermissions,
} from './staff-store.ts'
