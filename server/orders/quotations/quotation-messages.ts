// Reads and writes the table `quotation_message`, what buyer and staff write to each other. It also tells the buyer what has happened.
import { type RawBuilder, sql } from 'kysely'
import type { QuotationMessage } from '#contract/orders/quotations/shapes.ts'
import type { MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Quotation, QuotationRef } from './quotation-store.ts'

/** Who writes: a member of the buyer, or staff. */
export type QuotationSender = { userId: string } | { staffId: string }

/**
 * Adds a message to a locked quotation. That of a buyer waits for an answer. Returns a key that is the same for all that the buyer writes
 * until somebody of the mall reads or answers it.
 */
export async function insertQuotationMessage(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: QuotationRef,
  { sender, text }: { sender: QuotationSender; text: string },
): Promise<string> {
  const isOfBuyer = 'userId' in sender
  const row = await tx
    .updateTable('quotation')
    .set({
      messages: sql`messages + 1`,
      updated_at: moment.now,
      unanswered_since: isOfBuyer ? sql<Date>`coalesce(unanswered_since, ${moment.now}::timestamptz)` : null,
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .returning(['messages', 'unanswered_since', 'staff_read_no'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('quotation_message')
    .values({
      enterprise_id: enterpriseId,
      quotation_id: id,
      message_no: row.messages,
      sender: isOfBuyer ? 'buyer' : 'staff',
      sender_id: isOfBuyer ? sender.userId : sender.staffId,
      text,
      at: moment.now,
    })
    .execute()
  return `quotation ${id} read to ${row.staff_read_no} unanswered since ${row.unanswered_since?.toISOString() ?? ''}`
}

/** A side of a quotation. What one of it has read, his colleagues need not. */
type Side = 'buyer' | 'staff'

/** SQL: whether the other side has written what nobody of this side has read. */
export const hasUnreadQuotationMessageSql = (side: Side): RawBuilder<boolean> => sql<boolean>`exists (
  select from quotation_message as unread
  where unread.enterprise_id = quotation.enterprise_id and unread.quotation_id = quotation.id
    and unread.message_no > ${sql.ref(`quotation.${side}_read_no`)} and unread.sender = ${side === 'staff' ? 'buyer' : 'staff'})`

/** Marks the messages of a quotation as read by a side, up to one of them. Refuses QUOTATION_NOT_FOUND. */
export async function markQuotationMessagesRead(
  tx: Tx,
  { enterpriseId, id }: QuotationRef,
  { side, upTo }: { side: Side; upTo: number },
): Promise<void> {
  const column = `${side}_read_no` as const
  const { numUpdatedRows } = await tx
    .updateTable('quotation')
    .set(column, sql`greatest(${sql.ref(column)}, least(messages, ${upTo}::int))`)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('QUOTATION_NOT_FOUND')
}

/**
 * 无需回复: what the buyer has written, up to a message, waits for no answer any more. Refuses QUOTATION_NOT_FOUND, and QUOTATION_MOVED if he
 * has written since.
 */
export async function endWaitForAnswer(tx: Tx, { enterpriseId, id, upTo }: QuotationRef & { upTo: number }): Promise<void> {
  await markQuotationMessagesRead(tx, { enterpriseId, id }, { side: 'staff', upTo })
  const { numUpdatedRows } = await tx
    .updateTable('quotation')
    .set({ unanswered_since: null })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where(({ not }) => not(hasUnreadQuotationMessageSql('staff')))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('QUOTATION_MOVED', { msg: '买家又有新留言，请刷新后查看' })
}

const MESSAGES_MAX = 500
const MEMBER = '采购方'
const STAFF = '客服'

/** Lists the newest messages, the oldest of them first. */
export async function readQuotationMessages(db: Db, { enterpriseId, id }: QuotationRef): Promise<QuotationMessage[]> {
  const newest = await db
    .selectFrom('quotation_message')
    .select(['message_no', 'sender', 'sender_id', 'text', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('quotation_id', '=', id)
    .orderBy('message_no', 'desc')
    .limit(MESSAGES_MAX)
    .execute()
  if (newest.length === 0) return []
  const members = newest.flatMap(({ sender, sender_id }) => (sender === 'buyer' ? [sender_id] : []))
  const names = new Map([
    ...(await listStaffNamesById(db)),
    ...(await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [...new Set(members)])),
  ])
  return newest.toReversed().map(({ message_no, sender, sender_id, text, at }) => ({
    no: message_no,
    from: sender,
    by: names.get(sender_id) ?? (sender === 'buyer' ? MEMBER : STAFF),
    text,
    at,
  }))
}

/** Tells the person who asked and the main account. */
export async function notifyQuotationAskerAndMainUser(
  tx: Tx,
  moment: Moment,
  quotation: Quotation,
  says: MessageTextWithValues,
): Promise<void> {
  const { enterpriseId, userId, id } = quotation
  const main = await findMainUserId(tx, enterpriseId)
  const userIds = main === undefined ? [userId] : [userId, main]
  const target = { screen: '/quotation_info', search: { id } } as const
  await sendMessages(tx, moment, [{ enterpriseId, userIds, kind: 'order', alert: 'quotation', says, target }])
}
