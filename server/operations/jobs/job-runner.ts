import { setTimeout as wait } from 'node:timers/promises'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import type { JobQueueCounts, JobsStatus } from '#server/platform/core/process-status.ts'
import { purgeAndCountFailedJobs } from './failed-jobs.ts'
import { openJobQueuePool } from './queue-pool.ts'
import { type JobQueueOptions, type JobQueueRun, startJobQueueRun } from './queue-run.ts'
import { openDeadWorkerMonitor, WORKER_HEARTBEAT_INTERVAL_MS } from './worker-locks.ts'

/** The delay before the queue restarts after a failure. It doubles until the queue has run for a while. */
const BACK_OFF_MS = { first: 500, most: 30_000 }
const STEADY_MS = 60_000

export interface JobRunner {
  status(): JobsStatus
  stop(): Promise<void>
}

/** Waits, or returns at once when the signal fires. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => {})

/** Checks the queue until the signal fires. `answered` is called each time with the error, if any. */
async function beatUntil(signal: AbortSignal, look: () => Promise<void>, answered: (error?: unknown) => void): Promise<void> {
  for (;;) {
    await pause(WORKER_HEARTBEAT_INTERVAL_MS, signal)
    if (signal.aborted) return
    await look().then(() => answered(), answered)
  }
}

/**
 * Runs the job queue until it is stopped. If a run fails, for example because of its connections, another one starts after a delay. The
 * first start throws if the database cannot be used. No job is lost: jobs that a failed run could not complete are released and run again.
 */
export async function startJobRunner(options: JobQueueOptions, failedJobDays: number): Promise<JobRunner> {
  const { ownerUrl, log } = options
  const lockPool = openJobQueuePool(ownerUrl, 1, log)
  const locks = openDeadWorkerMonitor(lockPool.pool)
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
  const ending = new Set<Promise<void>>()
  let run: JobQueueRun | undefined
  let connected = true
  let restarts = 0
  let queued: JobQueueCounts = { failed: [], waiting: [], locked: [] }

  const end = (failed: JobQueueRun) => {
    const done: Promise<void> = failed.end().finally(() => ending.delete(done))
    ending.add(done)
  }
  const restart = async (delay: number) => {
    await pause(delay, stopping.signal)
    if (stopping.signal.aborted) return
    restarts++
    run = await startJobQueueRun(options, locks).catch((error: unknown) => {
      log.error({ err: error }, 'job queue could not be started anew')
      return undefined
    })
  }
  const supervise = async () => {
    let delay = BACK_OFF_MS.first
    while (!stopping.signal.aborted) {
      const begun = monotonicNowMs()
      if (run) {
        const reason = await Promise.race([run.failed, stopped])
        if (stopping.signal.aborted) return
        log.error({ err: reason }, 'job queue failed and is started anew')
        // Jobs of the failed run may still be running; the next run does not wait for them.
        end(run)
        run = undefined
      }
      delay = monotonicNowMs() - begun > STEADY_MS ? BACK_OFF_MS.first : delay
      await restart(delay)
      delay = Math.min(delay * 2, BACK_OFF_MS.most)
    }
  }
  try {
    run = await startJobQueueRun(options, locks)
  } catch (error) {
    await lockPool.close()
    throw error
  }
  const supervising = supervise()
  const look = async () => {
    await locks.look()
    queued = await purgeAndCountFailedJobs(lockPool.pool, failedJobDays)
  }
  const beating = beatUntil(stopping.signal, look, (error) => {
    if (error && connected) log.error({ err: error }, 'job queue has no database')
    connected = !error
  })
  return {
    status: () => ({ running: run !== undefined && connected, restarts, freed: locks.freed(), ...queued }),
    async stop() {
      stopping.abort()
      await Promise.all([supervising, beating])
      if (run) end(run)
      await Promise.all(ending)
      await lockPool.close()
    },
  }
}
