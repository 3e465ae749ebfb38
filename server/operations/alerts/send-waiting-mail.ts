import type { Logger as Log } from 'pino'
import { MailReceiverRefusedError, type MailService } from '#server/adapters/mail/public.ts'
import { findEndOfQuietHours, idOfOwner, type NewMail, postponeMail, readContacts, unsealMail } from '#server/people/channels/public.ts'
import { listPermissionsOfActiveStaff } from '#server/people/staff/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface WaitingMailContext {
  db: Db
  keys: Keys
  /** undefined: it was taken away. What waits for it fails, and can be tried again later. */
  mail: MailService | undefined
  log: Log
}

/** Whether a mail may still go: at once, at a later time, or never (null). A closed account has no address any more. */
async function findTimeToSend(
  { db, keys }: WaitingMailContext,
  { now }: Moment,
  { to, until, reader }: Pick<NewMail, 'to' | 'until' | 'reader'>,
): Promise<Date | 'now' | null> {
  if (until !== undefined && new Date(until) <= now) return null
  if (!reader) return 'now'
  const { owner, isUrgent } = reader
  const id = idOfOwner(owner)
  const { openMail, quiet } = (await readContacts(db, keys, [id]))(id)
  if (openMail() !== to) return null
  if ('staffId' in owner && (await listPermissionsOfActiveStaff(db, [id])).size === 0) return null
  return (isUrgent ? null : findEndOfQuietHours(now, quiet)) ?? 'now'
}

/**
 * Sends a mail that waits in the outbox, if it is still of use: hours can have passed. Nothing is sent after its time, to an address that
 * is no longer confirmed or to disabled staff; in quiet hours it waits for their end. A receiver that the mail server does not know ends it
 * with a warning, without further tries.
 */
export async function sendMailIfStillWanted(context: WaitingMailContext, moment: Moment, sealed: string): Promise<void> {
  const { db, keys, mail, log } = context
  const waiting = unsealMail(keys, sealed)
  const time = await findTimeToSend(context, moment, waiting)
  if (time === null) return
  if (time !== 'now') return runInTransaction(db, (tx) => postponeMail(tx, moment, { sealed, notBefore: time }))
  if (!mail) throw new Error('没有接入邮件服务')
  const { id, to, subject, text } = waiting
  try {
    await mail.send({ id, to, subject, text })
  } catch (error) {
    if (!(error instanceof MailReceiverRefusedError)) throw error
    log.warn({ err: error }, 'a mail has no such receiver')
  }
}
