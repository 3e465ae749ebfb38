import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { createWechatSettingsForSandbox, readOrCreateMailboxCredentials, SANDBOX_MAIL_FROM } from '#sandbox/mailbox/credentials.ts'
import { openMailSandbox } from '#sandbox/mailbox/provider.ts'
import type { MailAccount } from '#server/platform/core/mail-settings.ts'

/** Starts the local mailbox for a story, with the account of a mall at it. */
export async function startMailbox() {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-mailbox-'))
  const mailbox = await openMailSandbox({ folder, port: 0 })
  afterAll(async () => {
    await mailbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { user, password, robotKey, account: wechat } = readOrCreateMailboxCredentials(folder)
  const account: MailAccount = { host: '127.0.0.1', port: mailbox.smtpPort, security: 'none', user, password, from: SANDBOX_MAIL_FROM }
  const wechatSettings = createWechatSettingsForSandbox(wechat, mailbox.base)
  return Object.assign(mailbox, { mailAccount: account, robotAccount: { key: robotKey, base: mailbox.base }, wechatSettings })
}
