// Reads and writes the table `staff_notice`: messages to staff.
import { sql } from 'kysely'
import type { StaffNotice, StaffNoticeKind } from '#contract/people/staff/notice-api.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import { listActiveStaffIdsWithPermission } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'

export interface NewStaffNotice {
  /** All active people with the permission, or the given people. */
  to: { permission: StaffPermissionCode } | { staffIds: readonly string[] }
  kind: StaffNoticeKind
  title: string
  content: string
  /** A screen of the console with its search: '/sensitive_changes?area=setting'. */
  screen: string
  /** A key for messages that are sent only once, however often a job runs: 'typed lines 2026-11-18'. */
  once?: string
}

const listReaders = async (tx: Tx, to: NewStaffNotice['to']): Promise<readonly string[]> =>
  'staffIds' in to ? to.staffIds : listActiveStaffIdsWithPermission(tx, to.permission)

/** Sends a message in the transaction of its cause. The person who acted gets it, too, because somebody else may have used his account. */
export async function notifyStaff(tx: Tx, moment: Moment, { to, once, ...notice }: NewStaffNotice): Promise<void> {
  const readers = await listReaders(tx, to)
  const { kind, title, content, screen } = notice
  await sendPersonalStaffNotices(
    tx,
    moment,
    readers.map((staffId) => ({ staffId, kind, title, content, screen, once })),
  )
}

/** A message to one person, with a text of his own. */
type PersonalStaffNotice = Pick<NewStaffNotice, 'kind' | 'title' | 'content' | 'screen'> & { staffId: string; once: string | undefined }

/**
 * Sends each person a message of his own, in one statement. A person who has a message with the same key gets none, and one who does not want
 * its kind gets it as read. After the commit those who want that get it by other channels, too.
 */
export async function sendPersonalStaffNotices(tx: Tx, moment: Moment, notices: readonly PersonalStaffNotice[]): Promise<void> {
  if (notices.length === 0) return
  const { now } = moment
  const texts = (read: (one: PersonalStaffNotice) => string | undefined) => sql`${notices.map((one) => read(one) ?? null)}::text[]`
  // A row without a choice wants every kind. Joined, because a distributed database takes no subquery in VALUES.
  const { rows: inserted } = await sql<{ id: string }>`
    insert into staff_notice (id, staff_id, kind, title, content, screen, once, at, read_at)
    select n.id, n.staff_id, n.kind, n.title, n.content, n.screen, n.once, ${now}::timestamptz, case when not c.wanted then ${now}::timestamptz end
    from unnest(${notices.map(() => moment.newId())}::uuid[], ${notices.map(({ staffId }) => staffId)}::uuid[], ${texts(({ kind }) => kind)},
      ${texts(({ title }) => title)}, ${texts(({ content }) => content)}, ${texts(({ screen }) => screen)}, ${texts(({ once }) => once)})
      as n(id, staff_id, kind, title, content, screen, once)
    left join staff_notice_choice c on c.staff_id = n.staff_id and c.kind = n.kind
    on conflict (staff_id, once) where once is not null do nothing returning id`.execute(tx)
  if (inserted.length > 0) await publishEvents(tx, moment, [{ topic: 'notice.made', payload: { noticeIds: inserted.map(({ id }) => id) } }])
}

/** Lists which of some people have the message with a key already, in one statement. */
export async function listStaffIdsWithNotice(db: Db, staffIds: readonly string[], once: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_notice')
    .select('staff_id')
    .where('staff_id', '=', anyOfIdsSql(staffIds))
    .where('once', '=', once)
    .execute()
  return rows.map(({ staff_id }) => staff_id)
}

/** A notice that may also go by other channels. */
export interface NoticeToForward extends Pick<NewStaffNotice, 'kind' | 'title' | 'content' | 'screen'> {
  id: string
  staffId: string
}

/** Takes notices to active people that were not taken before, so that each goes by other channels once. */
export async function claimNoticesToForward(tx: Tx, moment: Moment, ids: readonly string[]): Promise<NoticeToForward[]> {
  const rows = await tx
    .updateTable('staff_notice')
    .from('staff')
    .set({ forwarded_at: moment.now })
    .whereRef('staff.id', '=', 'staff_notice.staff_id')
    .where('staff.status', '=', 1)
    .where('staff_notice.id', '=', anyOfIdsSql(ids))
    .where('forwarded_at', 'is', null)
    .returning(['staff_notice.id', 'staff_id as staffId', 'kind', 'title', 'content', 'screen'])
    .execute()
  return rows.map((row) => Object.assign(row, { kind: row.kind as StaffNoticeKind }))
}

/** Returns a page of a person's messages of a kind, or of those that he has not read, newest first, and their number. */
export async function listNoticesOfStaff(
  db: Db,
  {
    staffId,
    noticeKind,
    unread,
    limit,
    offset,
  }: { staffId: string; noticeKind?: StaffNoticeKind | undefined; unread?: boolean | undefined } & RowSlice,
): Promise<{ dataList: StaffNotice[]; total: number }> {
  let own = db.selectFrom('staff_notice').where('staff_id', '=', staffId)
  if (noticeKind) own = own.where('kind', '=', noticeKind)
  if (unread) own = own.where('read_at', 'is', null)
  const { rows, total } = await fetchPageWithTotal(
    own.select(['id', 'kind', 'title', 'content', 'screen', 'at', 'read_at']).orderBy('id', 'desc'),
    own,
    {
      limit,
      offset,
    },
  )
  return {
    dataList: rows.map(({ read_at: readAt, kind, ...row }) => Object.assign(row, { readAt, noticeKind: kind as StaffNoticeKind })),
    total,
  }
}

export async function countUnreadStaffNotices(db: Db, staffId: string): Promise<number> {
  const { count } = await db
    .selectFrom('staff_notice')
    .select(db.fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Marks a person's messages as read, up to the given one. */
export async function markStaffNoticesReadUpTo(
  tx: Tx,
  { now }: Moment,
  { staffId, upTo }: { staffId: string; upTo: string },
): Promise<void> {
  await tx
    .updateTable('staff_notice')
    .set({ read_at: now })
    .where('staff_id', '=', staffId)
    .where('read_at', 'is', null)
    .where('id', '<=', upTo)
    .execute()
}

/** Deletes messages after some days, read or not. The audit trail has what they were about. */
export async function deleteOldStaffNotices(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  await tx.deleteFrom('staff_notice').where('at', '<', daysBefore(moment, keptDays)).execute()
}
