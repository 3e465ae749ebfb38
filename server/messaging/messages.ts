// The only file that touches the table `message`: one row a recipient.
import type { Message, MessageKind, MessageTarget } from '../../contract/messaging/api.ts'
import type { Fen } from '../../contract/money.ts'
import type { OrderState } from '../../contract/ordering/order-lifecycle.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

/** What an order reminder shows beside its words. */
export interface OrderFacts {
  orderNo: string
  goodsName: string
  image: string
  amountFen: Fen
  state: OrderState
}

export interface NewMessage {
  enterpriseId: string
  userIds: readonly string[]
  kind: MessageKind
  title: string
  content: string
  order?: OrderFacts
  target?: MessageTarget | undefined
}

/** Tells each of some people something. Whoever is named twice is told once. */
export async function sendMessages(tx: Tx, moment: Moment, messages: readonly NewMessage[]): Promise<void> {
  const rows = messages.flatMap(({ enterpriseId, userIds, kind, title, content, order, target }) =>
    [...new Set(userIds)].map((userId) => ({
      enterprise_id: enterpriseId,
      user_id: userId,
      id: moment.newId(),
      kind,
      title,
      content,
      facts: JSON.stringify({ ...(order ? { order } : {}), ...(target ? { target } : {}) }),
      at: moment.now,
    })),
  )
  if (rows.length > 0) await tx.insertInto('message').values(rows).execute()
}

interface Reader {
  enterpriseId: string
  userId: string
}

export interface MessageFilter {
  kind?: MessageKind | undefined
  unreadOnly?: boolean
}

const own = (db: Db, { enterpriseId, userId }: Reader, { kind, unreadOnly }: MessageFilter) => {
  let query = db.selectFrom('message').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId)
  if (kind) query = query.where('kind', '=', kind)
  if (unreadOnly) query = query.where('read_at', 'is', null)
  return query
}

const columns = ['id', 'kind', 'title', 'content', 'facts', 'at', 'read_at'] as const

interface Row {
  id: string
  kind: MessageKind
  title: string
  content: string
  facts: { order?: OrderFacts; target?: MessageTarget }
  at: Date
  read_at: Date | null
}

function messageFrom({ id, kind, title, content, facts, at, read_at }: Row): Message {
  const { order, target } = facts
  return {
    id,
    kind,
    title,
    messageContent: content,
    at,
    read: read_at !== null,
    target: target ?? null,
    order: order
      ? { orderNo: order.orderNo, goodsName: order.goodsName, image: order.image, amount: order.amountFen, state: order.state }
      : null,
  }
}

export async function listMessages(
  db: Db,
  reader: Reader,
  { limit, offset, ...filter }: MessageFilter & { limit: number; offset: number },
): Promise<{ dataList: Message[]; total: number }> {
  const rows = await own(db, reader, filter)
    .select(columns)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await own(db, reader, filter).select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { dataList: rows.map(messageFrom), total }
}

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { total } = await own(db, reader, { unreadOnly: true }).select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}

export async function readMessage(db: Db, reader: Reader, id: string): Promise<Message> {
  const row = await own(db, reader, {}).select(columns).where('id', '=', id).executeTakeFirst()
  return row ? messageFrom(row) : refuse('MESSAGE_NOT_FOUND')
}

/** Marks one message, or all of a kind, or all, as read; returns how many were not. */
export async function markRead(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId }: Reader,
  { id, kind }: { id?: string; kind?: MessageKind | undefined },
): Promise<number> {
  let update = tx
    .updateTable('message')
    .set({ read_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (id !== undefined) update = update.where('id', '=', id)
  if (kind !== undefined) update = update.where('kind', '=', kind)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function deleteMessage(tx: Tx, { enterpriseId, userId }: Reader, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('message')
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuse('MESSAGE_NOT_FOUND')
}
