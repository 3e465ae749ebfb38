// Numbers what has changed, in the tables `change_mark` and `change_count`. Triggers set the marks (migration 0057).
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'

export type ChangeKind = 'order' | 'statement' | 'invoice'

/** A thing that has changed: the id of an order or an invoice, the month of a statement, and the number of its latest change. */
export interface Change {
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

/** Marks without a number, of any company. Those that somebody is just changing again are left for the next time. */
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

/** Takes the next so many numbers of a company, and holds its count until they can be seen. Returns the last. */
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
 * Numbers what has changed since the last time, of all companies: a batch a transaction. Of one company nobody else numbers until that is
 * committed, so a number that can be seen has every lower one before it. Returns how many there were.
 */
export async function assignChangeNumbers(db: Db, moment: Moment): Promise<number> {
  return inTransaction(db, async (tx) => {
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

/** Where a pull begins: after a number, at an instant, or at the beginning. */
export interface ChangeCursor {
  after?: number | undefined
  since?: Date | undefined
}

/** What has changed of one kind, the earliest change first, at most so many. */
export async function listChanges(
  db: Db,
  { enterpriseId, kind, after, since, limit }: ChangeCursor & { enterpriseId: string; kind: ChangeKind; limit: number },
): Promise<Change[]> {
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

/** The number of a company's latest change of any kind: who finds nothing goes on from there. Read it before what it is to stand for. */
export async function findLastChangeNumber(db: Db, enterpriseId: string): Promise<number> {
  const row = await db.selectFrom('change_count').select('last').where('enterprise_id', '=', enterpriseId).executeTakeFirst()
  return row?.last ?? 0
}
