import type { CurrentStaff, currentStaffEndpoints } from '#contract/people/staff/staff-api.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { type RefusalName, refuse } from '#contract/platform/core/refusals.ts'
import { countAttemptAndVerifyPassword, hashPassword, requireStrongPassword } from '#server/people/identity/public.ts'
import {
  countLoginAttemptAsFailure,
  countLoginFailureForWholeMall,
  type LoginAttempt,
  resetLoginCountersAfterSuccess,
  undoLoginAttempt,
} from '#server/people/sessions/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, runInSeparateTransaction, type Tx } from '#server/platform/core/db.ts'
import {
  addAccountToDeviceCookie,
  formatStaffAccountForDevice,
  parseDeviceIdIfKnownToAccount,
} from '#server/platform/core/device-cookie.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Context, RequestOrigin, Visitor } from '#server/platform/http/context.ts'
import { findCustomRolesOfStaff } from './custom-roles/custom-role-store.ts'
import { consumeRecoveryCode, countUnusedRecoveryCodes, isUnusedRecoveryCode, replaceRecoveryCodes } from './recovery-codes.ts'
import { createStaffSession } from './staff-sessions.ts'
import { consumeTotpStepAndConfirm, findStaffByEmail, lockStaff, type StaffPerson, type Totp, updateStaffRow } from './staff-store.ts'
import { computeMatchingTotpStep } from './totp.ts'

/** The configuration of staff logins. */
export interface StaffLoginConfig {
  keys: Keys
  limits: ServerLimits
  /** Everybody needs a second factor. Only the demo switches it off. */
  requireTotp: boolean
  /** SMS are stored, so that staff can read them in the console. */
  localTexts: boolean
}

export interface StaffLoginContext extends StaffLoginConfig {
  db: Db
  moment: Moment
  origin: RequestOrigin
  visitor: Visitor
}

/** The context of a call that does not lock a session. */
export type StaffLoginActionContext = StaffLoginContext & Pick<Context, 'writeWithoutSession'>

interface Credentials {
  email: string
  pwd: string
  newPwd?: string | undefined
  code?: string | undefined
  recoveryCode?: string | undefined
}

export async function readCurrentStaffOutput(
  db: Db,
  person: StaffPerson,
  { localTexts }: Pick<StaffLoginConfig, 'localTexts'>,
): Promise<CurrentStaff> {
  const { id, email, name, roles, codes, ownEnterprisesOnly, totp } = person
  const secondFactor = totp?.confirmed === true
  const recoveryCodesLeft = secondFactor ? await countUnusedRecoveryCodes(db, id) : 0
  const customRoles = await findCustomRolesOfStaff(db, id)
  return { staffId: id, email, name, roles, customRoles, codes, ownEnterprisesOnly, localTexts, secondFactor, recoveryCodesLeft }
}

/** Logins, codes and password changes share one counter for each e-mail address. */
export const computeEmailRateKey = (keys: Keys, email: string): Buffer => keys.hmac('email', email.toLowerCase())

/** Builds an attempt for the counters. A known device of the person is counted separately. */
export function toStaffLoginAttempt(
  { moment, keys, visitor, limits }: Pick<StaffLoginContext, 'moment' | 'keys' | 'visitor' | 'limits'>,
  email: string,
  staffId: string | undefined,
): LoginAttempt {
  const { cookie, address } = visitor
  const device =
    staffId === undefined
      ? undefined
      : parseDeviceIdIfKnownToAccount(moment, { keys, cookie, account: formatStaffAccountForDevice(staffId) })
  return { account: computeEmailRateKey(keys, email), device, address, limits }
}

/** Records a failed attempt, which is counted already. */
async function failed(
  { db, moment, origin }: StaffLoginContext,
  attempt: LoginAttempt,
  { staffId, reason }: { staffId?: string | undefined; reason: RefusalName },
): Promise<never> {
  await runInSeparateTransaction(db, async (tx) => {
    const actor = staffId === undefined ? ({ kind: 'guest' } as const) : ({ kind: 'staff', id: staffId } as const)
    await recordAudit(tx, moment, { origin, actor, action: 'staff login', outcome: 'refused', reason })
    await countLoginFailureForWholeMall(tx, moment, attempt)
  })
  return refuse(reason)
}

