// The table `message`: one row a recipient.
import { sql } from 'kysely'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { AlertKind } from '#contract/people/messaging/alert-api.ts'
import type { MessageKind, MessageTarget } from '#contract/people/messaging/api.ts'
import { figureOfText, type TextContent, type TextMessage } from '#contract/people/messaging/message-texts/texts.ts'
import type { Figure } from '#contract/platform/core/figures.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { createTextRenderer } from '#server/content/message-texts/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type OutboxEvent, publish } from '#server/platform/core/outbox.ts'
import { countRows } from '#server/platform/core/paging.ts'

/** What is told to one person; announcements are told to all. */
export type PersonalMessageKind = Exclude<MessageKind, 'notice'>

/** What an order reminder shows beside its words. */
export interface OrderFacts {
  orderNo: string
  goodsName: string
  image: string
  amountFen: Fen
  state: OrderState
}

/** What a message holds besides its words. */
export interface MessageFacts {
  order?: OrderFacts
  target?: MessageTarget
  /** Which figure its words tell amounts of; null: of none that is withheld. Messages from before this was written down do not say. */
  figure?: Figure | null
}

/** What is told: a text of the mall with its facts, in the words that staff have given it; or words of its own. */
export type MessageContent = { says: TextMessage } | TextContent

export type NewMessage = MessageContent & {
  enterpriseId: string
  userIds: readonly string[]
  kind: PersonalMessageKind
  order?: OrderFacts
  target?: MessageTarget | undefined
  /** Whoever wants this kind by SMS gets its title there too: it holds nothing that a stranger has typed. */
  alert?: AlertKind | undefined
}

type Loose<Facts> = { [Name in keyof Facts]: Facts[Name] | undefined }

/** Tells each of some people something. Whoever is named twice is told once. */
export async function sendMessages(tx: Tx, moment: Moment, messages: readonly NewMessage[]): Promise<void> {
  const heard = messages.filter(({ userIds }) => userIds.length > 0)
  const inWords = await createTextRenderer(
    tx,
    heard.flatMap((message) => ('says' in message ? [message.says.text] : [])),
  )
  const told = heard.map((message) => ({
    ...message,
    ...('says' in message ? inWords(message.says) : message),
    figure: 'says' in message ? figureOfText(message.says.text) : null,
    to: [...new Set(message.userIds)].map((userId) => ({ userId, id: moment.newId() })),
  }))
  const rows = told.flatMap(({ enterpriseId, to, kind, title, content, order, target, figure }) =>
    to.map(({ userId, id }) => ({
      enterprise_id: enterpriseId,
      user_id: userId,
      id,
      kind,
      title,
      content,
      at: moment.now,
      facts: JSON.stringify({ order, target, figure } satisfies Loose<MessageFacts>),
    })),
  )
  if (rows.length === 0) return
  await tx.insertInto('message').values(rows).execute()
  await publish(tx, moment, told.flatMap(newsOf))
}

/** Once this is committed, open screens look again, and who wants it by SMS gets it. */
function newsOf({
  enterpriseId,
  alert,
  title,
  to,
}: Pick<NewMessage, 'enterpriseId' | 'alert'> & Pick<TextContent, 'title'> & { to: { userId: string; id: string }[] }): OutboxEvent[] {
  const push: OutboxEvent = {
    topic: 'push.made',
    enterpriseId,
    payload: { kind: 'message', enterpriseId, userIds: to.map(({ userId }) => userId) },
  }
  return alert ? [push, { topic: 'alert.made', enterpriseId, payload: { enterpriseId, alert, title, to } }] : [push]
}

interface Seat {
  enterpriseId: string
  userId: string
}

interface OwnFilter {
  kind?: PersonalMessageKind | undefined
  unreadOnly?: boolean
}

const own = (db: Db, { enterpriseId, userId }: Seat, { kind, unreadOnly }: OwnFilter) => {
  let query = db.selectFrom('message').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId)
  if (kind) query = query.where('kind', '=', kind)
  if (unreadOnly) query = query.where('read_at', 'is', null)
  return query
}

/** A person's own messages, as they stand beside announcements. */
export const selectPersonalMessages = (db: Db, seat: Seat, filter: OwnFilter) =>
  own(db, seat, filter)
    .select(['id', sql<MessageKind>`kind`.as('kind'), 'title', 'content', sql<unknown>`facts`.as('facts'), 'at', 'read_at'])
    .select(sql<boolean>`false`.as('pinned'))

export async function countPersonalMessages(db: Db, seat: Seat, filter: OwnFilter): Promise<number> {
  const total = await countRows(own(db, seat, filter))
  return total
}

export const findPersonalMessage = (db: Db, seat: Seat, id: string) =>
  selectPersonalMessages(db, seat, {}).where('id', '=', id).executeTakeFirst()

/** Marks one message, or all of a kind, or all, as read; returns how many were not. */
export async function markPersonalMessagesRead(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId }: Seat,
  { id, kind }: { id?: string; kind?: PersonalMessageKind | undefined },
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

/** False: there is no such message. */
export async function deletePersonalMessage(tx: Tx, { enterpriseId, userId }: Seat, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('message')
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
