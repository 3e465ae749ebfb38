import type { LoginResult } from '#contract/people/identity/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { lockEnterpriseAndCheckActive } from '#server/people/organisation/public.ts'
import {
  countLoginFailureForWholeMall,
  createSession,
  endSession,
  isCaptchaNeededForNextLogin,
  type LoginAttempt,
  resetLoginCountersAfterSuccess,
} from '#server/people/sessions/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, runInSeparateTransaction, type Tx } from '#server/platform/core/db.ts'
import {
  addAccountToDeviceCookie,
  formatMemberAccountForDevice,
  parseDeviceIdIfKnownToAccount,
} from '#server/platform/core/device-cookie.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Guest, Member } from '#server/platform/http/caller.ts'
import type { Context, RequestOrigin, Visitor } from '#server/platform/http/context.ts'
import { requireRightCaptchaResult, verifyAndConsumeCaptcha } from './captchas.ts'
import { countAttemptAndVerifyPassword } from './passwords.ts'
import { findUserWithMemberships, isActiveMembership, readUserDetail, type UserWithMemberships } from './user-detail.ts'
import { findUser, findUserByMobileDigest, isMobileOwnedByUser, lockUser, lockUserAndRecordLastEnterprise, type User } from './users.ts'

export interface LoginCredentials {
  mobile: string
  pwd: string
  imageCode?: string | undefined
  imageKey?: string | undefined
}

interface Surroundings extends Pick<Context, 'writeWithoutSession'> {
  db: Db
  moment: Moment
  origin: RequestOrigin
  visitor: Visitor
  keys: Keys
  limits: ServerLimits
}

/** How a login attempt is counted, and the user of the mobile number, if there is one. */
interface Knock {
  attempt: LoginAttempt
  user: User | undefined
}

/** Reads the data of a login attempt. At this point the caller is only known by a cookie. */
async function readKnock({ db, moment, keys, visitor, limits }: Surroundings, mobile: string): Promise<Knock> {
  const account = keys.hmac('mobile', mobile)
  const user = await findUserByMobileDigest(db, account)
  const device =
    user && parseDeviceIdIfKnownToAccount(moment, { keys, cookie: visitor.cookie, account: formatMemberAccountForDevice(user.id) })
  return { user, attempt: { account, device, address: visitor.address, limits } }
}

/** Uses up a captcha if one was sent. Refuses if one is required and was not sent. */
async function checkCaptcha({ db, moment, keys }: Surroundings, credentials: LoginCredentials, demanded: boolean): Promise<void> {
  const { imageKey, imageCode } = credentials
  if (imageKey === undefined || imageCode === undefined) {
    if (demanded) refuse('CAPTCHA_NEEDED', { captcha: true })
    return
  }
  requireRightCaptchaResult(
    await runInSeparateTransaction(db, (tx) => verifyAndConsumeCaptcha(tx, moment, { keys, purpose: 'login', imageKey, imageCode })),
  )
}

/** Returns the user for a mobile number and a password. The refusal does not reveal which of them was wrong. */
async function recognise({ db, moment, keys, origin }: Surroundings, { attempt, user }: Knock, pwd: string): Promise<User> {
  const right = await countAttemptAndVerifyPassword({ db, moment, keys }, attempt, { stored: user?.passwordHash ?? null, password: pwd })
  if (right && user?.status === 1) {
    await runInSeparateTransaction(db, (tx) => resetLoginCountersAfterSuccess(tx, attempt))
    return user
  }
  await runInSeparateTransaction(db, async (tx) => {
    await recordAudit(tx, moment, {
      origin,
      actor: { kind: 'guest', ...(user ? { id: user.id } : {}) },
      action: 'login',
      outcome: 'refused',
    })
    await countLoginFailureForWholeMall(tx, moment, attempt)
  })
  return refuse('LOGIN_FAILED')
}

