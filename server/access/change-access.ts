import { refuse } from '../../contract/refusals.ts'
import type { Member } from '../http/caller.ts'
import type { Origin } from '../http/context.ts'
import {
  demandStrong,
  demandStrongPin,
  findUser,
  findUserByMobile,
  freezePayments,
  hashPassword,
  isRightPassword,
  mobileOf,
  moveMobile,
  setPasswordHash,
  setPaymentPassword,
} from '../identity/public.ts'
import { listSeatsOf } from '../organisation/public.ts'
import { audit } from '../platform/audit.ts'
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { countTry, endSessions, forgive, lockIfTooMany } from '../sessions/public.ts'
import { refuseUnlessCodeRight, spendTicket, tryCode } from '../sms/public.ts'

export interface Around {
  db: Db
  moment: Moment
  keys: Keys
  origin: Origin
}

const actorOf = ({ userId, enterpriseId }: Member) => ({ kind: 'member', id: userId, enterpriseId }) as const

/** The login password asked again: wrong ones count with those of the login, so that no other door is open for guessing. */
async function demandPassword(
  { db, moment, keys }: Around,
  { userId }: Member,
  { pwd, field }: { pwd: string; field: string },
): Promise<void> {
  const user = (await findUser(db, userId)) ?? refuse('NOT_LOGGED_IN')
  const subject = keys.hmac('mobile', await mobileOf(db, keys, userId))
  await inTransaction(db, (tx) => countTry(tx, moment, subject))
  if (await isRightPassword(keys, user.passwordHash, pwd)) {
    await inTransaction(db, (tx) => forgive(tx, subject))
    return
  }
  await inTransaction(db, (tx) => lockIfTooMany(tx, moment, subject))
  refuse('OLD_PASSWORD_WRONG', { field })
}

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Another login password: every other device is logged out. */
export async function changePassword(
  around: Around,
  caller: Member,
  { oldPwd, newPwd, write }: { oldPwd: string; newPwd: string; write: Write },
): Promise<void> {
  const { db, moment, keys, origin } = around
  await demandPassword(around, caller, { pwd: oldPwd, field: 'oldPwd' })
  demandStrong(newPwd, await mobileOf(db, keys, caller.userId), 'newPwd')
  const passwordHash = await hashPassword(keys, newPwd)
  await write(async (tx) => {
    await setPasswordHash(tx, caller.userId, passwordHash)
    await endSessions(tx, moment, { userId: caller.userId, reason: 'password changed', except: caller.tokenHash })
    await audit(tx, moment, { origin, actor: actorOf(caller), action: 'change password' })
  })
}

/** Forgotten: the telephone proves who it is. All devices are logged out; the payment password stays as it is. */
export async function resetPassword(
  { db, moment, keys, origin }: Around,
  given: { mobile: string; code: string; pwd: string },
): Promise<void> {
  const { mobile, code, pwd } = given
  demandStrong(pwd, mobile)
  refuseUnlessCodeRight(await inTransaction(db, (tx) => tryCode(tx, moment, { keys, mobile, purpose: 'reset', code })))
  const subject = keys.hmac('mobile', mobile)
  const user = await findUserByMobile(db, subject)
  // The code was right, but nobody has this mobile: there is nothing to reset, and nothing to tell.
  if (!user) return
  const passwordHash = await hashPassword(keys, pwd)
  await inTransaction(db, async (tx) => {
    await setPasswordHash(tx, user.id, passwordHash)
    await endSessions(tx, moment, { userId: user.id, reason: 'password reset' })
    await forgive(tx, subject)
    await audit(tx, moment, { origin, actor: { kind: 'member', id: user.id }, action: 'reset password' })
  })
}

/** Sets or replaces the payment password of the caller's seat: login password and telephone both have to agree. */
export async function changePayPassword(
  around: Around,
  caller: Member,
  given: { pwd: string; code: string; payPwd: string; write: Write },
): Promise<void> {
  const { db, moment, keys, origin } = around
  const mobile = await mobileOf(db, keys, caller.userId)
  demandStrongPin(given.payPwd, mobile)
  await demandPassword(around, caller, { pwd: given.pwd, field: 'pwd' })
  refuseUnlessCodeRight(await inTransaction(db, (tx) => tryCode(tx, moment, { keys, mobile, purpose: 'payPwd', code: given.code })))
  await given.write(async (tx) => {
    await setPaymentPassword(tx, moment, { keys, seat: caller, payPwd: given.payPwd })
    await endSessions(tx, moment, { userId: caller.userId, reason: 'payment password changed', except: caller.tokenHash })
    await audit(tx, moment, { origin, actor: actorOf(caller), action: 'change payment password' })
  })
}

export const CHANGE_MOBILE = 'change mobile'

/** Binds another mobile, after the old one has been proven: every other device is logged out, and nothing is paid for a day. */
export async function changeMobile(
  { db, moment, keys, origin }: Around,
  caller: Member,
  { ticket, mobile, code, write }: { ticket: string; mobile: string; code: string; write: Write },
): Promise<void> {
  refuseUnlessCodeRight(await inTransaction(db, (tx) => tryCode(tx, moment, { keys, mobile, purpose: 'bindMobile', code })))
  const from = await mobileOf(db, keys, caller.userId)
  const seats = await listSeatsOf(db, caller.userId)
  await write(async (tx) => {
    await spendTicket(tx, moment, { ticket, purpose: CHANGE_MOBILE, subject: caller.userId })
    await moveMobile(tx, moment, { keys, userId: caller.userId, from, to: mobile }).catch((error) => {
      if (isUniqueViolation(error)) refuse('MOBILE_TAKEN', { field: 'mobile', msg: '该手机号已被使用，请换一个' })
      throw error
    })
    await freezePayments(tx, moment, { userId: caller.userId, enterpriseIds: seats.map(({ enterpriseId }) => enterpriseId) })
    await endSessions(tx, moment, { userId: caller.userId, reason: 'mobile changed', except: caller.tokenHash })
    await audit(tx, moment, { origin, actor: actorOf(caller), action: 'change mobile' })
  })
}
