// Reads and writes the table `sms_sent`: how many SMS a number gets, and how many an address sends.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfDigestsSql, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import {
  createCountOnlyRateLimit,
  type RateLimit,
  tightenRateLimitUnderLoad,
  tryConsumeRateLimit,
  WHOLE_MALL_SUBJECT,
} from '#server/platform/rate-limits/public.ts'

export const SMS_RESEND_SECONDS = 60
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MOBILE_MAX = { anHour: 5, aDay: 10 }
const addressHour: RateLimit = { name: 'text address', max: 20, windowMs: HOUR_MS }
/** All SMS that unknown devices have requested. */
const mall = createCountOnlyRateLimit('text mall', HOUR_MS)
const deviceDay: RateLimit = { name: 'text device day', max: 20, windowMs: DAY_MS }

/** Who requests an SMS. */
export interface SmsRequester {
  /** The key by which the address is counted. */
  address: string
  deviceId: string | undefined
  /**
   * The requester owns the number and is known: logged in, or on a known device. Such SMS are counted separately, so that strangers who use
   * up the limit of a number cannot lock its owner out.
   */
  own: boolean
  limits: Pick<ServerLimits, 'textsPerDay' | 'mallTexts' | 'mallTextsPerDay'>
}

const before = (moment: Moment, ms: number): Date => new Date(moment.now.getTime() - ms)

/** The limits of a number: one SMS per minute, and a maximum per hour and per day. */
async function isMobileFull(tx: Tx, moment: Moment, { subjects, own }: { subjects: readonly Buffer[]; own: boolean }): Promise<boolean> {
  // Locked, so that concurrent requests count each other, whatever their purpose.
  const locks = subjects.map((subject) => `mobile ${subject.toString('hex')}`).sort()
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) as lock(name)`.execute(tx)
  const rows = await tx
    .selectFrom('sms_sent')
    .select(['at', 'own'])
    .where('mobile_hmac', '=', anyOfDigestsSql(subjects))
    .where('at', '>', before(moment, DAY_MS))
    .execute()
  if (rows.some(({ at }) => at > before(moment, SMS_RESEND_SECONDS * 1_000))) return true
  const alike = rows.filter((row) => row.own === own)
  return alike.length >= MOBILE_MAX.aDay || alike.filter(({ at }) => at > before(moment, HOUR_MS)).length >= MOBILE_MAX.anHour
}

/**
 * Consumes the limits of unknown devices: by address, by device and in the whole mall. The limit of an address gets stricter with the
 * total. Returns false if one is reached.
 */
async function consumeSenderLimits(tx: Tx, moment: Moment, { address, deviceId, limits }: SmsRequester): Promise<boolean> {
  const subject = { subject: Buffer.from(address) }
  const anHour = await tightenRateLimitUnderLoad(tx, moment, { limit: addressHour, load: mall, from: limits.mallTexts })
  if (!(await tryConsumeRateLimit(tx, moment, anHour, subject))) return false
  if (!(await tryConsumeRateLimit(tx, moment, { name: 'text address day', max: limits.textsPerDay, windowMs: DAY_MS }, subject)))
    return false
  if (deviceId !== undefined && !(await tryConsumeRateLimit(tx, moment, deviceDay, { subject: Buffer.from(deviceId) }))) return false
  await tryConsumeRateLimit(tx, moment, mall, WHOLE_MALL_SUBJECT)
  return tryConsumeRateLimit(tx, moment, { name: 'text mall day', max: limits.mallTextsPerDay, windowMs: DAY_MS }, WHOLE_MALL_SUBJECT)
}

/** Counts an SMS. `subjects`: the digests of the number, that to write first. Refuses if the limit of the number, the address or the whole mall is reached. */
export async function recordSmsWithinLimits(
  tx: Tx,
  moment: Moment,
  { subjects, from }: { subjects: readonly Buffer[]; from: SmsRequester },
): Promise<void> {
  const { address, own } = from
  if (await isMobileFull(tx, moment, { subjects, own })) refuse('SMS_TOO_OFTEN')
  if (!own && !(await consumeSenderLimits(tx, moment, from))) refuse('SMS_TOO_OFTEN')
  const [mobile_hmac = Buffer.alloc(0)] = subjects
  await tx.insertInto('sms_sent').values({ mobile_hmac, id: moment.newId(), ip: address, at: moment.now, own }).execute()
}

/** Deletes rows that no limit counts any more. */
export async function deleteOldSmsCounts(tx: Tx, moment: Moment): Promise<void> {
  await tx.deleteFrom('sms_sent').where('at', '<', before(moment, DAY_MS)).execute()
}
