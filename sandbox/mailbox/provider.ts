/**
 * The local mailbox: a process on this machine that speaks SMTP (PLAIN login, no TLS), keeps the mails in a folder and shows them on a page,
 * and plays the robot of a group in 企业微信 and a service account (公众号) in WeChat, which visitors follow on that page.
 * With POST /faults it is slow, hangs up before or after it has stored a mail, asks to come again, or refuses receivers and logins.
 */
import Fastify from 'fastify'
import { HTML_TYPE, plain, renderPage } from '#sandbox/page-html.ts'
import type { ProviderLocation } from '#sandbox/run.ts'
import { readOrCreateMailboxCredentials } from './credentials.ts'
import { mountGroupRobot, type SandboxGroup } from './group-robot.ts'
import { openSandboxMailStore, type SandboxMail } from './mail-store.ts'
import { mountServiceAccount, type SandboxServiceAccount, type SandboxTemplateMessage, type SandboxVisitor } from './service-account.ts'
import { type MailboxFaults, noMailboxFaults, openSmtpServer, takeFault } from './smtp-server.ts'

const SHOWN_MAX = 50

const renderMail = ({ from, to, subject, text }: SandboxMail): string =>
  `<section><h1>${plain(subject)}</h1><p>${plain(from)} → ${plain(to)}</p><p style="white-space:pre-wrap;color:#1d1c1a">${plain(text)}</p><hr></section>`

const renderGroup = (texts: readonly string[]): string =>
  texts.length === 0
    ? ''
    : `<h1>企业微信群</h1>${texts
        .slice(0, SHOWN_MAX)
        .map((text) => `<p style="white-space:pre-wrap">${plain(text)}</p>`)
        .join('')}<hr>`

const renderVisitor = ({ openid, isFollowing }: SandboxVisitor): string =>
  `<form method="post" action="/follow"><input type="hidden" name="openid" value="${plain(openid)}"><button name="follow" value="${isFollowing ? 'no' : 'yes'}">${isFollowing ? '取消关注' : '关注'}（${plain(openid.slice(-6))}）</button></form>`

const renderMessage = ({ openid, values, url }: SandboxTemplateMessage): string =>
  `<p><b>${plain(openid.slice(-6))}</b> ${Object.values(values).map(plain).join(' · ')} <a href="${plain(url)}">查看</a></p>`

const renderAccount = (account: SandboxServiceAccount): string =>
  account.visitors().length === 0
    ? ''
    : `<h1>微信公众号</h1>${account.visitors().map(renderVisitor).join('')}${account.messages().slice(0, SHOWN_MAX).map(renderMessage).join('')}<hr>`

const renderMailbox = (mails: readonly SandboxMail[], texts: readonly string[], account: SandboxServiceAccount): string =>
  renderPage(
    '演示信箱',
    `<h1>演示信箱</h1><p>商城发出的邮件、群消息和公众号消息都到这里，不会寄到外面。</p><hr>${renderAccount(account)}${renderGroup(texts)}${mails.length === 0 ? '<p>还没有邮件</p>' : mails.slice(0, SHOWN_MAX).map(renderMail).join('')}`,
  )

export interface RunningMailbox {
  /** The address of the page. */
  base: string
  smtpPort: number
  faults: MailboxFaults
  /** All mails, the newest first. */
  all(): SandboxMail[]
  group: SandboxGroup
  account: SandboxServiceAccount
  close(): Promise<void>
}

/** Starts the mailbox on loopback. */
export async function openMailSandbox({ folder, port }: ProviderLocation): Promise<RunningMailbox> {
  const credentials = readOrCreateMailboxCredentials(folder)
  const store = openSandboxMailStore(folder)
  const faults: MailboxFaults = { ...noMailboxFaults }
  const smtp = await openSmtpServer({ faults, credentials, save: store.save })
  const http = Fastify({ bodyLimit: 64_000, forceCloseConnections: true })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const isBusy = () => takeFault(faults, 'busy')
  const group = mountGroupRobot(http, { folder, key: credentials.robotKey, isBusy })
  const account = mountServiceAccount(http, {
    folder,
    account: credentials.account,
    isBusy,
    isExpired: () => takeFault(faults, 'expired'),
  })
  http.get('/', (_, out) => out.type(HTML_TYPE).send(renderMailbox(store.all(), group.texts(), account)))
  http.post('/follow', async ({ body }, out) => {
    const given = new URLSearchParams(String(body))
    const visitor = account.visitors().find(({ openid }) => openid === given.get('openid'))
    if (visitor) account.follow({ openid: visitor.openid, isFollowing: given.get('follow') === 'yes' })
    return out.redirect('/', 303)
  })
  http.get('/wechat-messages', async () => account.messages())
  http.get('/mails', async () => store.all())
  http.get('/smtp', async () => ({ port: smtp.port }))
  http.post('/faults', async (request) => Object.assign(faults, noMailboxFaults, JSON.parse(String(request.body || '{}'))))
  const close = async () => {
    await http.close()
    await smtp.close()
  }
  const base = await http.listen({ host: '127.0.0.1', port }).catch(async (error: unknown) => {
    await smtp.close()
    throw error
  })
  return { base, smtpPort: smtp.port, faults, all: store.all, group, account, close }
}
