import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { toIpNetworkKey } from '#server/platform/core/ip-key.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import type { AdmissionPriority } from '#server/platform/http/admission.ts'
import { chooseEncodedBody, type EncodedBody, VARY_HEADER_VALUE } from '#server/platform/http/compression.ts'
import type { RememberedAnswer, ResponseCache } from '#server/platform/http/response-cache.ts'
import type { AnswerMeasurement } from './answer-metrics.ts'
import { createApiHeaders, REQUEST_ID_HEADER } from './headers.ts'
import { computeRequestId } from './http-server.ts'
import { RESPONSE_CHUNK_BYTES } from './limits/connections.ts'
import type { RateLimitControls } from './limits/rates-and-load.ts'

export interface RememberedAnswersOptions {
  memory: Pick<ResponseCache, 'find'>
  rates: Pick<RateLimitControls, 'countGuest'>
  /** Whether calls of a priority are currently refused because the event loop is late. */
  isLate: (rank: AdmissionPriority) => boolean
  trustProxy: readonly string[]
  newRequestId: () => string
  log: Logger
  recordAnswer: (answer: AnswerMeasurement) => void
  /** Counts visitors in memory. */
  visitors: { countGuest(path: string, address: string, userAgent: string | undefined): void }
}

/** The headers of every remembered answer, names and values in turn, without the request id, which differs. */
const COMMON_HEADERS = Object.entries({ ...createApiHeaders({ id: '' }), 'Cache-Control': 'no-cache' })
  .filter(([name]) => name !== REQUEST_ID_HEADER)
  .flat()

/** An answer as it is sent to everybody. */
interface RenderedAnswer {
  /** The bytes as a string with one character per byte. Node writes it together with the head, which takes half the time of two buffers. */
  text: string
  /** Names and values in turn. The second entry, the request id, is set for each request. */
  headers: readonly string[]
}

const rendered = new WeakMap<Buffer, RenderedAnswer>()
function renderAnswer({ bytes, encoding }: EncodedBody, etag: string): RenderedAnswer {
  const known = rendered.get(bytes)
  if (known !== undefined) return known
  const headers = [REQUEST_ID_HEADER, '', ...COMMON_HEADERS, 'ETag', etag]
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Vary', VARY_HEADER_VALUE, 'Content-Length', String(bytes.length))
  if (encoding) headers.push('Content-Encoding', encoding)
  const made = { text: bytes.toString('latin1'), headers }
  rendered.set(bytes, made)
  return made
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** When the request arrived, on the clock of `monotonicNowMs`. */
  began: number
}

/** The keys of the addresses of open connections, which do not change. */
const keysOfSockets = new WeakMap<Socket, string>()
function toNetworkKeyOfSocket(socket: Socket): string {
  const known = keysOfSockets.get(socket)
  if (known !== undefined) return known
  const key = toIpNetworkKey(socket.remoteAddress ?? '')
  keysOfSockets.set(socket, key)
  return key
}

/** Whether a request comes from a guest, has no body, and needs nothing that only the hooks of calls provide. */
const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.host !== undefined &&
  headers.authorization === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

/**
 * Answers a guest's read from memory before the request becomes a call, because the hooks, their logger and the handler cost more than the
 * answer. The answer, its headers, the rate limit, the log line and the metrics are the same as for the call. Every other request, and
 * every refusal, goes to the routes.
 */
export function registerCachedAnswersForGuests(app: FastifyInstance, options: RememberedAnswersOptions): void {
  const { memory, rates, isLate, trustProxy, newRequestId, log, recordAnswer, visitors } = options
  const { server, routing } = app
  const trusts = proxyAddress.compile([...trustProxy])
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })

  const send = ({ etag, path }: RememberedAnswer, encoded: EncodedBody, { request, response, began }: Exchange) => {
    const id = computeRequestId(request, newRequestId)
    const status = request.headers['if-none-match'] === etag ? 304 : 200
    if (status === 304) response.writeHead(status, [REQUEST_ID_HEADER, id, ...COMMON_HEADERS, 'ETag', etag]).end()
    else {
      const { text, headers } = renderAnswer(encoded, etag)
      const own = headers.slice()
      own[1] = id
      response.writeHead(status, own).end(text, 'latin1')
    }
    const ms = monotonicNowMs() - began
    recordAnswer({ path, status, ms })
    log.info({ reqId: id, method: request.method, path, status, ms: Math.round(ms) }, 'answered')
  }

  server.removeListener('request', routing)
  server.on('request', (request, response) => {
    const began = monotonicNowMs()
    const answer = isPlain(request) ? memory.find(request.url ?? '') : undefined
    // The hooks handle the other cases: a large answer is sent in pieces, and a proxy that is not trusted is reported.
    const encoded = answer && chooseEncodedBody(request.headers, answer.body)
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    const isReported = isForwarded && trustProxy.length === 0
    if (!encoded || encoded.bytes.length > RESPONSE_CHUNK_BYTES || closing || isReported || isLate('browse'))
      return routing(request, response)
    const address = isForwarded ? toIpNetworkKey(proxyAddress(request, trusts)) : toNetworkKeyOfSocket(request.socket)
    rates.countGuest(address, (admitted) => {
      if (!admitted) return routing(request, response)
      send(answer, encoded, { request, response, began })
      visitors.countGuest(answer.path, address, request.headers['user-agent'])
    })
  })
}
