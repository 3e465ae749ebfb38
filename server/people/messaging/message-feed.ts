// The messages that a person sees in one membership: his own and the announcements. Writes the table `announcement_read`.
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Message, MessageKind } from '#contract/people/messaging/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchSlice, type RowSlice } from '#server/platform/core/paging.ts'
import {
  buildPersonalMessageQuery,
  countPersonalMessages,
  deletePersonalMessageRow,
  findPersonalMessage,
  type MessageExtraFields,
  markPersonalMessagesRead,
  type PersonalMessageKind,
} from './messages.ts'

/** A person in a membership, and since when he is a member: earlier announcements are not shown as unread. */
export interface MessageRecipient {
  enterpriseId: string
  userId: string
  since: Date
}

export interface MessageFilter {
  kind?: MessageKind | undefined
  unreadOnly?: boolean
}

interface Row {
  id: string
  kind: MessageKind
  title: string
  content: string
  facts: unknown
  at: Date
  read_at: Date | null
  pinned: boolean
}

/** The figure of messages that do not say which one their text contains: they are shown only to members who may see all amounts. */
const BEFORE = 'spending'

function messageFrom({ id, kind, title, content, facts, at, read_at, pinned }: Row): Message {
  const { order, target, figure = BEFORE } = facts as MessageExtraFields
  return {
    id,
    kind,
    title,
    messageContent: content,
    at,
    read: read_at !== null,
    pinned,
    target: target ?? null,
    figure: kind === 'notice' ? null : figure,
    order: order
      ? { orderNo: order.orderNo, goodsName: order.goodsName, image: order.picture ?? null, amount: order.amountFen, state: order.state }
      : null,
  }
}

/** Selects the running announcements that the person has not dismissed. */
function notices(db: Db, { now }: Moment, { enterpriseId, userId, since }: MessageRecipient, { unreadOnly }: MessageFilter) {
  const readAt = sql<Date | null>`coalesce(r.read_at, case when a.starts_at < ${since} then a.starts_at end)`
  let query = db
    .selectFrom('announcement as a')
    .leftJoin('announcement_read as r', (join) =>
      join.onRef('r.announcement_id', '=', 'a.id').on('r.enterprise_id', '=', enterpriseId).on('r.user_id', '=', userId),
    )
    .select(['a.id', sql<MessageKind>`'notice'`.as('kind'), 'a.title', 'a.text as content', sql<unknown>`'{}'::jsonb`.as('facts')])
    .select(['a.starts_at as at', readAt.as('read_at'), 'a.pinned'])
    .where('a.withdrawn_at', 'is', null)
    .where('a.starts_at', '<=', now)
    .where(sql<boolean>`coalesce(a.ends_at > ${now}, true)`)
    .where('r.hidden_at', 'is', null)
  if (unreadOnly) query = query.where(readAt, 'is', null)
  return query
}

type Tables = Db extends Kysely<infer T> ? T : never

const isOwn = (kind: MessageKind): kind is PersonalMessageKind => kind !== 'notice'

/** The filter for a person's own messages: their kind, read or not. */
interface OwnSlice extends RowSlice {
  kind: PersonalMessageKind
  unreadOnly: boolean
}

/**
 * Selects the newest messages of a kind, as many as a slice may need. They come in the order of an index; several kinds together would have
 * to be sorted completely.
 */
function newestOf(db: Db, reader: MessageRecipient, { limit, offset, ...filter }: OwnSlice) {
  const newest = buildPersonalMessageQuery(db, reader, filter).orderBy('at', 'desc').orderBy('id', 'desc')
  return db.selectFrom(newest.limit(offset + limit).as('own')).selectAll()
}

/** The messages that contain a slice of the filtered ones. */
function rowsAround(
  db: Db,
  moment: Moment,
  { reader, kind, unreadOnly = false, ...slice }: MessageFilter & RowSlice & { reader: MessageRecipient },
): SelectQueryBuilder<Tables, never, Row> {
  if (kind === 'notice') return notices(db, moment, reader, { unreadOnly })
  if (kind !== undefined) return newestOf(db, reader, { kind, unreadOnly, ...slice })
  return newestOf(db, reader, { kind: 'order', unreadOnly, ...slice })
    .unionAll(newestOf(db, reader, { kind: 'system', unreadOnly, ...slice }))
    .unionAll(notices(db, moment, reader, { unreadOnly }))
}

