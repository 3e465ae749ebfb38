import { findKey } from './api-keys/public.ts'
import type { Doorkeeper } from './http/write.ts'
import type { Db } from './platform/db.ts'
import { findSession, holdSession } from './sessions/public.ts'
import { findStaffSession, holdStaffSession } from './staff/public.ts'

/** Knows members by the tokens of the mall, staff by those of the console, programs by their keys; none is taken for another. */
export const openDoorkeeper = (db: Db): Doorkeeper => ({
  async identify(token, moment, ip) {
    if (token?.startsWith('mt_')) return (await findSession(db, moment, token)) ?? { kind: 'guest' }
    if (token?.startsWith('st_')) return (await findStaffSession(db, moment, token)) ?? { kind: 'guest' }
    return token?.startsWith('Bearer ') ? findKey(db, moment, { token: token.slice('Bearer '.length), ip }) : { kind: 'guest' }
  },
  async hold(tx, caller) {
    if (caller.kind === 'member') await holdSession(tx, caller)
    if (caller.kind === 'staff') await holdStaffSession(tx, caller)
  },
})
