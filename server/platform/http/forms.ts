import { Socket } from 'node:net'
import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Endpoint, UPLOAD_FILE_FIELD, type UploadFileLimit } from '#contract/platform/core/endpoint.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { createRefusal, refuse } from '#contract/platform/core/refusals.ts'
import { type ByteReservation, createByteBudget } from '#server/platform/core/byte-budget.ts'
import { watchMinSpeed } from '#server/platform/core/min-speed.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Admission } from './admission.ts'
import { parseQueryInput } from './query-input.ts'

/** The content of a request: its fields, and the file of an upload. */
export interface ParsedForm {
  fields: unknown
  file?: Buffer
}

/** The maximum size of a form without its file. */
const FIELDS_BYTES_MAX = 64 * 1024
const NAME_MAX = 100
const limits = { fieldNameSize: NAME_MAX, fieldSize: 8 * 1024, fields: 20, files: 1, parts: 21, headerPairs: 20 }

/** The minimum speed. It is below that of the slowest phone that could ever finish. */
const BYTES_PER_SECOND = 2_048

/** Only uploads accept forms. Everywhere else they are refused, so that no form of another site can post. */
export function registerMultipartScope(app: FastifyInstance, bind: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart)
    bind(scope)
  })
}

const badField = (field: string, msg?: string): never => refuse('INVALID_INPUT', { field, ...(msg === undefined ? {} : { msg }) })

async function collect(parts: AsyncIterable<Multipart>): Promise<{ texts: Map<string, string>; file?: Buffer }> {
  const texts = new Map<string, string>()
  let file: Buffer | undefined
  for await (const part of parts) {
    if (part.type === 'file') {
      if (part.fieldname !== UPLOAD_FILE_FIELD) badField(part.fieldname)
      file = await part.toBuffer()
      continue
    }
    if (part.fieldname.length >= NAME_MAX || part.valueTruncated) refuse('TOO_LARGE')
    if (typeof part.value !== 'string' || texts.has(part.fieldname)) badField(part.fieldname)
    texts.set(part.fieldname, part.value as string)
  }
  return { texts, ...(file ? { file } : {}) }
}

type Times = Pick<ServerLimits, 'uploadMs' | 'transferGraceMs'>
type UploadCall = Pick<Endpoint, 'input'> & { fileLimit: UploadFileLimit }

/** A body that is arriving: its memory holding, and a signal for when it is taken away. */
interface Incoming {
  holding: ByteReservation
  evicted: AbortSignal
}

/**
 * Rejects when reading a body is no longer useful: it is larger than the limit (whatever its Content-Length says), it arrives too slowly,
 * its time is over, or its memory was evicted.
 */
function watchBody({ raw, signal }: FastifyRequest, { bytesMax, tooLarge }: UploadFileLimit, { holding, evicted }: Incoming, times: Times) {
  const watching = new AbortController()
  const broken = new Promise<never>((_, reject) => {
    const tooSlow = () => reject(createRefusal('TOO_SLOW'))
    const speed = watchMinSpeed({ bytesPerSecond: BYTES_PER_SECOND, graceMs: times.transferGraceMs }, tooSlow)
    const late = setTimeout(tooSlow, times.uploadMs)
    const count = (chunk: Buffer) => {
      speed.moved(chunk.length)
      holding.add(chunk.length)
      if (holding.bytes() > bytesMax + FIELDS_BYTES_MAX) reject(createRefusal(tooLarge))
      speed.waits()
    }
    const gone = () => reject(createRefusal('MALFORMED'))
    raw.on('data', count)
    // If the connection breaks after the body has arrived but before it was read, the request gets no event. So listen to the socket.
    raw.socket.on('close', gone)
    speed.waits()
    // The request's signal also fires after the complete body, which is not an error.
    signal.addEventListener('abort', () => raw.complete || tooSlow(), { signal: watching.signal })
    evicted.addEventListener('abort', () => reject(createRefusal('OVERLOADED')), { signal: watching.signal })
    watching.signal.addEventListener('abort', () => {
      raw.off('data', count)
      raw.socket.off('close', gone)
      clearTimeout(late)
      speed.stop()
    })
  })
  return { broken, stop: () => watching.abort() }
}

