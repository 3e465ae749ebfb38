// Reads and writes the table `sms_code`.
import { type SmsCodePurpose, smsCodePurposes } from '#contract/people/identity/purposes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfDigestsSql, type Tx } from '#server/platform/core/db.ts'
import { isDigestOf, type Keys } from '#server/platform/core/keys.ts'
import { lockRowsByKey } from '#server/platform/core/lock-by-key.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { generateSixDigitCode } from '#server/platform/core/one-time-codes.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Visitor } from '#server/platform/http/context.ts'
import type { SmsMessage, SmsTemplateName } from './sms-gateway.ts'
import { deleteOldSmsCounts, recordSmsWithinLimits, type SmsRequester } from './sms-limits.ts'

const LIFE_MS = 5 * 60_000
const TRIES_MAX = 5
const DAY_MS = 86_400_000

/** The mobile number and the purpose of a code. */
export interface SmsCodeScope {
  keys: Keys
  mobile: string
  purpose: SmsCodePurpose
  /** Who makes the request, by several ids, the most certain first. A code is valid for callers who share one id with its requester. */
  askers: readonly string[]
}

/** The ids of a caller, the most certain first: the member, the browser, the address. */
export const toSmsRequesterIds = (caller: Caller, { deviceId, address }: Pick<Visitor, 'deviceId' | 'address'>): string[] => [
  ...(caller.kind === 'member' ? [`member ${caller.userId}`] : []),
  ...(deviceId === undefined ? [] : [`device ${deviceId}`]),
  `address ${address}`,
]

const subjectsOf = ({ keys, mobile }: Pick<SmsCodeScope, 'keys' | 'mobile'>) => keys.hmacs('mobile', mobile)
const digested = ({ mobile, purpose }: SmsCodeScope, code: string) => `${purpose}:${mobile}:${code}`

export interface SmsCodeRequest extends SmsCodeScope {
  from: SmsRequester
  /** A text that is sent instead of the code if a code would be useless, for example for a registration of a registered number. */
  instead?: SmsTemplateName
}

/**
 * Creates a code and sends it after the commit. Of concurrent requests for one number, one is sent and the others are refused. Each
 * requester has a code of his own, so that a request of somebody else does not replace it.
 */
export async function createSmsCodeAndSendAfterCommit(tx: Tx, moment: Moment, { from, instead, ...scope }: SmsCodeRequest): Promise<void> {
  await recordSmsWithinLimits(tx, moment, { subjects: subjectsOf(scope), from })
  const code = generateSixDigitCode(moment)
  const code_hmac = scope.keys.hmac('smsCode', digested(scope, code))
  const fresh = { code_hmac, tries: 0, sent_at: moment.now, expires_at: new Date(moment.now.getTime() + LIFE_MS) }
  await tx
    .insertInto('sms_code')
    .values({ mobile_hmac: scope.keys.hmac('mobile', scope.mobile), purpose: scope.purpose, asker: scope.askers[0] ?? '', ...fresh })
    .onConflict((conflict) => conflict.columns(['mobile_hmac', 'purpose', 'asker']).doUpdateSet(fresh))
    .execute()
  const facts = instead ? {} : { code, purpose: smsCodePurposes[scope.purpose].label }
  await sendText(tx, moment, scope.keys, { mobile: scope.mobile, template: instead ?? 'code', facts })
}

const TEXT = 'outbox|sms'

/** Decrypts an SMS that waits in the outbox. */
export const unsealSms = (keys: Keys, sealed: string): SmsMessage =>
  JSON.parse(keys.open(TEXT, Buffer.from(sealed, 'base64'))) as SmsMessage

/** Sends an SMS after the commit. Its text is encrypted in the outbox. */
async function sendText(tx: Tx, moment: Moment, keys: Keys, sms: SmsMessage, notBefore: Date | null = null): Promise<void> {
  const sealed = keys.seal(moment, TEXT, JSON.stringify(sms)).toString('base64')
  await publishEvents(tx, moment, [{ topic: 'sms.send', payload: { sealed, ...(notBefore && { notBefore: notBefore.toISOString() }) } }])
}

/** Sends the title of a message, at once or when quiet hours end. It does not count as a code, so that alerts cannot prevent a login. */
export const sendMessageTitleBySms = (
  tx: Tx,
  moment: Moment,
  keys: Keys,
  { mobile, title, notBefore }: { mobile: string; title: string; notBefore: Date | null },
): Promise<void> => sendText(tx, moment, keys, { mobile, template: 'alert', facts: { title } }, notBefore)

/** Does the same for an SMS that its recipient has not requested. It counts as a code. The caller has locked the mobile number. */
export async function sendUnrequestedSms(
  tx: Tx,
  moment: Moment,
  keys: Keys,
  { from, ...sms }: SmsMessage & { from: SmsRequester },
): Promise<void> {
  await recordSmsWithinLimits(tx, moment, { subjects: subjectsOf({ keys, mobile: sms.mobile }), from })
  await sendText(tx, moment, keys, sms)
}

/** The result of a comparison. The row of the code is locked, and the attempt is counted. */
type Verdict = 'right' | 'wrong' | 'expired'

/**
 * Verifies a code that the caller has requested. It needs a transaction of its own that commits in any case, because a refusal would roll
 * back the count. A right code is used up together with the codes of other requesters. Five wrong attempts invalidate it; attempts of
 * others do not count.
 */
export async function verifySmsCode(tx: Tx, moment: Moment, { code, ...scope }: SmsCodeScope & { code: string }): Promise<Verdict> {
  const subjects = subjectsOf(scope)
  const subject = anyOfDigestsSql(subjects)
  const rows = await lockRowsByKey(
    subjects.map((digest) => digest.toString('hex')),
    (digest) =>
      tx
        .selectFrom('sms_code')
        .select(['asker', 'code_hmac', 'tries', 'expires_at'])
        .where('mobile_hmac', '=', Buffer.from(digest, 'hex'))
        .where('purpose', '=', scope.purpose)
        .orderBy('asker')
        .forUpdate()
        .execute(),
  )
  const live = rows.filter(({ expires_at, tries }) => expires_at > moment.now && tries < TRIES_MAX)
  const row = scope.askers.flatMap((asker) => live.find((one) => one.asker === asker) ?? [])[0]
  if (!row) return 'expired'
  if (isDigestOf(scope.keys, 'smsCode', { value: digested(scope, code), digest: row.code_hmac })) {
    await tx.deleteFrom('sms_code').where('mobile_hmac', '=', subject).where('purpose', '=', scope.purpose).execute()
    return 'right'
  }
  await tx
    .updateTable('sms_code')
    .set({ tries: row.tries + 1 })
    .where('mobile_hmac', '=', subject)
    .where('purpose', '=', scope.purpose)
    .where('asker', '=', row.asker)
    .execute()
  return 'wrong'
}

export function requireRightSmsCodeResult(result: Verdict): void {
  if (result === 'wrong') refuse('SMS_CODE_WRONG', { field: 'code' })
  if (result === 'expired') refuse('SMS_CODE_EXPIRED', { field: 'code' })
}

/** Deletes rows that no limit counts any more. */
export async function deleteOldSmsCodesAndCounts(tx: Tx, moment: Moment): Promise<void> {
  await deleteOldSmsCounts(tx, moment)
  await tx
    .deleteFrom('sms_code')
    .where('expires_at', '<', new Date(moment.now.getTime() - DAY_MS))
    .execute()
}
