import { type RefusalName, refuse } from '#contract/platform/core/refusals.ts'
import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import { createWorkerThread, WorkerLostError } from '#server/platform/core/worker-thread.ts'
import type { TextRows } from './read-rows.ts'
import type { ReadJob, ReadResult } from './read-worker.ts'

export type { TextRows } from './read-rows.ts'

const TIMEOUT_MS = 10_000

/** Whoever waits longest waits for four files before his: with his own that is less than an upload may take. */
const thread = createWorkerThread<ReadJob, ReadResult>({
  module: new URL('./read-worker.ts', import.meta.url),
  lane: createConcurrencyLimiter({ atOnce: 1, waiting: 4, waitingEach: 2 }),
  timeoutMs: TIMEOUT_MS,
  memoryMb: 256,
})

export interface TableFile {
  bytes: Uint8Array
  /** Rows that may hold something, headings and titles among them. */
  rowsMax: number
  /** The refusals of what is no table, and of one with too many rows. */
  unreadable: RefusalName
  tooLarge: RefusalName
}

const TOO_COMPLEX = '文件内容过多或过于复杂，没有读完；请只保留需要的列和行，另存为 CSV，或拆成几个文件分别上传'

/**
 * The rows of a CSV (UTF-8, GBK, UTF-16) or of the first sheet of an XLSX, at their places: the first row is the file's first. Refuses what is no
 * table, has too much in it, or takes more time or memory than any table does; OVERLOADED while too many wait, TOO_MANY while too many of
 * the same company do.
 */
export async function readTable({ bytes, rowsMax, unreadable, tooLarge }: TableFile): Promise<TextRows> {
  const done = await thread.run({ bytes: new Uint8Array(bytes), rowsMax }).catch((error: unknown) => {
    if (error instanceof WorkerLostError && error.reason !== 'ended') return { unreadable: TOO_COMPLEX }
    throw error
  })
  if ('rows' in done) return done.rows
  if ('tooMany' in done) refuse(tooLarge, { msg: done.tooMany })
  return refuse(unreadable, done.unreadable === '' ? {} : { msg: done.unreadable })
}
