import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HTML_TYPE, renderFaultPage } from '#sandbox/page-html.ts'
import { createNonce } from './protocol.ts'

/** A code says who a visitor is once, within five minutes. */
const CODE_MS = 5 * 60_000
const COOKIE = 'sandbox_payer'

/** The service account that pages belong to. */
export interface AuthorisingAccount {
  /** What the page is called that says why it leads nowhere. */
  name: string
  appid: string
  appSecret: string
  /** Whether an address is one to which the account lets visitors be led back. */
  isOwnSite(address: string): boolean
  /** Takes the id of each visitor whose code was exchanged. */
  identified(openid: string): void
  now(): Date
}

/** Who visits: a person for each browser. */
export const findVisitor = (request: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|; )${COOKIE}=(o[0-9a-f]{27})`).exec(request.headers.cookie ?? '')?.[1]

/** The web page authorisation: it asks nobody anything, leads back with a code, and gives the account's server an id for the code. */
export function mountAuthorisation(http: FastifyInstance, account: AuthorisingAccount): void {
  const codes = new Map<string, { openid: string; at: Date }>()
  http.get<{ Querystring: Record<string, string> }>('/connect/oauth2/authorize', async (request, out) => {
    const { appid, redirect_uri = '', response_type, scope, state = '' } = request.query
    const right = appid === account.appid && response_type === 'code' && scope === 'snsapi_base'
    if (!right || !account.isOwnSite(redirect_uri))
      return out.code(400).type(HTML_TYPE).send(renderFaultPage(account.name, 'redirect_uri 参数错误'))
    const openid = findVisitor(request as FastifyRequest) ?? `o${createNonce(14).slice(1)}`
    const code = createNonce(16)
    codes.set(code, { openid, at: account.now() })
    // As WeChat does, before the fragment.
    const back = new URL(redirect_uri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', state)
    return out.header('set-cookie', `${COOKIE}=${openid}; Path=/; HttpOnly; SameSite=Lax`).redirect(back.href, 302)
  })
  http.get<{ Querystring: Record<string, string> }>('/sns/oauth2/access_token', async (request) => {
    const { appid, secret, code = '', grant_type } = request.query
    if (appid !== account.appid || secret !== account.appSecret) return { errcode: 40125, errmsg: 'invalid appsecret' }
    const known = codes.get(code)
    codes.delete(code)
    const usable = known !== undefined && known.at.getTime() + CODE_MS > account.now().getTime() && grant_type === 'authorization_code'
    if (!usable) return { errcode: 40029, errmsg: 'invalid code' }
    account.identified(known.openid)
    return { access_token: createNonce(16), expires_in: 7_200, openid: known.openid, scope: 'snsapi_base' }
  })
}
