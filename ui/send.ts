import {
  type CallOptions,
  type EnvelopeWithHttpStatus,
  getClientHttpMethod,
  isSuccessEnvelope,
  type RequestSender,
  toHttpRequest,
  wrapDownloadInEnvelope,
} from '#contract/platform/core/client.ts'
import type { Endpoint, HttpMethod, UploadFileLimit } from '#contract/platform/core/endpoint.ts'
import { APP_VERSION, NOT_LOGGED_IN_CODE, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { createUnansweredCalls } from './unanswered-calls.ts'

/** The longest time that the client waits (specification §9). The server stops much earlier. */
const TIMEOUT_MS = 300_000

/** The network failed, or the response did not come from our server. */
export class TransportError extends Error {}

/** Thrown if a request waits for a new login. It is not shown to the person (specification §8). */
export class LoginPendingError extends Error {
  constructor() {
    super('授权处理中')
  }
}

export interface RequestSenderOptions {
  /** Returns the current token. */
  token: () => string | null
  /**
   * Called for a 510, with the request and its token. It can return a promise of another answer, which the caller then waits for. Otherwise
   * the caller gets an `LoginPendingError`.
   */
  notLoggedIn: (request: ApiRequest, token: string | null) => Promise<EnvelopeWithHttpStatus> | undefined
  /** Returns the answer to a prefetched request, if there is one; its promise is of undefined if it was not sent after all. */
  prefetched?: (path: string, body: string, token: string | null) => Promise<Response | undefined> | undefined
}

/** A request with all data to send it again. */
export interface ApiRequest {
  endpoint: Endpoint
  wire: unknown
  options: CallOptions
}

const headersOf = (token: string | null, { idempotencyKey }: CallOptions): Record<string, string> => ({
  AppVersion: APP_VERSION,
  ...(token === null ? {} : { Authorization: token }),
  ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
})

const UNAVAILABLE = '服务暂时不可用，请稍后再试'

/** Parses a response; undefined if it is not from our server but from a proxy. */
async function readAnswer({ kind }: Endpoint, response: Response): Promise<EnvelopeWithHttpStatus | undefined> {
  const type = response.headers.get('Content-Type') ?? ''
  if (kind === 'download' && response.status === 200 && !type.startsWith('application/json'))
    return wrapDownloadInEnvelope(type, response.headers.get('Content-Disposition') ?? '', await response.arrayBuffer())
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body
    ? { ...(body as ResponseEnvelope), status: response.status }
    : undefined
}

async function sendOnce(
  { endpoint, wire, options }: ApiRequest,
  { method, token, prefetched }: { method: HttpMethod; token: string | null; prefetched?: RequestSenderOptions['prefetched'] },
): Promise<EnvelopeWithHttpStatus | undefined> {
  const { url, ...content } = toHttpRequest(endpoint, method, wire, options)
  const asked = typeof content.body === 'string' ? prefetched?.(url, content.body, token) : undefined
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  const headers = { ...content.headers, ...headersOf(token, options) }
  // Without a prefetched answer the request leaves at once, in the order of the calls.
  const ahead = asked && (await asked)
  return readAnswer(endpoint, ahead ?? (await fetch(url, { ...content, headers, signal })))
}

/**
 * Sends with the method of the call. If a proxy has answered in our place, it tries again with POST, because some company firewalls only
 * allow GET and POST. PUT and DELETE are idempotent, so they can be repeated.
 */
async function exchange(
  request: ApiRequest,
  token: string | null,
  prefetched: RequestSenderOptions['prefetched'],
): Promise<EnvelopeWithHttpStatus> {
  const method = getClientHttpMethod(request.endpoint)
  const first = await sendOnce(request, { method, token, prefetched })
  const answer = first === undefined && method !== 'POST' ? await sendOnce(request, { method: 'POST', token }) : first
  // A success code with an HTTP error status cannot be trusted.
  if (answer === undefined || (answer.status !== 200 && isSuccessEnvelope(answer))) throw new TransportError(UNAVAILABLE)
  return answer
}

/** Checked here, because the server closes the connection on a large file, and the person would see a network error. */
const tooLarge = ({ bytesMax, tooLarge: reason }: UploadFileLimit): Refusal =>
  new Refusal(reason, { code: 413, msg: `文件不能超过 ${bytesMax / 1_048_576} MB` })

/**
 * Sends the calls of the mall from a browser. A money call without an idempotency key gets one, which is the same for a repetition after a
 * lost answer.
 */
export function createRequestSender({ token, notLoggedIn, prefetched }: RequestSenderOptions): RequestSender {
  const unanswered = createUnansweredCalls()
  return async (endpoint, wire, options) => {
    const key = options.idempotencyKey ?? (endpoint.idempotent ? unanswered.keyOf(endpoint, wire, options) : undefined)
    const keyed = key === undefined ? options : { ...options, idempotencyKey: key }
    const { fileLimit } = endpoint
    if (fileLimit && options.file && options.file.size > fileLimit.bytesMax) throw tooLarge(fileLimit)
    const request = { endpoint, wire, options: keyed }
    const sentWith = token()
    const answer = await exchange(request, sentWith, prefetched).catch((error: unknown) => {
      if (error instanceof TransportError || (error instanceof Error && error.name === 'AbortError')) throw error
      const late = error instanceof Error && error.name === 'TimeoutError'
      throw new TransportError(late ? '请求超时，请稍后再试' : '网络连接失败，请检查网络后重试')
    })
    // Another status says that the server could not tell what became of it.
    if (key !== undefined && answer.status === 200) unanswered.answered(key)
    if (answer.code === NOT_LOGGED_IN_CODE) {
      const later = notLoggedIn(request, sentWith)
      if (later) return later
      throw new LoginPendingError()
    }
    return answer
  }
}
