import { Socket } from 'node:net'
import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Endpoint, FILE_PART, type FileLimit } from '#contract/platform/core/endpoint.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refusalOf, refuse } from '#contract/platform/core/refusals.ts'
import { type ByteHolding, createByteBudget } from '#server/platform/core/byte-budget.ts'
import { watchMinSpeed } from '#server/platform/core/min-speed.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Admission } from './admission.ts'
import { parseQueryInput } from './query-input.ts'

/** What came with a request: its fields, and the file of an upload. */
export interface ParsedForm {
  fields: unknown
  file?: Buffer
}

/** What a form may weigh besides its file. */
const FIELDS_BYTES_MAX = 64 * 1024
const NAME_MAX = 100
const limits = { fieldNameSize: NAME_MAX, fieldSize: 8 * 1024, fields: 20, files: 1, parts: 21, headerPairs: 20 }

/** Slower than the slowest phone that could ever finish: below it a sender is as good as gone. */
const BYTES_PER_SECOND = 2_048

/** Forms are understood by uploads alone: everywhere else they stay refused, so that no form of another site can post. */
export function registerFormParser(app: FastifyInstance, bind: (scope: FastifyInstance) => void): void {
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
      if (part.fieldname !== FILE_PART) badField(part.fieldname)
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
type UploadCall = Pick<Endpoint, 'input'> & { fileLimit: FileLimit }

/** A body while it comes in: what it holds in memory, and when that is taken from it. */
interface Incoming {
  holding: ByteHolding
  evicted: AbortSignal
}

/**
 * Rejects as soon as a body is not worth reading on: it is larger than the call takes, whatever its length said, it comes too slowly, its time is
 * up, or its memory goes to others.
 */
function watchBody({ raw, signal }: FastifyRequest, { bytesMax, tooLarge }: FileLimit, { holding, evicted }: Incoming, times: Times) {
  const watching = new AbortController()
  const broken = new Promise<never>((_, reject) => {
    const tooSlow = () => reject(refusalOf('TOO_SLOW'))
    const speed = watchMinSpeed({ bytesPerSecond: BYTES_PER_SECOND, graceMs: times.transferGraceMs }, tooSlow)
    const late = setTimeout(tooSlow, times.uploadMs)
    const count = (chunk: Buffer) => {
      speed.moved(chunk.length)
      holding.add(chunk.length)
      if (holding.bytes() > bytesMax + FIELDS_BYTES_MAX) reject(refusalOf(tooLarge))
      speed.waits()
    }
    const gone = () => reject(refusalOf('MALFORMED'))
    raw.on('data', count)
    // A line that breaks behind a body that has come whole, but has not been read whole, tells the request nothing.
    raw.socket.on('close', gone)
    speed.waits()
    // The request's own signal also tells of a body that came whole, which is no end.
    signal.addEventListener('abort', () => raw.complete || tooSlow(), { signal: watching.signal })
    evicted.addEventListener('abort', () => reject(refusalOf('OVERLOADED')), { signal: watching.signal })
    watching.signal.addEventListener('abort', () => {
      raw.off('data', count)
      raw.socket.off('close', gone)
      clearTimeout(late)
      speed.stop()
    })
  })
  return { broken, stop: () => watching.abort() }
}

/** What the parser says when it says no. Its own errors about the form carry no status; all that carry one are the protocol's. */
function parserRefusal(error: unknown, { tooLarge }: FileLimit): unknown {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return refusalOf(tooLarge)
  if (code === 'FST_FILES_LIMIT') return refusalOf('INVALID_INPUT', { field: FILE_PART, msg: '一次只能上传一个文件' })
  return refusalOf(statusCode === 413 ? 'TOO_LARGE' : 'MALFORMED')
}

/**
 * From here on it is the server that is slow: the connection may be silent as long as the call may take, and its answer still comes. Without it
 * an import that worked for longer than a silent client is waited for was done, and whoever asked for it never heard so.
 */
function keepOpen({ raw: { socket } }: FastifyRequest, ms: number): void {
  if (socket instanceof Socket) socket.setTimeout(ms)
}

/** Reads no further. The parser hears of it once the answer has left and the line is cut: until then it would cut the line itself. */
function abandon({ raw }: FastifyRequest): void {
  raw.unpipe()
  if (raw.socket.destroyed) raw.destroy()
  else if (!raw.complete) raw.socket.once('close', () => raw.destroy())
}

async function readForm(request: FastifyRequest, { input, fileLimit }: UploadCall, incoming: Incoming, times: Times): Promise<ParsedForm> {
  const reading = collect(request.parts({ limits: { ...limits, fileSize: fileLimit.bytesMax } }))
  // What was given up ends with its line, when nobody waits for it any more.
  reading.catch(() => {})
  const { broken, stop } = watchBody(request, fileLimit, incoming, times)
  try {
    const { texts, ...rest } = await Promise.race([reading, broken])
    keepOpen(request, times.uploadMs)
    return { fields: parseQueryInput(input, Object.fromEntries(texts)), ...rest }
  } catch (error) {
    abandon(request)
    throw parserRefusal(error, fileLimit)
  } finally {
    stop()
  }
}

/** Whose upload it is: the person, of whom only so many may be under way, and the company, whose memory it takes. */
function ownersOf({ caller, visitor: { address } }: FastifyRequest): { person: string; company: string } {
  if (caller.kind === 'member') return { person: caller.userId, company: caller.enterpriseId }
  return caller.kind === 'staff' ? { person: caller.staffId, company: caller.staffId } : { person: address, company: address }
}

/** Uploads of one process. */
export interface FormReader {
  /**
   * Reads an upload's form and works with it. The file's own name and type are not looked at. Refuses what is no form with at most one file
   * within the limit, TOO_SLOW senders, TOO_MANY uploads of one person, and OVERLOADED where the memory for all is used up; a body that was not
   * read to its end costs its sender the connection.
   */
  receive<T>(request: FastifyRequest, call: UploadCall, work: (form: ParsedForm) => Promise<T>): Promise<T>
  /** How many bytes are held in memory. */
  bytesHeld(): number
}

export function createFormReader(
  places: Admission,
  { userUploads, uploadBytes, ...times }: Times & Pick<ServerLimits, 'userUploads' | 'uploadBytes'>,
): FormReader {
  const budget = createByteBudget(uploadBytes)
  return {
    async receive(request, call, work) {
      if (Number(request.headers['content-length']) > call.fileLimit.bytesMax + FIELDS_BYTES_MAX) refuse(call.fileLimit.tooLarge)
      // Whoever went away while he was looked up sends nothing more, and no event is left to tell of it.
      if (request.raw.destroyed) refuse('MALFORMED')
      const { person, company } = ownersOf(request)
      return places.receive({ name: person, most: userUploads }, async () => {
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
