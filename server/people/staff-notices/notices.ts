// The table `staff_notice`: messages to the platform's own people.
import { sql } from 'kysely'
import type { StaffNotice } from '#contract/people/staff/notice-api.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { listStaffIdsWithRoles } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPage, type Slice } from '#server/platform/core/paging.ts'

export interface NewStaffNotice {
  /** Everybody in use who holds one of some roles is told, or one person. */
  to: { roles: readonly StaffRole[] } | { staffId: string }
  title: string
  content: string
  /** Of the console, with its search: '/sensitive_changes?area=setting'. */
  screen: string
  /** What is told once only, by whatever job runs how often: 'typed lines 2026-11-18'. */
  once?: string
}

/** Sends a message, in the transaction of what it tells of. Whoever did it is told as well: it may not have been he. */
export async function notifyStaff(tx: Tx, moment: Moment, { to, once, ...notice }: NewStaffNotice): Promise<void> {
  const readers = 'roles' in to ? await listStaffIdsWithRoles(tx, to.roles) : [to.staffId]
  if (readers.length === 0) return
  const rows = readers.map((staffId) => ({ id: moment.newId(), staff_id: staffId, ...notice, once: once ?? null, at: moment.now }))
  await tx
    .insertInto('staff_notice')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['staff_id', 'once']).where('once', 'is not', null).doNothing())
    .execute()
}

/** A page of somebody's messages, the latest first, and how many there are. */
export async function listStaffNotices(
  db: Db,
  { staffId, limit, offset }: { staffId: string } & Slice,
): Promise<{ dataList: StaffNotice[]; total: number }> {
  const own = db.selectFrom('staff_notice').where('staff_id', '=', staffId)
  const { rows, total } = await fetchPage(own.select(['id', 'title', 'content', 'screen', 'at', 'read_at']).orderBy('id', 'desc'), own, {
    limit,
    offset,
  })
  return { dataList: rows.map(({ read_at: readAt, ...row }) => ({ ...row, readAt })), total }
}

export async function countUnreadNotices(db: Db, staffId: string): Promise<number> {
  const { count } = await db
    .selectFrom('staff_notice')
    .select(db.fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Marks what somebody has seen as read: all up to a message, and none that came later. */
export async function markNoticesRead(tx: Tx, { now }: Moment, { staffId, upTo }: { staffId: string; upTo: string }): Promise<void> {
  await tx
    .updateTable('staff_notice')
    .set({ read_at: now })
    .where('staff_id', '=', staffId)
    .where('read_at', 'is', null)
    .where('id', '<=', upTo)
    .execute()
}

const KEPT_DAYS = 400

/** Deletes messages that are older than a year and a month, read or not: what they told of is in the audit trail. */
export async function deleteOldStaffNotices(tx: Tx, { now }: Moment): Promise<void> {
  await tx.deleteFrom('staff_notice').where('at', '<', sql<Date>`${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`).execute()
}
