// The table `ticket`: what one step hands to the next.
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

const LIFE_MS = 10 * 60_000

/** Whose a ticket is and what for: it opens nothing else, for nobody else. */
export interface TicketScope {
  purpose: string
  subject: string
}

export async function createTicket(tx: Tx, moment: Moment, { purpose, subject }: TicketScope): Promise<string> {
  const ticket = moment.bytes(16).toString('base64url')
  await tx
    .insertInto('ticket')
    .values({ hash: sha256(ticket), purpose, subject, expires_at: new Date(moment.now.getTime() + LIFE_MS) })
    .execute()
  return ticket
}

/** Takes a ticket; refuses one that is not there, too old, or somebody else's, in the same words. */
export async function consumeTicket(tx: Tx, moment: Moment, { ticket, purpose, subject }: TicketScope & { ticket: string }): Promise<void> {
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

export async function deleteOldTickets(tx: Tx, moment: Moment): Promise<void> {
  await tx.deleteFrom('ticket').where('expires_at', '<', moment.now).execute()
}
