import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Refusal } from '../../contract/refusals.ts'
import { answerErrors, sendRefusal } from '../http/errors.ts'
import { UPLOAD_MS } from '../http/forms.ts'
import { apiHeaders, setHeaders } from './headers.ts'

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

export interface ServeOptions {
  log: Logger
  newRequestId: () => string
  trustProxy: string[]
}

/**
 * The bare HTTP server: bounded in body, head and time long before the client's 300 s, JSON alone, our own answer to every error.
 * A request id of the caller's is kept when it is harmless.
 */
export function openServer({ log, newRequestId, trustProxy }: ServeOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    handlerTimeout: 15_000,
    bodyLimit: 256 * 1024,
    // A call ends with its handler's time, an upload later than others; this is for what never becomes a call.
    requestTimeout: UPLOAD_MS,
    http: { headersTimeout: 15_000 },
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 100 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    // An address that is none comes before every hook.
    frameworkErrors: (_, request, reply) => void sendRefusal(reply.headers(apiHeaders(request)), new Refusal('MALFORMED')),
    genReqId: (raw) => {
      const given = raw.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId()
    },
  }) as unknown as FastifyInstance
  parseJsonOnly(app)
  setHeaders(app)
  answerErrors(app)
  logAnswers(app)
  return app
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
