// How a call of the service account's interface gets its access token, and its answer is read.
import {
  callProvider,
  GatewayOutcomeUnknownError,
  GatewayRefusalError,
  parseProviderJson,
  wechatBusyCodes,
} from '#server/adapters/gateway/public.ts'
import type { WechatAccountSettings } from '#server/platform/core/wechat-account-settings.ts'

/** The token is none, or not valid any more. Another one is fetched, once. */
const TOKEN_INVALID = new Set([40_001, 40_014, 42_001])
/** WeChat hands out the next token five minutes before the end of one, and for so long both are valid. */
const RENEWED_BEFORE_S = 300
const TIMEOUT_MS = 5_000

type Fields = Record<string, unknown>

interface Token {
  value: string
  until: number
}

/** Calls of the account, by path. A call without content is a GET. */
export type WechatAccountCall = (path: string, request: { query?: Record<string, string>; content?: Fields }, now: Date) => Promise<Fields>

/** Neither the answer's own text nor the address is repeated: they can contain the token or a person's id. */
function throwIfRefused(errcode: unknown): void {
  if (errcode === undefined || errcode === 0) return
  if (typeof errcode !== 'number' || wechatBusyCodes.has(errcode)) throw new GatewayOutcomeUnknownError(`微信 ${String(errcode)}`)
  throw new GatewayRefusalError(String(errcode), '微信没有受理')
}

async function exchange(url: string, content: Fields | undefined): Promise<Fields> {
  const { status, body } = await callProvider(
    url,
    content === undefined
      ? { method: 'GET', headers: { accept: 'application/json' } }
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) },
    { timeoutMs: TIMEOUT_MS, answerBytesMax: 100_000 },
  )
  if (status !== 200) throw new GatewayOutcomeUnknownError(`HTTP ${status}`)
  return parseProviderJson(body)
}

/**
 * Sends calls in the name of the account. Throws `GatewayRefusalError` with WeChat's code, and `GatewayOutcomeUnknownError` if there was no answer
 * or one that asks to come again.
 */
export function createWechatAccountCaller({ appid, secret, apiBase }: WechatAccountSettings): WechatAccountCall {
  let token: Token | undefined

  /** `isForced`: the token of before ends at once, also for other servers. WeChat allows that twenty times a day. */
  const fetchToken = async (now: Date, isForced: boolean): Promise<Token> => {
    const content = { grant_type: 'client_credential', appid, secret, force_refresh: isForced }
    const { errcode, access_token, expires_in } = await exchange(`${apiBase}/cgi-bin/stable_token`, content)
    throwIfRefused(errcode)
    if (typeof access_token !== 'string' || access_token === '' || typeof expires_in !== 'number')
      throw new GatewayOutcomeUnknownError('an answer without a token')
    token = { value: access_token, until: now.getTime() + (expires_in - RENEWED_BEFORE_S) * 1_000 }
    return token
  }

  const findToken = async (now: Date): Promise<Token> => (token && token.until > now.getTime() ? token : fetchToken(now, false))

  /** Another server may have got the next token already: then it is that one, and nobody's is ended. */
  const replaceToken = async (refused: Token, now: Date): Promise<Token> => {
    const current = token && token.value !== refused.value ? token : await fetchToken(now, false)
    return current.value === refused.value ? fetchToken(now, true) : current
  }

  return async (path, { query = {}, content }, now) => {
    const send = (by: Token) =>
      exchange(`${apiBase}${path}?${new URLSearchParams(Object.assign({ access_token: by.value }, query))}`, content)
    const first = await findToken(now)
    let answer = await send(first)
    if (TOKEN_INVALID.has(Number(answer.errcode))) answer = await send(await replaceToken(first, now))
    throwIfRefused(answer.errcode)
    return answer
  }
}
