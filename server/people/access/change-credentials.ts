import { refuse } from '#contract/platform/core/refusals.ts'
import { unbindWechat } from '#server/people/channels/public.ts'
import {
  countAttemptAndVerifyPassword,
  findMobileProvenWithinHour,
  findUser,
  findUserByMobileDigest,
  freezePaymentsOfUserForOneDay,
  hashPassword,
  hasPaymentPassword,
  isMobileOwnedByUser,
  lockUser,
  readClearTextMobileOfUser,
  requireStrongPassword,
  requireStrongPaymentPassword,
  setPasswordHash,
  setPaymentPassword,
  type User,
  updateUserMobileWithClaim,
} from '#server/people/identity/public.ts'
import { listMembershipsOfOneUser } from '#server/people/organisation/public.ts'
import {
  countLoginFailureForWholeMall,
  endSessions,
  resetAllLoginCountersOfAccount,
  resetLoginCountersAfterSuccess,
} from '#server/people/sessions/public.ts'
import { consumeOneTimeTicket, requireRightSmsCodeResult, toSmsRequesterIds, verifySmsCode } from '#server/people/sms/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, isUniqueViolation, runInSeparateTransaction, type Tx } from '#server/platform/core/db.ts'
import {
  addAccountToDeviceCookie,
  formatMemberAccountForDevice,
  parseDeviceIdIfKnownToAccount,
} from '#server/platform/core/device-cookie.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import { type Guest, type Member, toAuditActor } from '#server/platform/http/caller.ts'
import type { Context, RequestOrigin, Visitor } from '#server/platform/http/context.ts'

export interface CredentialCallContext {
  db: Db
  moment: Moment
  keys: Keys
  limits: ServerLimits
  origin: RequestOrigin
  visitor: Visitor
}

/** A person as he was when the password was compared, and the field name of the password in the call. */
interface Proven {
  user: User
  field: string
}

/** Checks the login password again. Failures count as failed logins, so that this call cannot be used to guess a password. */
export async function verifyLoginPasswordAgain(
  { db, moment, keys, limits, visitor: { cookie, address } }: CredentialCallContext,
  { userId }: Member,
  { pwd, field }: { pwd: string; field: string },
): Promise<Proven> {
  const user = (await findUser(db, userId)) ?? refuse('NOT_LOGGED_IN')
  const account = keys.hmac('mobile', await readClearTextMobileOfUser(db, keys, userId))
  const device = parseDeviceIdIfKnownToAccount(moment, { keys, cookie, account: formatMemberAccountForDevice(userId) })
  const attempt = { account, device, address, limits }
  if (await countAttemptAndVerifyPassword({ db, moment, keys }, attempt, { stored: user.passwordHash, password: pwd })) {
    await runInSeparateTransaction(db, (tx) => resetLoginCountersAfterSuccess(tx, attempt))
    return { user, field }
  }
  await runInSeparateTransaction(db, (tx) => countLoginFailureForWholeMall(tx, moment, attempt))
  refuse('OLD_PASSWORD_WRONG', { field })
}

/** Locks a person. Refuses if the compared password was replaced meanwhile. */
export async function lockUserWithUnchangedPassword(tx: Tx, { user, field }: Proven): Promise<void> {
  await lockUser(tx, user.id)
  if ((await findUser(tx, user.id))?.passwordHash !== user.passwordHash) refuse('OLD_PASSWORD_WRONG', { field })
}

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Changes the login password, and ends all sessions on other devices and the binding of a WeChat, which somebody else may have made. */
export async function changeLoginPasswordAndEndOtherSessions(
  context: CredentialCallContext,
  caller: Member,
  { oldPwd, newPwd, write }: { oldPwd: string; newPwd: string; write: Write },
): Promise<void> {
  const { db, moment, keys, origin } = context
  const proven = await verifyLoginPasswordAgain(context, caller, { pwd: oldPwd, field: 'oldPwd' })
  requireStrongPassword(newPwd, await readClearTextMobileOfUser(db, keys, caller.userId), 'newPwd')
  const passwordHash = await hashPassword(keys, newPwd)
  await write(async (tx) => {
    await lockUserWithUnchangedPassword(tx, proven)
    await setPasswordHash(tx, caller.userId, passwordHash)
    await endSessions(tx, moment, { userId: caller.userId, reason: 'password changed', except: caller.tokenHash })
    await unbindWechat(tx, moment, caller.userId)
    await recordAudit(tx, moment, { origin, actor: toAuditActor(caller), action: 'change password' })
  })
}

/**
 * Resets a forgotten password; an SMS code proves the identity. All sessions end; the payment password does not change. The device becomes
 * a known device, so that strangers who keep guessing cannot lock the owner out before his next login.
 */
