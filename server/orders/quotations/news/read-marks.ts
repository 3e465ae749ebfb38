// What each side of a quotation has not read yet. The marks are those of the side, not of a person: what one has read, his colleagues need not.
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { QuotationRef } from '../quotation-store.ts'

type Side = 'buyer' | 'staff'

/** SQL: whether the other side has written what this side has not read. */
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
