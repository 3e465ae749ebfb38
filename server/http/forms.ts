import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { FILE_PART, type FileLimit } from '../../contract/endpoint.ts'
import { Refusal } from '../../contract/refusal.ts'
import { refusalOf, refuse } from '../../contract/refusals.ts'
import { openLane } from '../platform/lane.ts'
import { inputFromQuery } from './query-input.ts'

/** What came with a request: its fields, and the file of an upload. */
export interface Form {
  fields: unknown
  file?: Buffer
}

/** An upload may take longer than other calls: a telephone in a mine sends ten megabytes in most of a minute. */
export const UPLOAD_MS = 60_000

/** What a form may weigh besides its file. */
const FIELDS_BYTES_MAX = 64 * 1024
const NAME_MAX = 100
const limits = { fieldNameSize: NAME_MAX, fieldSize: 8 * 1024, fields: 20, files: 1, parts: 21, headerPairs: 20 }

/** Files are held in memory while they come; so many at once, and who comes after is asked to come again. */
const AT_ONCE = 16
const lane = openLane({ atOnce: AT_ONCE, waiting: 0 })

/** Forms are understood by uploads alone: everywhere else they stay refused, so that no form of another site can post. */
export function takeForms(app: FastifyInstance, bind: (scope: FastifyInstance) => void): void {
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

/** Rejects as soon as more comes than the call takes: neither a lying length nor a body without end is read on. */
function watchSize({ raw }: FastifyRequest, { bytesMax, tooLarge }: FileLimit) {
  let received = 0
  let stop = () => {}
  const exceeded = new Promise<never>((_, reject) => {
    const count = (chunk: Buffer) => {
      received += chunk.length
      if (received <= bytesMax + FIELDS_BYTES_MAX) return
      raw.unpipe()
      reject(refusalOf(tooLarge))
    }
    raw.on('data', count)
    stop = () => raw.off('data', count)
  })
  return { exceeded, stop }
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
 * The fields and the file of an upload's form. The file's own name and type are not looked at. Refuses what is no form with at most one
 * file within the limit; a body that was not read to its end costs its sender the connection.
 */
export async function readForm(request: FastifyRequest, input: z.ZodMiniType, limit: FileLimit): Promise<Form> {
  if (!request.isMultipart()) return { fields: request.body ?? {} }
  if (Number(request.headers['content-length']) > limit.bytesMax + FIELDS_BYTES_MAX) refuse(limit.tooLarge)
  return lane.run(async () => {
    const reading = collect(request.parts({ limits: { ...limits, fileSize: limit.bytesMax } }))
    const { exceeded, stop } = watchSize(request, limit)
    try {
      const { texts, ...rest } = await Promise.race([reading, exceeded])
      return { fields: inputFromQuery(input, Object.fromEntries(texts)), ...rest }
    } catch (error) {
      throw parserRefusal(error, limit)
    } finally {
      stop()
    }
  })
}
