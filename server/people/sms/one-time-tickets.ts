// Reads and writes the table `ticket`: proof that one step passes to the next step.
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

const LIFE_MS = 10 * 60_000

/** The purpose and the subject of a ticket. It is valid for nothing else. */
export interface OneTimeTicketScope {
  purpose: string
  subject: string
}

export async function createOneTimeTicket(tx: Tx, moment: Moment, { purpose, subject }: OneTimeTicketScope): Promise<string> {
  const ticket = moment.bytes(16).toString('base64url')
  await tx
    .insertInto('ticket')
    .values({ hash: sha256(ticket), purpose, subject, expires_at: new Date(moment.now.getTime() + LIFE_MS) })
    .execute()
  return ticket
}

/** Uses up a ticket. Refuses an unknown, expired or foreign one with the same text. */
export async function consumeOneTimeTicket(
  tx: Tx,
  moment: Moment,
  { ticket, purpose, subject }: OneTimeTicketScope & { ticket: string },
): Promise<void> {
  const row = await tx
    .deleteFrom('ticket')
    .where('hash', '=', sha256(ticket))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('expires_at', '>', moment.now)
    .returning('purpose')
    .executeTakeFirst()
  if (!row) refuse('TICKET_NOT_FOUND')
}

export async function deleteExpiredOneTimeTickets(tx: Tx, moment: Moment): Promise<void> {
  await tx.deleteFrom('ticket').where('expires_at', '<', moment.now).execute()
}
