// The actions of a staff member on his own account: setting up a second factor, proving his identity again, changing his password.
import { refuse } from '#contract/platform/core/refusals.ts'
import { countAttemptAndVerifyPassword, hashPassword } from '#server/people/identity/public.ts'
import { countLoginFailureForWholeMall, type LoginAttempt, resetLoginCountersAfterSuccess } from '#server/people/sessions/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { runInSeparateTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import {
  authenticateStaffByPassword,
  lockStaffIfCredentialsUnchanged,
  requireStrongStaffPassword,
  type StaffLoginActionContext,
  type StaffLoginConfig,
  type StaffLoginContext,
  toStaffLoginAttempt,
} from './log-in.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { endSessionsOfStaff } from './staff-sessions.ts'
import { consumeTotpStepAndConfirm, findStaff, type StaffPerson, updateStaffRow } from './staff-store.ts'
import { computeMatchingTotpStep, createTotpSecret } from './totp.ts'

/**
 * Starts setting up a second factor. It needs the password, and it is valid after its first code was confirmed. Each start has a new
 * secret, so an earlier one that somebody saw is useless. A confirmed one can only be removed by an administrator.
 */
export async function startTotpSetup(
  context: StaffLoginActionContext,
  input: { email: string; pwd: string },
): Promise<{ url: string; secret: string }> {
  const { moment, keys, origin, writeWithoutSession } = context
  const person = await authenticateStaffByPassword(context, input)
  if (person.totp?.confirmed) refuse('TOTP_BOUND')
  const { sealed, secret, url } = createTotpSecret(moment, { keys, staffId: person.id, email: person.email })
  await writeWithoutSession(async (tx) => {
    if (!(await lockStaffIfCredentialsUnchanged(tx, person))) refuse('STAFF_LOGIN_FAILED')
    await updateStaffRow(tx, person.id, { totpSealed: sealed })
    await recordAudit(tx, moment, { origin, actor: { kind: 'staff', id: person.id }, action: 'begin second factor' })
  })
  return { url, secret }
}

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Confirms a new second factor with its first code, during a session. Returns the recovery codes. */
export async function confirmTotpAndCreateRecoveryCodes(
  { db, moment, keys }: StaffLoginContext,
  { staffId }: Staff,
  { code, write }: { code: string; write: Write },
): Promise<string[]> {
  const person = (await findStaff(db, staffId)) ?? refuse('NOT_LOGGED_IN')
  const { totp } = person
  if (totp === null) refuse('TOTP_NOT_BOUND')
  if (totp.confirmed) refuse('TOTP_BOUND')
  const step = computeMatchingTotpStep(moment, { keys, staffId, totp, code }) ?? refuse('TOTP_WRONG', { field: 'code' })
  return write(async (tx) => {
    // Somebody else with the password may have started another one meanwhile. This code must not confirm that one.
    if (!(await lockStaffIfCredentialsUnchanged(tx, person))) refuse('TOTP_WRONG', { field: 'code' })
    if (!(await consumeTotpStepAndConfirm(tx, moment, person, step))) refuse('TOTP_WRONG', { field: 'code' })
    return replaceRecoveryCodes(tx, moment, { keys, staffId })
  })
}

/** The configuration for calls that need a proof of identity. */
export type IdentityProofConfig = Pick<StaffLoginConfig, 'keys' | 'limits' | 'requireTotp'>

type Proving = IdentityProofConfig & Pick<StaffLoginContext, 'db' | 'moment' | 'origin' | 'visitor'>

/** Records a failed attempt, which is counted already. */
async function failed(
  { db, moment, origin }: Proving,
  { attempt, staffId }: { attempt: LoginAttempt; staffId: string },
  { reason, field }: { reason: 'OLD_PASSWORD_WRONG' | 'TOTP_WRONG'; field: string },
): Promise<never> {
  await runInSeparateTransaction(db, async (tx) => {
    await recordAudit(tx, moment, { origin, actor: { kind: 'staff', id: staffId }, action: 'prove identity', outcome: 'refused', reason })
    await countLoginFailureForWholeMall(tx, moment, attempt)
  })
  return refuse(reason, { field })
}

