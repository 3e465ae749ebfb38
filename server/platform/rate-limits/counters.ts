// Reads and writes the table `rate_counter`.
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** How often something may be tried by one subject. */
export interface RateLimit {
  /** Names the limit in the table. */
  name: string
  max: number
  /** In milliseconds, from the first try on. */
  windowMs: number
  /** How long nothing more is let through once `max` is reached; without it as long as the window lasts. */
  lockMs?: number
}

/** Who or what is counted. */
export interface Subject {
  /** An account's HMAC, an address or a device in bytes; empty: the whole mall. */
  subject: Buffer
  /** A device that is counted apart from everybody else; empty: everybody else. */
  source?: string
}

/** The whole mall as one subject. */
export const WHOLE_MALL: Subject = { subject: Buffer.alloc(0) }

const rowOf = (name: string, { subject, source = '' }: Subject) => ({ name, subject, source })
const later = (moment: Moment, ms: number): Date => new Date(moment.now.getTime() + ms)

/**
 * Counts a try; false when it is one too many. Counted before it is looked at, so that many at once cannot outrun the count. Whoever refuses
 * because of it does so inside the transaction, which undoes the count: trying while it is full prolongs nothing. Of several counters of one
 * transaction those with the smaller name come first, so that two transactions never wait for each other.
 */
export async function consumeRateLimit(tx: Tx, moment: Moment, limit: RateLimit, subject: Subject): Promise<boolean> {
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

/** A try that was counted turned out to be none: it is as if it had not been. What came before it still counts. */
export async function undoRateLimit(tx: Tx, { name }: RateLimit, subject: Subject): Promise<void> {
  await tx
    .updateTable('rate_counter')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where((eb) => eb.and(rowOf(name, subject)))
    .where('used', '>', 0)
    .execute()
}

/** How often something was tried in the window that counts now. */
export async function getRateCount(db: Db, moment: Moment, { name }: RateLimit, subject: Subject): Promise<number> {
  const row = await db
    .selectFrom('rate_counter')
    .select('used')
    .where((eb) => eb.and(rowOf(name, subject)))
    .where('ends_at', '>', moment.now)
    .executeTakeFirst()
  return row?.used ?? 0
}

/** Forgets what was counted of a subject. */
export async function deleteRateCounter(tx: Tx, { name }: RateLimit, subject: Subject): Promise<void> {
  await tx
    .deleteFrom('rate_counter')
    .where((eb) => eb.and(rowOf(name, subject)))
    .execute()
}

/** The same for every device and for everybody else, by the limit's name. */
export async function deleteRateCountersOfSubject(tx: Tx, name: string, subject: Buffer): Promise<void> {
  await tx.deleteFrom('rate_counter').where('name', '=', name).where('subject', '=', subject).execute()
}

/** Deletes windows that are over. */
export async function deleteEndedCounters(tx: Tx, moment: Moment): Promise<void> {
  await tx.deleteFrom('rate_counter').where('ends_at', '<=', moment.now).execute()
}

/**
 * A limit as it is while much is tried in the whole mall: half of it once `used` has reached `from`, half of that with each doubling, and
 * never less than one. So many addresses together get little further than one.
 */
function underLoad(limit: RateLimit, { used, from }: { used: number; from: number }): RateLimit {
  if (used < from) return limit
  const halvings = 1 + Math.floor(Math.log2(used / from))
  return { ...limit, max: Math.max(1, Math.floor(limit.max / 2 ** halvings)) }
}

/** Beyond what is ever counted in a window. */
const NO_LIMIT = 2_000_000_000

/** What is counted in the whole mall and limits nothing by itself: it tightens other limits, see `tightenRateLimit`. */
export const createRateCounter = (name: string, windowMs: number): RateLimit => ({ name, max: NO_LIMIT, windowMs })

/** A limit as tight as it is now, while so much of something has been counted in the whole mall; from `from` on it is tightened. */
export async function tightenRateLimit(
  db: Db,
  moment: Moment,
  { limit, load, from }: { limit: RateLimit; load: RateLimit; from: number },
): Promise<RateLimit> {
  return underLoad(limit, { used: await getRateCount(db, moment, load, WHOLE_MALL), from })
}
