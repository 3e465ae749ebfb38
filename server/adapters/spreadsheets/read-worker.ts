// The worker thread that parses uploaded files, with its own memory limit, so that the server can answer others meanwhile.
import { SheetLimitError } from '#contract/platform/spreadsheets/limits.ts'
import { handleWorkerJobs } from '#server/platform/core/worker-thread.ts'
import { readRows, type TextRows, UnreadableTableError } from './read-rows.ts'

export interface ReadJob {
  bytes: Uint8Array<ArrayBuffer>
  rowsMax: number
}
/** The rows, or why there are none: `tooMany` rows, or a sentence for the user, '' if there is no specific one. */
export type ReadResult = { rows: TextRows } | { tooMany: string } | { unreadable: string }

async function read({ bytes, rowsMax }: ReadJob): Promise<ReadResult> {
  try {
    return { rows: await readRows(bytes, rowsMax) }
  } catch (error) {
    if (error instanceof SheetLimitError) return error.limit === 'rows' ? { tooMany: error.message } : { unreadable: error.message }
    return { unreadable: error instanceof UnreadableTableError ? error.message : '' }
  }
}

handleWorkerJobs(read)
