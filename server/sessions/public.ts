export { countTry, forgive, lockIfTooMany, needsCaptcha } from './login-counters.ts'
export { deleteOldSessions, endSession, findSession, holdSession, openSession } from './sessions.ts'
