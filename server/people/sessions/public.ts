/**
 * Owns the sessions of members and the limits of their login attempts.
 * Writes the table `session`.
 * Never compares a password: people/identity does.
 */

export {
  endPunchOutSessionsOfEnterprise,
  endSessions,
  endSessionsOfEnterprise,
  listOpenSessionsOfEnterprise,
  listOpenSessionsOfUser,
  type SessionRow,
  updatePermissionsOfOpenSessions,
} from './end-sessions.ts'
export {
  countLoginAttemptAsFailure,
  countLoginFailureForWholeMall,
  isCaptchaNeededForNextLogin,
  type LoginAttempt,
  resetAllLoginCountersOfAccount,
  resetLoginCountersAfterSuccess,
  undoLoginAttempt,
} from './login-limits.ts'
export {
  createSession,
  deleteOldSessions,
  endSession,
  findActiveSessionTokenDigests,
  findMemberBySessionToken,
  PUNCH_OUT_LIFETIME_MS,
  requireLockedActiveSession,
} from './sessions.ts'
