import { expect, onTestFinished, test, vi } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { createWorkerPool, WorkerLostError } from './worker-thread.ts'

const SOURCE = `
import { handleWorkerJobs } from '${new URL('./worker-thread.ts', import.meta.url)}'
handleWorkerJobs(async (job) => {
  if (job === 'spin') for (;;);
  if (job === 'eat') for (const all = []; ; ) all.push(new Array(100_000).fill(job + all.length))
  if (job === 'end') process.exit(3)
  if (job === 'throw') throw new Error('not this one')
  return job
})`
/** Long enough for a thread to start and a job to use up its memory on a busy machine. */
const TIMEOUT_MS = 60_000
const open = (waiting = 8) =>
  createWorkerPool<string, string>({
    module: new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`),
    lane: createConcurrencyLimiter({ concurrency: 1, queueMax: waiting, queueMaxPerOwner: waiting }),
    timeoutMs: TIMEOUT_MS,
    memoryMb: 64,
  })
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (result) => String(result),
    (error) => (error instanceof WorkerLostError ? `lost: ${error.reason}` : (String(error.message).split('\n')[0] ?? '')),
  )

test('a job that uses too much memory or ends its thread fails alone, and later jobs run', async () => {
  const thread = open()
  const jobs = ['two', 'eat', 'three', 'end', 'four', 'throw', 'five']
  expect(await Promise.all(jobs.map((job) => reasonOf(thread.run(job))))).toEqual([
    ...['two', 'lost: memory', 'three', 'lost: ended', 'four', 'Error: not this one', 'five'],
  ])
})

test('a job that runs too long fails alone, and later jobs run', async () => {
  const thread = open()
  expect(await thread.run('one')).toBe('one')
  // Only the clock of this pool moves, so it does not matter how slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lost = reasonOf(thread.run('spin'))
  const after = thread.run('two')
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
  expect(await Promise.race([lost, 'still running'])).toBe('still running')
  await vi.advanceTimersByTimeAsync(1)
  expect(await lost).toBe('lost: time')
  expect(await after).toBe('two')
})

test('a job is refused at once when too many wait', async () => {
  const thread = open(1)
  const done = [thread.run('one'), thread.run('two')].map(reasonOf)
  await expect(thread.run('three')).rejects.toMatchObject({ reason: 'OVERLOADED' })
  expect(await Promise.all(done)).toEqual(['one', 'two'])
})

test('a thread that cannot start is reported as a shortage of the machine', async () => {
  const source = 'throw Object.assign(new Error("no handle is left"), { code: "ERR_WORKER_INIT_FAILED" })'
  const thread = createWorkerPool<string, string>({
    module: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
    lane: createConcurrencyLimiter({ concurrency: 1, queueMax: 1, queueMaxPerOwner: 1 }),
    timeoutMs: TIMEOUT_MS,
  })
  await expect(thread.run('one')).rejects.toSatisfy(isDatabaseUnavailable)
})

test('a job that cannot be cloned to the thread fails alone', async () => {
  const thread = createWorkerPool<unknown, string>({
    module: new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`),
    lane: createConcurrencyLimiter({ concurrency: 1, queueMax: 1, queueMaxPerOwner: 1 }),
    timeoutMs: TIMEOUT_MS,
  })
  await expect(thread.run(() => {})).rejects.toThrow(/could not be cloned/)
  expect(await thread.run('one')).toBe('one')
})
