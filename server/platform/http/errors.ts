import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpMethod } from '#contract/platform/core/endpoint.ts'
import { API_BASE, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { isProgramAccess } from '#contract/platform/core/permissions.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { createRefusal, getRefusalHttpStatus } from '#contract/platform/core/refusals.ts'
import { isDatabaseUnavailable, UnknownCommitOutcomeError } from '#server/platform/core/database-errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The reason why it was refused; undefined: it was not, or not yet. */
    refused: Refusal['reason'] | undefined
  }
}

/** The envelope of a refusal. */
export const createRefusalEnvelope = (refusal: Refusal): ResponseEnvelope => ({
  code: refusal.code,
  msg: refusal.message,
  success: false,
  data: null,
  reason: refusal.reason,
  ...(Object.keys(refusal.detail).length > 0 ? { detail: refusal.detail } : {}),
})

/** A call that only reads may always be repeated. */
const onlyReads = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.endpoint?.kind === 'read' || config.endpoint?.kind === 'download'

/** Translates errors of Fastify, its plugins and the database into refusals. */
function refusalFrom(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof UnknownCommitOutcomeError) return createRefusal(onlyReads(request) ? 'OVERLOADED' : 'OUTCOME_UNKNOWN')
  const status = error.statusCode
  if (status === 413) return createRefusal('TOO_LARGE')
  if (status === 415) return createRefusal('NOT_JSON')
  if (status === 429) return createRefusal('TOO_MANY')
  if (status === 503 || isDatabaseUnavailable(error)) return createRefusal('OVERLOADED')
  if (status !== undefined && status >= 400 && status < 500) return createRefusal('MALFORMED')
  return createRefusal('DEFECT')
}

/**
 * A call of a browser has the status 200 even when it is refused, except for protocol refusals. For programs the status is the refusal's
 * code.
 */
function statusOf({ request }: FastifyReply, { reason, code }: Refusal): number {
  const { endpoint } = request.routeOptions.config
  return endpoint && isProgramAccess(endpoint.needs) ? code : getRefusalHttpStatus(reason)
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const status = statusOf(reply, refusal)
  reply.request.refused = refusal.reason
  if (status === 503 || (status === 429 && !reply.hasHeader('Retry-After'))) reply.header('Retry-After', '2')
  if (refusal.reason === 'NOT_LOGGED_IN') reply.header('Clear-Site-Data', '"cache"')
  return reply
    .code(status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(JSON.stringify(createRefusalEnvelope(refusal)))
}

/** The only place that turns an error into an answer. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.decorateRequest('refused', undefined)
  app.setErrorHandler((error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalFrom(error, request)
    // The request was refused before its body arrived completely (a file too large, a body too slow). The rest is not read.
    if (request.raw.complete === false) reply.header('Connection', 'close')
    if (refusal.reason === 'DEFECT') request.log.error({ err: error }, 'defect')
    if (getRefusalHttpStatus(refusal.reason) === 503 && !(error instanceof Refusal)) request.log.warn({ err: error }, 'unavailable')
    return sendRefusal(reply, refusal)
  })
}

/** Answers a request below /api that matches no call: a wrong method, or an unknown path. */
export function sendUnknownCallRefusal(
  paths: ReadonlyMap<string, readonly HttpMethod[]>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const methods = path.startsWith(`${API_BASE}/`) ? paths.get(path.slice(API_BASE.length)) : undefined
  if (!methods) return sendRefusal(reply, createRefusal('NO_SUCH_CALL'))
  return sendRefusal(reply.header('Allow', methods.join(', ')), createRefusal('METHOD_NOT_ALLOWED'))
}
