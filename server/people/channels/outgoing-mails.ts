// Mails on their way: sealed in the outbox until the mail server has taken them.

import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import type { ContactOwner } from './contact-settings.ts'

export interface NewMail {
  to: string
  subject: string
  text: string
  /** When it may be sent; null: at once. */
  notBefore: Date | null
  /** When it is of no use any more, in ISO 8601. */
  until?: string
  /** Whose confirmed address it goes to. When its turn comes, the address must still be his. */
  reader?: MailReader
}

/** `isUrgent`: it goes in his quiet hours, too. */
export interface MailReader {
  owner: ContactOwner
  isUrgent: boolean
}

const PLACE = 'outbox|mail'

interface SealedMail extends Omit<NewMail, 'notBefore'> {
  id: string
}

/** Sends mails after the commit, all in one statement. Each has an id that stays the same however often it is tried. */
export async function sendMailsAfterCommit(tx: Tx, moment: Moment, keys: Keys, mails: readonly NewMail[]): Promise<void> {
  const events = mails.map(({ notBefore, ...mail }) => {
    const whole: SealedMail = { ...mail, id: moment.newId() }
    const sealed = keys.seal(moment, PLACE, JSON.stringify(whole)).toString('base64')
    return { topic: 'mail.send', payload: { sealed, ...(notBefore && { notBefore: notBefore.toISOString() }) } } as const
  })
  await publishEvents(tx, moment, events)
}

/** Lets a mail that has come up wait once more, until the quiet hours of its reader end. */
export const postponeMail = (tx: Tx, moment: Moment, { sealed, notBefore }: { sealed: string; notBefore: Date }): Promise<void> =>
  publishEvents(tx, moment, [{ topic: 'mail.send', payload: { sealed, notBefore: notBefore.toISOString() } }])

/** Decrypts a mail that waits in the outbox. */
export const unsealMail = (keys: Keys, sealed: string): SealedMail =>
  JSON.parse(keys.open(PLACE, Buffer.from(sealed, 'base64'))) as SealedMail
