/**
 * Owns the sessions of members and the limits of their login attempts.
 * Writes the table `session`.
 * Never compares a password: people/identity does.
 */

export {
  endSessions,
  endSessionsOfEnterprise,
  listSessionsOfEnterprise,
  listSessionsOfUser,
  type SessionRow,
  updateSessionPermissions,
} from './end-sessions.ts'
export {
  clearLoginAttempts,
  clearLoginAttemptsOfAccount,
  type LoginAttempt,
  needsCaptcha,
  recordLoginAttempt,
  recordLoginFailure,
  undoLoginAttempt,
} from './login-limits.ts'
export {
  createSession,
  deleteOldSessions,
  endSession,
  findActiveSessionTokenDigests,
  requireActiveSessionForShare,
  resumeSession,
} from './sessions.ts'
