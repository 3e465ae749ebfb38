import { type CallOptions, formOf, type Send, wrapFile } from '../contract/client.ts'
import type { Endpoint, FileLimit } from '../contract/endpoint.ts'
import { API_BASE, APP_VERSION, type Envelope, NOT_LOGGED_IN } from '../contract/envelope.ts'
import { Refusal } from '../contract/refusal.ts'

/** What the client waits for at most (specification §9); the server cuts off long before. */
const TIMEOUT_MS = 300_000

/** The line failed, or what came back was no answer of ours. */
export class TransportError extends Error {}

/** Raised where a request waits for the person to log in again; nobody is shown it (specification §8). */
export class AuthorisingError extends Error {
  constructor() {
    super('授权处理中')
  }
}

export interface SendOptions {
  /** The token of now. */
  token: () => string | null
  /** Told of a 510, with the request that met it and the token that it went out with. */
  notLoggedIn: (request: Request, token: string | null) => void
  /** The answer to a read that has been sent already, if there is one. */
  beforehand?: (path: string, body: string, token: string | null) => Promise<Response> | undefined
}

/** One request, as it can be sent again. */
export interface Request {
  endpoint: Endpoint
  wire: unknown
  options: CallOptions
}

const headersOf = (token: string | null, { idempotencyKey }: CallOptions): Record<string, string> => ({
  AppVersion: APP_VERSION,
  ...(token === null ? {} : { Authorization: token }),
  ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
})

/** A form names its own type, with the mark that parts it; everything else is JSON. */
const contentOf = ({ endpoint, wire, options }: Request, headers: Record<string, string>) =>
  endpoint.kind === 'upload'
    ? { body: formOf(wire, options.file), headers }
    : { body: JSON.stringify(wire), headers: { 'Content-Type': 'application/json', ...headers } }

async function post(request: Request, token: string | null, beforehand: SendOptions['beforehand']): Promise<Envelope> {
  const { endpoint, options } = request
  const path = API_BASE + endpoint.path
  const content = contentOf(request, headersOf(token, options))
  const asked = endpoint.kind === 'read' && typeof content.body === 'string' ? beforehand?.(path, content.body, token) : undefined
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  const answer = await (asked ?? fetch(path, { method: 'POST', ...content, signal }))
  const type = answer.headers.get('Content-Type') ?? ''
  if (endpoint.kind === 'download' && answer.ok && !type.startsWith('application/json'))
    return wrapFile(type, answer.headers.get('Content-Disposition') ?? '', await answer.arrayBuffer())
  const body: unknown = await answer.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || !('code' in body)) throw new TransportError('服务暂时不可用，请稍后再试')
  return body as Envelope
}

/** Said here, since the server hangs up on a file that is too large and whoever sent it would read of a broken line. */
const tooLarge = ({ bytesMax, tooLarge: reason }: FileLimit): Refusal =>
  new Refusal(reason, { code: 413, msg: `文件不能超过 ${bytesMax / 1_048_576} MB` })

/** Sends the calls of the mall from a browser. A call of money without a key of its own gets one, so that a lost answer can be asked for again. */
export function createSend({ token, notLoggedIn, beforehand }: SendOptions): Send {
  return async (endpoint, wire, options) => {
    const keyed =
      endpoint.idempotent && options.idempotencyKey === undefined ? { ...options, idempotencyKey: crypto.randomUUID() } : options
    const { fileLimit } = endpoint
    if (fileLimit && options.file && options.file.size > fileLimit.bytesMax) throw tooLarge(fileLimit)
    const request = { endpoint, wire, options: keyed }
    const sentWith = token()
    const answer = await post(request, sentWith, beforehand).catch((error: unknown) => {
      if (error instanceof TransportError || (error instanceof Error && error.name === 'AbortError')) throw error
      const late = error instanceof Error && error.name === 'TimeoutError'
      throw new TransportError(late ? '请求超时，请稍后再试' : '网络连接失败，请检查网络后重试')
    })
    if (answer.code === NOT_LOGGED_IN) {
      notLoggedIn(request, sentWith)
      throw new AuthorisingError()
    }
    return answer
  }
}
