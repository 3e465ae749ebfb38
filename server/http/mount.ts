import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Api, type Endpoint, FILE_PART } from '../../contract/endpoint.ts'
import { API_BASE } from '../../contract/envelope.ts'
import { Refusal } from '../../contract/refusal.ts'
import { generalRefusals, refuse } from '../../contract/refusals.ts'
import { describeIssue } from '../../contract/validation.ts'
import { type AuditEntry, audit } from '../platform/audit.ts'
import type { RateLimits } from '../platform/config.ts'
import { type Db, inTransaction } from '../platform/db.ts'
import { Replay } from '../platform/idempotency.ts'
import { type Clock, momentAt } from '../platform/moment.ts'
import type { AnswerMemory } from './answer-memory.ts'
import type { Caller, Guest } from './caller.ts'
import type { Handler, Handlers, Origin } from './context.ts'
import { type Leaving, patienceFor, sendFile } from './download.ts'
import { type Form, readForm, takeForms, UPLOAD_MS } from './forms.ts'
import { demand } from './gate.ts'
import { type Places, type Rank, rankOf } from './places.ts'
import { inputFromQuery } from './query-input.ts'
import { type Doorkeeper, demandKey, replaying, writing } from './write.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling, once the token has been read. */
    caller: Caller
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    rank?: Rank
  }
}

export interface MountOptions {
  db: Db
  clock: Clock
  doorkeeper: Doorkeeper
  memory: AnswerMemory
  places: Places
  limits: Pick<RateLimits, 'moneyInFlight' | 'guestInFlight'>
  /** A keyed digest of a request, for idempotency. */
  digest: (text: string) => Buffer
  /** In tests: a refusal that its call does not list is a defect. */
  strict: boolean
}

const success = (data: string): string => `{"code":200,"msg":"success","success":true,"data":${data}}`

const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
})

/** What came, as yet unjudged: the query of a GET, the fields of a form, or the body. */
async function readRaw(endpoint: Endpoint, request: FastifyRequest): Promise<Form> {
  if (request.method === 'GET') return { fields: inputFromQuery(endpoint.input, request.query as Record<string, unknown>) }
  return endpoint.fileLimit ? readForm(request, endpoint.input, endpoint.fileLimit) : { fields: request.body ?? {} }
}

/** The decoded input, or the refusal that names the field. */
function decodeInput(endpoint: Endpoint, raw: unknown): unknown {
  const decoded = z.safeDecode(endpoint.input, raw)
  if (decoded.success) return decoded.data
  const issue = decoded.error.issues[0]
  return refuse('INVALID_INPUT', issue ? describeIssue(issue) : {})
}

/** A refusal that the call does not admit to is a gap in the contract. */
function checkListed(endpoint: Endpoint, error: unknown): void {
  if (!(error instanceof Refusal) || generalRefusals.includes(error.reason) || endpoint.refusals.includes(error.reason)) return
  throw new Error(`${endpoint.path} refused with ${error.reason}, which its contract does not list`)
}

/** Who the audit log says it was. */
function actorOf(caller: Exclude<Caller, Guest>): AuditEntry['actor'] {
  if (caller.kind === 'staff') return { kind: 'staff', id: caller.staffId }
  const { kind, enterpriseId } = caller
  return { kind, id: kind === 'member' ? caller.userId : caller.keyId, enterpriseId }
}

/** Tells the audit log of somebody who tried what he may not. */
async function noteForbidden(request: FastifyRequest, endpoint: Endpoint, error: unknown, { db, clock }: MountOptions): Promise<void> {
  const { caller } = request
  if (!(error instanceof Refusal) || error.code !== 403 || caller.kind === 'guest') return
  await audit(db, momentAt(clock()), {
    origin: originOf(request),
    actor: actorOf(caller),
    action: endpoint.path,
    outcome: 'refused',
    reason: error.reason,
  })
}

