import type { FastifyReply, FastifyRequest } from 'fastify'
import { createByteCache } from '#server/platform/core/byte-cache.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import { compressBody, computeEtag, type PrecompressedBody, sendCompressed } from './compression.ts'

/** An answer as bytes, and the path of its call. */
export interface RememberedAnswer {
  path: string
  body: PrecompressedBody
  etag: string
}

interface Remembered extends RememberedAnswer {
  version: number
  at: number
}

/** The maximum age of an answer. Stock may be this old. Prices and shelves never are, because they change the version. */
const FRESH_MS = 5_000
const KEY_LENGTH_MAX = 2_000

/**
 * A cache for answers of public reads, as plain and compressed bytes. An entry is valid while the catalog's version is the same, and for at
 * most five seconds; older ones are swept. The version is read before the answer is computed, so an answer that was computed during a
 * change is never stored under the new version. Guests choose the keys, so the total size in bytes is limited.
 */
export interface ResponseCache {
  reply(request: FastifyRequest, reply: FastifyReply, make: () => Promise<string | Buffer>): Promise<FastifyReply>
  /** Returns the answer to a GET request of a guest if it is in memory and still valid. */
  find(url: string): RememberedAnswer | undefined
  /** Sets the catalog's version after a change. */
  moveTo(version: number): void
  /** The number and the size of the entries. */
  held(): { answers: number; bytes: number }
}

const keyOf = (request: FastifyRequest): string =>
  request.method === 'GET' ? request.url : `${request.url}\n${JSON.stringify(request.body ?? {})}`

/** The key is stored twice. The bytes of a body may also be kept as a string, by code that sends them often. */
const bytesOf = (key: string, { plain, packed }: PrecompressedBody): number => 2 * (key.length + plain.length + (packed?.length ?? 0))

export function createResponseCache({ answerBytes }: Pick<ServerLimits, 'answerBytes'>): ResponseCache {
  const entries = createByteCache<Remembered>(answerBytes)
  /** Answers that are being computed. Other requests for the same answer wait for them. */
  const making = new Map<string, Promise<Remembered>>()
  let current = 0
  let sweeping: NodeJS.Timeout | undefined

  const isFresh = ({ version, at }: Remembered) => version === current && monotonicNowMs() - at < FRESH_MS
  const sweep = () => {
    sweeping = undefined
    for (const [key, entry] of entries.list()) if (!isFresh(entry)) entries.delete(key)
    if (entries.bytes() > 0) sweepLater()
  }
  const sweepLater = () => {
    if (!sweeping) sweeping = setTimeout(sweep, FRESH_MS).unref()
  }

  const remember = (key: string, entry: Remembered) => {
    if (key.length > KEY_LENGTH_MAX) return
    entries.add(key, entry, bytesOf(key, entry.body))
    sweepLater()
  }

  const produce = async (key: string, path: string, version: number, make: () => Promise<string | Buffer>): Promise<Remembered> => {
    const made = await make()
    const body = await compressBody(typeof made === 'string' ? Buffer.from(made) : made)
    const entry = { path, version, at: monotonicNowMs(), body, etag: computeEtag(body.plain) }
    remember(key, entry)
    return entry
  }

  const find = (key: string): Remembered | undefined => {
    const known = entries.get(key)
    return known && isFresh(known) ? known : undefined
  }
  const findOrMake = (key: string, path: string, make: () => Promise<string | Buffer>): Remembered | Promise<Remembered> => {
    const known = find(key)
    if (known) return known
    const name = `${current} ${key}`
    const begun = making.get(name)
    if (begun) return begun
    const entry = produce(key, path, current, make).finally(() => making.delete(name))
    making.set(name, entry)
    return entry
  }

  return {
    find,
    async reply(request, reply, make) {
      const { etag, body } = await findOrMake(keyOf(request), request.routeOptions.config.endpoint?.path ?? 'other', make)
      reply.header('ETag', etag).header('Cache-Control', 'no-cache')
      if (request.method === 'GET' && request.headers['if-none-match'] === etag) return reply.code(304).send()
      return sendCompressed(request, reply.header('Content-Type', 'application/json; charset=utf-8'), body)
    },
    moveTo(version) {
      if (version !== current) for (const [key] of entries.list()) entries.delete(key)
      current = version
    },
    held: () => ({ answers: entries.list().length, bytes: entries.bytes() }),
  }
}
