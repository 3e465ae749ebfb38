import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { refusalsOfEveryCall } from '#contract/platform/core/refusals.ts'
import type { WatchedCertificate } from '#server/platform/core/certificates.ts'
import type { Clock } from '#server/platform/core/moment.ts'
import { nodeHttp } from '#server/platform/core/node-http.ts'
import type { JobCounts, JobsStatus, ProcessFaults } from '#server/platform/core/process-status.ts'
import type { ReplicaStatus } from '#server/platform/core/replica.ts'
import type { TracingStatus } from '#server/platform/core/tracing.ts'
import { type AnswerMeasurement, registerAnswerMetrics } from './answer-metrics.ts'

/**
 * Counts and times every answer by call and result, and measures the process. `taken`: how many slots of each part are in use.
 * `uploadBytes`: the memory that uploads hold. Returns the registry, and the function that counts an answer without a route.
 */
export function createHttpMetricsRegistry(
  app: FastifyInstance,
  taken: () => Readonly<Record<string, number>>,
  uploadBytes: () => number,
): { registry: Registry; recordAnswer: (answer: AnswerMeasurement) => void } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const recordAnswer = registerAnswerMetrics(registry)
  const refusals = new Counter({
    name: 'mall_refusals_total',
    help: 'Refused requests by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  // A counter that appears with its first refusal hides it from `increase`.
  for (const reason of refusalsOfEveryCall) refusals.inc({ reason }, 0)
  new Gauge({
    name: 'mall_in_flight',
    help: 'Requests that are being worked on',
    labelNames: ['part'],
    registers: [registry],
    collect() {
      for (const [part, count] of Object.entries(taken())) this.set({ part }, count)
    },
  })
  new Gauge({
    name: 'mall_upload_bytes',
    help: 'Bytes of uploads that are held in memory',
    registers: [registry],
    collect() {
      this.set(uploadBytes())
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.config.endpoint?.path ?? 'other'
    recordAnswer({ path, status: reply.statusCode, ms: reply.elapsedTime })
    if (request.refused !== undefined) refusals.inc({ reason: request.refused })
  })
  return { registry, recordAnswer }
}

/** Metrics of this process's job queue. `status` returns undefined if it runs none, and then there are no metrics. */
export function registerJobMetrics(registry: Registry, status: () => JobsStatus | undefined): void {
  new Gauge({
    name: 'mall_jobs_running',
    help: '1 while the job queue runs, 0 while it is being started anew',
    registers: [registry],
    collect() {
      const jobs = status()
      if (jobs) this.set(Number(jobs.running))
    },
  })
  countByTask(registry, { name: 'mall_jobs_failed', help: 'Jobs that failed at their last try and are kept' }, () => status()?.failed)
  countByTask(registry, { name: 'mall_jobs_waiting', help: 'Jobs that are due and that no worker has taken yet' }, () => status()?.waiting)
  countByTask(registry, { name: 'mall_jobs_locked', help: 'Jobs that a worker has taken' }, () => status()?.locked)
  countFrom(registry, 'mall_jobs_restarts_total', 'How often the job queue was started anew after a fault', () => status()?.restarts)
  countFrom(registry, 'mall_jobs_freed_total', 'Jobs that were taken from dead workers and given back', () => status()?.freed)
}

/**
 * How many jobs are in a state, and how long the oldest has been in it, by task. The figures are the same on every process that runs jobs.
 */
function countByTask(registry: Registry, { name, help }: { name: string; help: string }, read: () => JobCounts | undefined): void {
  const gauge = (suffix: string, says: string, value: (count: JobCounts[number]) => number) =>
    new Gauge({
      name: `${name}${suffix}`,
      help: `${says}, by task; the same on every process that runs jobs`,
      labelNames: ['task'],
      registers: [registry],
      collect() {
        this.reset()
        for (const count of read() ?? []) this.set({ task: count.task }, value(count))
      },
    })
  gauge('', help, ({ count }) => count)
  gauge('_oldest_seconds', `How long ago the oldest of them began to be so (${name})`, ({ oldestSeconds }) => oldestSeconds)
}

/** How long certificates are still valid. Below 0 one has ended. `list` returns those that this process knows. */
export function registerCertificateMetrics(registry: Registry, clock: Clock, list: () => readonly WatchedCertificate[]): void {
  new Gauge({
    name: 'mall_certificate_days_left',
    help: 'Days until a certificate ends, by the setting that has it',
    labelNames: ['certificate'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, endsAt } of list()) this.set({ certificate: name }, (endsAt.getTime() - clock().getTime()) / 86_400_000)
    },
  })
}