/** Translates the parser's errors. Its own errors about the form have no status; errors with a status are protocol errors. */
function parserRefusal(error: unknown, { tooLarge }: UploadFileLimit): unknown {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return createRefusal(tooLarge)
  if (code === 'FST_FILES_LIMIT') return createRefusal('INVALID_INPUT', { field: UPLOAD_FILE_FIELD, msg: '一次只能上传一个文件' })
  return createRefusal(statusCode === 413 ? 'TOO_LARGE' : 'MALFORMED')
}

/**
 * From here on the server is the slow side. The connection may be idle as long as the call may take, so that its answer still arrives.
 * Otherwise a long import would finish, but its caller would not get the answer.
 */
function extendSocketTimeout({ raw: { socket } }: FastifyRequest, ms: number): void {
  if (socket instanceof Socket) socket.setTimeout(ms)
}

/**
 * Stops reading. The parser gets the error only after the answer was sent and the connection was closed. Earlier it would close the
 * connection itself.
 */
function abandon({ raw }: FastifyRequest): void {
  raw.unpipe()
  if (raw.socket.destroyed) raw.destroy()
  else if (!raw.complete) raw.socket.once('close', () => raw.destroy())
}

async function readForm(request: FastifyRequest, { input, fileLimit }: UploadCall, incoming: Incoming, times: Times): Promise<ParsedForm> {
  const reading = collect(request.parts({ limits: { ...limits, fileSize: fileLimit.bytesMax } }))
  // An abandoned body ends with its connection, and nobody waits for it.
  reading.catch(() => {})
  const { broken, stop } = watchBody(request, fileLimit, incoming, times)
  try {
    const { texts, ...rest } = await Promise.race([reading, broken])
    extendSocketTimeout(request, times.uploadMs)
    return { fields: parseQueryInput(input, Object.fromEntries(texts)), ...rest }
  } catch (error) {
    abandon(request)
    throw parserRefusal(error, fileLimit)
  } finally {
    stop()
  }
}

/** The owners of an upload: the person, whose uploads are limited, and the company, whose memory it uses. */
function ownersOf({ caller, visitor: { address } }: FastifyRequest): { person: string; company: string } {
  if (caller.kind === 'member') return { person: caller.userId, company: caller.enterpriseId }
  return caller.kind === 'staff' ? { person: caller.staffId, company: caller.staffId } : { person: address, company: address }
}

/** Reads the uploads of one process. */
export interface UploadFormReader {
  /**
   * Reads an upload's form and runs the work; the file's name and type are ignored. Refuses everything but a form with at most one file
   * within the limit. Refuses slow senders with TOO_SLOW, too many uploads of one person with TOO_MANY, and OVERLOADED if the common memory
   * is used up. If the body was not read to its end, the connection is closed.
   */
  receive<T>(request: FastifyRequest, call: UploadCall, work: (form: ParsedForm) => Promise<T>): Promise<T>
  /** How many bytes are in memory. */
  bytesHeld(): number
}

export function createUploadFormReader(
  admission: Admission,
  { userUploads, uploadBytes, ...times }: Times & Pick<ServerLimits, 'userUploads' | 'uploadBytes'>,
): UploadFormReader {
  const budget = createByteBudget(uploadBytes)
  return {
    async receive(request, call, work) {
      if (Number(request.headers['content-length']) > call.fileLimit.bytesMax + FIELDS_BYTES_MAX) refuse(call.fileLimit.tooLarge)
      // A client that disconnected during the caller's lookup sends nothing more, and no event will report it.
      if (request.raw.destroyed) refuse('MALFORMED')
      const { person, company } = ownersOf(request)
      return admission.receive({ name: person, most: userUploads }, async () => {
        const eviction = new AbortController()
        const holding = budget.open(company, () => eviction.abort())
        try {
          const form = await readForm(request, call, { holding, evicted: eviction.signal }, times)
          holding.complete()
          return await work(form)
        } finally {
          holding.release()
        }
      })
    },
    bytesHeld: budget.held,
  }
}
