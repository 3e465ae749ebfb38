import type { FastifyInstance } from 'fastify'
import { type Db, ping } from '#server/platform/core/db.ts'
import { monotonicNow } from '#server/platform/core/moment.ts'
import type { JobsStatus } from '#server/platform/core/process-status.ts'

/** How long an answer of the database counts, and how long it is waited for. */
const FRESH_MS = 500
const PATIENCE_MS = 1_000

/**
 * What /readyz says of the job queue: it runs, it is being started anew after a fault, or this server runs none. It does not decide the
 * status: a server whose jobs stand still answers people all the same, and taking it from behind a load balancer would take the mall from
 * them and help no job. Who watches the jobs reads this field or `mall_jobs_running`.
 */
const describeJobs = (status: JobsStatus | undefined) => {
  if (!status) return 'off'
  return status.running ? 'running' : 'interrupted'
}

/**
 * Whether the process lives (/healthz), and whether it and its database can serve (/readyz): for whoever decides where to send people. Both
 * answer under any load; however often they are asked, the database is asked twice a second at most. `jobs`: how the job queue does,
 * undefined on a server that runs none.
 */
export function registerHealthRoutes(app: FastifyInstance, db: Db, jobs: () => JobsStatus | undefined): void {
  let asked: Promise<boolean> | undefined
  let at = -FRESH_MS
  const isReady = (): Promise<boolean> => {
    if (asked && monotonicNow() - at < FRESH_MS) return asked
    at = monotonicNow()
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref())
    asked = Promise.race([ping(db), late])
    return asked
  }
  const config = { vital: true, unlimited: 'health: whoever watches the mall must be answered' }
  app.get('/healthz', { config }, async () => ({ ok: true }))
  app.get('/readyz', { config }, async (_, reply) => {
    const answer = { ok: await isReady(), jobs: describeJobs(jobs()) }
    return answer.ok ? answer : reply.code(503).header('Retry-After', '2').send(answer)
  })
}
