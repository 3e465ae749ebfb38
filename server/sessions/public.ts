export {
  changeSessionRights,
  endSessions,
  endSessionsOfEnterprise,
  listSessions,
  listSessionsOfEnterprise,
  type SessionRow,
} from './end-sessions.ts'
export { countTry, forgive, lockIfTooMany, needsCaptcha, takeBackTry } from './login-counters.ts'
export { deleteOldSessions, endSession, findSession, holdSession, openSession, standingSessions } from './sessions.ts'