/** Returns the person for an e-mail address and a password. Neither the answer nor its time reveals whether an address has an account. */
export async function authenticateStaffByPassword(context: StaffLoginContext, { email, pwd }: Credentials): Promise<StaffPerson> {
  const { db, moment, keys } = context
  const person = await findStaffByEmail(db, email)
  const attempt = toStaffLoginAttempt(context, email, person?.id)
  const right = await countAttemptAndVerifyPassword({ db, moment, keys }, attempt, { stored: person?.passwordHash ?? null, password: pwd })
  if (!right || person?.status !== 1) return failed(context, attempt, { reason: 'STAFF_LOGIN_FAILED' })
  // The password is only the first part: the attempt is not a failure, but earlier failures still count.
  await runInSeparateTransaction(db, (tx) => undoLoginAttempt(tx, attempt))
  if (person.initialUntil !== null && person.initialUntil <= moment.now) refuse('INITIAL_PASSWORD_EXPIRED')
  return person
}

/** Whether a person needs a code to log in. */
const showsCode = ({ totp }: StaffPerson, { requireTotp }: StaffLoginConfig): boolean => requireTotp || totp?.confirmed === true

/** Refuses a password that is easy to guess, or that equals the former one. */
export function requireStrongStaffPassword(newPwd: string, { email, before }: { email: string; before: string }): void {
  if (newPwd === before) refuse('PASSWORD_TOO_COMMON', { field: 'newPwd', msg: '新密码不能与原密码相同' })
  requireStrongPassword(newPwd, email.slice(0, email.indexOf('@')), 'newPwd')
}

/** Refuses with the next missing input, one after the other, before anything is used up. */
function requireRemainingCredentials(
  config: StaffLoginConfig,
  person: StaffPerson,
  { pwd, newPwd, code, recoveryCode }: Credentials,
): void {
  if (person.initialUntil !== null) {
    if (newPwd === undefined) refuse('NEW_PASSWORD_NEEDED', { field: 'newPwd' })
    requireStrongStaffPassword(newPwd, { email: person.email, before: pwd })
  }
  if (!showsCode(person, config)) return
  if (person.totp === null || (!person.totp.confirmed && code === undefined)) refuse('TOTP_NOT_BOUND')
  if (code === undefined && recoveryCode === undefined) refuse('TOTP_NEEDED', { field: 'code' })
}

/** What proves the second factor: the time step of a code, or a recovery code. Neither is used up yet. */
type SecondProof = { step: number } | { recoveryCode: string }

async function findSecondProof(
  { db, moment, keys }: StaffLoginContext,
  { id: staffId, totp }: StaffPerson,
  { code, recoveryCode }: Credentials,
) {
  if (!totp) return undefined
  if (code !== undefined) {
    const step = computeMatchingTotpStep(moment, { keys, staffId, totp, code })
    return step === undefined ? undefined : { step }
  }
  // A second factor that is not confirmed has no recovery codes; rows in the table belong to a former one.
  const isOne = totp.confirmed && recoveryCode !== undefined && (await isUnusedRecoveryCode(db, { keys, staffId }, recoveryCode))
  return isOne ? { recoveryCode } : undefined
}

/**
 * Checks the second factor: a code of the telephone or a recovery code. The attempt is counted before the comparison, together with
 * passwords, so that codes cannot be guessed.
 */
async function proveSecond(context: StaffLoginContext, person: StaffPerson, credentials: Credentials): Promise<SecondProof> {
  const attempt = toStaffLoginAttempt(context, person.email, person.id)
  await runInSeparateTransaction(context.db, (tx) => countLoginAttemptAsFailure(tx, context.moment, attempt))
  const reason = credentials.code === undefined ? 'RECOVERY_CODE_WRONG' : 'TOTP_WRONG'
  return (await findSecondProof(context, person, credentials)) ?? failed(context, attempt, { staffId: person.id, reason })
}

