import type { StaffDetail, staff } from '#contract/people/staff/staff-api.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { type RefusalName, refuse } from '#contract/platform/core/refusals.ts'
import { hashPassword, requireStrongPassword, verifyPasswordAttempt } from '#server/people/identity/public.ts'
import {
  clearLoginAttempts,
  countLoginAttempt,
  type LoginAttempt,
  recordLoginFailure,
  undoLoginAttempt,
} from '#server/people/sessions/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, inSeparateTransaction, type Tx } from '#server/platform/core/db.ts'
import { addAccountToDevice, findKnownDevice, formatStaffAccount } from '#server/platform/core/device-cookie.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Context, Origin, Visitor } from '#server/platform/http/context.ts'
import { consumeRecoveryCode, countRecoveryCodes, isRecoveryCode, replaceRecoveryCodes } from './recovery-codes.ts'
import { createStaffSession } from './staff-sessions.ts'
import { consumeTotpStep, findStaffByEmail, lockStaff, type StaffPerson, type Totp, updateStaff } from './staff-store.ts'
import { findTotpStep } from './totp.ts'

/** What the platform's people and this server agree on. */
export interface StaffLoginConfig {
  keys: Keys
  limits: ServerLimits
  /** Nobody comes in without a second factor. Off in the demo alone. */
  demandTotp: boolean
  /** Texts are kept where staff can read them. */
  localTexts: boolean
}

export interface StaffLoginContext extends StaffLoginConfig {
  db: Db
  moment: Moment
  origin: Origin
  visitor: Visitor
}

/** Of a call whose work holds no session. */
export type StaffLoginActionContext = StaffLoginContext & Pick<Context, 'act'>

interface Credentials {
  email: string
  pwd: string
  newPwd?: string | undefined
  code?: string | undefined
  recoveryCode?: string | undefined
}

export async function describeStaff(
  db: Db,
  person: StaffPerson,
  { localTexts }: Pick<StaffLoginConfig, 'localTexts'>,
): Promise<StaffDetail> {
  const { id, email, name, roles, totp } = person
  const secondFactor = totp?.confirmed === true
  const recoveryCodesLeft = secondFactor ? await countRecoveryCodes(db, id) : 0
  return { staffId: id, email, name, roles, localTexts, secondFactor, recoveryCodesLeft }
}

/** Log-ins, codes and changes of a password count together: one mail address, one count. */
export const computeEmailRateKey = (keys: Keys, email: string): Buffer => keys.hmac('email', email.toLowerCase())

/** How a try at an account is counted: apart on a device that its person has logged in on. */
export function createLoginAttempt(
  { moment, keys, visitor, limits }: Pick<StaffLoginContext, 'moment' | 'keys' | 'visitor' | 'limits'>,
  email: string,
  staffId: string | undefined,
): LoginAttempt {
  const { cookie, address } = visitor
  const device = staffId === undefined ? undefined : findKnownDevice(moment, { keys, cookie, account: formatStaffAccount(staffId) })
  return { account: computeEmailRateKey(keys, email), device, address, limits }
}

/** A try was wrong: counted already, and written down. */
async function failed(
  { db, moment, origin }: StaffLoginContext,
  attempt: LoginAttempt,
  { staffId, reason }: { staffId?: string | undefined; reason: RefusalName },
): Promise<never> {
  await inSeparateTransaction(db, async (tx) => {
    const actor = staffId === undefined ? ({ kind: 'guest' } as const) : ({ kind: 'staff', id: staffId } as const)
    await recordAudit(tx, moment, { origin, actor, action: 'staff login', outcome: 'refused', reason })
    await recordLoginFailure(tx, moment, attempt)
  })
  return refuse(reason)
}

/** The person behind an address and a password. Neither answer nor time tells whether an address is one of ours. */
export async function authenticateStaff(around: StaffLoginContext, { email, pwd }: Credentials): Promise<StaffPerson> {
  const { db, moment, keys } = around
  const person = await findStaffByEmail(db, email)
  const attempt = createLoginAttempt(around, email, person?.id)
  const right = await verifyPasswordAttempt({ db, moment, keys }, attempt, { stored: person?.passwordHash ?? null, password: pwd })
  if (!right || person?.status !== 1) return failed(around, attempt, { reason: 'STAFF_LOGIN_FAILED' })
  // The password is not yet the whole of it: the try is no failure, and what failed before it is not forgiven.
  await inSeparateTransaction(db, (tx) => undoLoginAttempt(tx, attempt))
  if (person.initialUntil !== null && person.initialUntil <= moment.now) refuse('INITIAL_PASSWORD_EXPIRED')
  return person
}

/** Whether a person shows a code to come in. */
const showsCode = ({ totp }: StaffPerson, { demandTotp }: StaffLoginConfig): boolean => demandTotp || totp?.confirmed === true

/** Refuses a password that somebody would try first, or that was the one before. */
export function requireOwnPassword(newPwd: string, { email, before }: { email: string; before: string }): void {
  if (newPwd === before) refuse('PASSWORD_TOO_COMMON', { field: 'newPwd', msg: '新密码不能与原密码相同' })
  requireStrongPassword(newPwd, email.slice(0, email.indexOf('@')), 'newPwd')
}

