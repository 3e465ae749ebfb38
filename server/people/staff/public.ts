export {
  areSameRoles,
  createInitialPassword,
  createOrRestoreAdmin,
  createStaff,
  lockOtherStaff,
  requireUnusedEmail,
  resetStaffPassword,
  resetStaffTotp,
  setStaffStatus,
  updateStaffAccount,
} from './accounts.ts'
export { type IdentityProofConfig, requireIdentityProof } from './own-account.ts'
export { findStaffSession, lockStaffSession } from './staff-sessions.ts'
export { findStaff, getStaffNames, hasStaff, insertStaff, listStaffIdsWithRoles, lockStaff, lockStaffWithAdmins } from './staff-store.ts'
