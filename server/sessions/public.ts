export {
  changeSessionRights,
  endSessions,
  endSessionsOfEnterprise,
  listSessions,
} from './end-sessions.ts'
export { countTry, forgive, lockIfTooMany, needsCaptcha } from './login-counters.ts'
export { deleteOldSessions, endSession, findSession, holdSession, openSession } from './sessions.ts'
