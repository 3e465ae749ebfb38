import type { FastifyInstance } from 'fastify'
import { type Db, ping } from '../platform/db.ts'
import { stopwatch } from '../platform/moment.ts'

/** How long an answer of the database counts, and how long it is waited for. */
const FRESH_MS = 500
const PATIENCE_MS = 1_000

/**
 * Whether the process lives (/healthz), and whether it and its database can serve (/readyz): for whoever decides where to send people. Both
 * answer under any load; however often they are asked, the database is asked twice a second at most.
 */
export function serveHealth(app: FastifyInstance, db: Db): void {
  let asked: Promise<boolean> | undefined
  let at = -FRESH_MS
  const isReady = (): Promise<boolean> => {
    if (asked && stopwatch() - at < FRESH_MS) return asked
    at = stopwatch()
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref())
    asked = Promise.race([ping(db), late])
    return asked
  }
  app.get('/healthz', { config: { vital: true } }, async () => ({ ok: true }))
  app.get('/readyz', { config: { vital: true } }, async (_, reply) =>
    (await isReady()) ? { ok: true } : reply.code(503).header('Retry-After', '2').send({ ok: false }),
  )
}
