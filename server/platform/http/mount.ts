import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Endpoint, type EndpointGroup, UPLOAD_FILE_FIELD } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { isPlatformKeyAccess, isStaffAccess } from '#contract/platform/core/permissions.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refusalsOfEveryCall, refuse } from '#contract/platform/core/refusals.ts'
import { toValidationRefusalDetail } from '#contract/platform/core/validation.ts'
import { hasAuditEntryOfRequest, recordAudit } from '#server/platform/core/audit.ts'
import { runWithConcurrencyOwner } from '#server/platform/core/concurrency-limiter.ts'
import type { Db } from '#server/platform/core/db.ts'
import { StoredIdempotentAnswerFoundError } from '#server/platform/core/idempotency.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'
import type { Replica } from '#server/platform/core/replica.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import { runInSpan, type Span } from '#server/platform/core/tracing.ts'
import { type Admission, type AdmissionPriority, computeAdmissionPriority, computeQuotaHolder } from './admission.ts'
import { limitToOwnEnterprises, requireOpenDuringPunchOut, requirePermission, toGuestDuringPunchOut } from './authorisation.ts'
import { type Caller, toAuditActor, toConcurrencyOwner } from './caller.ts'
import { type Handler, type Handlers, isReusableAnswer, toRequestOrigin } from './context.ts'
import { type FileResponse, getHandlerTimeoutOptions, sendFile } from './download.ts'
import { maskFiguresOfHandler } from './figure-masking/mask-figures.ts'
import { type ParsedForm, registerMultipartScope, type UploadFormReader } from './forms.ts'
import { selectRequestInput } from './query-input.ts'
import type { ResponseCache } from './response-cache.ts'
import { type Authenticator, createHandlerTransactions, createIdempotentReplayCheck, requireIdempotencyKey } from './write-transactions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, after the token was read. */
    caller: Caller
    /** Its trace; undefined: it is not traced. */
    span: Span | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    rank?: AdmissionPriority
  }
}

export interface MountOptions {
  db: Db
  /** The database for reads that may lag; undefined: there is none. */
  replica?: Pick<Replica, 'db' | 'isFault'> | undefined
  clock: Clock
  authenticator: Authenticator
  memory: ResponseCache
  admission: Admission
  forms: UploadFormReader
  limits: Pick<ServerLimits, 'moneyInFlight' | 'guestInFlight' | 'uploadMs'>
  /** A keyed digest of a request, for idempotency. */
  digest: (text: string) => Buffer
  /** In tests a refusal that the contract does not list for its call is an error, and so is a download of staff that was not recorded. */
  strict: boolean
}

const success = (data: string): string => `{"code":200,"msg":"success","success":true,"data":${data}}`

/** Reads the raw input: the form of an upload, or the fields of any other call. */
function withInput<T>(
  { input, fileLimit }: Endpoint,
  request: FastifyRequest,
  forms: UploadFormReader,
  work: (form: ParsedForm) => Promise<T>,
): Promise<T> {
  return fileLimit && request.isMultipart()
    ? forms.receive(request, { input, fileLimit }, work)
    : work({ fields: selectRequestInput(input, request) })
}

/** Decodes the input, or refuses it and names the field. */
function decodeInput(endpoint: Endpoint, raw: unknown): unknown {
  const decoded = z.safeDecode(endpoint.input, raw)
  if (decoded.success) return decoded.data
  const issue = decoded.error.issues[0]
  return refuse('INVALID_INPUT', issue ? toValidationRefusalDetail(issue) : {})
}

/** Reports a refusal that the contract does not list for its call. */
function checkListed(endpoint: Endpoint, error: unknown): void {
  if (!(error instanceof Refusal) || refusalsOfEveryCall.includes(error.reason) || endpoint.refusals.includes(error.reason)) return
  throw new Error(`${endpoint.path} refused with ${error.reason}, which its contract does not list`)
}

/** In tests: a file that staff get without an entry in the audit trail is an error, unless its contract says why. */
async function requireDownloadRecorded({ needs, unrecorded, path }: Endpoint, request: FastifyRequest, db: Db): Promise<void> {
  if (!isStaffAccess(needs) || unrecorded !== undefined) return
  if (!(await hasAuditEntryOfRequest(db, request.id))) throw new Error(`${path} sent a file to staff without an entry in the audit trail`)
}

/** Records in the audit log that a caller tried a forbidden call. */
async function recordForbidden(request: FastifyRequest, endpoint: Endpoint, error: unknown, { db, clock }: MountOptions): Promise<void> {
  const { caller } = request
  if (!(error instanceof Refusal) || error.code !== 403 || caller.kind === 'guest') return
  await recordAudit(db, createMoment(clock()), {
    origin: toRequestOrigin(request),
    actor: toAuditActor(caller),
    action: endpoint.path,
    outcome: 'refused',
    reason: error.reason,
  })
}

interface Call {
  endpoint: Endpoint
  handle: Handler<Endpoint>
  request: FastifyRequest
  form: ParsedForm
}

