/**
 * Owns the protocol of the mail server.
 * Writes no table.
 * Never decides who gets a mail.
 */

export { MailOutcomeUnknownError, MailReceiverRefusedError, MailRefusalError, type MailService } from './mail-service.ts'
export { createSmtpMailService } from './smtp-mail.ts'
