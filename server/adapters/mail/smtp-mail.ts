import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Transporter } from 'nodemailer'
import { isMailAddress, type MailAccount } from '#server/platform/core/mail-settings.ts'
import { runInChildSpan } from '#server/platform/core/tracing.ts'
import { type Mail, MailOutcomeUnknownError, MailReceiverRefusedError, MailRefusalError, type MailService } from './mail-service.ts'

/** How long all steps of a mail may take together. */
const TIMEOUT_MS = 10_000

/** What nodemailer says about a failed step. */
interface SmtpFailure {
  code?: string
  responseCode?: number
  command?: string
}

/** Refused for good: an answer from 500 on, a wrong account, or an address that no mail has. */
const isRefusal = ({ code, responseCode = 0 }: SmtpFailure): boolean => responseCode >= 500 || code === 'EAUTH' || code === 'EENVELOPE'

/** The receiver was refused, and not the mall's account, its address or the text. */
const isOfReceiver = ({ command, responseCode = 0 }: SmtpFailure): boolean => command === 'RCPT TO' && responseCode >= 500

/** The server's own words can repeat the address or the user, so only its codes are kept. */
function toMailError(error: unknown): Error {
  const failure = (typeof error === 'object' && error !== null ? error : {}) as SmtpFailure
  const { code = 'no code', responseCode, command } = failure
  const text = `邮件服务：${[code, responseCode, command].filter((part) => part !== undefined).join(' ')}`
  // An answer from 400 to 499 asks to come again, whatever the step was.
  const later = responseCode !== undefined && responseCode < 500
  if (!isRefusal(failure) || later) return new MailOutcomeUnknownError(text)
  return isOfReceiver(failure) ? new MailReceiverRefusedError(text) : new MailRefusalError(text)
}

/** A header is one line. */
const toHeaderText = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

interface Connecting {
  account: MailAccount
  timeoutMs: number
  /** Runs with the certificate of the server, once its issuer is known to be trusted. */
  onCertificate: (certificate: PeerCertificate) => void
}

async function openTransport({ account, timeoutMs, onCertificate }: Connecting): Promise<Transporter> {
  const { host, port, security, user, password } = account
  // Loaded with the first mail, because a start does not need it (decision 43).
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    auth: { user, pass: password },
    tls: {
      minVersion: 'TLSv1.2',
      checkServerIdentity(name: string, certificate: PeerCertificate) {
        onCertificate(certificate)
        return checkServerIdentity(name, certificate)
      },
    },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Runs the steps of a mail on a connection of their own, and closes it. */
const runWithTransport = (
  { name, ...connecting }: Connecting & { name: string },
  work: (transport: Transporter, signal: AbortSignal) => Promise<unknown>,
): Promise<void> =>
  runInChildSpan({ kind: 'provider', name, facts: {} }, async () => {
    const transport = await openTransport(connecting)
    try {
      // The signal ends the connection, too, so that a mail that was given up does not go while it is tried again.
      await work(transport, AbortSignal.timeout(connecting.timeoutMs))
    } catch (error) {
      throw toMailError(error)
    } finally {
      transport.close()
    }
  })

/** A mail server (SMTP with TLS and a login). `name`: the mall's name, which mails come from. `timeoutMs`: for all steps together. */
export function createSmtpMailService(account: MailAccount, name: () => Promise<string>, timeoutMs = TIMEOUT_MS): MailService {
  const domain = account.from.slice(account.from.lastIndexOf('@') + 1)
  let endsAt: Date | undefined
  const onCertificate = ({ valid_to: until }: PeerCertificate) => {
    endsAt = new Date(until)
  }
  return {
    certificateEndsAt: () => endsAt,
    async send({ id, to, subject, text }: Mail) {
      if (!isMailAddress(to)) throw new MailReceiverRefusedError('邮件服务：收件地址不正确')
      const from = { name: toHeaderText(await name()), address: account.from }
      await runWithTransport({ account, timeoutMs, onCertificate, name: 'smtp send' }, (transport, signal) =>
        transport.sendMail({
          signal,
          from,
          // Given as an address, so that nothing in it is read as a second one.
          to: { name: '', address: to },
          subject: toHeaderText(subject),
          text,
          textEncoding: 'base64',
          messageId: `<${id}@${domain}>`,
          // No out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      )
    },
  }
}
