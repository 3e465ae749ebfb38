// Reads and writes the table `punch_out`.
import type { PunchOutProtocol, PunchOutRow } from '#contract/integration/integration/punch-out/shapes.ts'
import { PUNCH_OUT_LIFETIME_MS } from '#server/people/sessions/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** create: a new cart. edit: the lines of an earlier one. inspect: they are only looked at. */
export type PunchOutOperation = 'create' | 'edit' | 'inspect'

/** The fields of the form that goes to the procurement system, in their order. */
export type ReturnFields = readonly (readonly [name: string, value: string])[]

export interface PunchOutRef {
  enterpriseId: string
  id: string
}

export interface NewPunchOut {
  enterpriseId: string
  protocol: PunchOutProtocol
  operation: PunchOutOperation
  userId: string
  returnUrl: string
  buyerCookie: string
  seller: { domain: string; identity: string }
  startPath: string
  startHash: Buffer
  startUntil: Date
}

export async function insertPunchOut(tx: Tx, moment: Moment, punchOut: NewPunchOut): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('punch_out')
    .values({
      enterprise_id: punchOut.enterpriseId,
      id,
      protocol: punchOut.protocol,
      operation: punchOut.operation,
      user_id: punchOut.userId,
      return_url: punchOut.returnUrl,
      buyer_cookie: punchOut.buyerCookie,
      seller_domain: punchOut.seller.domain,
      seller_identity: punchOut.seller.identity,
      start_path: punchOut.startPath,
      start_hash: punchOut.startHash,
      start_until: punchOut.startUntil,
      created_at: moment.now,
    })
    .execute()
  return id
}

const visits = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('punch_out')
    .select([
      'enterprise_id',
      'id',
      'protocol',
      'operation',
      'user_id',
      'return_url',
      'buyer_cookie',
      'seller_domain',
      'seller_identity',
      'start_path',
    ])
    .where('enterprise_id', '=', enterpriseId)

type Row = Awaited<ReturnType<ReturnType<typeof visits>['executeTakeFirstOrThrow']>>

const visitFrom = (row: Row) => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  protocol: row.protocol,
  operation: row.operation,
  userId: row.user_id,
  returnUrl: row.return_url,
  buyerCookie: row.buyer_cookie,
  seller: { domain: row.seller_domain, identity: row.seller_identity },
  startPath: row.start_path,
})
export type PunchOutVisit = ReturnType<typeof visitFrom>

/** Finds the visit that a code opens; undefined: there is none, it was opened before, or it has waited too long. */
export async function findPunchOutToEnter(db: Db, { now }: Moment, enterpriseId: string, hash: Buffer): Promise<PunchOutVisit | undefined> {
  const row = await visits(db, enterpriseId)
    .where('start_hash', '=', hash)
    .where('start_until', '>', now)
    .where('entered_at', 'is', null)
    .executeTakeFirst()
  return row && visitFrom(row)
}

/** Takes the codes of a company's visits that nobody has entered yet. */
export async function expireWaitingPunchOuts(tx: Tx, moment: Moment, enterpriseId: string): Promise<void> {
  await tx
    .updateTable('punch_out')
    .set({ start_until: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('entered_at', 'is', null)
    .where('start_until', '>', moment.now)
    .execute()
}

/** Records that a visit was entered. Returns false if it was before: of concurrent calls only one gets true. */
export async function markPunchOutEntered(tx: Tx, moment: Moment, { enterpriseId, id }: PunchOutRef): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('punch_out')
    .set({ entered_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('entered_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks a visit whose cart has not gone back yet. */
export async function lockOpenPunchOut(tx: Tx, { enterpriseId, id }: PunchOutRef): Promise<PunchOutVisit | undefined> {
  const row = await visits(tx, enterpriseId).where('id', '=', id).where('returned_at', 'is', null).forUpdate().executeTakeFirst()
  return row && visitFrom(row)
}

export async function markPunchOutReturned(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: PunchOutRef,
  { fields, hash, until, lineCount }: { fields: ReturnFields; hash: Buffer; until: Date; lineCount: number },
): Promise<void> {
  await tx
    .updateTable('punch_out')
    .set({
      returned_at: moment.now,
      return_hash: hash,
      return_until: until,
      return_fields: JSON.stringify(fields),
      line_count: lineCount,
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Finds what a code of the page that sends a cart back stands for; undefined: there is none, or it is too late. */
export async function findReturnedPunchOut(
  db: Db,
  { now }: Moment,
  enterpriseId: string,
  hash: Buffer,
): Promise<{ returnUrl: string; fields: ReturnFields } | undefined> {
  const row = await db
    .selectFrom('punch_out')
    .select(['return_url', 'return_fields'])
    .where('enterprise_id', '=', enterpriseId)
    .where('return_hash', '=', hash)
    .where('return_until', '>', now)
    .executeTakeFirst()
  return row && { returnUrl: row.return_url, fields: row.return_fields as unknown as ReturnFields }
}

const SHOWN_MAX = 20

/** Lists the latest visits of a company, newest first. */
export async function listRecentPunchOuts(db: Db, { now }: Moment, enterpriseId: string): Promise<PunchOutRow[]> {
  const rows = await db
    .selectFrom('punch_out')
    .select(['id', 'created_at', 'entered_at', 'returned_at', 'start_until', 'line_count', 'return_url'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute()
  return rows.map((row) => {
    const waiting = row.entered_at === null && row.start_until !== null && row.start_until > now
    // Its session has the same age and ends then.
    const shopping = row.entered_at !== null && now.getTime() - row.entered_at.getTime() <= PUNCH_OUT_LIFETIME_MS
    return {
      id: row.id,
      state: row.returned_at !== null ? 'RETURNED' : waiting ? 'WAITING' : shopping ? 'SHOPPING' : 'OVER',
      createdAt: row.created_at,
      returnedAt: row.returned_at,
      lineCount: row.line_count,
      returnHost: new URL(row.return_url).host,
    }
  })
}

const DELETED_AT_ONCE_MAX = 500

/** Deletes visits some days after they began, and returns them by company, so that the carts that were never returned can be deleted. */
export async function deletePunchOutsOlderThan(tx: Tx, moment: Moment, keptDays: number): Promise<Map<string, string[]>> {
  const old = await withoutTenantGuard(tx, 'retention')
    .selectFrom('punch_out')
    .select(['enterprise_id', 'id'])
    .where('created_at', '<', daysBefore(moment, keptDays))
    .orderBy('created_at')
    .limit(DELETED_AT_ONCE_MAX)
    .execute()
  const byCompany = Map.groupBy(old, ({ enterprise_id }) => enterprise_id)
  for (const [enterpriseId, rows] of byCompany) {
    const ids = rows.map(({ id }) => id)
    await tx.deleteFrom('punch_out').where('enterprise_id', '=', enterpriseId).where('id', 'in', ids).execute()
  }
  return new Map([...byCompany].map(([enterpriseId, rows]) => [enterpriseId, rows.map(({ id }) => id)]))
}
