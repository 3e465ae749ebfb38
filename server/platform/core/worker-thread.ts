import { parentPort, type Transferable, Worker } from 'node:worker_threads'
import type { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { isDatabaseUnavailable } from './database-errors.ts'

/** Why a thread gave no answer: timeout, out of memory, or it ended by itself. */
export class WorkerLostError extends Error {
  readonly reason: 'time' | 'memory' | 'ended'
  constructor(reason: WorkerLostError['reason'], cause?: unknown) {
    super(`the worker thread was lost: ${reason}`, { cause })
    this.reason = reason
  }
}

type Reply<Result> = { result: Result } | { fault: string }

export interface WorkerPool<Job, Result> {
  /**
   * Runs a job on a thread and returns its result; jobs wait in the limiter. If a thread is lost, its job is lost with it, and the next job
   * gets a new thread. `transferred` are buffers of the job that the caller gives away instead of having them copied. Refuses as the
   * limiter does; throws `WorkerLostError`, or an `Error` with what the job threw.
   */
  run(job: Job, transferred?: readonly ArrayBuffer[]): Promise<Result>
}

interface Options {
  /** The module of the thread. It calls `handleWorkerJobs`. */
  module: URL
  /** Limits how many threads work at once and how many jobs wait. */
  lane: ConcurrencyLimiter
  timeoutMs: number
  /** Memory for the objects of the thread. Transferred bytes do not count. */
  memoryMb?: number
  /** The part of it for new objects. With a smaller part, unused memory is freed sooner: for jobs that read much and keep little. */
  youngMemoryMb?: number
  /** The thread ends with its job: for rare jobs with much memory, which an idle thread would keep. */
  endsWithJob?: boolean
}

const reasonOf = (error: unknown): WorkerLostError['reason'] =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended'

/** If a thread cannot start because handles or memory are missing, the machine is the cause and not the job. */
const lostBy = (error: unknown): unknown => (isDatabaseUnavailable(error) ? error : new WorkerLostError(reasonOf(error), error))

/** Creates threads for work that would block the event loop. A thread starts with its first job and does not keep the process alive. */
export function createWorkerPool<Job, Result>({
  module,
  lane,
  timeoutMs,
  memoryMb,
  youngMemoryMb,
  endsWithJob = false,
}: Options): WorkerPool<Job, Result> {
  const idle: Worker[] = []

  const start = (): Worker => {
    const resourceLimits = {
      ...(memoryMb !== undefined && { maxOldGenerationSizeMb: memoryMb }),
      ...(youngMemoryMb !== undefined && { maxYoungGenerationSizeMb: youngMemoryMb }),
    }
    const worker = new Worker(module, { resourceLimits })
    // An idle thread that ends is removed. The next job gets a new one.
    const removeWorker = () => {
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    }
    worker.on('error', removeWorker)
    worker.on('exit', removeWorker)
    return worker
  }

  const work = (worker: Worker, job: Job, transferred: readonly ArrayBuffer[]): Promise<Reply<Result>> =>
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
        worker.postMessage(job, [...transferred])
      } catch (error) {
        // A job that cannot be cloned never reaches the thread.
        settle(() => reject(error))
      }
    })

  return {
    run: (job, transferred = []) =>
      lane.run(async () => {
        const worker = idle.pop() ?? start()
        worker.ref()
        try {
          const reply = await work(worker, job, transferred).catch(async (error: unknown) => {
            // The slot is free for the next job only after the thread has stopped.
            await worker.terminate()
            throw error
          })
          if (endsWithJob) await worker.terminate()
          else idle.push(worker)
          if ('fault' in reply) throw new Error(reply.fault)
          return reply.result
        } finally {
          worker.unref()
        }
      }),
  }
}

/**
 * Call it in the thread's module. It answers every job and passes errors back to the caller. `transfer`: bytes that are transferred and not
 * copied.
 */
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
