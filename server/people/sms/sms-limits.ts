// The table `sms_sent`: how many texts a telephone gets, and how many leave for one address.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import { consumeRateLimit, createRateCounter, type RateLimit, tightenRateLimit, WHOLE_MALL } from '#server/platform/rate-limits/public.ts'

export const SMS_RESEND_SECONDS = 60
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MOBILE_MAX = { anHour: 5, aDay: 10 }
const addressHour: RateLimit = { name: 'text address', max: 20, windowMs: HOUR_MS }
/** All texts that strangers have sent. */
const mall = createRateCounter('text mall', HOUR_MS)
const deviceDay: RateLimit = { name: 'text device day', max: 20, windowMs: DAY_MS }

/** Who has a text sent. */
export interface SmsOrigin {
  /** What his address is counted by. */
  address: string
  deviceId: string | undefined
  /**
   * The mobile is his own, and he is known: logged in, or on a device that he has logged in on. Such texts have a count of their own, so that
   * strangers who use up what a telephone may get keep nobody from his account.
   */
  own: boolean
  limits: Pick<ServerLimits, 'textsPerDay' | 'mallTexts' | 'mallTextsPerDay'>
}

const before = (moment: Moment, ms: number): Date => new Date(moment.now.getTime() - ms)

/** A text a minute, and so many within an hour and a day, for one telephone. */
async function isMobileFull(tx: Tx, moment: Moment, { subject, own }: { subject: Buffer; own: boolean }): Promise<boolean> {
  // One after the other: of many at once, whatever they are for, each counts those before it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mobile ${subject.toString('hex')}`}, 0))`.execute(tx)
  const rows = await tx
    .selectFrom('sms_sent')
    .select(['at', 'own'])
    .where('mobile_hmac', '=', subject)
    .where('at', '>', before(moment, DAY_MS))
    .execute()
  if (rows.some(({ at }) => at > before(moment, SMS_RESEND_SECONDS * 1_000))) return true
  const alike = rows.filter((row) => row.own === own)
  return alike.length >= MOBILE_MAX.aDay || alike.filter(({ at }) => at > before(moment, HOUR_MS)).length >= MOBILE_MAX.anHour
}

/** What strangers have sent, by address, by device and in the whole mall; the more there is in all, the less an address may. */
async function isSenderFull(tx: Tx, moment: Moment, { address, deviceId, limits }: SmsOrigin): Promise<boolean> {
  const subject = { subject: Buffer.from(address) }
  const anHour = await tightenRateLimit(tx, moment, { limit: addressHour, load: mall, from: limits.mallTexts })
  if (!(await consumeRateLimit(tx, moment, anHour, subject))) return true
  if (!(await consumeRateLimit(tx, moment, { name: 'text address day', max: limits.textsPerDay, windowMs: DAY_MS }, subject))) return true
  if (deviceId !== undefined && !(await consumeRateLimit(tx, moment, deviceDay, { subject: Buffer.from(deviceId) }))) return true
  await consumeRateLimit(tx, moment, mall, WHOLE_MALL)
  return !(await consumeRateLimit(tx, moment, { name: 'text mall day', max: limits.mallTextsPerDay, windowMs: DAY_MS }, WHOLE_MALL))
}

/** Counts a text; refuses what would flood a telephone, come from one address too often, or cost too much in all. */
export async function countSms(tx: Tx, moment: Moment, { subject, from }: { subject: Buffer; from: SmsOrigin }): Promise<void> {
  const { address, own } = from
  if (await isMobileFull(tx, moment, { subject, own })) refuse('SMS_TOO_OFTEN')
  if (!own && (await isSenderFull(tx, moment, from))) refuse('SMS_TOO_OFTEN')
  await tx.insertInto('sms_sent').values({ mobile_hmac: subject, id: moment.newId(), ip: address, at: moment.now, own }).execute()
}

/** Forgets what no limit counts any more. */
export async function deleteOldSmsCounts(tx: Tx, moment: Moment): Promise<void> {
  await tx.deleteFrom('sms_sent').where('at', '<', before(moment, DAY_MS)).execute()
}
