// The worker thread that parses uploaded files, with its own memory limit, so that the server can answer others meanwhile.
import { SheetLimitError } from '#contract/platform/spreadsheets/limits.ts'
import { handleWorkerJobs } from '#server/platform/core/worker-thread.ts'
import { readRows, readVerbatimRows, readVerbatimSheets, type TextRows, UnreadableTableError } from './read-rows.ts'

export interface ReadJob {
  bytes: Uint8Array<ArrayBuffer>
  rowsMax: number
  /** Reads the cells as they were written, for contents, and packs the rows. */
  packed?: true
  /** Reads all sheets like that, at most so many. */
  sheetsMax?: number
}
/** Rows as JSON, some hundred in each piece: the pieces are passed on without a copy, and are decoded one after the other. */
type PackedRows = Uint8Array<ArrayBuffer>[]
/** The rows, or why there are none: `tooMany` rows, or a sentence for the user, '' if there is no specific one. */
export type ReadResult =
  | { rows: TextRows }
  | { packed: PackedRows }
  | { sheets: { name: string; packed: PackedRows }[] }
  | { tooMany: string }
  | { unreadable: string }

const PIECE_ROWS = 500

function pack(rows: TextRows): PackedRows {
  const encoder = new TextEncoder()
  const pieces = Array.from({ length: Math.ceil(rows.length / PIECE_ROWS) }, (_, at) => rows.slice(at * PIECE_ROWS, (at + 1) * PIECE_ROWS))
  return pieces.map((piece) => encoder.encode(JSON.stringify(piece)))
}

async function read({ bytes, rowsMax, packed, sheetsMax }: ReadJob): Promise<ReadResult> {
  try {
    if (sheetsMax !== undefined) {
      const sheets = await readVerbatimSheets(bytes, rowsMax, sheetsMax)
      return { sheets: sheets.map(({ name, rows }) => ({ name, packed: pack(rows) })) }
    }
    return packed ? { packed: pack(await readVerbatimRows(bytes, rowsMax)) } : { rows: await readRows(bytes, rowsMax) }
  } catch (error) {
    if (error instanceof SheetLimitError) return error.limit === 'rows' ? { tooMany: error.message } : { unreadable: error.message }
    return { unreadable: error instanceof UnreadableTableError ? error.message : '' }
  }
}

handleWorkerJobs(read, (result) => {
  const pieces = 'packed' in result ? result.packed : 'sheets' in result ? result.sheets.flatMap(({ packed }) => packed) : []
  return pieces.map(({ buffer }) => buffer)
})
