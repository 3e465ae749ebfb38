// The worker thread that parses uploaded files, with its own memory limit, so that the server can answer others meanwhile.
import { deflateRawSync } from 'node:zlib'
import { SheetLimitError } from '#contract/platform/spreadsheets/limits.ts'
import { handleWorkerJobs } from '#server/platform/core/worker-thread.ts'
import { type NumberedRow, readSpreadsheetRows, streamVerbatimRows, type TextRows, UnreadableTableError } from './read-rows.ts'

/** Reads the cells as they were written, for contents, and packs the rows. */
export interface VerbatimReadOptions {
  /** Reads all sheets, up to this number; undefined: the first one. */
  sheetsMax?: number
}
export interface SpreadsheetReadJob {
  bytes: Uint8Array<ArrayBuffer>
  rowsMax: number
  contents?: VerbatimReadOptions
}
/** Rows with content as compressed JSON, some hundred in each piece. They are passed on without a copy, and unpacked one after the other. */
export interface PackedSheet {
  name: string
  pieces: Uint8Array<ArrayBuffer>[]
  count: number
}
/** The rows, or why there are none: `tooMany` rows, or a sentence for the user, '' if there is no specific one. */
export type SpreadsheetReadResult = { rows: TextRows } | { sheets: PackedSheet[] } | { tooMany: string } | { unreadable: string }

/** The amount that is unpacked at the same time. */
const PIECE_ROWS = 500
const PIECE_CHARS = 500_000

function createPacker(name: string) {
  const sheet: PackedSheet = { name, pieces: [], count: 0 }
  let [held, chars] = [[] as NumberedRow[], 0]
  const finishPiece = () => {
    if (held.length > 0) sheet.pieces.push(new Uint8Array(deflateRawSync(JSON.stringify(held), { level: 1 })))
    held = []
    chars = 0
  }
  return {
    sheet,
    finishPiece,
    add(row: NumberedRow) {
      held.push(row)
      sheet.count += 1
      for (const cell of row.cells) chars += cell.length
      if (held.length >= PIECE_ROWS || chars >= PIECE_CHARS) finishPiece()
    },
  }
}

async function readContents({ bytes, rowsMax }: SpreadsheetReadJob, { sheetsMax }: VerbatimReadOptions): Promise<PackedSheet[]> {
  const packers: ReturnType<typeof createPacker>[] = []
  const startSheet = (name: string) => {
    // The sheets follow one after the other, so that the last rows of one need not wait unpacked.
    packers.at(-1)?.finishPiece()
    const packer = createPacker(name)
    packers.push(packer)
    return packer.add
  }
  await streamVerbatimRows(bytes, { rowsMax, sheetsMax, startSheet })
  packers.at(-1)?.finishPiece()
  return packers.map(({ sheet }) => sheet)
}

async function read(job: SpreadsheetReadJob): Promise<SpreadsheetReadResult> {
  try {
    return job.contents ? { sheets: await readContents(job, job.contents) } : { rows: await readSpreadsheetRows(job.bytes, job.rowsMax) }
  } catch (error) {
    if (error instanceof SheetLimitError) return error.limit === 'rows' ? { tooMany: error.message } : { unreadable: error.message }
    return { unreadable: error instanceof UnreadableTableError ? error.message : '' }
  }
}

handleWorkerJobs(read, (result) => ('sheets' in result ? result.sheets.flatMap(({ pieces }) => pieces.map(({ buffer }) => buffer)) : []))
