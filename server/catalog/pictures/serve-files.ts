import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FileStore } from '#server/people/files/public.ts'
import { type ByteCache, createByteCache } from '#server/platform/core/byte-cache.ts'
import { createConcurrencyLimiter, runWithConcurrencyOwner } from '#server/platform/core/concurrency-limiter.ts'
import type { Db } from '#server/platform/core/db.ts'
import { areSameDigests, sha256 } from '#server/platform/core/keys.ts'
import { IMMUTABLE_CACHE_CONTROL, sendFile } from '#server/platform/http/download.ts'
import { findServedDocument } from './document-store.ts'
import { getPicturePart, type PackedPicture } from './packed-picture.ts'
import { findServedPicture } from './picture-store.ts'

interface Sources {
  db: Db
  files: FileStore
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const NAME = /^(?:cut-)?\d{3}\.(avif|webp)$/
/** The cache holds some hundred pictures with all their sizes: the goods that most people look at. */
const MEMORY_BYTES = 48 * 1024 * 1024
const ETAG_BYTES = 12

/** How many files are read from the store at once, so that a flood of addresses neither fills the memory nor takes every connection. */
const pictureLane = createConcurrencyLimiter({ concurrency: 8, queueMax: 400, queueMaxPerOwner: 100 })
/** A document is held in memory completely until it is sent. */
const documentLane = createConcurrencyLimiter({ concurrency: 4, concurrencyPerOwner: 2, queueMax: 40, queueMaxPerOwner: 10 })

interface Remembered extends PackedPicture {
  tag: string
}

const tagOf = (hash: Buffer): string => hash.subarray(0, ETAG_BYTES).toString('base64url')

/** Reads the bytes of a row. Throws if the store has lost or changed them. */
async function readStored({ files }: Sources, id: string, hash: Buffer): Promise<Buffer> {
  const stored = await files.get(id)
  const bytes = stored && Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  if (!bytes || !areSameDigests(sha256(bytes), hash)) throw new Error(`the store has lost or changed ${id}`)
  return bytes
}

async function loadPicture(sources: Sources, id: string): Promise<Remembered | undefined> {
  const row = await findServedPicture(sources.db, id)
  return row && { bytes: await readStored(sources, id, row.storedHash), places: row.places, tag: tagOf(row.storedHash) }
}

/** Finds a picture in memory or in the store. Concurrent requests for one picture share the read. */
function createPictureReader(sources: Sources): (id: string) => Promise<Remembered | undefined> {
  const memory: ByteCache<Remembered> = createByteCache(MEMORY_BYTES)
  const loading = new Map<string, Promise<Remembered | undefined>>()
  const load = async (id: string) => {
    const picture = await pictureLane.run(() => loadPicture(sources, id))
    if (picture) memory.add(id, picture, picture.bytes.length)
    return picture
  }
  return async (id) => {
    const known = memory.get(id)
    if (known) return known
    const begun = loading.get(id) ?? load(id).finally(() => loading.delete(id))
    loading.set(id, begun)
    return begun
  }
}

/**
 * Sets the headers of a file. The content of an address never changes: another picture has another id. Returns whether the client has it
 * already.
 */
function isKnown({ headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.headers({ 'Cache-Control': IMMUTABLE_CACHE_CONTROL, ETag: etag })
  return (headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === etag)
}

function servePictures(app: FastifyInstance, sources: Sources): void {
  const read = createPictureReader(sources)
  app.get<{ Params: { id: string; name: string } }>('/pictures/:id/:name', { config: { lane: 'picture' } }, (request, reply) =>
    runWithConcurrencyOwner(request.visitor.address, async () => {
      const { id, name } = request.params
      const [, format] = NAME.exec(name) ?? []
      if (!ID.test(id) || format === undefined) return reply.callNotFound()
      const picture = await read(id)
      const part = picture && getPicturePart(picture, name)
      if (!part) return reply.callNotFound()
      if (isKnown(request, reply, `"${picture.tag}-${name}"`)) return reply.code(304).send()
      return reply.header('Content-Type', `image/${format}`).send(part)
    }),
  )
}

function serveDocuments(app: FastifyInstance, sources: Sources): void {
  app.get<{ Params: { file: string } }>('/documents/:file', { config: { lane: 'picture' } }, (request, reply) =>
    runWithConcurrencyOwner(request.visitor.address, async () => {
      const [, id = ''] = /^(.+)\.pdf$/.exec(request.params.file) ?? []
      const row = ID.test(id) ? await findServedDocument(sources.db, id) : undefined
      if (!row) return reply.callNotFound()
      if (isKnown(request, reply, `"${tagOf(row.hash)}"`)) return reply.code(304).send()
      const leave = await documentLane.enter()
      reply.raw.once('close', leave)
      const bytes = await readStored(sources, id, row.hash).catch((error: unknown) => {
        leave()
        throw error
      })
      const file = {
        type: 'application/pdf',
        name: `${row.name}.pdf`,
        bytes: new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength),
      }
      return sendFile(reply, file, { cached: 'forever' })
    }),
  )
}

/**
 * Serves pictures and documents of goods to everybody who knows their address. Guests see them, too. Ids cannot be guessed, so files of
 * unpublished goods need no other protection.
 */
export function registerCatalogFileRoutes(app: FastifyInstance, sources: Sources): void {
  servePictures(app, sources)
  serveDocuments(app, sources)
}
