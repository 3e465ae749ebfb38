import type { LoggedIn } from '../../contract/identity/shapes.ts'
import { refuse } from '../../contract/refusals.ts'
import { readAgreement } from '../content/public.ts'
import { demandStrong, describeUser, hashPassword, readPerson, register, sitDown } from '../identity/public.ts'
import { recordConsent } from '../organisation/public.ts'
import { inTransaction, isUniqueViolation } from '../platform/db.ts'
import { refuseUnlessCodeRight, tryCode } from '../sms/public.ts'
import type { Around } from './change-access.ts'

const USER_AGREEMENT = 2
const PRIVACY_AGREEMENT = 6

/** Registers and logs in. The telephone is proven first, so that nobody learns whether a mobile is registered but its owner. */
export async function signUp(
  { db, moment, keys, origin }: Around,
  { mobile, pwd, code }: { mobile: string; pwd: string; code: string },
): Promise<LoggedIn> {
  demandStrong(pwd, mobile)
  refuseUnlessCodeRight(await inTransaction(db, (tx) => tryCode(tx, moment, { keys, mobile, purpose: 'register', code })))
  const passwordHash = await hashPassword(keys, pwd)
  const { userId, enterpriseId } = await inTransaction(db, async (tx) => {
    const made = await register(tx, moment, { keys, user: { mobile, passwordHash } })
    for (const id of [USER_AGREEMENT, PRIVACY_AGREEMENT] as const) {
      const { version, hash } = await readAgreement(tx, id)
      await recordConsent(tx, moment, { ...made, kind: 'registration', version, hash, ip: origin.ip })
    }
    return made
  }).catch((error) => {
    if (isUniqueViolation(error)) refuse('MOBILE_TAKEN', { field: 'mobile' })
    throw error
  })
  const person = (await readPerson(db, userId)) ?? refuse('NOT_LOGGED_IN')
  const token = await inTransaction(db, (tx) => sitDown(tx, { moment, origin }, { person, enterpriseId, action: 'register' }))
  return { token, ...(await describeUser(db, person, { enterpriseId })) }
}