/** Metrics of the replica that this process reads from. `status` returns undefined if there is none, and then there are no metrics. */
export function registerReplicaMetrics(registry: Registry, status: () => ReplicaStatus | undefined): void {
  const gauge = (name: string, help: string, value: (status: ReplicaStatus) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const replica = status()
        const now = replica && value(replica)
        if (now === undefined) this.remove()
        else this.set(now)
      },
    })
  gauge('mall_replica_used', '1 while calls that may lag read from the replica, 0 while they read from the primary', ({ used }) =>
    Number(used),
  )
  gauge('mall_replica_lag_seconds', 'How far the replica is behind the primary at most; missing: unknown', ({ lagSeconds }) => lagSeconds)
  countFrom(
    registry,
    'mall_replica_fallbacks_total',
    'Answers that the replica failed to give and the primary gave',
    () => status()?.fallbacks,
  )
}

interface CatalogMemory {
  goods: number
  bytes: number
  hasGoodsBeyond: boolean
}

/** Metrics of the catalog in memory of this process. `status` returns undefined before the first list of goods. */
export function registerCatalogMetrics(registry: Registry, status: () => CatalogMemory | undefined): void {
  const gauge = (name: string, help: string, value: (memory: CatalogMemory) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const now = status()
        this.set(now ? value(now) : 0)
      },
    })
  gauge('mall_catalog_memory_bytes', 'Bytes of the catalog that lists of goods keep in memory, estimated', ({ bytes }) => bytes)
  gauge('mall_catalog_memory_goods', 'Goods that lists keep in memory', ({ goods }) => goods)
  gauge('mall_catalog_beyond_memory', '1 while some goods are beyond the memory and lists read them from the database', (now) =>
    Number(now.hasGoodsBeyond),
  )
}

/** Faults of the process that appear in no answer. Each of them above zero should raise an alarm. */
export function registerFaultMetrics(registry: Registry, faults: ProcessFaults): void {
  const count = (name: string, help: string, value: () => number) => countFrom(registry, name, help, value)
  count('mall_log_errors_total', 'Writes to the log that failed', () => faults.logErrors)
  count('mall_log_lines_dropped_total', 'Lines that the log had no room for', () => faults.logLinesDropped)
  count('mall_unhandled_rejections_total', 'Failed promises that nobody waited for', () => faults.unhandledRejections)
  count('mall_accept_errors_total', 'Connections that could not be taken', () => faults.acceptErrors)
}

/** Metrics of this process's connections: those of its pool, and those that listen for other processes. */
export function registerConnectionMetrics(registry: Registry, pool: PoolCounts, listeningLost: () => number): void {
  new Gauge({
    name: 'mall_pool_connections',
    help: 'Connections to the database, by whether they work',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'mall_pool_waiting',
    help: 'Requests that wait for a connection to the database',
    registers: [registry],
    async collect() {
      // Another reading for the same scrape has just queried the pool, and did not have to wait.
      await setImmediate()
      this.set(pool.waitingCount)
    },
  })
  countFrom(registry, 'mall_listening_lost_total', 'How often the connection on which it hears of changed goods was lost', listeningLost)
}

/** The readings of a pool of connections. */
export interface PoolCounts {
  totalCount: number
  idleCount: number
  waitingCount: number
}

/** Counts the spans that were traced. `status` returns undefined if nothing is traced, and then there are no figures. */
export function registerTraceMetrics(registry: Registry, status: () => TracingStatus | undefined): void {
  new Counter({
    name: 'mall_trace_spans_total',
    help: 'Traced spans by what became of them: sent, failed (the collector did not take them) or dropped (too many waited)',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(status() ?? {})) this.inc({ outcome }, count)
    },
  })
}

/** A counter whose value is stored elsewhere. */
function countFrom(registry: Registry, name: string, help: string, value: () => number | undefined): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(value() ?? 0)
    },
  })
}

/** Where metrics are served. They have no password. */
export interface MetricsAddress {
  host: string
  port: number
}

/** Serves the metrics on a port of their own, because they are for the operator and not for the public. */
export async function serveMetricsOnOwnPort(registry: Registry, { host, port }: MetricsAddress, faults: ProcessFaults): Promise<Server> {
  const server = nodeHttp.createServer((_, response) => {
    response.setHeader('Content-Type', registry.contentType)
    // Some metrics read system files, and there may be no file handle left.
    registry.metrics().then(
      (text) => response.end(text),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  server.on('error', () => {
    faults.acceptErrors++
  })
  return server
}
