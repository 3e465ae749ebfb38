import type { FastifyReply, FastifyRequest } from 'fastify'
import { monotonicNow } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import { type CompressedBody, compressBody, computeEtag, sendCompressed } from './compression.ts'

interface Remembered {
  version: number
  at: number
  body: CompressedBody
  etag: string
}

/** What keeping an answer costs besides its bytes: its key twice over, and the objects around it. */
const OVERHEAD_BYTES = 512
/** Stock that is shown may be this old; prices and shelves never are, because they move the version. */
const FRESH_MS = 5_000
const KEY_LENGTH_MAX = 2_000

/**
 * Answers of public reads, kept as bytes, packed too. An entry counts as long as the catalog's version has not moved and it is not older than
 * five seconds; older ones are swept. The version is taken before the answer is made, so that one made across a change is never kept under the
 * new one. Guests choose the keys, so what all entries hold is bounded in bytes: the oldest go first.
 */
export interface ResponseCache {
  reply(request: FastifyRequest, reply: FastifyReply, make: () => Promise<string>): Promise<FastifyReply>
  /** Tells that the catalogue has changed. */
  moveTo(version: number): void
  /** What is held. */
  held(): { answers: number; bytes: number }
}

const keyOf = (request: FastifyRequest): string =>
  request.method === 'GET' ? request.url : `${request.url}\n${JSON.stringify(request.body ?? {})}`

const bytesOf = (key: string, { plain, packed }: CompressedBody): number =>
  OVERHEAD_BYTES + 2 * key.length + plain.length + (packed?.length ?? 0)

export function createResponseCache({ answerBytes }: Pick<ServerLimits, 'answerBytes'>): ResponseCache {
  /** The oldest first, since an entry is never refreshed in its place. */
  const entries = new Map<string, Remembered>()
  /** Answers that are being made: who asks for the same meanwhile waits for them. */
  const making = new Map<string, Promise<Remembered>>()
  let current = 0
  let bytes = 0
  let sweeping: NodeJS.Timeout | undefined

  const forget = (key: string) => {
    const known = entries.get(key)
    if (known) bytes -= bytesOf(key, known.body)
    entries.delete(key)
  }
  const isFresh = ({ version, at }: Remembered) => version === current && monotonicNow() - at < FRESH_MS
  const sweep = () => {
    sweeping = undefined
    for (const [key, entry] of entries) if (!isFresh(entry)) forget(key)
    if (entries.size > 0) sweepLater()
  }
  const sweepLater = () => {
    if (!sweeping) sweeping = setTimeout(sweep, FRESH_MS).unref()
  }

  const remember = (key: string, entry: Remembered) => {
    const size = bytesOf(key, entry.body)
    if (key.length > KEY_LENGTH_MAX || size > answerBytes) return
    forget(key)
    for (const oldest of entries.keys()) {
      if (bytes + size <= answerBytes) break
      forget(oldest)
    }
    entries.set(key, entry)
    bytes += size
    sweepLater()
  }

  const produce = async (key: string, version: number, make: () => Promise<string>): Promise<Remembered> => {
    const body = await compressBody(Buffer.from(await make()))
    const entry = { version, at: monotonicNow(), body, etag: computeEtag(body.plain) }
    remember(key, entry)
    return entry
  }

  const find = (key: string, make: () => Promise<string>): Remembered | Promise<Remembered> => {
    const known = entries.get(key)
    if (known && isFresh(known)) return known
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
      return sendCompressed(request, reply.header('Content-Type', 'application/json; charset=utf-8'), body)
    },
    moveTo(version) {
      if (version !== current) for (const key of entries.keys()) forget(key)
      current = version
    },
    held: () => ({ answers: entries.size, bytes }),
  }
}