/** Runs one call and returns its output as the handler gave it. */
async function perform(endpoint: Endpoint, handle: Handler<Endpoint>, request: FastifyRequest, options: MountOptions): Promise<unknown> {
  const { db, clock, doorkeeper } = options
  const { caller } = request
  const moment = momentAt(clock())
  const origin = originOf(request)
  const header = request.headers['idempotency-key']
  const idempotencyKey = endpoint.idempotent ? demandKey(header) : undefined
  const { fields, file } = await readRaw(endpoint, request)
  const input = decodeInput(endpoint, fields)
  if (endpoint.fileLimit && !file) refuse('INVALID_INPUT', { field: FILE_PART, msg: '请选择文件' })
  const around = { db, endpoint, caller, moment, origin, doorkeeper, input, idempotencyKey, digest: options.digest }
  const write = writing(around)
  const apart: typeof write = (work) => inTransaction(db, work)
  const given = { db, caller, moment, origin, log: request.log, write, apart, replay: replaying(around), file }
  return handle(input, given as Parameters<typeof handle>[1])
}

/** Runs one call and returns the JSON of its envelope. */
async function answer(endpoint: Endpoint, handle: Handler<Endpoint>, request: FastifyRequest, options: MountOptions): Promise<string> {
  try {
    return success(JSON.stringify(z.encode(endpoint.output, await perform(endpoint, handle, request, options)) ?? null))
  } catch (error) {
    if (error instanceof Replay) return success(error.wire)
    throw error
  }
}

/** After these calls a browser keeps nothing of ours. */
const LEAVING = /\/log-out$/

/** Whose places a call takes, where one company or one address could take all of them. */
function holderOf(endpoint: Endpoint, { caller, ip }: FastifyRequest, limits: MountOptions['limits']) {
  if (endpoint.idempotent && caller.kind === 'member') return { name: caller.enterpriseId, most: limits.moneyInFlight }
  if (caller.kind === 'machine') return { name: `machine ${caller.enterpriseId}`, most: limits.moneyInFlight }
  return caller.kind === 'guest' ? { name: ip, most: limits.guestInFlight } : undefined
}

function bind(app: FastifyInstance, endpoint: Endpoint, handle: Handler<Endpoint>, options: MountOptions): void {
  const { places, limits } = options
  const rank = rankOf(endpoint)
  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    const remembered = endpoint.cached && request.caller.kind === 'guest'
    // What is remembered needs no place: it is given out however full the house is.
    const run = () => places.hold(rank, holderOf(endpoint, request, limits), () => answer(endpoint, handle, request, options))
    try {
      if (endpoint.kind === 'download') return sendFile(reply, (await perform(endpoint, handle, request, options)) as Leaving, endpoint)
      if (remembered) return await options.memory.reply(request, reply, run)
      reply.header('Cache-Control', 'no-store')
      if (LEAVING.test(endpoint.path)) reply.header('Clear-Site-Data', '"cache"')
      return reply.header('Content-Type', 'application/json; charset=utf-8').send(await run())
    } catch (error) {
      if (options.strict) checkListed(endpoint, error)
      throw error
    }
  }
  app.route({
    method: endpoint.kind === 'read' || endpoint.kind === 'download' ? ['GET', 'POST'] : ['POST'],
    url: API_BASE + endpoint.path,
    config: { endpoint, rank },
    exposeHeadRoute: false,
    ...(endpoint.kind === 'upload' ? { handlerTimeout: UPLOAD_MS } : patienceFor(endpoint)),
    handler: respond,
  })
}

/**
 * Reads the token before the body is read, and turns away who may not make the call. Between the two the rates are limited, by who is
 * calling, so that tries with no right to them are counted as well.
 */
export function admit(app: FastifyInstance, options: MountOptions): void {
  const { doorkeeper, places, clock } = options
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    const { endpoint, rank = 'browse' } = request.routeOptions.config
    const token = request.headers.authorization
    request.caller = { kind: 'guest' }
    if (!endpoint || !token) return
    request.caller = await places.hold(rank, undefined, () => doorkeeper.identify(token, momentAt(clock()), request.ip))
  })
  app.addHook('preParsing', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    try {
      demand(endpoint.needs, request.caller)
    } catch (error) {
      await noteForbidden(request, endpoint, error, options)
      throw error
    }
  })
}

/** Binds every call of a contract to its handler, group by group; a group without handlers does not compile. */
export function mountAll<C extends Record<string, Api>>(
  app: FastifyInstance,
  contract: C,
  calls: { [Group in keyof C]: Handlers<C[Group]> },
  options: MountOptions,
): void {
  for (const [group, api] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries(api)) {
      const handle = (calls[group] as Record<string, unknown>)[name] as Handler<Endpoint>
      if (endpoint.kind === 'upload') takeForms(app, (scope) => bind(scope, endpoint, handle, options))
      else bind(app, endpoint, handle, options)
    }
}
