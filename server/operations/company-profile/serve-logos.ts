import type { FastifyInstance } from 'fastify'
import { readMallCompanyPictureInSize } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { logoFileNames } from './encode-company-picture.ts'

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** The content of an address never changes: another logo has another id. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the sizes of logos. Stamps are not served. */
export function registerMallLogoRoute(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { id: string; part: string } }>('/company/:id/:part', { config: { lane: 'picture' } }, async (request, reply) => {
    const { id, part } = request.params
    const bytes = ID.test(id) && logoFileNames.has(part) ? await readMallCompanyPictureInSize(db, id, part) : undefined
    if (!bytes) return reply.callNotFound()
    return reply.headers({ 'Cache-Control': IMMUTABLE, 'Content-Type': 'image/png' }).send(bytes)
  })
}
