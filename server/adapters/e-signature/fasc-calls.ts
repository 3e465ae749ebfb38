// How a call of 法大大's FASC OpenAPI 5.1 is signed and sent, and its answer read.
import { callProvider, GatewayOutcomeUnknownError, GatewayRefusalError, parseProviderJson } from '#server/adapters/gateway/public.ts'
import type { ESignatureAccount } from '#server/platform/core/provider-settings.ts'
import { SigningAccountRefusedError } from './e-signature.ts'
import { computeFascSignature, FASC_CONTENT_FIELD, FASC_SIGN_TYPE, FASC_SUCCESS_CODE, fascHeaderNames } from './fasc-signature.ts'

const SUB_VERSION = '5.1'
/** The token is not valid any more. A new one is fetched, once. */
const TOKEN_INVALID_CODE = '100002'
/** A token is valid for two hours and longer if it is used; a new one is fetched well before. */
const TOKEN_MS = 90 * 60_000

type Fields = Record<string, unknown>

/** Calls of an account, by path. */
export type FascCall = (path: string, content: Fields, now: Date) => Promise<unknown>

/**
 * Sends calls in the name of an account. `nonce` is different for each. Returns the data of an answer; throws `GatewayRefusalError` for
 * another code than success, `SigningAccountRefusedError` if it gets no token that is valid, and `GatewayOutcomeUnknownError` without an answer.
 */
export function createFascCaller(account: ESignatureAccount, nonce: () => string): FascCall {
  let token: { value: string; until: number } | undefined

  const send = async (path: string, headers: Record<string, string>, content: Fields, now: Date) => {
    const body = JSON.stringify(content)
    const signed: Record<string, string> = Object.assign(
      {
        [fascHeaderNames.appId]: account.appId,
        [fascHeaderNames.signType]: FASC_SIGN_TYPE,
        [fascHeaderNames.timestamp]: String(now.getTime()),
        [fascHeaderNames.nonce]: nonce(),
        [fascHeaderNames.subVersion]: SUB_VERSION,
      },
      headers,
    )
    // A call without content sends no field, and signs none.
    const fields = Object.keys(content).length === 0 ? {} : { [FASC_CONTENT_FIELD]: body }
    const sign = computeFascSignature(Object.assign({}, signed, fields), account.appSecret)
    const answer = await callProvider(account.base + path, {
      method: 'POST',
      headers: Object.assign({ 'content-type': 'application/x-www-form-urlencoded', [fascHeaderNames.sign]: sign }, signed),
      body: new URLSearchParams(fields).toString(),
    })
    if (answer.status >= 500) throw new GatewayOutcomeUnknownError(`status ${answer.status}`)
    const { code, msg, data } = parseProviderJson(answer.body)
    return { code: String(code), message: String(msg ?? ''), data }
  }

  const fetchToken = async (now: Date): Promise<string> => {
    if (token && token.until > now.getTime()) return token.value
    const headers = { [fascHeaderNames.grantType]: 'client_credential' }
    const { code, message, data } = await send('/service/get-access-token', headers, {}, now)
    if (code !== FASC_SUCCESS_CODE) throw new SigningAccountRefusedError(`${code}: ${message}`)
    const value = requireFascText(data, 'accessToken')
    token = { value, until: now.getTime() + TOKEN_MS }
    return value
  }

  const call = async (path: string, content: Fields, now: Date) =>
    send(path, { [fascHeaderNames.accessToken]: await fetchToken(now) }, content, now)

  return async (path, content, now) => {
    let answer = await call(path, content, now)
    if (answer.code === TOKEN_INVALID_CODE) {
      token = undefined
      answer = await call(path, content, now)
    }
    const { code, message, data } = answer
    if (code === TOKEN_INVALID_CODE) throw new SigningAccountRefusedError(`${code}: ${message}`)
    if (code !== FASC_SUCCESS_CODE) throw new GatewayRefusalError(code, message)
    return data
  }
}

/** Reads a field that an answer must have as a text. */
export function requireFascText(data: unknown, name: string): string {
  const value = typeof data === 'object' && data !== null ? (data as Fields)[name] : undefined
  if (typeof value !== 'string' || value === '') throw new GatewayOutcomeUnknownError(`an answer without ${name}`)
  return value
}

/** Reads a list of an answer: the answer itself, or one of its fields. */
export function readFascList(data: unknown, name: string): Fields[] {
  const list = Array.isArray(data) ? data : typeof data === 'object' && data !== null ? (data as Fields)[name] : undefined
  if (!Array.isArray(list)) throw new GatewayOutcomeUnknownError(`an answer without ${name}`)
  return list.filter((row): row is Fields => typeof row === 'object' && row !== null)
}
