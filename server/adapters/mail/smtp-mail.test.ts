import { createServer } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { type MailboxFaults, noMailboxFaults } from '#sandbox/mailbox/smtp-server.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { startMailbox } from '#server/platform/testing/mailbox.ts'
import { createSmtpMailService, MailOutcomeUnknownError, MailReceiverRefusedError, MailRefusalError } from './public.ts'

const mailbox = await startMailbox()
const name = async () => '岩锋工品'
const service = createSmtpMailService(mailbox.mailAccount, name)
const mail = { id: '0195d000', to: 'lin@example.com', subject: '账单到期提醒', text: '您好：\n.\n..两个点\n账单 2026-10 应还 3 天后到期' }
const withFaults = (faults: Partial<MailboxFaults>) => Object.assign(mailbox.faults, noMailboxFaults, faults)

test('a mail arrives with its Chinese subject, its lines and an id that stays the same when it is sent again', async () => {
  await service.send(mail)
  await service.send(mail)
  const got = mailbox.all()
  expect(got).toHaveLength(2)
  const { id: _, ...shown } = mail
  expect(got[0]).toMatchObject({ ...shown, from: '岩锋工品 <notice@demo.local>', messageId: '<0195d000@demo.local>' })
  expect(got[1]?.messageId).toBe(got[0]?.messageId)
})

test('nothing that is written into a subject, a name or an address becomes a header or a receiver of its own', async () => {
  const before = mailbox.all().length
  const odd = createSmtpMailService(mailbox.mailAccount, async () => '岩锋\r\nBcc: all@example.com')
  await odd.send({ ...mail, subject: '到期\r\nBcc: all@example.com\r\n\r\n假的正文' })
  const [got] = mailbox.all()
  expect(got).toMatchObject({ to: 'lin@example.com', subject: '到期 Bcc: all@example.com 假的正文', text: mail.text })
  expect(JSON.stringify(got)).not.toContain('\\r\\nBcc')
  for (const to of ['a@example.com, b@example.com', 'a@example.com\r\nRCPT TO:<b@example.com>', 'a@example.com>'])
    await expect(service.send({ ...mail, to }).then(() => mailbox.all()[0]?.to)).rejects.toThrow(MailRefusalError)
  expect(mailbox.all()).toHaveLength(before + 1)
})

describe('what the server answers decides whether it is tried again, and no error repeats an address or a password', () => {
  test.each<[string, Partial<MailboxFaults>, typeof MailRefusalError]>([
    ['nobody of this address', { refuse: 1 }, MailReceiverRefusedError],
    ['a wrong login', { locked: true }, MailRefusalError],
    ['come again later', { busy: 1 }, MailOutcomeUnknownError],
    ['a connection closed before the mail was stored', { deaf: 1 }, MailOutcomeUnknownError],
    ['a connection closed after the mail was stored', { mute: 1 }, MailOutcomeUnknownError],
  ])('%s', async (_, faults, kind) => {
    withFaults(faults)
    const error: unknown = await service.send(mail).catch((reason: unknown) => reason)
    withFaults({})
    expect(error).toBeInstanceOf(kind)
    // Only a receiver that is unknown is given up at once; the mall's own faults stay in the list of failed jobs.
    expect(error instanceof MailReceiverRefusedError).toBe(kind === MailReceiverRefusedError)
    for (const secret of [mail.to, mailbox.mailAccount.password, '岩锋']) expect(String(error)).not.toContain(secret)
  })

  test('a server that greets nobody', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    afterAll(() => silent.close())
    await new Promise((resolve) => silent.once('listening', resolve))
    const address = silent.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await expect(createSmtpMailService({ ...mailbox.mailAccount, port }, name, 300).send(mail)).rejects.toThrow(MailOutcomeUnknownError)
  })

  test('a server that answers each step just in time is given up as a whole, and the mail does not go later', async () => {
    const before = mailbox.all().length
    withFaults({ slowMs: 150 })
    await expect(createSmtpMailService(mailbox.mailAccount, name, 400).send(mail)).rejects.toThrow(MailOutcomeUnknownError)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    withFaults({})
    expect(mailbox.all()).toHaveLength(before)
  })

  // The local mailbox cannot encrypt: a password never goes over a line that anybody can read.
  test('a server without encryption', async () => {
    const before = mailbox.all().length
    for (const security of ['tls', 'starttls'] as const)
      await expect(createSmtpMailService({ ...mailbox.mailAccount, security }, name).send(mail)).rejects.toThrow()
    expect(mailbox.all()).toHaveLength(before)
  })
})

test('the account is read whole or not at all, and no password goes unencrypted to another machine', () => {
  const whole = { SMTP_HOST: 'smtp.example.com', SMTP_USER: 'u', SMTP_PASSWORD: 'geheim', SMTP_FROM: 'notice@example.com' }
  expect(readConfig(whole).mail).toMatchObject({ port: 465, security: 'tls' })
  for (const wrong of [{ SMTP_PASSWORD: '' }, { SMTP_SECURITY: 'none' }, { SMTP_FROM: '岩锋 <a@b.c>' }, { SMTP_PORT: '0' }])
    expect(() => readConfig({ ...whole, ...wrong })).toThrow(/^(?!.*geheim)[\s\S]*SMTP_/)
})
