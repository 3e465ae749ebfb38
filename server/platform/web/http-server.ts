import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { createRefusal, refuse } from '#contract/platform/core/refusals.ts'
import { createIpRanges } from '#server/platform/core/ip-ranges.ts'
import type { ProcessFaults } from '#server/platform/core/process-status.ts'
import { type ServerLimits, UPLOAD_TIMEOUT_MS } from '#server/platform/core/server-limits.ts'
import { registerErrorHandler, sendRefusal } from '#server/platform/http/errors.ts'
import { createApiHeaders, registerDefaultHeaders } from './headers.ts'
import { chunkLargeResponses, limitConnections } from './limits/connections.ts'
import { sendErrorToRawSocket } from './raw-errors.ts'

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

/** Returns the caller's request id if it is harmless, otherwise a new one. */
export function computeRequestId({ headers }: Pick<IncomingMessage, 'headers'>, newRequestId: () => string): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId()
}

/** How long a request's head may take, and a whole request. */
const HEAD_MS = 10_000
/** How often slow senders are checked. With Node's 30 s they would get three times their limit. */
const CHECK_MS = 2_000
const SWEEP_MS = 100

/** Throws: calls are checked by the contract. With this in place of its own, Fastify does not load its compilers of schemas, a hundred files. */
const refuseSchemas = () => () => {
  throw new Error('a route has a schema of Fastify')
}

export interface HttpServerOptions {
  log: Logger
  newRequestId: () => string
  trustProxy: string[]
  /** The maximum number of open connections. */
  connections: number
  faults: ProcessFaults
  limits: Pick<ServerLimits, 'addressConnections' | 'transferGraceMs'>
}

/**
 * Creates the HTTP server. Body, head and time are limited well below the client's 300 s. It accepts only JSON and answers every error with
 * the envelope. It keeps the caller's request id if that is harmless.
 */
export function createHttpServer({ log, newRequestId, trustProxy, limits, connections, faults }: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    handlerTimeout: 15_000,
    bodyLimit: 256 * 1024,
    // A call ends with its handler's timeout, an upload later than others. The timeouts in `http` are for requests that never become a
    // call.
    requestTimeout: UPLOAD_TIMEOUT_MS,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 100 },
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    // Requests that arrive during closing are refused by the hook below, with our envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Node does not check slow bodies if the limit for the head is longer than that for the request. So it is shorter.
    http: { connectionsCheckingInterval: CHECK_MS, headersTimeout: HEAD_MS, requestTimeout: UPLOAD_TIMEOUT_MS, requireHostHeader: false },
    clientErrorHandler: (error, socket) => sendErrorToRawSocket(error, socket as Socket, newRequestId()),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    // An invalid URL is refused before all hooks.
    frameworkErrors: (_, request, reply) => void sendRefusal(reply.headers(createApiHeaders(request)), createRefusal('MALFORMED')),
    genReqId: (raw) => computeRequestId(raw, newRequestId),
  }) as unknown as FastifyInstance
  // If a connection cannot be accepted because file handles are missing, the caller has to try again. Without a listener the error would
  // end the process.
  app.server.on('error', () => {
    faults.acceptErrors++
  })
  const proxies = createIpRanges(trustProxy)
  limitConnections(app.server, { ...limits, connections, isProxy: proxies.has })
  chunkLargeResponses(app)
  // A request with an unknown Expect header is routed like any other. Node must not answer it by itself.
  app.server.on('checkExpectation', app.routing)
  parseJsonOnly(app)
  registerDefaultHeaders(app)
  turnAwayAtTheDoor(app)
  registerErrorHandler(app)
  logAnswers(app)
  return app
}

/**
 * While the server closes, requests under way are answered and new ones are refused. An answered connection is closed, because Node would
 * keep it for the keep-alive time. Also refuses HTTP/1.1 requests without a Host.
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
 * Accepts exactly application/json, with or without a charset, which Fastify may pass in quotes. Refuses the keys `__proto__` and
 * `constructor`. No body counts as an empty object.
 */
function parseJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/json(; charset="utf-8")?$/i, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, {})
    parse(request, body.toString(), done)
  })
}

/** Logs one line for each answer: the call, the caller, the result, the duration and the trace. It logs neither bodies nor tokens. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.config.endpoint?.path ?? request.routeOptions.url ?? 'unknown'
    const trace = request.span?.traceId
    request.log.info({ method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime), trace }, 'answered')
  })
}
