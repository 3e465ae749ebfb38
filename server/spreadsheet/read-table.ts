import { Worker } from 'node:worker_threads'
import { openLane } from '../platform/lane.ts'
import type { Cell } from './read-rows.ts'
import type { Done } from './read-worker.ts'

export type { Cell } from './read-rows.ts'
export type Rows = readonly (readonly Cell[])[]

/** A small file can hold a large table: the thread that runs out of this ends, and the server does not. */
const MEMORY_MB = 512
const PATIENCE_MS = 20_000
const lane = openLane({ atOnce: 1, waiting: 4 })

function inThread(bytes: Uint8Array, rowsMax: number): Promise<Rows | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: { bytes, rowsMax },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const end = (rows: Rows | undefined) => {
      clearTimeout(timer)
      resolve(rows)
      void worker.terminate()
    }
    const timer = setTimeout(() => end(undefined), PATIENCE_MS)
    worker.on('message', (done: Done) => end('rows' in done ? done.rows : undefined))
    worker.on('error', () => end(undefined))
    worker.on('exit', () => end(undefined))
  })
}

/**
 * The rows of a CSV (UTF-8 or GBK) or an XLSX, at most `rowsMax` of them; undefined when it is neither, or too large to be taken apart. Refuses
 * OVERLOADED while too many wait.
 */
export const readTable = (bytes: Uint8Array, rowsMax: number): Promise<Rows | undefined> => lane.run(() => inThread(bytes, rowsMax))
