/** A mail in plain text. */
export interface Mail {
  /** Stays the same when the mail is sent again, so that its `Message-ID` does and receivers can drop the second one. */
  id: string
  to: string
  subject: string
  text: string
}

/** The mail server has refused the mail or the account. The message has its code and no address. */
export class MailRefusalError extends Error {}

/** The mail server knows no such receiver, or the address is none: another try would be refused as well. */
export class MailReceiverRefusedError extends MailRefusalError {}

/** There was no answer, or one that asks to come again later: the mail may have been taken. The message has no address. */
export class MailOutcomeUnknownError extends Error {}

/** A service that sends mails. */
export interface MailService {
  /** Throws `MailReceiverRefusedError`, `MailRefusalError` or `MailOutcomeUnknownError`; after the latter the mail may have been sent. */
  send(mail: Mail): Promise<void>
  /** When the certificate ends that the server showed with the latest mail; undefined: it has shown none since the start. */
  readonly certificateEndsAt: () => Date | undefined
}
