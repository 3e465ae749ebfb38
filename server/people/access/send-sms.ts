import { type SmsCodePurpose, smsCodePurposes } from '#contract/people/identity/purposes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  findUserByMobileDigest,
  readClearTextMobileOfUser,
  requireRightCaptchaResult,
  verifyAndConsumeCaptcha,
} from '#server/people/identity/public.ts'
import { createSmsCodeAndSendAfterCommit, type SmsRequester, toSmsRequesterIds } from '#server/people/sms/public.ts'
import { type Db, runInSeparateTransaction } from '#server/platform/core/db.ts'
import { formatMemberAccountForDevice, parseDeviceIdIfKnownToAccount } from '#server/platform/core/device-cookie.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Guest, Member } from '#server/platform/http/caller.ts'
import type { Context, Visitor } from '#server/platform/http/context.ts'

export interface SmsCodeInput {
  purpose: SmsCodePurpose
  mobile?: string | undefined
  imageKey: string
  imageCode: string
}

interface Surroundings {
  db: Db
  moment: Moment
  keys: Keys
  limits: ServerLimits
  visitor: Visitor
  caller: Guest | Member
}

/** Returns the mobile number for a purpose: the caller's own if the purpose requires it, else the given one. */
export async function readMobileForSmsPurpose(
  { db, keys, caller }: Pick<Surroundings, 'db' | 'keys' | 'caller'>,
  { purpose, mobile }: Pick<SmsCodeInput, 'purpose' | 'mobile'>,
): Promise<string> {
  if (smsCodePurposes[purpose].own) {
    if (caller.kind !== 'member') refuse('NOT_LOGGED_IN')
    return readClearTextMobileOfUser(db, keys, caller.userId)
  }
  if (mobile === undefined) refuse('INVALID_INPUT', { field: 'mobile', msg: '请输入手机号' })
  return mobile
}

/** Whether the owner of the mobile number makes the request: he is logged in, or uses a device on which he has logged in. */
function isOwn({ moment, keys, visitor, caller }: Surroundings, ownerId: string | undefined): boolean {
  if (ownerId === undefined) return false
  if (caller.kind === 'member' && caller.userId === ownerId) return true
  return (
    parseDeviceIdIfKnownToAccount(moment, { keys, cookie: visitor.cookie, account: formatMemberAccountForDevice(ownerId) }) !== undefined
  )
}

/**
 * Sends a code after a correct captcha. The answer does not reveal whether a number is registered: registering a known number and resetting
 * an unknown one get the same answer. Only the SMS tells the owner more.
 */
export async function sendSmsCodeAfterCaptcha(
  context: Surroundings & Pick<Context, 'writeWithoutSession'>,
  input: SmsCodeInput,
): Promise<void> {
  const { db, moment, keys, limits, visitor, caller, writeWithoutSession } = context
  const { purpose, imageKey, imageCode } = input
  requireRightCaptchaResult(
    await runInSeparateTransaction(db, (tx) => verifyAndConsumeCaptcha(tx, moment, { keys, purpose: 'sms', imageKey, imageCode })),
  )
  const mobile = await readMobileForSmsPurpose(context, input)
  const owner = await findUserByMobileDigest(db, keys.hmac('mobile', mobile))
  const { address, deviceId } = visitor
  const from: SmsRequester = { address, deviceId, own: isOwn(context, owner?.id), limits }
  const instead = purpose === 'register' && owner ? ({ instead: 'known' } as const) : {}
  const askers = toSmsRequesterIds(caller, visitor)
  await writeWithoutSession((tx) => createSmsCodeAndSendAfterCommit(tx, moment, { keys, mobile, purpose, askers, from, ...instead }))
}
