import { refuse } from '../../contract/refusals.ts'
import type { StaffDetail } from '../../contract/staff/api.ts'
import type { Origin } from '../http/context.ts'
import { isRightPassword } from '../identity/public.ts'
import { audit } from '../platform/audit.ts'
import { type Db, inTransaction } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { countTry, forgive, lockIfTooMany } from '../sessions/public.ts'
import { findStaffByEmail, openStaffSession, type StaffPerson } from './people.ts'

export const describeStaff = ({ id, email, name, roles }: Pick<StaffPerson, 'id' | 'email' | 'name' | 'roles'>): StaffDetail => ({
  staffId: id,
  email,
  name,
  roles,
})

interface Surroundings {
  db: Db
  moment: Moment
  origin: Origin
  keys: Keys
}

/** Logs a person of the platform in. Neither answer nor time tells whether an address is one of ours. */
export async function logInStaff(
  { db, moment, origin, keys }: Surroundings,
  { email, pwd }: { email: string; pwd: string },
): Promise<{ token: string; staff: StaffDetail }> {
  const subject = keys.hmac('email', email.toLowerCase())
  await inTransaction(db, (tx) => countTry(tx, moment, subject))
  const person = await findStaffByEmail(db, email.toLowerCase())
  const right = await isRightPassword(keys, person?.passwordHash ?? null, pwd)
  if (!right || person?.status !== 1) {
    await inTransaction(db, async (tx) => {
      await lockIfTooMany(tx, moment, subject)
      await audit(tx, moment, { origin, actor: { kind: 'guest' }, action: 'staff login', outcome: 'refused' })
    })
    refuse('STAFF_LOGIN_FAILED')
  }
  const token = await inTransaction(db, async (tx) => {
    await forgive(tx, subject)
    await audit(tx, moment, { origin, actor: { kind: 'staff', id: person.id }, action: 'staff login' })
    return openStaffSession(tx, moment, { staffId: person.id, origin })
  })
  return { token, staff: describeStaff(person) }
}
