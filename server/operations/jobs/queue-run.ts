import { EventEmitter } from 'node:events'
import { type ParsedCronItem, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Logger as Log } from 'pino'
import { openQueuePool, queueLogger } from './queue-pool.ts'
import type { WorkerLocks } from './worker-locks.ts'

export interface QueueOptions {
  /** The queue's own tables belong to mall_owner. */
  ownerUrl: string
  tasks: TaskList
  cron: ParsedCronItem[]
  log: Log
}

/** One run of the queue, from its start to the first fault. */
export interface QueueRun {
  /** Resolves when it takes no more jobs, with the reason. */
  failed: Promise<unknown>
  /** Lets the jobs under way end, gives back what is left and closes the connections. */
  end(): Promise<void>
}

/** The tasks, and those of them that run just now. */
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

/** What stands in for the library's defaults while a pool of workers is known to the locks before it takes its first job. */
const presetFor = (known: () => Promise<void>): GraphileConfig.Preset => ({
  // The library does not wait until a job's outcome is written, and a rejection there would be nobody's. Written in batches, which without a
  // delay hold one outcome each, a fault has an owner: it ends the run.
  worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
  plugins: [{ name: 'mall-worker-locks', version: '1.0.0', worker: { hooks: { startWorker: known } } }],
})

/** Starts the queue; throws where the database cannot be used. */
export async function startQueue({ ownerUrl, tasks, cron, log }: QueueOptions, locks: WorkerLocks): Promise<QueueRun> {
  const { pool, close } = openQueuePool(ownerUrl, 4, log)
  const { tracked, active } = track(tasks)
  const events: WorkerEvents = new EventEmitter()
  let id: string | undefined
  let known: Promise<void> = Promise.resolve()
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    // Where this fails the next beat makes up for it.
    known = locks.add(workerPool.id).catch(() => {})
  })
  const options = { pgPool: pool, taskList: tracked, parsedCronItems: cron, concurrency: 2, noHandleSignals: true }
  const runner = await run({ ...options, logger: queueLogger(log), events, preset: presetFor(() => known) }).catch(
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
      // A task outlives the pool that ran it; till it has ended, its job is nobody else's.
      await Promise.allSettled(active)
      if (id !== undefined) await locks.remove(id)
      await close()
    },
  }
}
