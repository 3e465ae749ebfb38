// Reads and writes the table `rate_pool`.
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** How much one process requests from the pool of a caller and a minute. `key` names the limit and the caller. */
interface RatePoolRequest {
  key: string
  /** The beginning of the minute. */
  minute: Date
  count: number
}

/**
 * Returns the function that takes from several pools, each named once, in one statement. For each demand it returns how much all processes
 * have taken so far, including this one. Pools are locked in the order of their subjects, so that two processes cannot deadlock. `digest`
 * turns a key into a subject, so that no table stores addresses or sessions.
 */
export const createRatePoolTaker =
  (db: Db, digest: (key: string) => Buffer) =>
  async (demands: readonly RatePoolRequest[]): Promise<number[]> => {
    const subjects = demands.map(({ key }) => digest(key))
    const { rows } = await sql<{ subject: Buffer; minute: Date; taken: number }>`
      insert into rate_pool (subject, minute, taken)
      select demand.subject, demand.minute, demand.taken
      from unnest(
        ${subjects}::bytea[],
        ${demands.map(({ minute }) => minute)}::timestamptz[],
        ${demands.map(({ count }) => count)}::int[]
      ) as demand (subject, minute, taken)
      order by demand.subject, demand.minute
      on conflict (subject, minute) do update set taken = rate_pool.taken + excluded.taken
      returning subject, minute, taken`.execute(db)
    const nameOf = (subject: Buffer | undefined, minute: Date) => `${subject?.toString('base64')} ${minute.getTime()}`
    const taken = new Map(rows.map((row) => [nameOf(row.subject, row.minute), row.taken]))
    return demands.map(({ minute, count }, at) => taken.get(nameOf(subjects[at], minute)) ?? count)
  }

const PAST_MS = 10 * 60_000

/** Deletes the pools of minutes that are over. */
export async function deleteOldRatePools(tx: Tx, { now }: Moment): Promise<void> {
  await tx
    .deleteFrom('rate_pool')
    .where('minute', '<', new Date(now.getTime() - PAST_MS))
    .execute()
}
