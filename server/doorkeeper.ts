import type { Doorkeeper } from './http/write.ts'
import type { Db } from './platform/db.ts'
import { findSession, holdSession } from './sessions/public.ts'
import { findStaffSession, holdStaffSession } from './staff/public.ts'

/** Knows members by the tokens of the mall and staff by those of the console; neither is taken for the other. */
export const openDoorkeeper = (db: Db): Doorkeeper => ({
  async identify(token, moment) {
    if (token?.startsWith('mt_')) return (await findSession(db, moment, token)) ?? { kind: 'guest' }
    if (token?.startsWith('st_')) return (await findStaffSession(db, moment, token)) ?? { kind: 'guest' }
    return { kind: 'guest' }
  },
  async hold(tx, caller) {
    if (caller.kind === 'member') await holdSession(tx, caller)
    if (caller.kind === 'staff') await holdStaffSession(tx, caller)
  },
})
