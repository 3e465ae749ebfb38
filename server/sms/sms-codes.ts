// The only file that touches the tables `sms_code` and `sms_sent`.
import { sql } from 'kysely'
import { type SmsPurpose, smsPurposes } from '../../contract/identity/purposes.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../platform/db.ts'
import { type Keys, sameDigest } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { publish } from '../platform/outbox.ts'
import type { Sms, SmsTemplate } from './gateway.ts'

const LIFE_MS = 5 * 60_000
const TRIES_MAX = 5
export const RESEND_SECONDS = 60
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LIMITS = { aMinute: 1, anHour: 5, aDay: 10, anHourByIp: 20 }

export interface CodeScope {
  keys: Keys
  mobile: string
  purpose: SmsPurpose
}

const subjectOf = ({ keys, mobile }: Pick<CodeScope, 'keys' | 'mobile'>) => keys.hmac('mobile', mobile)
const digestOf = ({ keys, mobile, purpose }: CodeScope, code: string) => keys.hmac('smsCode', `${purpose}:${mobile}:${code}`)

const before = (moment: Moment, ms: number): Date => new Date(moment.now.getTime() - ms)

/** Six digits that nobody can foresee; a draw that would favour some codes is thrown away. */
function drawCode(moment: Moment): string {
  for (;;) {
    const drawn = moment.bytes(4).readUInt32BE()
    if (drawn < 4_294_000_000) return String(drawn % 1_000_000).padStart(6, '0')
  }
}

/** Counts a text; refuses what would flood a telephone or come from one address too often. */
async function countText(tx: Tx, moment: Moment, { subject, ip }: { subject: Buffer; ip: string }): Promise<void> {
  // One after the other, by telephone and then by address: of many at once, whatever they are for, each counts those before it.
  for (const name of [`mobile ${subject.toString('hex')}`, `sms from ${ip}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const rows = await tx
    .selectFrom('sms_sent')
    .select('at')
    .where('mobile_hmac', '=', subject)
    .where('at', '>', before(moment, DAY_MS))
    .execute()
  const within = (ms: number) => rows.filter(({ at }) => at > before(moment, ms)).length
  const full = within(RESEND_SECONDS * 1_000) >= LIMITS.aMinute || within(HOUR_MS) >= LIMITS.anHour || rows.length >= LIMITS.aDay
  if (full) refuse('SMS_TOO_OFTEN')
  const { total } = await tx
    .selectFrom('sms_sent')
    .select(tx.fn.countAll<number>().as('total'))
    .where('ip', '=', ip)
    .where('at', '>', before(moment, HOUR_MS))
    .executeTakeFirstOrThrow()
  if (total >= LIMITS.anHourByIp) refuse('SMS_TOO_OFTEN')
  await tx.insertInto('sms_sent').values({ mobile_hmac: subject, id: moment.newId(), ip, at: moment.now }).execute()
}

export interface Sending extends CodeScope {
  ip: string
  /** Another text than the code, where a code would serve nobody: registering a mobile that is registered. */
  instead?: SmsTemplate
}

/** Makes a code and has it sent after the commit. Of many for one telephone at once, one is sent and the others were too often. */
export async function sendCode(tx: Tx, moment: Moment, { ip, instead, ...scope }: Sending): Promise<void> {
  const subject = subjectOf(scope)
  await countText(tx, moment, { subject, ip })
  const code = drawCode(moment)
  const fresh = { code_hmac: digestOf(scope, code), tries: 0, sent_at: moment.now, expires_at: new Date(moment.now.getTime() + LIFE_MS) }
  await tx
    .insertInto('sms_code')
    .values({ mobile_hmac: subject, purpose: scope.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['mobile_hmac', 'purpose']).doUpdateSet(fresh))
    .execute()
  const facts = instead ? {} : { code, purpose: smsPurposes[scope.purpose].label }
  await sendText(tx, moment, scope.keys, { mobile: scope.mobile, template: instead ?? 'code', facts })
}

const TEXT = 'outbox|sms'

/** Reads a text that waits in the outbox. */
export const openText = (keys: Keys, sealed: string): Sms => JSON.parse(keys.open(TEXT, Buffer.from(sealed, 'base64'))) as Sms

/** Has a text sent after the commit. What it says travels sealed. */
async function sendText(tx: Tx, moment: Moment, keys: Keys, sms: Sms): Promise<void> {
  const sealed = keys.seal(moment, TEXT, JSON.stringify(sms)).toString('base64')
  await publish(tx, moment, [{ topic: 'sms.send', payload: { sealed } }])
}

/** Has the title of a message sent. It is not counted with the codes: a reminder must not keep anybody from logging in. */
export const sendAlert = (tx: Tx, moment: Moment, keys: Keys, { mobile, title }: { mobile: string; title: string }): Promise<void> =>
  sendText(tx, moment, keys, { mobile, template: 'alert', facts: { title } })

/** The same for a text that nobody at the telephone has asked for: it counts with the codes. Whoever sends it holds the mobile. */
export async function sendUnasked(tx: Tx, moment: Moment, keys: Keys, { ip, ...sms }: Sms & { ip: string }): Promise<void> {
  await countText(tx, moment, { subject: subjectOf({ keys, mobile: sms.mobile }), ip })
  await sendText(tx, moment, keys, sms)
}

/** Counts a try as seen from the row's lock; the code itself stays for the next try until it is right, burnt or too old. */
type Verdict = 'right' | 'wrong' | 'expired'

/**
 * Tries a code. Runs in a transaction of its own that commits whatever the verdict, or a refusal would undo the count. A right code is
 * spent; five wrong ones burn it.
 */
export async function tryCode(tx: Tx, moment: Moment, { code, ...scope }: CodeScope & { code: string }): Promise<Verdict> {
  const subject = subjectOf(scope)
  const row = await tx
    .selectFrom('sms_code')
    .select(['code_hmac', 'tries', 'expires_at'])
    .where('mobile_hmac', '=', subject)
    .where('purpose', '=', scope.purpose)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.expires_at <= moment.now || row.tries >= TRIES_MAX) return 'expired'
  if (sameDigest(row.code_hmac, digestOf(scope, code))) {
    await tx.deleteFrom('sms_code').where('mobile_hmac', '=', subject).where('purpose', '=', scope.purpose).execute()
    return 'right'
  }
  await tx
    .updateTable('sms_code')
    .set({ tries: row.tries + 1 })
    .where('mobile_hmac', '=', subject)
    .where('purpose', '=', scope.purpose)
    .execute()
  return 'wrong'
}

export function refuseUnlessCodeRight(verdict: Verdict): void {
  if (verdict === 'wrong') refuse('SMS_CODE_WRONG', { field: 'code' })
  if (verdict === 'expired') refuse('SMS_CODE_EXPIRED', { field: 'code' })
}

/** Forgets what no limit counts any more. */
export async function deleteOldCodes(tx: Tx, moment: Moment): Promise<void> {
  await tx.deleteFrom('sms_sent').where('at', '<', before(moment, DAY_MS)).execute()
  await tx.deleteFrom('sms_code').where('expires_at', '<', before(moment, DAY_MS)).execute()
}
