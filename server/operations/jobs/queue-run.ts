import { EventEmitter } from 'node:events'
import { type ParsedCronItem, run, runMigrations, type Task, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Logger as Log } from 'pino'
import { runAndEndSpan, type Tracer } from '#server/platform/core/tracing.ts'
import { createJobQueueLogger, openJobQueuePool } from './queue-pool.ts'
import type { DeadWorkerMonitor } from './worker-locks.ts'

export interface JobQueueOptions {
  /** mall_owner owns the tables of the job queue. */
  ownerUrl: string
  tasks: TaskList
  cron: ParsedCronItem[]
  log: Log
}

/** One run of the queue, from its start to its first failure. */
export interface JobQueueRun {
  /** Resolves with the reason when it stops taking jobs. */
  failed: Promise<unknown>
  /** Waits for running jobs, releases the others and closes the connections. */
  end(): Promise<void>
}

/** Creates the tables of the job queue, or brings them to the version of this program, without running a job. */
export async function createJobQueueTables(ownerUrl: string, log: Log): Promise<void> {
  const { pool, close } = openJobQueuePool(ownerUrl, 1, log)
  await runMigrations({ pgPool: pool, logger: createJobQueueLogger(log) }).finally(close)
}

/** The payload of a job with the `traceparent` of the work that has caused it, which its task never sees; null: it was not traced. */
export const addTraceparentToJobPayload = (payload: object, traceparent: string | null): object =>
  traceparent === null ? payload : { ...payload, traceparent }

function splitTraceparent(payload: unknown): { own: unknown; traceparent: string | undefined } {
  if (typeof payload !== 'object' || payload === null || !('traceparent' in payload)) return { own: payload, traceparent: undefined }
  const { traceparent, ...own } = payload
  return { own, traceparent: typeof traceparent === 'string' ? traceparent : undefined }
}

const traceTask =
  (name: string, task: Task, tracer: Tracer | undefined): Task =>
  async (payload, helpers) => {
    const { own, traceparent } = splitTraceparent(payload)
    const span = tracer?.beginJob(`job ${name}`, traceparent)
    if (!span) return task(own, helpers)
    span.add({ 'mall.attempt': helpers.job.attempts })
    return runAndEndSpan(span, async () => task(own, helpers))
  }

/** The same tasks, each run of which may be traced. undefined: none is. */
export const wrapTasksWithTracing = (tasks: TaskList, tracer: Tracer | undefined): TaskList =>
  Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, task && traceTask(name, task, tracer)]))

/** Wraps the tasks so that the running ones are known. */
function track(tasks: TaskList): { tracked: TaskList; active: Set<Promise<unknown>> } {
  const active = new Set<Promise<unknown>>()
  const tracked = Object.entries(tasks).map(([name, task]) => {
    const trackedTask: TaskList[string] = (payload, helpers) => {
      const running = (async () => task?.(payload, helpers))().finally(() => active.delete(running))
      active.add(running)
      return running
    }
    return [name, trackedTask]
  })
  return { tracked: Object.fromEntries(tracked), active }
}

/** Replaces a part of the library: a worker pool takes its first job only after its id is registered in the worker locks. */
const presetFor = (known: () => Promise<void>): GraphileConfig.Preset => ({
  // By default the library does not wait until the result of a job is saved, and a failure there would be an unhandled rejection. With
  // batches of no delay, such a failure ends the run.
  worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
  plugins: [{ name: 'mall-worker-locks', version: '1.0.0', worker: { hooks: { startWorker: known } } }],
})

/** Starts the queue. Throws if the database cannot be used. */
export async function startJobQueueRun({ ownerUrl, tasks, cron, log }: JobQueueOptions, locks: DeadWorkerMonitor): Promise<JobQueueRun> {
  const { pool, close } = openJobQueuePool(ownerUrl, 4, log)
  const { tracked, active } = track(tasks)
  const events: WorkerEvents = new EventEmitter()
  let id: string | undefined
  let known: Promise<void> = Promise.resolve()
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    // If this fails, the next heartbeat registers the pool.
    known = locks.add(workerPool.id).catch(() => {})
  })
  const options = { pgPool: pool, taskList: tracked, parsedCronItems: cron, concurrency: 2, noHandleSignals: true }
  const runner = await run({ ...options, logger: createJobQueueLogger(log), events, preset: presetFor(() => known) }).catch(
    async (error: unknown) => {
      await close()
      throw error
    },
  )
  const ended = runner.promise.catch((error: unknown) => error)
  const failed = new Promise<unknown>((resolve) => {
    events.on('pool:fatalError', ({ error }) => resolve(error))
    events.on('pool:gracefulShutdown', ({ message }) => resolve(message))
    void ended.then(resolve)
  })
  return {
    failed,
    async end() {
      await runner.stop().catch(() => {})
      await ended
      // A task can outlive its pool. Its job stays locked until the task has ended.
      await Promise.allSettled(active)
      if (id !== undefined) await locks.remove(id)
      await close()
    },
  }
}
