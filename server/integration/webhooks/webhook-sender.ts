import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSafe } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 8_000
/** What is kept of an answer; whoever says more is hung up on. */
const ANSWER_BYTES_MAX = 2_000
const HEAD_BYTES_MAX = 8_192
const PORT_SAFE = 443
/** Below it live mail, shells and databases, which nobody is to knock at through us. */
const PORTS_FREE_FROM = 1_024

export interface WebhookResponse {
  /** null: there was no answer, and `fault` says why. */
  status: number | null
  fault: string | null
  /** The beginning of it. */
  answer: string
}

/** Sends to addresses that somebody else has named. */
export interface WebhookSender {
  /** Whether an address looks like one that we send to. What is behind its name is looked at with every try. */
  takes(url: string): boolean
  /** One POST; whatever becomes of it is told, never thrown. */
  post(url: string, sent: { headers: Record<string, string>; body: string }): Promise<WebhookResponse>
}

export interface WebhookSenderOptions {
  /** In tests: plain HTTP, and this machine too. */
  anywhere?: boolean
  /** Who resolves names. */
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

/** The beginning of an answer. Nothing beyond it is waited for. */
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
 * No way into our own network: HTTPS alone, no redirect is followed, and the address that a name resolves to is looked at by the very connection
 * that uses it, so that a name which changes its mind in between gains nothing. One address of several that is not public refuses them all.
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
      if (!anywhere && !addresses.every(({ address }) => isPublicAddress(address))) return callback(new NotPublic(hostname), [])
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
      (literal ? isPublicAddress(bare(hostname)) : hostname.includes('.'))
    )
  }
  return {
    takes,
    post: (url, { headers, body }) =>
      new Promise((settle) => {
        const failed = (fault: string) => settle({ status: null, fault, answer: '' })
        if (!takes(url)) return failed('地址不在公网，已拒绝')
        const send = url.startsWith('https:') ? requestSafe : requestPlain
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
