import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { refusalOf, refuse } from '#contract/platform/core/refusals.ts'
import { createIpRanges } from '#server/platform/core/ip-ranges.ts'
import type { ProcessFaults } from '#server/platform/core/process-status.ts'
import { type ServerLimits, UPLOAD_MS } from '#server/platform/core/server-limits.ts'
import { registerErrorHandler, sendRefusal } from '#server/platform/http/errors.ts'
import { createApiHeaders, registerDefaultHeaders } from './headers.ts'
import { chunkLargeResponses, limitConnections } from './limits/connections.ts'
import { sendRawError } from './raw-errors.ts'

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

/** How long a head, and a whole request, may take to come in. */
const HEAD_MS = 10_000
/** How often slow senders are looked for: with Node's own 30 s they would have three times the time they are given. */
const CHECK_MS = 2_000
const SWEEP_MS = 100

export interface ServeOptions {
  log: Logger
  newRequestId: () => string
  trustProxy: string[]
  /** How many connections are taken at once. */
  connections: number
  faults: ProcessFaults
  limits: Pick<ServerLimits, 'addressConnections' | 'transferGraceMs'>
}

/**
 * The bare HTTP server: bounded in body, head and time long before the client's 300 s, JSON alone, our own answer to every error.
 * A request id of the caller's is kept when it is harmless.
 */
export function createHttpServer({ log, newRequestId, trustProxy, limits, connections, faults }: ServeOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    handlerTimeout: 15_000,
    bodyLimit: 256 * 1024,
    // A call ends with its handler's time, an upload later than others; the times of `http` are for what never becomes a call.
    requestTimeout: UPLOAD_MS,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 100 },
    // Who still comes while we close is told so by our own hook below, in our own words.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Node forgets slow bodies when a head is given longer than the whole: so it is given less.
    http: { connectionsCheckingInterval: CHECK_MS, headersTimeout: HEAD_MS, requestTimeout: UPLOAD_MS, requireHostHeader: false },
    clientErrorHandler: (error, socket) => sendRawError(error, socket as Socket, newRequestId()),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    // An address that is none comes before every hook.
    frameworkErrors: (_, request, reply) => void sendRefusal(reply.headers(createApiHeaders(request)), refusalOf('MALFORMED')),
    genReqId: (raw) => {
      const given = raw.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId()
    },
  }) as unknown as FastifyInstance
  app.server.maxConnections = connections
  // A connection that could not be taken, for want of a file handle, is its caller's to try again; without a listener it would end the process.
  app.server.on('error', () => {
    faults.acceptErrors++
  })
  const proxies = createIpRanges(trustProxy)
  limitConnections(app.server, { ...limits, isProxy: proxies.has })
  chunkLargeResponses(app)
  // A head that expects what we do not know is a request like any other, not one for Node to answer by itself.
  app.server.on('checkExpectation', app.routing)
  parseJsonOnly(app)
  registerDefaultHeaders(app)
  turnAwayAtTheDoor(app)
  registerErrorHandler(app)
  logAnswers(app)
  return app
}

/**
 * While the server closes, what is under way is answered and nothing new begun; a line that has had its answer is let go, which Node by
 * itself would keep for the length of a keep-alive. A request of HTTP/1.1 names its host.
 */
function turnAwayAtTheDoor(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    app.server.once('close', () => clearInterval(sweep))
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('Connection', 'close')
    done()
  })
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (closing) refuse('OVERLOADED')
    if (headers.host === undefined && raw.httpVersion === '1.1') refuse('MALFORMED')
  })
}

/**
 * Exactly application/json, with or without a charset, which Fastify hands over in quotes; `__proto__` and `constructor` keys are
 * refused; no body is an empty one.
 */
function parseJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/json(; charset="utf-8")?$/i, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, {})
    parse(request, body.toString(), done)
  })
}

/** One line an answer: what, for whom it was asked, how it ended, how long it took. Neither bodies nor tokens. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.config.endpoint?.path ?? request.routeOptions.url ?? 'unknown'
    request.log.info({ method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}
