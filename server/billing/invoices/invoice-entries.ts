// Writes the table `invoice_entry`: actions and their authors. It also sends messages about them to the buyer.
import type { InvoiceVerb } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type EventActor, getPersonIdOfActor } from '#server/orders/orders/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Invoice, type InvoiceRef, takeNextInvoiceHistoryEntryNumber } from './invoice-store.ts'

export interface NewInvoiceHistoryEntry {
  verb:
    | InvoiceVerb
    | ('apply' | 'recode' | 'lower' | 'askRed' | 'askConfirm' | 'confirmState' | 'enterConfirm' | 'correctConfirm' | 'red' | 'redFailed')
  actor: EventActor
  text: string
}

export const JOB_ACTOR: EventActor = { kind: 'clock' }

/** Adds an entry to the history. */
export async function recordInvoiceHistoryEntry(
  tx: Tx,
  moment: Moment,
  ref: InvoiceRef,
  { verb, actor, text }: NewInvoiceHistoryEntry,
): Promise<void> {
  const seq = await takeNextInvoiceHistoryEntryNumber(tx, ref)
  await tx
    .insertInto('invoice_entry')
    .values({
      enterprise_id: ref.enterpriseId,
      invoice_id: ref.id,
      seq,
      verb,
      actor_kind: actor.kind,
      actor_id: getPersonIdOfActor(actor),
      text,
      at: moment.now,
    })
    .execute()
}

const ENTRIES_MAX = 300

export const listInvoiceHistoryEntries = (db: Db, { enterpriseId, id }: InvoiceRef) =>
  db
    .selectFrom('invoice_entry')
    .select(['verb', 'actor_kind', 'actor_id', 'text', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('invoice_id', '=', id)
    .orderBy('seq')
    .limit(ENTRIES_MAX)
    .execute()

/** Sends a message to the person who requested an invoice. It links to the invoice. */
export async function sendMessageToInvoiceApplicant(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, userId }: Invoice,
  message: MessageTextWithValues,
): Promise<void> {
  const target = { screen: '/my_invoice_detail', search: { id } } as const
  await sendMessages(tx, moment, [{ enterpriseId, userIds: [userId], kind: 'system', alert: 'invoice', says: message, target }])
}
