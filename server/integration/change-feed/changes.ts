// Assigns numbers to changes, in the tables `change_mark` and `change_count`. Triggers insert the marks (migration 0057).
import { sql } from 'kysely'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'

export type ChangeKind = 'order' | 'statement' | 'invoice'

/** A changed object: the id of an order or an invoice, or the month of a statement, with the number of its latest change. */
export interface FeedChange {
  object: string
  seq: number
  at: Date
}

const BATCH = 1_000

interface Mark {
  enterprise_id: string
  kind: string
  object: string
}

/** Locks marks of any enterprise that have no number yet. Marks that another transaction is changing are skipped and come next time. */
async function lockNew(tx: Tx): Promise<Mark[]> {
  return acrossEnterprises(tx, 'working in sets')
    .selectFrom('change_mark')
    .select(['enterprise_id', 'kind', 'object'])
    .where('seq', 'is', null)
    .orderBy('enterprise_id')
    .orderBy('kind')
    .orderBy('object')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Reserves the next `count` numbers of an enterprise and holds its counter until the commit. Returns the last number. */
async function takeNumbers(tx: Tx, enterpriseId: string, count: number): Promise<number> {
  const { last } = await tx
    .insertInto('change_count')
    .values({ enterprise_id: enterpriseId, last: count })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet({ last: sql<number>`change_count.last + ${count}` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/**
 * Assigns numbers to all new changes of all enterprises, one batch per transaction. The counter of an enterprise is locked until the
 * commit, so a visible number always has all lower numbers before it. Returns how many changes got a number.
 */
export async function assignChangeNumbers(db: Db, moment: Moment): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const marks = await lockNew(tx)
    for (const [enterpriseId, own] of Map.groupBy(marks, ({ enterprise_id }) => enterprise_id)) {
      const last = await takeNumbers(tx, enterpriseId, own.length)
      const numbered = own.map((mark, at) => ({ ...mark, seq: last - own.length + at + 1 }))
      await sql`update change_mark m set seq = n.seq, at = ${moment.now}
        from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as n(kind text, object text, seq bigint)
        where m.enterprise_id = ${enterpriseId} and m.kind = n.kind and m.object = n.object`.execute(tx)
    }
    return marks.length
  })
}

/** Where a pull starts: after a number, at a time, or at the beginning. */
export interface ChangeCursor {
  after?: number | undefined
  since?: Date | undefined
}

/** Lists at most `limit` changed objects of one kind, the earliest change first. */
export async function listFeedChanges(
  db: Db,
  { enterpriseId, kind, after, since, limit }: ChangeCursor & { enterpriseId: string; kind: ChangeKind; limit: number },
): Promise<FeedChange[]> {
  let query = db
    .selectFrom('change_mark')
    .select(['object', 'seq', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('seq', '>', after ?? 0)
  if (since !== undefined) query = query.where('at', '>=', since)
  const rows = await query.orderBy('seq').limit(limit).execute()
  return rows.map(({ object, seq, at }) => ({ object, seq: seq ?? 0, at: at ?? new Date(0) }))
}

/**
 * Returns the number of the latest change of an enterprise, of any kind. A pull that finds nothing continues from it. Read it before the
 * changes, so that no change is skipped.
 */
export async function findLastChangeNumber(db: Db, enterpriseId: string): Promise<number> {
  const row = await db.selectFrom('change_count').select('last').where('enterprise_id', '=', enterpriseId).executeTakeFirst()
  return row?.last ?? 0
}