/** Asks for what is still missing, one thing after the other, before anything is spent. */
function demandRest(house: StaffLoginConfig, person: StaffPerson, { pwd, newPwd, code, recoveryCode }: Credentials): void {
  if (person.initialUntil !== null) {
    if (newPwd === undefined) refuse('NEW_PASSWORD_NEEDED', { field: 'newPwd' })
    requireOwnPassword(newPwd, { email: person.email, before: pwd })
  }
  if (!showsCode(person, house)) return
  if (person.totp === null || (!person.totp.confirmed && code === undefined)) refuse('TOTP_NOT_BOUND')
  if (code === undefined && recoveryCode === undefined) refuse('TOTP_NEEDED', { field: 'code' })
}

/** What proved the second factor: the step of a code, or a recovery code, neither of them spent yet. */
type SecondProof = { step: number } | { recoveryCode: string }

async function lookAt({ db, moment, keys }: StaffLoginContext, { id: staffId, totp }: StaffPerson, { code, recoveryCode }: Credentials) {
  if (!totp) return undefined
  if (code !== undefined) {
    const step = findTotpStep(moment, { keys, staffId, totp, code })
    return step === undefined ? undefined : { step }
  }
  // Of a telephone that was only begun there are no codes yet: those in the table are of one that was given up.
  const isOne = totp.confirmed && recoveryCode !== undefined && (await isRecoveryCode(db, { keys, staffId }, recoveryCode))
  return isOne ? { recoveryCode } : undefined
}

/**
 * The second factor, shown as the telephone's code or a recovery code. Counted before it is looked at, with the passwords: guessing codes is
 * no way around.
 */
async function proveSecond(around: StaffLoginContext, person: StaffPerson, given: Credentials): Promise<SecondProof> {
  const attempt = createLoginAttempt(around, person.email, person.id)
  await inSeparateTransaction(around.db, (tx) => countLoginAttempt(tx, around.moment, attempt))
  const reason = given.code === undefined ? 'RECOVERY_CODE_WRONG' : 'TOTP_WRONG'
  return (await lookAt(around, person, given)) ?? failed(around, attempt, { staffId: person.id, reason })
}

const sameSecret = (was: Totp | null, is: Totp | null): boolean => (was === null || is === null ? was === is : was.sealed.equals(is.sealed))

/**
 * An account as it is now, held, when it is as it was looked at: the password, the second factor or all of it may have been taken away
 * meanwhile.
 */
export async function lockStaffIfUnchanged(tx: Tx, was: StaffPerson): Promise<StaffPerson | undefined> {
  const is = await lockStaff(tx, was.id)
  const same = is?.status === 1 && is.passwordHash === was.passwordHash && sameSecret(was.totp, is.totp)
  return same ? is : undefined
}

interface Proven {
  person: StaffPerson
  second: SecondProof | undefined
  ownHash: string | undefined
}

/** Spends what proved the second factor. Returns the codes that come with a telephone that is bound by it. */
async function spendSecond(tx: Tx, { moment, keys }: StaffLoginContext, is: StaffPerson, second: SecondProof): Promise<string[] | null> {
  const owner = { keys, staffId: is.id }
  if ('recoveryCode' in second) {
    if (!(await consumeRecoveryCode(tx, moment, owner, second.recoveryCode))) refuse('RECOVERY_CODE_WRONG')
    return null
  }
  if (!(await consumeTotpStep(tx, moment, is, second.step))) refuse('TOTP_WRONG')
  return is.totp?.confirmed ? null : replaceRecoveryCodes(tx, moment, owner)
}

async function enter(tx: Tx, around: StaffLoginContext, { person, second, ownHash }: Proven) {
  const { moment, origin } = around
  const is = (await lockStaffIfUnchanged(tx, person)) ?? refuse('STAFF_LOGIN_FAILED')
  const recoveryCodes = second ? await spendSecond(tx, around, is, second) : null
  if (ownHash !== undefined) await updateStaff(tx, is.id, { password: { hash: ownHash, initialUntil: null } })
  await clearLoginAttempts(tx, createLoginAttempt(around, is.email, is.id))
  const facts = second && 'recoveryCode' in second ? { recoveryCode: true, left: await countRecoveryCodes(tx, is.id) } : undefined
  await recordAudit(tx, moment, { origin, actor: { kind: 'staff', id: is.id }, action: 'staff login', ...(facts ? { facts } : {}) })
  return { token: await createStaffSession(tx, moment, { staffId: is.id, origin }), recoveryCodes }
}

/**
 * Logs a person of the platform in: with a password, with a code where one is bound or demanded, and with a password of his own in the
 * place of an initial one. What is missing is refused by name, and asked again with it.
 */
export async function logInStaff(around: StaffLoginActionContext, given: Credentials): Promise<OutputOf<typeof staff.logIn>> {
  const { db, keys, moment, visitor, act } = around
  const person = await authenticateStaff(around, given)
  demandRest(around, person, given)
  const { newPwd } = given
  const shows = showsCode(person, around) && (given.code ?? given.recoveryCode) !== undefined
  const second = shows ? await proveSecond(around, person, given) : undefined
  const ownHash = person.initialUntil === null || newPwd === undefined ? undefined : await hashPassword(keys, newPwd)
  const entered = await act((tx) => enter(tx, around, { person, second, ownHash }))
  addAccountToDevice(moment, { keys, visitor, account: formatStaffAccount(person.id) })
  const bound = second && person.totp ? { ...person, totp: { ...person.totp, confirmed: true } } : person
  return { ...entered, staff: await describeStaff(db, bound, around) }
}
