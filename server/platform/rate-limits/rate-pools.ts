// Reads and writes the table `rate_pool`.
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** How much one process wants from the pool of a caller and a minute. */
export interface RatePoolDemand {
  /** A digest of the limit and the caller. */
  subject: Buffer
  /** The beginning of the minute. */
  minute: Date
  count: number
}

/**
 * Takes from several pools, each named once, in one statement. Returns for each demand how much all processes have taken by now, with this.
 * Pools are locked in the order of their subjects, so that two processes cannot deadlock.
 */
export async function takeFromRatePools(db: Db, demands: readonly RatePoolDemand[]): Promise<number[]> {
  const { rows } = await sql<{ subject: Buffer; minute: Date; taken: number }>`
    insert into rate_pool (subject, minute, taken)
    select demand.subject, demand.minute, demand.taken
    from unnest(
      ${demands.map(({ subject }) => subject)}::bytea[],
      ${demands.map(({ minute }) => minute)}::timestamptz[],
      ${demands.map(({ count }) => count)}::int[]
    ) as demand (subject, minute, taken)
    order by demand.subject, demand.minute
    on conflict (subject, minute) do update set taken = rate_pool.taken + excluded.taken
    returning subject, minute, taken`.execute(db)
  const nameOf = ({ subject, minute }: Pick<RatePoolDemand, 'subject' | 'minute'>) => `${subject.toString('base64')} ${minute.getTime()}`
  const taken = new Map(rows.map((row) => [nameOf(row), row.taken]))
  return demands.map((demand) => taken.get(nameOf(demand)) ?? demand.count)
}

const PAST_MS = 10 * 60_000

/** Deletes the pools of minutes that are over. */
export async function deleteOldRatePools(tx: Tx, { now }: Moment): Promise<void> {
  await tx
    .deleteFrom('rate_pool')
    .where('minute', '<', new Date(now.getTime() - PAST_MS))
    .execute()
}
