// Reads and writes the table `message`: one row for each recipient.
import { sql } from 'kysely'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { SmsAlertKind } from '#contract/people/messaging/alert-api.ts'
import type { MessageKind, MessageTarget } from '#contract/people/messaging/api.ts'
import {
  findProtectedFigureOfMessageText,
  type MessageTextContent,
  type MessageTextName,
  type MessageTextWithValues,
} from '#contract/people/messaging/message-texts/texts.ts'
import type { ProtectedFigure } from '#contract/platform/core/figures.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { createMessageTextRenderer } from '#server/content/message-texts/public.ts'
import { compileInsertOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, sendWithNextStatement, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type OutboxEvent, publishEvents } from '#server/platform/core/outbox.ts'
import { countRowsUpTo } from '#server/platform/core/paging.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Kinds of messages to one person; announcements go to all. */
export type PersonalMessageKind = Exclude<MessageKind, 'notice'>

/** The order that a message shows in addition to its text. */
export interface OrderShownInMessage {
  orderNo: string
  goodsName: string
  /** Older messages, from before pictures had ids, do not have it. */
  picture?: string | null
  amountFen: Fen
  state: OrderState
}

/** The fields of a message in addition to its text. */
export interface MessageExtraFields {
  order?: OrderShownInMessage
  target?: MessageTarget
  /** The figure whose amounts the text contains; null: none that needs a permission. Older messages do not have it. */
  figure?: ProtectedFigure | null
}

/** The content of a message: a text of the mall with its values, as staff have worded it; or free text. */
export type MessageContent = { says: MessageTextWithValues } | MessageTextContent

export type NewMessage = MessageContent & {
  enterpriseId: string
  userIds: readonly string[]
  kind: PersonalMessageKind
  order?: OrderShownInMessage
  target?: MessageTarget | undefined
  /** Members who want this kind by SMS get the title there, too. The title never contains text that a customer has typed. */
  alert?: SmsAlertKind | undefined
}

type Loose<Facts> = { [Name in keyof Facts]: Facts[Name] | undefined }

/** Sends messages. A recipient who is given twice gets one. */
export async function sendMessages(tx: Tx, moment: Moment, messages: readonly NewMessage[]): Promise<void> {
  const heard = messages.filter(({ userIds }) => userIds.length > 0)
  const send = await createMessageSenderWithPreloadedTexts(
    tx,
    heard.flatMap((message) => ('says' in message ? [message.says.text] : [])),
  )
  await send(tx, moment, heard, [])
}

/**
 * Reads the wording of some texts, so that messages with them can be sent without another read; see `sendMessages`. Further events of the
 * transaction are published by the same statement as those of the messages.
 */
export async function createMessageSenderWithPreloadedTexts(
  db: Db,
  texts: readonly MessageTextName[],
): Promise<(tx: Tx, moment: Moment, messages: readonly NewMessage[], events: readonly OutboxEvent[]) => Promise<void>> {
  const inWords = await createMessageTextRenderer(db, texts)
  return (tx, moment, messages, events) => insertMessages(tx, moment, messages, { inWords, events })
}

const insertMessageRows = compileInsertOnce((tx) => tx.insertInto('message'))

async function insertMessages(
  tx: Tx,
  moment: Moment,
  messages: readonly NewMessage[],
  { inWords, events }: { inWords: (says: MessageTextWithValues) => MessageTextContent; events: readonly OutboxEvent[] },
): Promise<void> {
  const saved = messages
    .filter(({ userIds }) => userIds.length > 0)
    .map((message) => ({
      ...message,
      ...('says' in message ? inWords(message.says) : message),
      figure: 'says' in message ? findProtectedFigureOfMessageText(message.says.text) : null,
      to: [...new Set(message.userIds)].map((userId) => ({ userId, id: moment.newId() })),
    }))
  const rows = saved.flatMap(({ enterpriseId, to, kind, title, content, order, target, figure }) =>
    to.map(({ userId, id }) => ({
      enterprise_id: enterpriseId,
      user_id: userId,
      id,
      kind,
      title,
      content,
      at: moment.now,
      facts: JSON.stringify({ order, target, figure } satisfies Loose<MessageExtraFields>),
    })),
  )
  await awaitAllAndThrowFirstError(
    rows.length === 0 ? Promise.resolve() : sendWithNextStatement(tx, insertMessageRows(tx, rows)),
    publishEvents(tx, moment, [...saved.flatMap(newsOf), ...events]),
  )
}

