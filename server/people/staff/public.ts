/**
 * Owns the accounts of staff with their sessions and recovery codes, and the reading of the audit log.
 * Writes the tables `staff`, `staff_recovery_code` and `staff_session`.
 * Never deletes an account: it is disabled.
 */

export {
  areSameRoles,
  createInitialPassword,
  createOrRestoreAdmin,
  createStaff,
  enableOrDisableStaffAccount,
  removeStaffTotp,
  requireLockedStaffOtherThanSelf,
  requireUnusedStaffEmail,
  setInitialStaffPasswordAndUnlock,
  updateStaffAccount,
} from './accounts.ts'
export { type IdentityProofConfig, requireIdentityProof } from './own-account.ts'
export { deleteOldStaffSessions, findStaffBySessionToken, requireLockedActiveStaffSession } from './staff-sessions.ts'
export {
  findStaff,
  hasStaffWithAnyEmail,
  insertStaff,
  listActiveStaffIdsWithAnyRole,
  listStaffNamesById,
  lockStaff,
  lockStaffAndAllAdmins,
  parseRoles,
} from './staff-store.ts'
