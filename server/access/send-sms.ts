import { type SmsPurpose, smsPurposes } from '../../contract/identity/purposes.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Guest, Member } from '../http/caller.ts'
import type { Origin } from '../http/context.ts'
import { findUserByMobile, mobileOf, refuseUnlessRight, spendCaptcha } from '../identity/public.ts'
import { type Db, inTransaction } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { sendCode } from '../sms/public.ts'

export interface SmsWish {
  purpose: SmsPurpose
  mobile?: string | undefined
  imageKey: string
  imageCode: string
}

interface Surroundings {
  db: Db
  moment: Moment
  keys: Keys
  origin: Origin
  caller: Guest | Member
}

/** The mobile that a purpose speaks of: one's own where it has to be, else the one that was typed. */
export async function mobileFor(
  { db, keys, caller }: Pick<Surroundings, 'db' | 'keys' | 'caller'>,
  { purpose, mobile }: Pick<SmsWish, 'purpose' | 'mobile'>,
): Promise<string> {
  if (smsPurposes[purpose].own) {
    if (caller.kind !== 'member') refuse('NOT_LOGGED_IN')
    return mobileOf(db, keys, caller.userId)
  }
  if (mobile === undefined) refuse('INVALID_INPUT', { field: 'mobile', msg: '请输入手机号' })
  return mobile
}

/**
 * Sends a code, after a picture was answered. The answer never tells whether a mobile is known: to register a known one, or to reset an
 * unknown one, is answered alike, and only the telephone's owner learns more.
 */
export async function sendSms(around: Surroundings, wish: SmsWish): Promise<void> {
  const { db, moment, keys, origin } = around
  const { purpose, imageKey, imageCode } = wish
  refuseUnlessRight(await inTransaction(db, (tx) => spendCaptcha(tx, moment, { keys, purpose: 'sms', imageKey, imageCode })))
  const mobile = await mobileFor(around, wish)
  const known = (await findUserByMobile(db, keys.hmac('mobile', mobile))) !== undefined
  const instead = purpose === 'register' && known ? ({ instead: 'known' } as const) : {}
  await inTransaction(db, (tx) => sendCode(tx, moment, { keys, mobile, purpose, ip: origin.ip, ...instead }))
}