/** The events that are published with a message: open screens load again, and SMS alerts are sent. */
function newsOf({
  enterpriseId,
  alert,
  title,
  to,
}: Pick<NewMessage, 'enterpriseId' | 'alert'> &
  Pick<MessageTextContent, 'title'> & { to: { userId: string; id: string }[] }): OutboxEvent[] {
  const push: OutboxEvent = {
    topic: 'push.made',
    enterpriseId,
    payload: { kind: 'message', enterpriseId, userIds: to.map(({ userId }) => userId) },
  }
  return alert ? [push, { topic: 'alert.made', enterpriseId, payload: { enterpriseId, alert, title, to } }] : [push]
}

interface MembershipRef {
  enterpriseId: string
  userId: string
}

interface OwnFilter {
  kind?: PersonalMessageKind | undefined
  unreadOnly?: boolean
}

const own = (db: Db, { enterpriseId, userId }: MembershipRef, { kind, unreadOnly }: OwnFilter) => {
  let query = db.selectFrom('message').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId)
  if (kind) query = query.where('kind', '=', kind)
  if (unreadOnly) query = query.where('read_at', 'is', null)
  return query
}

/** Selects a person's own messages in the same shape as announcements. */
export const buildPersonalMessageQuery = (db: Db, membership: MembershipRef, filter: OwnFilter) =>
  own(db, membership, filter)
    .select(['id', sql<MessageKind>`kind`.as('kind'), 'title', 'content', sql<unknown>`facts`.as('facts'), 'at', 'read_at'])
    .select(sql<boolean>`false`.as('pinned'))

/** Counts a person's own messages, up to `ROWS_REACHABLE_BY_PAGES_MAX`. */
export const countPersonalMessages = (db: Db, membership: MembershipRef, filter: OwnFilter): Promise<number> =>
  countRowsUpTo(db, own(db, membership, filter))

export const findPersonalMessage = (db: Db, membership: MembershipRef, id: string) =>
  buildPersonalMessageQuery(db, membership, {}).where('id', '=', id).executeTakeFirst()

/** Marks one message, all of a kind, or all as read. Returns how many were unread. */
export async function markPersonalMessagesRead(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId }: MembershipRef,
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

/** Returns false if there is no such message. */
export async function deletePersonalMessageRow(tx: Tx, { enterpriseId, userId }: MembershipRef, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('message')
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes messages to buyers after some days, read or not. The orders, statements and invoices that they are about stay. */
export async function deleteOldMessages(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  await withoutTenantGuard(tx, 'retention').deleteFrom('message').where('at', '<', daysBefore(moment, keptDays)).execute()
}

/** Deletes a person's messages, read marks and choices in some enterprises. */
export async function deleteMessagesAndAlertsOfUser(
  tx: Tx,
  { userId, enterpriseIds }: { userId: string; enterpriseIds: readonly string[] },
): Promise<void> {
  const ofPerson = anyOfIdsSql(enterpriseIds)
  await tx.deleteFrom('message').where('enterprise_id', '=', ofPerson).where('user_id', '=', userId).execute()
  await tx.deleteFrom('announcement_read').where('enterprise_id', '=', ofPerson).where('user_id', '=', userId).execute()
  await tx.deleteFrom('alert_choice').where('enterprise_id', '=', ofPerson).where('user_id', '=', userId).execute()
  await tx.deleteFrom('alert_sent').where('enterprise_id', '=', ofPerson).where('user_id', '=', userId).execute()
}
