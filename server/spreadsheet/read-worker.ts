// The thread on which files of strangers are taken apart: with its own bound of memory, and the server answers others meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { type Cell, readRows } from './read-rows.ts'

export interface Job {
  bytes: Uint8Array
  rowsMax: number
}
export type Done = { rows: readonly (readonly Cell[])[] } | { fault: string }

const { bytes, rowsMax } = workerData as Job
const done: Done = await readRows(bytes, rowsMax).then(
  (rows) => ({ rows }),
  (error) => ({ fault: error instanceof Error ? error.message : String(error) }),
)
parentPort?.postMessage(done)
