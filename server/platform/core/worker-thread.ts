import { parentPort, type Transferable, Worker } from 'node:worker_threads'
import type { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { isDatabaseUnavailable } from './database-errors.ts'

/** Why a thread gave no answer: it took too long, it needed more memory than it is given, or it ended by itself. */
export class WorkerLostError extends Error {
  readonly reason: 'time' | 'memory' | 'ended'
  constructor(reason: WorkerLostError['reason'], cause?: unknown) {
    super(`the worker thread was lost: ${reason}`, { cause })
    this.reason = reason
  }
}

type Reply<Result> = { result: Result } | { fault: string }

export interface WorkerThread<Job, Result> {
  /**
   * What the thread makes of a job. Jobs wait in the lane; a thread that is lost takes its job with it, and the next has another. Refuses as the
   * lane does; throws `WorkerLostError`, or an `Error` with what the job threw.
   */
  run(job: Job): Promise<Result>
}

interface Options {
  /** The module of the thread; it calls `handleWorkerJobs`. */
  module: URL
  /** How many work at once, each on a thread of its own, and how many wait. */
  lane: ConcurrencyLimiter
  timeoutMs: number
  /** What the thread's own objects may take; what is handed over as bytes is not counted. */
  memoryMb?: number
}

const reasonOf = (error: unknown): WorkerLostError['reason'] =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended'

/** A thread that could not start, for want of handles or memory, is the machine's trouble and no answer to the job. */
const lostBy = (error: unknown): unknown => (isDatabaseUnavailable(error) ? error : new WorkerLostError(reasonOf(error), error))

/** A thread for work that would keep everybody else waiting. It begins with its first job, and a process with nothing else to do ends beside it. */
export function createWorkerThread<Job, Result>({ module, lane, timeoutMs, memoryMb }: Options): WorkerThread<Job, Result> {
  const idle: Worker[] = []

  const start = (): Worker => {
    const worker = new Worker(module, memoryMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // Between two jobs nobody waits for it: one that ends then is replaced.
    const forget = () => {
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    }
    worker.on('error', forget)
    worker.on('exit', forget)
    return worker
  }

  const work = (worker: Worker, job: Job): Promise<Reply<Result>> =>
    new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer)
        worker.off('message', answered).off('error', failed).off('exit', ended)
        end()
      }
      const answered = (reply: Reply<Result>) => settle(() => resolve(reply))
      const failed = (error: unknown) => settle(() => reject(lostBy(error)))
      const ended = () => settle(() => reject(new WorkerLostError('ended')))
      const timer = setTimeout(() => settle(() => reject(new WorkerLostError('time'))), timeoutMs)
      worker.on('message', answered).on('error', failed).on('exit', ended)
      try {
        worker.postMessage(job)
      } catch (error) {
        // What cannot be handed over never reaches the thread.
        settle(() => reject(error))
      }
    })

  return {
    run: (job) =>
      lane.run(async () => {
        const worker = idle.pop() ?? start()
        worker.ref()
        try {
          const reply = await work(worker, job).catch(async (error: unknown) => {
            // Its place goes to the next only once it has stopped.
            await worker.terminate()
            throw error
          })
          idle.push(worker)
          if ('fault' in reply) throw new Error(reply.fault)
          return reply.result
        } finally {
          worker.unref()
        }
      }),
  }
}

/** In the module of a thread: answers every job; what is thrown is thrown where the job came from. `transfer`: bytes that are handed over, not copied. */
export function handleWorkerJobs<Job, Result>(
  work: (job: Job) => Promise<Result>,
  transfer: (result: Result) => Transferable[] = () => [],
): void {
  parentPort?.on('message', async (job: Job) => {
    try {
      const result = await work(job)
      parentPort?.postMessage({ result } satisfies Reply<Result>, transfer(result))
    } catch (error) {
      parentPort?.postMessage({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Reply<Result>)
    }
  })
}