/** Returns one page, newest first, and the total of `countMessagesAndAnnouncements`. Pinned announcements come first. */
export async function listMessagesAndAnnouncements(
  db: Db,
  moment: Moment,
  reader: MessageRecipient,
  { limit, offset, ...filter }: MessageFilter & RowSlice,
): Promise<{ dataList: Message[]; total: number }> {
  const found = db.selectFrom(rowsAround(db, moment, { reader, ...filter, limit, offset }).as('row'))
  const ordered = filter.kind === 'notice' ? found.orderBy('pinned', 'desc') : found
  const rows = await fetchSlice(ordered.selectAll().orderBy('at', 'desc').orderBy('id', 'desc'), { limit, offset })
  return { dataList: rows.map((row) => messageFrom(row as Row)), total: await countMessagesAndAnnouncements(db, moment, reader, filter) }
}

/**
 * Counts the messages; the person's own up to `ROWS_REACHABLE_BY_PAGES_MAX`. Personal messages and announcements are counted separately, because each
 * has its own index.
 */
export async function countMessagesAndAnnouncements(
  db: Db,
  moment: Moment,
  reader: MessageRecipient,
  { kind, unreadOnly = false }: MessageFilter,
): Promise<number> {
  const own = kind === 'notice' ? 0 : await countPersonalMessages(db, reader, { kind, unreadOnly })
  if (kind !== undefined && isOwn(kind)) return own
  const running = db.selectFrom(notices(db, moment, reader, { unreadOnly }).as('row'))
  const total = await countRows(running)
  return own + total
}

const findNotice = (db: Db, moment: Moment, reader: MessageRecipient, id: string) =>
  notices(db, moment, reader, {}).where('a.id', '=', id).executeTakeFirst()

export async function readMessage(db: Db, moment: Moment, reader: MessageRecipient, id: string): Promise<Message> {
  const row = (await findPersonalMessage(db, reader, id)) ?? (await findNotice(db, moment, reader, id))
  return row ? messageFrom(row as Row) : refuse('MESSAGE_NOT_FOUND')
}

/** Marks a message as read. Doing it again changes nothing. */
export async function markMessageRead(tx: Tx, moment: Moment, reader: MessageRecipient, id: string): Promise<void> {
  const { kind, read } = await readMessage(tx, moment, reader, id)
  if (read) return
  if (isOwn(kind)) await markPersonalMessagesRead(tx, moment, reader, { id })
  else await markNotices(tx, moment, reader, [id])
}

/** Marks all messages, or all of a kind, as read. Returns how many were unread. */
export async function markAllMessagesRead(
  tx: Tx,
  moment: Moment,
  reader: MessageRecipient,
  kind: MessageKind | undefined,
): Promise<number> {
  const own = kind === 'notice' ? 0 : await markPersonalMessagesRead(tx, moment, reader, { kind })
  if (kind !== undefined && isOwn(kind)) return own
  const unread = await notices(tx, moment, reader, { unreadOnly: true }).execute()
  return (
    own +
    (await markNotices(
      tx,
      moment,
      reader,
      unread.map(({ id }) => id),
    ))
  )
}

async function markNotices(tx: Tx, moment: Moment, { enterpriseId, userId }: MessageRecipient, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = ids.map((id) => ({ enterprise_id: enterpriseId, user_id: userId, announcement_id: id, read_at: moment.now }))
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('announcement_read')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/** Deletes a message. An announcement is only dismissed for this person in this membership. */
export async function deleteMessage(tx: Tx, moment: Moment, reader: MessageRecipient, id: string): Promise<void> {
  if (await deletePersonalMessageRow(tx, reader, id)) return
  if (!(await findNotice(tx, moment, reader, id))) refuse('MESSAGE_NOT_FOUND')
  const { enterpriseId, userId } = reader
  await tx
    .insertInto('announcement_read')
    .values({ enterprise_id: enterpriseId, user_id: userId, announcement_id: id, read_at: moment.now, hidden_at: moment.now })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'user_id', 'announcement_id']).doUpdateSet({ hidden_at: moment.now }))
    .execute()
}