interface Manner {
  captchaAlways: boolean
  /** The caller. If he has a session, the new one replaces it. */
  caller: Guest | Member
}

/** Locks the user. Refuses if his password or mobile number was changed after it was compared. */
async function requireUnchanged(tx: Tx, was: User, mobileHmac: Buffer): Promise<void> {
  const is = await findUser(tx, was.id)
  if (is?.passwordHash !== was.passwordHash || !(await isMobileOwnedByUser(tx, { userId: was.id, mobileHmac }))) refuse('LOGIN_FAILED')
}

/**
 * Logs a user in, to the enterprise that he used last. Both login calls of the specification use it and share its counters. The device
 * becomes a known device of the user.
 */
export async function logInToLastEnterprise(
  context: Surroundings,
  credentials: LoginCredentials,
  { captchaAlways, caller }: Manner,
): Promise<LoginResult> {
  const { db, moment, keys, visitor, writeWithoutSession } = context
  const knock = await readKnock(context, credentials.mobile)
  const { attempt } = knock
  await checkCaptcha(context, credentials, captchaAlways || (await isCaptchaNeededForNextLogin(db, moment, attempt)))
  const user = await recognise(context, knock, credentials.pwd)
  const open = (await findUserWithMemberships(db, user.id))?.memberships.filter(isActiveMembership) ?? []
  const membership = open.find(({ enterprise }) => enterprise.id === user.lastEnterpriseId) ?? open[0] ?? refuse('ACCOUNT_DISABLED')
  const seated = await writeWithoutSession(async (tx) => {
    await lockUser(tx, user.id)
    await requireUnchanged(tx, user, attempt.account)
    if (caller.kind === 'member') await endSession(tx, moment, { ...caller, reason: 'logged in anew' })
    return startSession(tx, context, { userId: user.id, enterpriseId: membership.enterprise.id, action: 'login' })
  })
  addAccountToDeviceCookie(moment, { keys, visitor, account: formatMemberAccountForDevice(user.id) })
  return readLoginOutput(db, seated)
}

/** A new session: its token, its user and its enterprise. */
export interface StartedSession {
  token: string
  person: UserWithMemberships
  enterpriseId: string
}

/** Describes a new session for the answer of the login. */
export const readLoginOutput = async (db: Db, { token, person, enterpriseId }: StartedSession): Promise<LoginResult> => ({
  token,
  ...(await readUserDetail(db, person, { enterpriseId })),
})

/** Starts a session for one of a user's memberships. Everything that it depends on is read after the user is locked. */
export async function startSession(
  tx: Tx,
  { moment, origin }: Pick<Surroundings, 'moment' | 'origin'>,
  { userId, enterpriseId, action }: { userId: string; enterpriseId: string; action: string },
): Promise<StartedSession> {
  // First, because it locks the user: of concurrent logins each counts the sessions of the one before, and a concurrent change of the
  // membership or freeze either finds the new session or is found by it.
  await lockUserAndRecordLastEnterprise(tx, userId, enterpriseId)
  if (!(await lockEnterpriseAndCheckActive(tx, enterpriseId))) refuse('ACCOUNT_DISABLED')
  const person = (await findUserWithMemberships(tx, userId)) ?? refuse('ACCOUNT_DISABLED')
  const membership = person.memberships.find(({ enterprise }) => enterprise.id === enterpriseId) ?? refuse('ENTERPRISE_NOT_FOUND')
  if (membership.membership.acceptedAt === null) refuse('ACCOUNT_DISABLED', { msg: '请先接受该企业的邀请' })
  if (person.user.status !== 1 || !isActiveMembership(membership)) refuse('ACCOUNT_DISABLED')
  const token = await createSession(tx, moment, { membership: membership.membership, origin })
  const actor = { kind: 'member', id: userId, enterpriseId, parentName: membership.membership.parent?.name ?? null } as const
  await recordAudit(tx, moment, { origin, actor, action })
  return { token, person, enterpriseId }
}
