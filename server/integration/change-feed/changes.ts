// Assigns numbers to changes. Triggers add each change to `change_waiting` (migration 0150), where no transaction waits for another; from
// there it moves to `change_mark` with its number, which `change_count` counts.
import { sql } from 'kysely'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export type FeedChangeKind = 'order' | 'statement' | 'invoice' | 'quotation'

/** A changed object: the id of an order, an invoice or a quotation, or the month of a statement, with the number of its latest change. */
export interface FeedChange {
  object: string
  seq: number
  at: Date
}

/** How many changes of an enterprise get a number in one transaction. */
const BATCH = 1_000
/** How many enterprises are found at a time. */
const COMPANIES = 200

/** Enterprises with waiting changes, in the order of their ids, after a given one. Locks nothing. */
async function findWaitingEnterprises(db: Db, after: string | undefined): Promise<string[]> {
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('change_waiting')
    .select('enterprise_id')
    .distinct()
    .$if(after !== undefined, (query) => query.where('enterprise_id', '>', after ?? ''))
    .orderBy('enterprise_id')
    .limit(COMPANIES)
    .execute()
  return rows.map(({ enterprise_id }) => enterprise_id)
}

/**
 * Gives the oldest waiting changes of one enterprise their numbers, in one statement, and locks the enterprise's counter until the commit:
 * so a visible number always has all lower numbers before it. It locks only rows that writers of orders do not touch. An object that has
 * changed several times gets one number. Returns how many changes no longer wait.
 */
export async function assignNumbersToOldestWaitingChanges(tx: Tx, moment: Moment, enterpriseId: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from change_waiting where enterprise_id = ${enterpriseId} and id = any(array(
        select id from change_waiting where enterprise_id = ${enterpriseId} order by id limit ${BATCH}))
      returning kind, object, id
    ), changed as (
      select kind, object, row_number() over (order by max(id)) as place, count(*) over () as places from taken group by kind, object
    ), counted as (
      insert into change_count as c (enterprise_id, last) select ${enterpriseId}, places from changed limit 1
      on conflict (enterprise_id) do update set last = c.last + excluded.last returning last
    ), marked as (
      insert into change_mark as m (enterprise_id, kind, object, seq, at)
      select ${enterpriseId}, kind, object, last - places + place, ${moment.now} from changed cross join counted
      on conflict (enterprise_id, kind, object) do update set seq = excluded.seq, at = excluded.at
    )
    select count(*) as taken from taken`.execute(tx)
  return Number(rows[0]?.taken ?? 0)
}

/**
 * Assigns numbers to all waiting changes: the enterprises come from a queue, one enterprise per transaction. Transactions that change
 * orders never wait for it. Returns how many changes no longer wait.
 */
export async function assignNumbersToAllWaitingChanges(db: Db, moment: Moment): Promise<number> {
  let done = 0
  for (let found = await findWaitingEnterprises(db, undefined); found.length > 0; ) {
    for (const enterpriseId of found) {
      let taken = BATCH
      while (taken === BATCH) {
        taken = await runInTransaction(db, (tx) => assignNumbersToOldestWaitingChanges(tx, moment, enterpriseId))
        done += taken
      }
    }
    found = found.length < COMPANIES ? [] : await findWaitingEnterprises(db, found.at(-1))
  }
  return done
}

/** Where a pull starts: after a number, at a time, or at the beginning. */
export interface FeedChangeCursor {
  after?: number | undefined
  since?: Date | undefined
}

/** Lists at most `limit` changed objects of one kind, the earliest change first. */
export async function listFeedChanges(
  db: Db,
  { enterpriseId, kind, after, since, limit }: FeedChangeCursor & { enterpriseId: string; kind: FeedChangeKind; limit: number },
): Promise<FeedChange[]> {
  let query = db
    .selectFrom('change_mark')
    .select(['object', 'seq', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('seq', '>', after ?? 0)
  if (since !== undefined) query = query.where('at', '>=', since)
  return query.orderBy('seq').limit(limit).execute()
}

/**
 * Returns the number of the latest change of an enterprise, of any kind. A pull that finds nothing continues from it. Read it before the
 * changes, so that no change is skipped.
 */
export async function findLastChangeNumber(db: Db, enterpriseId: string): Promise<number> {
  const row = await db.selectFrom('change_count').select('last').where('enterprise_id', '=', enterpriseId).executeTakeFirst()
  return row?.last ?? 0
}
