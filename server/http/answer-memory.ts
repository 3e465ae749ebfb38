import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../platform/keys.ts'
import { stopwatch } from '../platform/moment.ts'
import { type Packed, pack, sendPacked } from './packing.ts'

interface Remembered {
  version: number
  at: number
  body: Packed
  etag: string
}

const ENTRIES_MAX = 2_000
/** Stock that is shown may be this old; prices and shelves never are, because they move the version. */
const FRESH_MS = 5_000
const KEY_LENGTH_MAX = 2_000

/**
 * Answers of public reads, kept as bytes, packed too. An entry counts as long as the catalogue's version has not moved and it is not older than
 * five seconds. The version is taken before the answer is made, so that one made across a change is never kept under the new one.
 */
export interface AnswerMemory {
  reply(request: FastifyRequest, reply: FastifyReply, make: () => Promise<string>): Promise<FastifyReply>
  /** Tells that the catalogue has changed. */
  moveTo(version: number): void
}

const keyOf = (request: FastifyRequest): string =>
  request.method === 'GET' ? request.url : `${request.url}\n${JSON.stringify(request.body ?? {})}`

export function openAnswerMemory(): AnswerMemory {
  const entries = new Map<string, Remembered>()
  /** Answers that are being made: who asks for the same meanwhile waits for them. */
  const making = new Map<string, Promise<Remembered>>()
  let current = 0

  const remember = (key: string, entry: Remembered) => {
    if (key.length > KEY_LENGTH_MAX) return
    if (entries.size >= ENTRIES_MAX) entries.delete(entries.keys().next().value ?? '')
    entries.set(key, entry)
  }

  const produce = async (key: string, version: number, make: () => Promise<string>): Promise<Remembered> => {
    const body = await pack(Buffer.from(await make()))
    const entry = { version, at: stopwatch(), body, etag: `W/"${sha256(body.plain).toString('base64url').slice(0, 22)}"` }
    remember(key, entry)
    return entry
  }

  const find = (key: string, make: () => Promise<string>): Remembered | Promise<Remembered> => {
    const known = entries.get(key)
    if (known && known.version === current && stopwatch() - known.at < FRESH_MS) return known
    const name = `${current} ${key}`
    const begun = making.get(name)
    if (begun) return begun
    const entry = produce(key, current, make).finally(() => making.delete(name))
    making.set(name, entry)
    return entry
  }

  return {
    async reply(request, reply, make) {
      const { etag, body } = await find(keyOf(request), make)
      reply.header('ETag', etag).header('Cache-Control', 'no-cache')
      if (request.method === 'GET' && request.headers['if-none-match'] === etag) return reply.code(304).send()
      return sendPacked(request, reply.header('Content-Type', 'application/json; charset=utf-8'), body)
    },
    moveTo(version) {
      if (version !== current) entries.clear()
      current = version
    },
  }
}
