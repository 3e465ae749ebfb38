import type { Logger as Log } from 'pino'
import { MailReceiverRefusedError, type MailService } from '#server/adapters/mail/public.ts'
import { unsealMail } from '#server/people/channels/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'

export interface WaitingMailContext {
  keys: Keys
  /** undefined: it was taken away. What waits for it fails, and can be tried again later. */
  mail: MailService | undefined
  log: Log
}

/** Sends a mail that waits in the outbox. A receiver that the mail server does not know ends it with a warning, without further tries. */
export async function sendWaitingMail({ keys, mail, log }: WaitingMailContext, sealed: string): Promise<void> {
  if (!mail) throw new Error('没有接入邮件服务')
  try {
    await mail.send(unsealMail(keys, sealed))
  } catch (error) {
    if (!(error instanceof MailReceiverRefusedError)) throw error
    log.warn({ err: error }, 'a mail has no such receiver')
  }
}