export async function resetForgottenLoginPassword(
  { db, moment, keys, origin, visitor, writeWithoutSession }: CredentialCallContext & Pick<Context, 'writeWithoutSession'>,
  caller: Guest | Member,
  input: { mobile: string; code: string; pwd: string },
): Promise<void> {
  const { mobile, code, pwd } = input
  requireStrongPassword(pwd, mobile)
  const askers = toSmsRequesterIds(caller, visitor)
  requireRightSmsCodeResult(
    await runInSeparateTransaction(db, (tx) => verifySmsCode(tx, moment, { keys, mobile, purpose: 'reset', askers, code })),
  )
  const subject = keys.hmac('mobile', mobile)
  const user = await findUserByMobileDigest(db, subject)
  // The code is correct, but nobody has this mobile number. There is nothing to reset, and the answer does not reveal it.
  if (!user) return
  const passwordHash = await hashPassword(keys, pwd)
  const done = await writeWithoutSession(async (tx) => {
    await lockUser(tx, user.id)
    // The SMS code proves the identity only while the person still has the mobile number. If he has given it up meanwhile, the answer is
    // the same as for an unknown number.
    if (!(await isMobileOwnedByUser(tx, { userId: user.id, mobileHmac: subject }))) return false
    await setPasswordHash(tx, user.id, passwordHash)
    await endSessions(tx, moment, { userId: user.id, reason: 'password reset' })
    await unbindWechat(tx, moment, user.id)
    await resetAllLoginCountersOfAccount(tx, subject)
    await recordAudit(tx, moment, { origin, actor: { kind: 'member', id: user.id }, action: 'reset password' })
    return true
  })
  if (done) addAccountToDeviceCookie(moment, { keys, visitor, account: formatMemberAccountForDevice(user.id) })
}

/** Refuses a call without a code, unless it sets the first payment password of a person who has registered with this number within the hour. */
async function requireFirstPaymentPasswordAfterRegistration(
  db: Db,
  { moment, keys }: CredentialCallContext,
  { caller, mobile }: { caller: Member; mobile: string },
): Promise<void> {
  const isFirst = !(await hasPaymentPassword(db, caller))
  if (!isFirst || (await findMobileProvenWithinHour(db, { moment, keys, userId: caller.userId })) !== mobile)
    refuse('INVALID_INPUT', { field: 'code', msg: '请输入验证码' })
}

/**
 * Sets the payment password of the caller's membership. It needs the login password and an SMS code; the code of a registration within the
 * hour also counts for the first payment password (decision 930).
 */
export async function changePayPassword(
  context: CredentialCallContext,
  caller: Member,
  input: { pwd: string; code?: string | undefined; payPwd: string; write: Write },
): Promise<void> {
  const { db, moment, keys, origin, visitor } = context
  const mobile = await readClearTextMobileOfUser(db, keys, caller.userId)
  requireStrongPaymentPassword(input.payPwd, mobile)
  const proven = await verifyLoginPasswordAgain(context, caller, { pwd: input.pwd, field: 'pwd' })
  const { code } = input
  const askers = toSmsRequesterIds(caller, visitor)
  if (code === undefined) await requireFirstPaymentPasswordAfterRegistration(db, context, { caller, mobile })
  else
    requireRightSmsCodeResult(
      await runInSeparateTransaction(db, (tx) => verifySmsCode(tx, moment, { keys, mobile, purpose: 'payPwd', askers, code })),
    )
  await input.write(async (tx) => {
    await lockUserWithUnchangedPassword(tx, proven)
    // Of two calls without a code only one sets the first.
    if (code === undefined) await requireFirstPaymentPasswordAfterRegistration(tx, context, { caller, mobile })
    if (!(await isMobileOwnedByUser(tx, { userId: caller.userId, mobileHmac: keys.hmac('mobile', mobile) })))
      refuse('SMS_CODE_EXPIRED', { field: 'code' })
    // A payment locks its session before its password, so the sessions come first here, too.
    await endSessions(tx, moment, { userId: caller.userId, reason: 'payment password changed', except: caller.tokenHash })
    await setPaymentPassword(tx, moment, { keys, membership: caller, payPwd: input.payPwd })
    await recordAudit(tx, moment, { origin, actor: toAuditActor(caller), action: 'change payment password' })
  })
}

/** The scope of the ticket of the first step: it allows this person to replace this mobile number only. */
export const createMobileChangeTicketScope = (keys: Keys, userId: string, mobile: string) => ({
  purpose: 'change mobile',
  subject: `${userId} ${keys.hmac('mobile', mobile).toString('hex')}`,
})

/**
 * Changes the mobile number of a person who has proved the old one. All sessions on other devices end, and payments are frozen for a day.
 * The old number is read after the person is locked, so of two concurrent changes the second fails.
 */
export async function changeMobile(
  { db, moment, keys, origin, visitor }: CredentialCallContext,
  caller: Member,
  { ticket, mobile, code, write }: { ticket: string; mobile: string; code: string; write: Write },
): Promise<void> {
  const askers = toSmsRequesterIds(caller, visitor)
  requireRightSmsCodeResult(
    await runInSeparateTransaction(db, (tx) => verifySmsCode(tx, moment, { keys, mobile, purpose: 'bindMobile', askers, code })),
  )
  const memberships = await listMembershipsOfOneUser(db, caller.userId)
  await write(async (tx) => {
    await lockUser(tx, caller.userId)
    const from = await readClearTextMobileOfUser(tx, keys, caller.userId)
    await consumeOneTimeTicket(tx, moment, { ticket, ...createMobileChangeTicketScope(keys, caller.userId, from) })
    await updateUserMobileWithClaim(tx, moment, { keys, userId: caller.userId, from, to: mobile }).catch((error) => {
      if (isUniqueViolation(error)) refuse('MOBILE_TAKEN', { field: 'mobile', msg: '该手机号已被使用，请换一个' })
      throw error
    })
    await endSessions(tx, moment, { userId: caller.userId, reason: 'mobile changed', except: caller.tokenHash })
    await unbindWechat(tx, moment, caller.userId)
    await freezePaymentsOfUserForOneDay(tx, moment, {
      userId: caller.userId,
      enterpriseIds: memberships.map(({ enterpriseId }) => enterpriseId),
    })
    await recordAudit(tx, moment, { origin, actor: toAuditActor(caller), action: 'change mobile' })
  })
}
