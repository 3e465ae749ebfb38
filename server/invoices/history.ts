// The only file that touches the table `invoice_entry`: what was done, by whom. Also tells the buyer of it.
import type { InvoiceVerb } from '../../contract/invoices/invoice-lifecycle.ts'
import type { Said } from '../../contract/messaging/texts/texts.ts'
import { sendMessages } from '../messaging/public.ts'
import { type Actor, actorIdOf } from '../ordering/public.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { countEntry, type Invoice, type InvoiceRef } from './rows.ts'

export interface NewEntry {
  verb: InvoiceVerb | 'apply' | 'recode' | 'lower' | 'askRed' | 'red' | 'redFailed'
  actor: Actor
  text: string
}

export const CLOCK: Actor = { kind: 'clock' }

/** Writes down what was done. */
export async function addEntry(tx: Tx, moment: Moment, ref: InvoiceRef, { verb, actor, text }: NewEntry): Promise<void> {
  const seq = await countEntry(tx, ref)
  await tx
    .insertInto('invoice_entry')
    .values({
      ...{ enterprise_id: ref.enterpriseId, invoice_id: ref.id, seq, verb },
      ...{ actor_kind: actor.kind, actor_id: actorIdOf(actor), text, at: moment.now },
    })
    .execute()
}

const ENTRIES_MAX = 300

export const listEntries = (db: Db, { enterpriseId, id }: InvoiceRef) =>
  db
    .selectFrom('invoice_entry')
    .select(['verb', 'actor_kind', 'actor_id', 'text', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('invoice_id', '=', id)
    .orderBy('seq')
    .limit(ENTRIES_MAX)
    .execute()

/** Tells whoever asked for an invoice how it goes on; the message leads to it. */
export async function tellBuyer(tx: Tx, moment: Moment, { enterpriseId, id, userId }: Invoice, says: Said): Promise<void> {
  const target = { screen: '/my_invoice_detail', search: { id } } as const
  await sendMessages(tx, moment, [{ enterpriseId, userIds: [userId], kind: 'system', says, target }])
}
