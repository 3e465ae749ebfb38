export {
  endSessions,
  endSessionsOfEnterprise,
  listSessions,
  listSessionsOfEnterprise,
  type SessionRow,
  updateSessionPermissions,
} from './end-sessions.ts'
export {
  clearLoginAttempts,
  clearLoginAttemptsOfAccount,
  countLoginAttempt,
  type LoginAttempt,
  needsCaptcha,
  recordLoginFailure,
  undoLoginAttempt,
} from './login-limits.ts'
export { createSession, deleteOldSessions, endSession, findActiveSessions, findSession, lockSession } from './sessions.ts'
