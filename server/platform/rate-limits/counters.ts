// Reads and writes the table `rate_counter`.
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** How often one subject may try something. */
export interface RateLimit {
  /** The name of the limit in the table. */
  name: string
  max: number
  /** In milliseconds, from the first try. */
  windowMs: number
  /** How long tries are refused after `max` is reached. Default: until the window ends. */
  lockMs?: number
}

/** What is counted. */
export interface RateLimitSubject {
  /** An account's HMAC, an address or a device as bytes; empty: the whole mall. */
  subject: Buffer
  /** A device that is counted separately; empty: all others. */
  source?: string
}

/** Counts for the whole mall. */
export const WHOLE_MALL_SUBJECT: RateLimitSubject = { subject: Buffer.alloc(0) }

const rowOf = (name: string, { subject, source = '' }: RateLimitSubject) => ({ name, subject, source })
const later = (moment: Moment, ms: number): Date => new Date(moment.now.getTime() + ms)

/**
 * Counts a try, and returns false if it is one too many. The try is counted before the check, so that parallel tries cannot exceed the
 * limit. A caller that refuses does so inside the transaction, which undoes the count: tries beyond the limit do not prolong it. With
 * several counters the smaller name comes first, so that two transactions cannot deadlock.
 */
export async function tryConsumeRateLimit(tx: Tx, moment: Moment, limit: RateLimit, subject: RateLimitSubject): Promise<boolean> {
  const { name, max, windowMs, lockMs = 0 } = limit
  const { now } = moment
  const row = await tx
    .insertInto('rate_counter')
    .values({ ...rowOf(name, subject), used: 1, ends_at: later(moment, max <= 1 ? Math.max(windowMs, lockMs) : windowMs) })
    .onConflict((conflict) =>
      conflict.columns(['name', 'subject', 'source']).doUpdateSet({
        used: sql<number>`case when rate_counter.ends_at <= ${now} then 1 else rate_counter.used + 1 end`,
        ends_at: sql<Date>`case
          when rate_counter.ends_at <= ${now} then excluded.ends_at
          when rate_counter.used + 1 = ${max} then greatest(rate_counter.ends_at, ${later(moment, lockMs)})
          else rate_counter.ends_at end`,
      }),
    )
    .returning('used')
    .executeTakeFirstOrThrow()
  return row.used <= max
}

/** Undoes a counted try that turned out not to be one. Earlier tries still count. */
export async function undoRateLimitTry(tx: Tx, { name }: RateLimit, subject: RateLimitSubject): Promise<void> {
  await tx
    .updateTable('rate_counter')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where((eb) => eb.and(rowOf(name, subject)))
    .where('used', '>', 0)
    .execute()
}

/** How many tries the current window has. */
export async function readRateCount(db: Db, moment: Moment, { name }: RateLimit, subject: RateLimitSubject): Promise<number> {
  const row = await db
    .selectFrom('rate_counter')
    .select('used')
    .where((eb) => eb.and(rowOf(name, subject)))
    .where('ends_at', '>', moment.now)
    .executeTakeFirst()
  return row?.used ?? 0
}

/** Deletes the count of a subject. */
export async function deleteRateCounter(tx: Tx, { name }: RateLimit, subject: RateLimitSubject): Promise<void> {
  await tx
    .deleteFrom('rate_counter')
    .where((eb) => eb.and(rowOf(name, subject)))
    .execute()
}

/** Deletes the counts of a subject for every device and for all others, by the limit's name. */
export async function deleteRateCountersOfSubject(tx: Tx, name: string, subject: Buffer): Promise<void> {
  await tx.deleteFrom('rate_counter').where('name', '=', name).where('subject', '=', subject).execute()
}

/** Deletes windows that are over. */
export async function deleteEndedRateCounters(tx: Tx, moment: Moment): Promise<void> {
  await tx.deleteFrom('rate_counter').where('ends_at', '<=', moment.now).execute()
}

/**
 * The limit under high load in the whole mall: half when `used` reaches `from`, half again with each doubling, but at least one. So many
 * addresses together get little further than one.
 */
function underLoad(limit: RateLimit, { used, from }: { used: number; from: number }): RateLimit {
  if (used < from) return limit
  const halvings = 1 + Math.floor(Math.log2(used / from))
  return { ...limit, max: Math.max(1, Math.floor(limit.max / 2 ** halvings)) }
}

/** Higher than any count in a window. */
const NO_LIMIT = 2_000_000_000

/** A counter for the whole mall that refuses nothing. It tightens other limits, see `tightenRateLimitUnderLoad`. */
export const createCountOnlyRateLimit = (name: string, windowMs: number): RateLimit => ({ name, max: NO_LIMIT, windowMs })

/** Returns the limit for the current load of the whole mall. From the count `from` on it is tightened. */
export async function tightenRateLimitUnderLoad(
  db: Db,
  moment: Moment,
  { limit, load, from }: { limit: RateLimit; load: RateLimit; from: number },
): Promise<RateLimit> {
  return underLoad(limit, { used: await readRateCount(db, moment, load, WHOLE_MALL_SUBJECT), from })
}
