import { connect } from 'node:net'
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createTestAuthority, createTestKey, issueTestCertificate, toCertificatePem } from '#sandbox/e-signature/certificates.ts'
import { startMailbox } from '#server/platform/testing/mailbox.ts'
import { createSmtpMailService } from './public.ts'

const mailbox = await startMailbox()
const authority = createTestAuthority(createTestKey(), new Date())
const mail = { id: '0195d000', to: 'lin@example.com', subject: '账单', text: '账单 2026-10' }

/** A mail server that encrypts from the first byte, with a certificate for `name` that was issued at `now`. Returns the service of it. */
async function openEncrypted(name: string, now: Date) {
  const { key, der } = issueTestCertificate(authority, name, now)
  const pem = { key: key.export({ type: 'pkcs8', format: 'pem' }), cert: toCertificatePem(der) }
  const server = createServer(pem, (socket) => {
    const inner = connect(mailbox.smtpPort, '127.0.0.1')
    socket.pipe(inner).pipe(socket)
    for (const end of [socket, inner]) end.on('error', () => {})
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return createSmtpMailService({ ...mailbox.mailAccount, host: 'localhost', port, security: 'tls' }, async () => '岩锋工品')
}

test('the end of the mail server’s certificate is known from the first mail on, also if its name is wrong', async () => {
  const now = new Date(Math.floor(Date.now() / 1_000) * 1_000)
  const end = new Date(now.getTime() + 2 * 365 * 86_400_000)
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, toCertificatePem(authority.certificate.der)])
  try {
    const [right, wrong] = [await openEncrypted('localhost', now), await openEncrypted('mail.example', now)]
    expect(right.certificateEndsAt()).toBeUndefined()
    await right.send(mail)
    expect(mailbox.all()).toHaveLength(1)
    expect(right.certificateEndsAt()).toEqual(end)
    await expect(wrong.send(mail)).rejects.toThrow()
    expect(mailbox.all()).toHaveLength(1)
    expect(wrong.certificateEndsAt()).toEqual(end)
  } finally {
    setDefaultCACertificates(trusted)
  }
  const stranger = await openEncrypted('localhost', now)
  await expect(stranger.send(mail)).rejects.toThrow()
  expect(mailbox.all()).toHaveLength(1)
})
