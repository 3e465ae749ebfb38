import type { FastifyInstance } from 'fastify'
import { type Db, isDatabaseAnswering } from '#server/platform/core/db.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import type { JobsStatus } from '#server/platform/core/process-status.ts'
import { waitWithTimeout } from '#server/platform/core/within-time.ts'
import { HEALTH_PATH, READY_PATH, type Readiness, toJobsReadiness } from './health-state.ts'

/** How long an answer of the database is valid, and the timeout for it. */
const FRESH_MS = 500
const PATIENCE_MS = 1_000

export interface ServerStatus {
  /** The state of the job queue; undefined on a server without one. */
  jobs(): JobsStatus | undefined
  /** Whether the server was told to stop and still serves, so that its proxy notices first. */
  isDraining(): boolean
}

/**
 * Registers /healthz (the process is alive) and /readyz (the process and its database can serve, and it was not told to stop) for load
 * balancers. Both answer under any load, and query the database at most twice a second. A server that was told to stop closes each
 * connection after its next answer, so that a proxy does not send a request on a connection that is about to close. Returns the readiness
 * that /readyz answers.
 */
export function registerHealthRoutes(app: FastifyInstance, db: Db, { jobs, isDraining }: ServerStatus): () => Promise<Readiness> {
  app.addHook('onRequest', (_, reply, done) => {
    if (isDraining()) reply.header('Connection', 'close')
    done()
  })
  let asked: Promise<boolean> | undefined
  let at = -FRESH_MS
  const isReady = (): Promise<boolean> => {
    if (asked && monotonicNowMs() - at < FRESH_MS) return asked
    at = monotonicNowMs()
    asked = waitWithTimeout(isDatabaseAnswering(db), PATIENCE_MS, () => false)
    return asked
  }
  const readiness = async () => ({ ok: !isDraining() && (await isReady()), ...toJobsReadiness(jobs()) })
  const config = { vital: true, unlimited: 'health: whoever watches the mall must be answered' }
  app.get(HEALTH_PATH, { config }, async () => ({ ok: true }))
  app.get(READY_PATH, { config }, async (_, reply) => {
    const answer = await readiness()
    return answer.ok ? answer : reply.code(503).header('Retry-After', '2').send(answer)
  })
  return readiness
}
