import { type LookupAddress, lookup as resolveName } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request as requestSafe } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { nodeHttp } from '#server/platform/core/node-http.ts'
import { isPublicIpAddress } from './public-address.ts'

const TIMEOUT_MS = 8_000
/** How many bytes of an answer are kept. The connection is closed after that. */
const ANSWER_BYTES_MAX = 2_000
const HEAD_BYTES_MAX = 8_192
const PORT_SAFE = 443
/** Ports below it belong to mail servers, shells and databases. Webhooks must not be used to reach them. */
const PORTS_FREE_FROM = 1_024

export interface WebhookResponse {
  /** null: there was no answer; `fault` has the reason. */
  status: number | null
  fault: string | null
  /** The beginning of the answer's body. */
  answer: string
}

/** Sends requests to addresses that customers have entered. */
export interface WebhookSender {
  /** Whether an address has an acceptable form. The IP address behind its name is checked at each try. */
  accepts(url: string): boolean
  /** Sends one POST request. It never throws; all failures are in the result. */
  post(url: string, sent: { headers: Record<string, string>; body: string }): Promise<WebhookResponse>
}

export interface WebhookSenderOptions {
  /** Only for tests: allows plain HTTP and addresses of this machine. */
  anywhere?: boolean
  /** Resolves host names. */
  resolve?: (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void
  timeoutMs?: number
}

class NotPublic extends Error {}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: '域名无法解析',
  EAI_AGAIN: '域名无法解析',
  ECONNREFUSED: '连接被拒绝',
  ECONNRESET: '连接被断开',
  EHOSTUNREACH: '地址无法到达',
  ENETUNREACH: '地址无法到达',
  ETIMEDOUT: '连接超时',
  EPROTO: 'TLS 握手失败',
  HPE_HEADER_OVERFLOW: '应答头过大',
}

function faultOf(error: Error & { code?: string }): string {
  if (error instanceof NotPublic) return '地址不在公网，已拒绝'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return '没有按时应答'
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME|VERIFY/.test(error.code ?? '')) return 'TLS 证书无效'
  return FAULTS[error.code ?? ''] ?? '连接失败'
}

/** Reads the beginning of an answer and does not wait for the rest. */
function readBeginning(response: IncomingMessage, done: (text: string) => void): void {
  const parts: Buffer[] = []
  let bytes = 0
  const end = () => {
    response.destroy()
    done(Buffer.concat(parts).subarray(0, ANSWER_BYTES_MAX).toString('utf8'))
  }
  response.on('data', (part: Buffer) => {
    parts.push(part)
    bytes += part.length
    if (bytes >= ANSWER_BYTES_MAX) end()
  })
  response.on('end', end)
  response.on('error', end)
}

const everyAddress: NonNullable<WebhookSenderOptions['resolve']> = (hostname, done) => resolveName(hostname, { all: true }, done)

/**
 * Creates a sender that cannot be used to reach our own network (SSRF). It uses HTTPS only and follows no redirect. The IP address is
 * checked by the connection that uses it, so a name cannot resolve differently after the check. If one of several addresses is not public,
 * all are refused.
 */
export function createWebhookSender({
  anywhere = false,
  resolve = everyAddress,
  timeoutMs = TIMEOUT_MS,
}: WebhookSenderOptions = {}): WebhookSender {
  const lookup: LookupFunction = (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), [])
      if (!anywhere && !addresses.every(({ address }) => isPublicIpAddress(address))) return callback(new NotPublic(hostname), [])
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  const takes = (url: string): boolean => {
    const { protocol, hostname, port, username, password } = URL.parse(url) ?? {}
    if (hostname === undefined || username !== '' || password !== '') return false
    if (anywhere) return /^https?:$/.test(protocol ?? '')
    const number = Number(port || PORT_SAFE)
    const literal = isIP(bare(hostname)) !== 0
    return (
      protocol === 'https:' &&
      (number === PORT_SAFE || number >= PORTS_FREE_FROM) &&
      (literal ? isPublicIpAddress(bare(hostname)) : hostname.includes('.'))
    )
  }
  return {
    accepts: takes,
    post: (url, { headers, body }) =>
      new Promise((settle) => {
        const failed = (fault: string) => settle({ status: null, fault, answer: '' })
        if (!takes(url)) return failed('地址不在公网，已拒绝')
        const send = url.startsWith('https:') ? requestSafe : nodeHttp.request
        const given = { method: 'POST', headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) }, lookup, agent: false }
        const request = send(url, { ...given, maxHeaderSize: HEAD_BYTES_MAX, signal: AbortSignal.timeout(timeoutMs) } as const)
        request.on('error', (error) => failed(faultOf(error)))
        request.on('response', (response) =>
          readBeginning(response, (answer) => settle({ status: response.statusCode ?? null, fault: null, answer })),
        )
        return request.end(body)
      }),
  }
}