/** Runs one call and returns the handler's output. */
async function perform({ endpoint, handle, request, form }: Call, options: MountOptions): Promise<unknown> {
  const { db, clock, authenticator } = options
  const { caller, visitor, log } = request
  const moment = createMoment(clock())
  const origin = toRequestOrigin(request)
  const idempotencyKey = endpoint.idempotent ? requireIdempotencyKey(request.headers['idempotency-key']) : undefined
  const { fields, file } = form
  const decoded = decodeInput(endpoint, fields)
  const input = await limitToOwnEnterprises({ caller, endpoint }, decoded, authenticator.looksAfter).catch(async (error: unknown) => {
    await recordForbidden(request, endpoint, error, options)
    throw error
  })
  if (endpoint.fileLimit && !file) refuse('INVALID_INPUT', { field: UPLOAD_FILE_FIELD, msg: '请选择文件' })
  const context = { db, endpoint, caller, moment, origin, authenticator, input, file, idempotencyKey, digest: options.digest }
  const { runHandler, ...transactions } = createHandlerTransactions(context)
  const given = { caller, moment, origin, visitor, log, ...transactions, replay: createIdempotentReplayCheck(context), file }
  const run = (from: Db) => runHandler(() => handle(input, { ...given, db: from } as Parameters<typeof handle>[1]))
  const { replica } = options
  const near = endpoint.mayLag ? replica?.db() : undefined
  if (!near) return run(db)
  return run(near).catch((error: unknown) => {
    if (!replica?.isFault(error)) throw error
    return run(db)
  })
}

/** The envelopes of answers that are given again, as bytes, because a text would be converted each time. */
const knownEnvelopes = new WeakMap<object, Buffer>()

/** The UTF-8 bytes of a text in memory of their own. A part of Node's pool would keep the whole pool of 64 KB as long as itself. */
function toUnpooledBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

function toEnvelope({ output }: Endpoint, answer: unknown): string | Buffer {
  const known = isReusableAnswer(answer) ? knownEnvelopes.get(answer) : undefined
  if (known !== undefined) return known
  const envelope = success(JSON.stringify(z.encode(output, answer) ?? null))
  if (isReusableAnswer(answer)) knownEnvelopes.set(answer, toUnpooledBytes(envelope))
  return envelope
}

/** Runs one call and returns its envelope as JSON. */
async function answer(call: Call, options: MountOptions): Promise<string | Buffer> {
  try {
    return toEnvelope(call.endpoint, await perform(call, options))
  } catch (error) {
    if (error instanceof StoredIdempotentAnswerFoundError) return success(error.wire)
    throw error
  }
}

/** The largest body of a call of a platform key. It may have hundreds of goods with their texts. */
const PLATFORM_KEY_BYTES_MAX = 1024 * 1024

function bind(app: FastifyInstance, endpoint: Endpoint, handle: Handler<Endpoint>, options: MountOptions): void {
  const { admission, forms, limits } = options
  const rank = computeAdmissionPriority(endpoint)
  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    const remembered = endpoint.cached && request.caller.kind === 'guest'
    // A cached answer needs no slot, so it is sent even under full load.
    const work = (form: ParsedForm) =>
      admission.hold(rank, computeQuotaHolder(endpoint, request, limits), () => answer({ endpoint, handle, request, form }, options))
    const run = () => withInput(endpoint, request, forms, work)
    try {
      if (endpoint.kind === 'download') {
        const file = await withInput(endpoint, request, forms, (form) => perform({ endpoint, handle, request, form }, options))
        if (options.strict) await requireDownloadRecorded(endpoint, request, options.db)
        return sendFile(reply, file as FileResponse, endpoint)
      }
      if (remembered) return await options.memory.reply(request, reply, run)
      reply.header('Cache-Control', 'no-store')
      if (endpoint.endsSession) reply.header('Clear-Site-Data', '"cache"')
      return reply.header('Content-Type', 'application/json; charset=utf-8').send(await run())
    } catch (error) {
      if (options.strict) checkListed(endpoint, error)
      throw error
    }
  }
  app.route({
    method: [...endpoint.methods],
    url: API_BASE + endpoint.path,
    config: { endpoint, rank },
    exposeHeadRoute: false,
    ...getHandlerTimeoutOptions(endpoint, limits),
    ...(isPlatformKeyAccess(endpoint.needs) ? { bodyLimit: PLATFORM_KEY_BYTES_MAX } : {}),
    handler: (request, reply) =>
      runInSpan(request.span, () =>
        runWithConcurrencyOwner(toConcurrencyOwner(request.caller, request.visitor.address), () => respond(request, reply)),
      ),
  })
}

/**
 * Reads the token before the body and refuses callers who may not make the call. Between the two the rate limits apply, so that forbidden
 * tries count as well.
 */
export function registerAccessHooks(app: FastifyInstance, options: MountOptions): void {
  const { authenticator, admission, clock } = options
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    const { endpoint, rank = 'browse' } = request.routeOptions.config
    const token = request.headers.authorization
    request.caller = { kind: 'guest' }
    if (!endpoint || !token) return
    const identify = () => authenticator.identify(token, createMoment(clock()), request.ip)
    request.caller = await runInSpan(request.span, () => admission.hold(rank, undefined, identify))
  })
  app.addHook('preParsing', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    try {
      requireOpenDuringPunchOut(request.caller, endpoint)
      request.caller = toGuestDuringPunchOut(request.caller, endpoint)
      requirePermission(request.caller, endpoint.needs)
    } catch (error) {
      await recordForbidden(request, endpoint, error, options)
      throw error
    }
  })
}

/** Binds every call of a contract to its handler, group by group. A group without handlers is a type error. */
export function mountContract<C extends Record<string, EndpointGroup>>(
  app: FastifyInstance,
  contract: C,
  calls: { [Group in keyof C]: Handlers<C[Group]> },
  options: MountOptions,
): void {
  for (const [group, api] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries(api)) {
      const handle = maskFiguresOfHandler(endpoint, (calls[group] as Record<string, Handler<Endpoint>>)[name] as Handler<Endpoint>)
      if (endpoint.kind === 'upload') registerMultipartScope(app, (scope) => bind(scope, endpoint, handle, options))
      else bind(app, endpoint, handle, options)
    }
}