/** Refuses if the person's own password is wrong. Failures count as failed logins. `field` is its name in the call. */
async function provePassword(
  context: Proving,
  { id: staffId, email, passwordHash }: StaffPerson,
  { pwd, field }: { pwd: string; field: string },
): Promise<LoginAttempt> {
  const attempt = toStaffLoginAttempt(context, email, staffId)
  const right = await countAttemptAndVerifyPassword(context, attempt, { stored: passwordHash, password: pwd })
  return right ? attempt : failed(context, { attempt, staffId }, { reason: 'OLD_PASSWORD_WRONG', field })
}

interface Proof {
  pwd?: string | undefined
  code?: string | undefined
}

/** Checks the proof of a person as he was read. A code of a second factor that was replaced meanwhile is refused. */
async function provePerson(context: Proving, person: StaffPerson, { pwd, code }: Proof): Promise<void> {
  const { db, moment, keys, requireTotp } = context
  const { id: staffId, totp } = person
  if (pwd === undefined) refuse('PASSWORD_AGAIN_NEEDED', { field: 'pwd' })
  const needsCode = requireTotp || totp?.confirmed === true
  if (needsCode && code === undefined) refuse('TOTP_NEEDED', { field: 'code' })
  const attempt = await provePassword(context, person, { pwd, field: 'pwd' })
  if (needsCode && code !== undefined) {
    const step = totp?.confirmed ? computeMatchingTotpStep(moment, { keys, staffId, totp, code }) : undefined
    if (step === undefined || !(await runInSeparateTransaction(db, (tx) => consumeTotpStepAndConfirm(tx, moment, person, step))))
      return failed(context, { attempt, staffId }, { reason: 'TOTP_WRONG', field: 'code' })
  }
  await runInSeparateTransaction(db, (tx) => resetLoginCountersAfterSuccess(tx, attempt))
}

/**
 * Requires a logged-in person to prove his identity again, with his password and, if he has or needs one, a code of the second factor.
 * Attempts count as login attempts and are counted before the comparison; a code is valid once. Refuses PASSWORD_AGAIN_NEEDED, TOTP_NEEDED,
 * OLD_PASSWORD_WRONG, TOTP_WRONG, LOGIN_LOCKED, LOGIN_ADDRESS_LOCKED.
 */
export async function requireIdentityProof(context: Proving, { staffId }: Staff, proof: Proof): Promise<void> {
  await provePerson(context, (await findStaff(context.db, staffId)) ?? refuse('NOT_LOGGED_IN'), proof)
}

/** Changes the password and ends all other sessions. Wrong old passwords count as failed logins. */
export async function changeOwnStaffPasswordAndEndOtherSessions(
  context: StaffLoginContext,
  { staffId, tokenHash }: Staff,
  { oldPwd, newPwd, write }: { oldPwd: string; newPwd: string; write: Write },
): Promise<void> {
  const { db, moment, keys } = context
  const person = (await findStaff(db, staffId)) ?? refuse('NOT_LOGGED_IN')
  const attempt = await provePassword(context, person, { pwd: oldPwd, field: 'oldPwd' })
  await runInSeparateTransaction(db, (tx) => resetLoginCountersAfterSuccess(tx, attempt))
  requireStrongStaffPassword(newPwd, { email: person.email, before: oldPwd })
  const hash = await hashPassword(keys, newPwd)
  await write(async (tx) => {
    if (!(await lockStaffIfCredentialsUnchanged(tx, person))) refuse('OLD_PASSWORD_WRONG', { field: 'oldPwd' })
    await updateStaffRow(tx, staffId, { password: { hash, initialUntil: null } })
    await endSessionsOfStaff(tx, moment, staffId, tokenHash)
  })
}

/**
 * Creates ten new recovery codes and invalidates the former ones. It needs both the password and a code of the telephone, so that a stolen
 * sheet of codes cannot be used for it. Failures count as failed logins.
 */
export async function renewRecoveryCodes(
  context: StaffLoginContext,
  { staffId }: Staff,
  { pwd, code, write }: { pwd: string; code: string; write: Write },
): Promise<string[]> {
  const { db, moment, keys } = context
  const person = (await findStaff(db, staffId)) ?? refuse('NOT_LOGGED_IN')
  if (!person.totp?.confirmed) refuse('TOTP_NOT_BOUND')
  await provePerson(context, person, { pwd, code })
  return write(async (tx) => {
    if (!(await lockStaffIfCredentialsUnchanged(tx, person))) refuse('OLD_PASSWORD_WRONG', { field: 'pwd' })
    return replaceRecoveryCodes(tx, moment, { keys, staffId })
  })
}
