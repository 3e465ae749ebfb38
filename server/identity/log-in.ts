import type { LoggedIn } from '../../contract/identity/shapes.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Guest, Member } from '../http/caller.ts'
import type { Origin } from '../http/context.ts'
import { holdOpenEnterprise } from '../organisation/public.ts'
import { audit } from '../platform/audit.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { countTry, endSession, forgive, lockIfTooMany, needsCaptcha, openSession } from '../sessions/public.ts'
import { refuseUnlessRight, spendCaptcha } from './captchas.ts'
import { isRightPassword } from './passwords.ts'
import { describeUser, isOpen, type Person, readPerson } from './user-detail.ts'
import { findUserByMobile, rememberEnterprise, type User } from './users.ts'

export interface Credentials {
  mobile: string
  pwd: string
  imageCode?: string | undefined
  imageKey?: string | undefined
}

interface Surroundings {
  db: Db
  moment: Moment
  origin: Origin
  keys: Keys
}

/** A picture that was sent is spent; where one is demanded and none was sent, the login ends here. */
async function checkCaptcha({ db, moment, keys }: Surroundings, given: Credentials, demanded: boolean): Promise<void> {
  const { imageKey, imageCode } = given
  if (imageKey === undefined || imageCode === undefined) {
    if (demanded) refuse('CAPTCHA_NEEDED', { captcha: true })
    return
  }
  refuseUnlessRight(await inTransaction(db, (tx) => spendCaptcha(tx, moment, { keys, purpose: 'login', imageKey, imageCode })))
}

/** The person behind a mobile and a password, or the refusal that tells neither which of them was wrong. */
async function recognise({ db, moment, keys, origin }: Surroundings, { mobile, pwd }: Credentials): Promise<User> {
  const mobileHmac = keys.hmac('mobile', mobile)
  await inTransaction(db, (tx) => countTry(tx, moment, mobileHmac))
  const user = await findUserByMobile(db, mobileHmac)
  const right = await isRightPassword(keys, user?.passwordHash ?? null, pwd)
  if (right && user?.status === 1) {
    await inTransaction(db, (tx) => forgive(tx, mobileHmac))
    return user
  }
  await inTransaction(db, async (tx) => {
    await lockIfTooMany(tx, moment, mobileHmac)
    await audit(tx, moment, { origin, actor: { kind: 'guest', ...(user ? { id: user.id } : {}) }, action: 'login', outcome: 'refused' })
  })
  return refuse('LOGIN_FAILED')
}

interface Manner {
  captchaAlways: boolean
  /** Who asked: a session that is replaced by the new one ends with it. */
  caller: Guest | Member
}

/** Logs a person in, to the company used last. Both calls of the specification come here and share the counters. */
export async function logIn(around: Surroundings, given: Credentials, { captchaAlways, caller }: Manner): Promise<LoggedIn> {
  const { db, moment, keys } = around
  await checkCaptcha(around, given, captchaAlways || (await needsCaptcha(db, moment, keys.hmac('mobile', given.mobile))))
  const user = await recognise(around, given)
  const person = await readPerson(db, user.id)
  const open = person?.seats.filter(isOpen) ?? []
  const seat = open.find(({ enterprise }) => enterprise.id === user.lastEnterpriseId) ?? open[0]
  if (!person || !seat) refuse('ACCOUNT_DISABLED')
  const token = await inTransaction(db, async (tx) => {
    if (caller.kind === 'member') await endSession(tx, moment, { ...caller, reason: 'logged in anew' })
    return sitDown(tx, around, { person, enterpriseId: seat.enterprise.id, action: 'login' })
  })
  return { token, ...(await describeUser(db, person, { enterpriseId: seat.enterprise.id })) }
}

/** Begins a session in one of a person's seats and returns its token. */
export async function sitDown(
  tx: Tx,
  { moment, origin }: Pick<Surroundings, 'moment' | 'origin'>,
  { person, enterpriseId, action }: { person: Person; enterpriseId: string; action: string },
): Promise<string> {
  // First, because it locks the person: of logins at once each counts the sessions that the one before it has left, and whoever
  // changes a seat, or freezes the person or the company, either finds the session or is found by it.
  await rememberEnterprise(tx, person.user.id, enterpriseId)
  if (!(await holdOpenEnterprise(tx, enterpriseId))) refuse('ACCOUNT_DISABLED')
  const now = await readPerson(tx, person.user.id)
  const seat = now?.seats.find(({ enterprise }) => enterprise.id === enterpriseId) ?? refuse('ENTERPRISE_NOT_FOUND')
  if (seat.membership.acceptedAt === null) refuse('ACCOUNT_DISABLED', { msg: '请先接受该企业的邀请' })
  if (now?.user.status !== 1 || !isOpen(seat)) refuse('ACCOUNT_DISABLED')
  const token = await openSession(tx, moment, { seat: seat.membership, origin })
  await audit(tx, moment, { origin, actor: { kind: 'member', id: person.user.id, enterpriseId }, action })
  return token
}
