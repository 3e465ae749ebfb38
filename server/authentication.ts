import { isAccountManagerOfEnterprise } from '#server/people/account-managers/public.ts'
import { authenticateApiKey } from '#server/people/api-keys/public.ts'
import { lockUser } from '#server/people/identity/public.ts'
import { authenticatePlatformKey, isPlatformKeyToken, requireLockedValidPlatformKey } from '#server/people/platform-keys/public.ts'
import { findMemberBySessionToken, requireLockedActiveSession } from '#server/people/sessions/public.ts'
import { findStaffBySessionToken, lockStaffAndAllAdmins, requireLockedActiveStaffSession } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Authenticator } from '#server/platform/http/write-transactions.ts'

/**
 * Authenticates members by the tokens of the mall, staff by those of the console, and programs by their keys, of companies or of the
 * platform. No token is accepted for another kind of caller.
 */
export const createAuthenticator = (db: Db, { requireTotp }: { requireTotp: boolean }): Authenticator => ({
  async identify(token, moment, ip) {
    if (token?.startsWith('mt_')) return (await findMemberBySessionToken(db, moment, token)) ?? { kind: 'guest' }
    if (token?.startsWith('st_')) return (await findStaffBySessionToken(db, moment, token, { requireTotp })) ?? { kind: 'guest' }
    if (!token?.startsWith('Bearer ')) return { kind: 'guest' }
    const key = { token: token.slice('Bearer '.length), ip }
    return isPlatformKeyToken(key.token) ? authenticatePlatformKey(db, moment, key) : authenticateApiKey(db, moment, key)
  },
  looksAfter: (staffId, enterpriseId) => isAccountManagerOfEnterprise(db, { staffId, enterpriseId }),
  async lockCaller(tx, caller) {
    if (caller.kind === 'member') await lockUser(tx, caller.userId)
    if (caller.kind === 'staff') await lockStaffAndAllAdmins(tx, caller.staffId)
  },
  async hold(tx, caller, moment) {
    if (caller.kind === 'member') await requireLockedActiveSession(tx, caller)
    if (caller.kind === 'staff') await requireLockedActiveStaffSession(tx, caller)
    if (caller.kind === 'platformMachine') await requireLockedValidPlatformKey(tx, moment, caller)
  },
})