const sameSecret = (was: Totp | null, is: Totp | null): boolean => (was === null || is === null ? was === is : was.sealed.equals(is.sealed))

/** Locks an account and compares it with what was read before; undefined: password or second factor has changed meanwhile. */
export async function lockStaffIfCredentialsUnchanged(tx: Tx, was: StaffPerson): Promise<StaffPerson | undefined> {
  const is = await lockStaff(tx, was.id)
  const same = is?.status === 1 && is.passwordHash === was.passwordHash && sameSecret(was.totp, is.totp)
  return same ? is : undefined
}

interface Proven {
  person: StaffPerson
  second: SecondProof | undefined
  ownHash: string | undefined
}

/** Uses up the proof of the second factor. Returns new recovery codes if it has confirmed a new second factor. */
async function spendSecond(tx: Tx, { moment, keys }: StaffLoginContext, is: StaffPerson, second: SecondProof): Promise<string[] | null> {
  const owner = { keys, staffId: is.id }
  if ('recoveryCode' in second) {
    if (!(await consumeRecoveryCode(tx, moment, owner, second.recoveryCode))) refuse('RECOVERY_CODE_WRONG')
    return null
  }
  if (!(await consumeTotpStepAndConfirm(tx, moment, is, second.step))) refuse('TOTP_WRONG')
  return is.totp?.confirmed ? null : replaceRecoveryCodes(tx, moment, owner)
}

async function enter(tx: Tx, context: StaffLoginContext, { person, second, ownHash }: Proven) {
  const { moment, origin } = context
  const is = (await lockStaffIfCredentialsUnchanged(tx, person)) ?? refuse('STAFF_LOGIN_FAILED')
  const recoveryCodes = second ? await spendSecond(tx, context, is, second) : null
  if (ownHash !== undefined) await updateStaffRow(tx, is.id, { password: { hash: ownHash, initialUntil: null } })
  await resetLoginCountersAfterSuccess(tx, toStaffLoginAttempt(context, is.email, is.id))
  const facts = second && 'recoveryCode' in second ? { recoveryCode: true, left: await countUnusedRecoveryCodes(tx, is.id) } : undefined
  await recordAudit(tx, moment, { origin, actor: { kind: 'staff', id: is.id }, action: 'staff login', ...(facts ? { facts } : {}) })
  return { token: await createStaffSession(tx, moment, { staffId: is.id, origin }), recoveryCodes }
}

/**
 * Logs in a member of staff: with a password, with a code if one is set up or required, and with a new password in place of an initial one.
 * If something is missing, it refuses with its name, and the person repeats the call with it.
 */
export async function logInStaff(
  context: StaffLoginActionContext,
  credentials: Credentials,
): Promise<OutputOf<typeof currentStaffEndpoints.logIn>> {
  const { db, keys, moment, visitor, writeWithoutSession } = context
  const person = await authenticateStaffByPassword(context, credentials)
  requireRemainingCredentials(context, person, credentials)
  const { newPwd } = credentials
  const shows = showsCode(person, context) && (credentials.code ?? credentials.recoveryCode) !== undefined
  const second = shows ? await proveSecond(context, person, credentials) : undefined
  const ownHash = person.initialUntil === null || newPwd === undefined ? undefined : await hashPassword(keys, newPwd)
  const entered = await writeWithoutSession((tx) => enter(tx, context, { person, second, ownHash }))
  addAccountToDeviceCookie(moment, { keys, visitor, account: formatStaffAccountForDevice(person.id) })
  const bound = second && person.totp ? { ...person, totp: { ...person.totp, confirmed: true } } : person
  return { ...entered, staff: await readCurrentStaffOutput(db, bound, context) }
}
