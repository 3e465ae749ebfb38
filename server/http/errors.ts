import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isForMachines } from '../../contract/endpoint.ts'
import { API_BASE, type Envelope } from '../../contract/envelope.ts'
import { Refusal } from '../../contract/refusal.ts'
import { httpStatusOf, refusalOf } from '../../contract/refusals.ts'
import { sqlState } from '../platform/db.ts'

/** The envelope of a refusal. */
export const refusalEnvelope = (refusal: Refusal): Envelope => ({
  code: refusal.code,
  msg: refusal.message,
  success: false,
  data: null,
  reason: refusal.reason,
  ...(Object.keys(refusal.detail).length > 0 ? { detail: refusal.detail } : {}),
})

/** What Fastify, its plugins and the database say when they say no, in our words. */
function refusalFrom(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error
  const status = error.statusCode
  if (status === 413) return refusalOf('TOO_LARGE')
  if (status === 415) return refusalOf('NOT_JSON')
  if (status === 429) return refusalOf('TOO_MANY')
  if (status === 503 || isBusy(error)) return refusalOf('OVERLOADED')
  if (status !== undefined && status >= 400 && status < 500) return refusalOf('MALFORMED')
  return refusalOf('DEFECT')
}

const LOCK_TIMEOUT = '55P03'
const STATEMENT_TIMEOUT = '57014'
const ADMIN_SHUTDOWN = '57P01'
const CANNOT_CONNECT = '57P03'
const TOO_MANY_CONNECTIONS = '53300'
const busyStates = new Set([
  LOCK_TIMEOUT,
  STATEMENT_TIMEOUT,
  ADMIN_SHUTDOWN,
  CANNOT_CONNECT,
  TOO_MANY_CONNECTIONS,
  'ECONNREFUSED',
  'ECONNRESET',
])

/** The database is away, full, or held by others: worth another try in a moment, and no defect of the call. */
function isBusy(error: Error): boolean {
  const state = sqlState(error)
  if (state !== undefined && busyStates.has(state)) return true
  return /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
}

/** A browser's call goes well however it ends, but for refusals of the protocol; programs go by the status, which is the code. */
function statusOf({ request }: FastifyReply, { reason, code }: Refusal): number {
  const { endpoint } = request.routeOptions.config
  return endpoint && isForMachines(endpoint.needs) ? code : httpStatusOf(reason)
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const status = statusOf(reply, refusal)
  if (status === 503 || (status === 429 && !reply.hasHeader('Retry-After'))) reply.header('Retry-After', '2')
  if (refusal.reason === 'NOT_LOGGED_IN') reply.header('Clear-Site-Data', '"cache"')
  return reply
    .code(status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(JSON.stringify(refusalEnvelope(refusal)))
}

/** The only place where an error becomes an answer. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalFrom(error)
    // Who is refused before he has said everything is not listened to any longer: a file too large, a body that drips.
    if (request.raw.complete === false) reply.header('Connection', 'close')
    if (refusal.reason === 'DEFECT') request.log.error({ err: error }, 'defect')
    if (refusal.reason === 'OVERLOADED' && !(error instanceof Refusal)) request.log.warn({ err: error }, 'busy')
    return sendRefusal(reply, refusal)
  })
}

/** Answers below /api that no call matches: the wrong method on a call that exists, or no call at all. */
export function answerUnknownCall(paths: ReadonlySet<string>, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const known = path.startsWith(`${API_BASE}/`) && paths.has(path.slice(API_BASE.length))
  return sendRefusal(reply, refusalOf(known ? 'METHOD_NOT_ALLOWED' : 'NO_SUCH_CALL'))
}
