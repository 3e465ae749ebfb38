import { inflateRawSync } from 'node:zlib'
import { type RefusalName, refuse } from '#contract/platform/core/refusals.ts'
import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import { createWorkerPool, WorkerLostError } from '#server/platform/core/worker-thread.ts'
import type { NumberedRow, TextRows } from './read-rows.ts'
import type { PackedSheet, SpreadsheetReadJob, SpreadsheetReadResult, VerbatimReadOptions } from './read-worker.ts'

export type { TextRows } from './read-rows.ts'

const TIMEOUT_MS = 10_000

/** At most four files are read before a waiting one. Together with its own time that is less than the timeout of an upload. */
const thread = createWorkerPool<SpreadsheetReadJob, SpreadsheetReadResult>({
  module: new URL('./read-worker.ts', import.meta.url),
  lane: createConcurrencyLimiter({ concurrency: 1, queueMax: 4, queueMaxPerOwner: 2 }),
  timeoutMs: TIMEOUT_MS,
  memoryMb: 256,
})

export interface TableReadInput {
  bytes: Uint8Array
  /** The maximum number of non-empty rows, including headings and titles. */
  rowsMax: number
  /** The refusals for an unreadable file, and for too many rows. */
  unreadable: RefusalName
  tooLarge: RefusalName
}

const TOO_COMPLEX = '文件内容过多或过于复杂，没有读完；请只保留需要的列和行，另存为 CSV，或拆成几个文件分别上传'

/** Passes on the result of a thread. Refuses what the thread could not read. */
async function resultOf(run: Promise<SpreadsheetReadResult>, { unreadable, tooLarge }: Pick<TableReadInput, 'unreadable' | 'tooLarge'>) {
  const done = await run.catch((error: unknown) => {
    if (error instanceof WorkerLostError && error.reason !== 'ended') return { unreadable: TOO_COMPLEX }
    throw error
  })
  if ('tooMany' in done) refuse(tooLarge, { msg: done.tooMany })
  if ('unreadable' in done) refuse(unreadable, done.unreadable === '' ? {} : { msg: done.unreadable })
  return done
}

/**
 * Reads the rows of a CSV (UTF-8, GBK, UTF-16) or of an XLSX's first sheet. Row numbers match the file. Refuses a file that is not a table,
 * that contains too much, or that takes more time or memory than any table. Refuses OVERLOADED if too many wait, and TOO_MANY if too many
 * of one company wait.
 */
export async function readUploadedTable({ bytes, rowsMax, ...refusals }: TableReadInput): Promise<TextRows> {
  const done = await resultOf(thread.run({ bytes: new Uint8Array(bytes), rowsMax }), refusals)
  return 'rows' in done ? done.rows : []
}

/**
 * Contents of goods are larger than any list, and only one is read at a time. The memory is for the texts that the cells of a workbook
 * share.
 */
const contentThread = createWorkerPool<SpreadsheetReadJob, SpreadsheetReadResult>({
  module: new URL('./read-worker.ts', import.meta.url),
  lane: createConcurrencyLimiter({ concurrency: 1, queueMax: 2, queueMaxPerOwner: 2 }),
  timeoutMs: 60_000,
  memoryMb: 384,
  youngMemoryMb: 4,
  endsWithJob: true,
})

/** The rows with content of a sheet. They are kept compressed. */
export interface CompressedSheetRows {
  /** How many there are. */
  count: number
  /** The rows, some hundred at a time, decoded on demand. */
  pieces: () => Iterable<NumberedRow[]>
}

const toContentTable = ({ count, pieces }: PackedSheet): CompressedSheetRows => ({
  count,
  *pieces() {
    for (const piece of pieces) yield JSON.parse(inflateRawSync(piece).toString('utf8')) as NumberedRow[]
  },
})

async function readPacked({ bytes, rowsMax, ...refusals }: TableReadInput, contents: VerbatimReadOptions): Promise<PackedSheet[]> {
  const own = new Uint8Array(bytes)
  const done = await resultOf(contentThread.run({ bytes: own, rowsMax, contents }, [own.buffer]), refusals)
  return 'sheets' in done ? done.sheets : []
}

/**
 * Reads such a file with its cells as they were written: line breaks stay, and computed cells begin with `FORMULA_MARK`. It refuses like
 * `readUploadedTable`.
 */
export async function readUploadedTableVerbatim(request: TableReadInput): Promise<CompressedSheetRows> {
  const [sheet] = await readPacked(request, {})
  return toContentTable(sheet ?? { name: '', count: 0, pieces: [] })
}

/**
 * Reads all visible sheets of a workbook in the same way. `rowsMax` applies to each sheet. It refuses like `readUploadedTable`, and
 * anything that is not a workbook.
 */
export async function readVisibleUploadedSheetsVerbatim({
  sheetsMax,
  ...request
}: TableReadInput & { sheetsMax: number }): Promise<({ name: string } & CompressedSheetRows)[]> {
  const sheets = await readPacked(request, { sheetsMax })
  return sheets.map((sheet) => ({ name: sheet.name, ...toContentTable(sheet) }))
}
