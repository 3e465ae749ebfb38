// Writes the table `announcement`: one row for all readers. message-feed.ts reads it for members.
import { sql } from 'kysely'
import type { AnnouncementState, ConsoleAnnouncement } from '#contract/people/messaging/announcement-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'

const columns = [
  'id',
  'title',
  'text',
  'day_from',
  'day_to',
  'pinned',
  'starts_at',
  'ends_at',
  'withdrawn_at',
  'created_at',
  'created_by',
] as const

const inState = (db: Db, moment: Moment, state: AnnouncementState | undefined) => {
  const all = db.selectFrom('announcement')
  if (state === undefined) return all
  if (state === 'withdrawn') return all.where('withdrawn_at', 'is not', null)
  const notWithdrawn = all.where('withdrawn_at', 'is', null)
  if (state === 'later') return notWithdrawn.where('starts_at', '>', moment.now)
  if (state === 'over') return notWithdrawn.where('ends_at', '<=', moment.now)
  return notWithdrawn.where('starts_at', '<=', moment.now).where(sql<boolean>`coalesce(ends_at > ${moment.now}, true)`)
}

interface Times {
  starts_at: Date
  ends_at: Date | null
  withdrawn_at: Date | null
}

function stateOf({ starts_at, ends_at, withdrawn_at }: Times, now: Date): AnnouncementState {
  if (withdrawn_at !== null) return 'withdrawn'
  if (starts_at > now) return 'later'
  return ends_at !== null && ends_at <= now ? 'over' : 'now'
}

/** Lists announcements for the console, newest first. `names` has the names of staff by id. */
export async function listAnnouncements(
  db: Db,
  moment: Moment,
  { limit, offset, state, names }: RowSlice & { state: AnnouncementState | undefined; names: ReadonlyMap<string, string> },
): Promise<{ dataList: ConsoleAnnouncement[]; total: number }> {
  const found = inState(db, moment, state)
  const { rows, total } = await fetchPageWithTotal(
    found
      .select([...columns, buildRowVersionSubquery('announcement', 'announcement.id').as('rowVersion')])
      .orderBy('created_at', 'desc')
      .orderBy('id'),
    found,
    { limit, offset },
  )
  const dataList = rows.map((row) => ({
    id: row.id,
    title: row.title,
    text: row.text,
    dateFrom: row.day_from,
    dateTo: row.day_to,
    pinned: row.pinned,
    rowVersion: row.rowVersion,
    state: stateOf(row, moment.now),
    at: row.created_at,
    by: names.get(row.created_by) ?? '',
  }))
  return { dataList, total }
}

export interface AnnouncementInput {
  id?: string | undefined
  title: string
  text: string
  dateFrom: string
  dateTo: string | null
  pinned: boolean
  /** The version that the editor has read; 0 for a new one. */
  rowVersion: number
}

const labels = { title: '标题', text: '内容', dateFrom: '开始日期', dateTo: '结束日期', pinned: '置顶' }

/**
 * Locks an announcement that is not withdrawn and compares its version. Refuses ROW_CHANGED, ANNOUNCEMENT_NOT_FOUND,
 * ANNOUNCEMENT_WITHDRAWN.
 */
async function lockAnnouncement(tx: Tx, id: string, seen: number) {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'announcement', key: id, seen })
  const found = await tx
    .selectFrom('announcement')
    .select(['title', 'text', 'day_from as dateFrom', 'day_to as dateTo', 'pinned', 'created_at', 'withdrawn_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) refuse('ANNOUNCEMENT_NOT_FOUND')
  return found.withdrawn_at === null ? found : refuse('ANNOUNCEMENT_WITHDRAWN')
}

/** All open screens load their messages again. */
const publishPush = (tx: Tx, moment: Moment) => publishEvents(tx, moment, [{ topic: 'push.made', payload: { kind: 'message' } }])

/** Creates an announcement, or updates one. People who have read it before do not see it as new. Returns its id. */
export async function saveAnnouncement(
  tx: Tx,
  moment: Moment,
  { id, rowVersion, dateFrom, dateTo, ...words }: AnnouncementInput,
  staffId: string,
): Promise<string> {
  const known = id === undefined ? undefined : await lockAnnouncement(tx, id, rowVersion)
  const written = known?.created_at ?? moment.now
  // An announcement of today starts now and not at midnight, so that people who joined this morning see it as new.
  const starts = toShanghaiDay(written) >= dateFrom ? written : getStartOfShanghaiDay(dateFrom)
  const begun = starts <= moment.now
  const values = {
    ...words,
    told_at: begun ? moment.now : null,
    day_from: dateFrom,
    day_to: dateTo,
    starts_at: starts,
    ends_at: dateTo === null ? null : getStartOfNextShanghaiDay(dateTo),
  }
  const key = id ?? moment.newId()
  if (known) {
    await tx.updateTable('announcement').set(values).where('id', '=', key).execute()
    const what = formatRowEdit(labels, known, { ...words, dateFrom, dateTo })
    await recordRowEdit(tx, moment, { kind: 'announcement', key, staffId, what })
  } else
    await tx
      .insertInto('announcement')
      .values({ id: key, ...values, created_at: moment.now, created_by: staffId })
      .execute()
  await publishPush(tx, moment)
  return key
}

/** The job: notifies open screens of announcements whose start has come. Two concurrent runs notify once. */
export async function notifyScreensOfStartedAnnouncements(db: Db, moment: Moment): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const begun = await tx
      .updateTable('announcement')
      .set({ told_at: moment.now })
      .where('told_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('starts_at', '<=', moment.now)
      .returning('id')
      .execute()
    if (begun.length > 0) await publishPush(tx, moment)
    return begun.length
  })
}

/** Withdraws an announcement permanently. */
export async function withdrawAnnouncement(
  tx: Tx,
  moment: Moment,
  { id, rowVersion, staffId }: { id: string; rowVersion: number; staffId: string },
): Promise<void> {
  await lockAnnouncement(tx, id, rowVersion)
  await recordRowEdit(tx, moment, { kind: 'announcement', key: id, staffId, what: '撤回' })
  await tx.updateTable('announcement').set({ withdrawn_at: moment.now }).where('id', '=', id).execute()
  await publishPush(tx, moment)
}
