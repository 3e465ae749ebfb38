import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { openRowsFile } from '#sandbox/rows-file.ts'
import { mountAuthorisation } from '#sandbox/wechat/authorisation.ts'
import { isLoopbackUrl } from '#server/adapters/gateway/public.ts'
import type { MailboxCredentials } from './credentials.ts'

/** Somebody who has been named to the mall. */
export interface SandboxVisitor {
  openid: string
  isFollowing: boolean
}

/** A message as the person sees it in WeChat. */
export interface SandboxTemplateMessage {
  msgid: number
  openid: string
  clientId: string
  url: string
  /** By keyword. */
  values: Record<string, string>
}

export interface SandboxServiceAccount {
  visitors(): readonly SandboxVisitor[]
  /** The messages of the account, the newest first. */
  messages(): SandboxTemplateMessage[]
  follow(visitor: SandboxVisitor): void
  /** How often a token was asked for, and how often a new one was made. */
  countTokens(): { asked: number; made: number }
}

const TOKEN_S = 7_200
const MESSAGES_MAX = 500
const refusal = (errcode: number, errmsg: string) => ({ errcode, errmsg })

/** What the keywords of the template take. */
const KEYWORDS: Readonly<Record<string, RegExp>> = {
  thing1: /^[^\n]{1,20}$/u,
  thing2: /^[^\n]{1,20}$/u,
  time3: /^\d{4}年\d{1,2}月\d{1,2}日 \d{2}:\d{2}$/,
}

interface TemplateCall {
  touser?: string
  template_id?: string
  url?: string
  client_msg_id?: string
  data?: Record<string, { value?: string }>
}

/** Why the provider does not take a message: the first thing that is wrong with it. */
function findFault(call: TemplateCall, templateId: string, visitor: SandboxVisitor | undefined) {
  if (call.template_id !== templateId) return refusal(40_037, 'invalid template_id')
  if (!visitor) return refusal(40_003, `invalid openid ${call.touser}`)
  if (!visitor.isFollowing) return refusal(43_004, 'require subscribe')
  const data = call.data ?? {}
  const isRight =
    Object.keys(data).length > 0 && Object.entries(data).every(([keyword, { value = '' }]) => KEYWORDS[keyword]?.test(value) === true)
  return isRight ? undefined : refusal(47_003, 'argument invalid! data')
}

interface Surroundings {
  folder: string
  account: MailboxCredentials['account']
  /** Answers once that there were too many calls, or that the token has ended. */
  isBusy(): boolean
  isExpired(): boolean
}

/**
 * Plays a service account (公众号) in WeChat: it names visitors, hands out one token at a time, and takes messages for those who follow it. A new
 * visitor does not follow it until somebody presses 关注 on the page of the mailbox.
 */
export function mountServiceAccount(http: FastifyInstance, { folder, account, isBusy, isExpired }: Surroundings): SandboxServiceAccount {
  const visitors = openRowsFile<SandboxVisitor>(folder, 'wechat-visitors.json', ({ openid }) => openid)
  const messages = openRowsFile<SandboxTemplateMessage>(folder, 'wechat-messages.json', ({ msgid }) => String(msgid))
  let token: { value: string; until: number } | undefined
  const counts = { asked: 0, made: 0 }
  const newToken = () => {
    counts.made++
    token = { value: randomBytes(32).toString('hex'), until: Date.now() + TOKEN_S * 1_000 }
    return token
  }
  const findTokenFault = ({ access_token }: { access_token?: string }) => {
    if (isExpired()) token = undefined
    return token && access_token === token.value && token.until > Date.now()
      ? undefined
      : refusal(42_001, `access_token expired ${access_token}`)
  }

  mountAuthorisation(http, {
    name: '微信',
    appid: account.appid,
    appSecret: account.secret,
    isOwnSite: isLoopbackUrl,
    identified: (openid) => visitors.find(openid) ?? visitors.save({ openid, isFollowing: false }),
    now: () => new Date(),
  })
  http.post('/cgi-bin/stable_token', async ({ body }) => {
    counts.asked++
    const { grant_type, appid, secret, force_refresh } = JSON.parse(String(body)) as Record<string, unknown>
    if (grant_type !== 'client_credential' || appid !== account.appid) return refusal(40_013, 'invalid appid')
    if (secret !== account.secret) return refusal(40_001, 'invalid credential')
    const given = token && token.until > Date.now() && force_refresh !== true ? token : newToken()
    return { access_token: given.value, expires_in: Math.floor((given.until - Date.now()) / 1_000) }
  })
  http.get<{ Querystring: { access_token?: string; openid?: string } }>('/cgi-bin/user/info', async ({ query }) => {
    const fault = findTokenFault(query)
    if (fault) return fault
    const visitor = visitors.find(query.openid ?? '')
    return visitor ? { subscribe: visitor.isFollowing ? 1 : 0, openid: visitor.openid } : refusal(40_003, 'invalid openid')
  })
  http.post<{ Querystring: { access_token?: string } }>('/cgi-bin/message/template/send', async ({ query, body }) => {
    const call = JSON.parse(String(body)) as TemplateCall
    const fault = findTokenFault(query)
    if (fault) return fault
    if (isBusy()) return refusal(45_009, 'reach max api daily quota limit')
    const wrong = findFault(call, account.templateId, visitors.find(call.touser ?? ''))
    if (wrong) return wrong
    const { touser: openid = '', client_msg_id: clientId = '', url = '', data = {} } = call
    const known = messages.all().find((one) => clientId !== '' && one.openid === openid && one.clientId === clientId)
    const values = Object.fromEntries(Object.entries(data).map(([keyword, { value = '' }]) => [keyword, value]))
    const message = known ?? { msgid: messages.all().length + 1, openid, clientId, url, values }
    if (!known) messages.save(message)
    return { errcode: 0, errmsg: 'ok', msgid: message.msgid }
  })
  return {
    visitors: visitors.all,
    messages: () => messages.all().slice(-MESSAGES_MAX).reverse(),
    follow: visitors.save,
    countTokens: () => ({ ...counts }),
  }
}
