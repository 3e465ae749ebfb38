import { type RefusalName, refuse } from '../../contract/refusals.ts'
import type { StaffDetail } from '../../contract/staff/staff-api.ts'
import type { Origin } from '../http/context.ts'
import { demandStrong, hashPassword, isRightPassword } from '../identity/public.ts'
import { audit } from '../platform/audit.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { countTry, forgive, lockIfTooMany, takeBackTry } from '../sessions/public.ts'
import { findStaffByEmail, lockStaff, type StaffPerson, type Totp, takeStep, updateStaff } from './people.ts'
import { openStaffSession } from './staff-sessions.ts'
import { stepOf } from './totp.ts'

/** What the platform's people and this server agree on. */
export interface House {
  keys: Keys
  /** Nobody comes in without a second factor. Off in the demo alone. */
  demandTotp: boolean
  /** Texts are kept where staff can read them. */
  localTexts: boolean
}

export interface Around extends House {
  db: Db
  moment: Moment
  origin: Origin
}

interface Credentials {
  email: string
  pwd: string
  newPwd?: string | undefined
  code?: string | undefined
}

export const describeStaff = ({ id, email, name, roles, totp }: StaffPerson, { localTexts }: Pick<House, 'localTexts'>): StaffDetail => ({
  ...{ staffId: id, email, name, roles, localTexts },
  secondFactor: totp?.confirmed === true,
})

/** Log-ins, codes and changes of a password count together: one address, one count. */
export const subjectOf = (keys: Keys, email: string): Buffer => keys.hmac('email', email.toLowerCase())

/** A try was wrong: counted already, locked if it was one too many, and written down. */
async function failed(
  { db, moment, origin, keys }: Around,
  email: string,
  { staffId, reason }: { staffId?: string | undefined; reason: RefusalName },
): Promise<never> {
  await inTransaction(db, async (tx) => {
    await lockIfTooMany(tx, moment, subjectOf(keys, email))
    const actor = staffId === undefined ? ({ kind: 'guest' } as const) : ({ kind: 'staff', id: staffId } as const)
    await audit(tx, moment, { origin, actor, action: 'staff login', outcome: 'refused', reason })
  })
  return refuse(reason)
}

/** The person behind an address and a password. Neither answer nor time tells whether an address is one of ours. */
export async function recogniseStaff(around: Around, { email, pwd }: Credentials): Promise<StaffPerson> {
  const { db, moment, keys } = around
  const subject = subjectOf(keys, email)
  await inTransaction(db, (tx) => countTry(tx, moment, subject))
  const person = await findStaffByEmail(db, email)
  const right = await isRightPassword(keys, person?.passwordHash ?? null, pwd)
  if (!right || person?.status !== 1) return failed(around, email, { reason: 'STAFF_LOGIN_FAILED' })
  // The password is not yet the whole of it: the try is no failure, and what failed before it is not forgiven.
  await inTransaction(db, (tx) => takeBackTry(tx, subject))
  if (person.initialUntil !== null && person.initialUntil <= moment.now) refuse('INITIAL_PASSWORD_EXPIRED')
  return person
}

/** Whether a person shows a code to come in. */
const showsCode = ({ totp }: StaffPerson, { demandTotp }: House): boolean => demandTotp || totp?.confirmed === true

/** Refuses a password that somebody would try first, or that was the one before. */
export function demandOwnPassword(newPwd: string, { email, before }: { email: string; before: string }): void {
  if (newPwd === before) refuse('PASSWORD_TOO_COMMON', { field: 'newPwd', msg: '新密码不能与原密码相同' })
  demandStrong(newPwd, email.slice(0, email.indexOf('@')), 'newPwd')
}

/** Asks for what is still missing, one thing after the other, before anything is spent. */
function demandRest(house: House, person: StaffPerson, { pwd, newPwd, code }: Credentials): void {
  if (person.initialUntil !== null) {
    if (newPwd === undefined) refuse('NEW_PASSWORD_NEEDED', { field: 'newPwd' })
    demandOwnPassword(newPwd, { email: person.email, before: pwd })
  }
  if (!showsCode(person, house)) return
  if (person.totp === null || (!person.totp.confirmed && code === undefined)) refuse('TOTP_NOT_BOUND')
  if (code === undefined) refuse('TOTP_NEEDED', { field: 'code' })
}

/** The step of the code that was shown. Counted before it is looked at, with the passwords: guessing codes is no way around. */
async function proveCode(around: Around, person: StaffPerson, code: string): Promise<number> {
  const { db, moment, keys } = around
  await inTransaction(db, (tx) => countTry(tx, moment, subjectOf(keys, person.email)))
  const step = person.totp ? stepOf(moment, { keys, staffId: person.id, totp: person.totp, code }) : undefined
  return step ?? failed(around, person.email, { staffId: person.id, reason: 'TOTP_WRONG' })
}

const sameSecret = (was: Totp | null, is: Totp | null): boolean => (was === null || is === null ? was === is : was.sealed.equals(is.sealed))

/** The account as it was looked at, held; the password, the second factor or all of it may have been taken away meanwhile. */
export async function holdUnchanged(tx: Tx, was: StaffPerson): Promise<void> {
  const is = await lockStaff(tx, was.id)
  if (is?.status !== 1 || is.passwordHash !== was.passwordHash || !sameSecret(was.totp, is.totp)) refuse('STAFF_LOGIN_FAILED')
}

interface Proven {
  person: StaffPerson
  step: number | undefined
  ownHash: string | undefined
}

async function enter(tx: Tx, { moment, origin, keys }: Around, { person, step, ownHash }: Proven): Promise<string> {
  await holdUnchanged(tx, person)
  if (step !== undefined && !(await takeStep(tx, moment, person.id, step))) refuse('TOTP_WRONG')
  if (ownHash !== undefined) await updateStaff(tx, person.id, { password: { hash: ownHash, initialUntil: null } })
  await forgive(tx, subjectOf(keys, person.email))
  await audit(tx, moment, { origin, actor: { kind: 'staff', id: person.id }, action: 'staff login' })
  return openStaffSession(tx, moment, { staffId: person.id, origin })
}

/**
 * Logs a person of the platform in: with a password, with a code where one is bound or demanded, and with a password of his own in the
 * place of an initial one. What is missing is refused by name, and asked again with it.
 */
export async function logInStaff(around: Around, given: Credentials): Promise<{ token: string; staff: StaffDetail }> {
  const person = await recogniseStaff(around, given)
  demandRest(around, person, given)
  const { newPwd, code } = given
  const step = showsCode(person, around) && code !== undefined ? await proveCode(around, person, code) : undefined
  const ownHash = person.initialUntil === null || newPwd === undefined ? undefined : await hashPassword(around.keys, newPwd)
  const token = await inTransaction(around.db, (tx) => enter(tx, around, { person, step, ownHash }))
  const totp = step !== undefined && person.totp ? { ...person.totp, confirmed: true } : person.totp
  return { token, staff: describeStaff({ ...person, totp }, around) }
}
