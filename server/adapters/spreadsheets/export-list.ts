import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { EXPORT_ROWS_MAX } from '#contract/platform/spreadsheets/export.ts'
import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import type { Db } from '#server/platform/core/db.ts'
import { watchMinSpeed } from '#server/platform/core/min-speed.ts'
import { type PageInput, type RowSlice, toSlice } from '#server/platform/core/paging.ts'
import { openServerSideCursor, type ServerSideCursor } from '#server/platform/core/server-side-cursor.ts'
import { type Member, type Staff, toAuditActor } from '#server/platform/http/caller.ts'
import type { Context } from '#server/platform/http/context.ts'
import { DOWNLOAD_TIMEOUT_MS, type FileStream } from '#server/platform/http/download.ts'
import { type ColumnDef, toCellRows } from './column-defs.ts'
import { createStreamedSheetFile } from './export-sheets.ts'

/**
 * Two long exports run at once, each on its own connection, so that they do not slow down buyers. A company has one at a time, because an
 * export lasts as long as its reader takes.
 */
const lane = createConcurrencyLimiter({
  concurrency: 2,
  concurrencyPerOwner: 1,
  queueMax: 32,
  queueMaxPerOwner: 4,
  refusal: 'EXPORTS_BUSY',
})

/** The minimum speed of a reader, and how long he may stay below it. At this speed the longest list is just complete before the timeout. */
const PACE: Pace = { bytesPerSecond: 32 * 1024, graceMs: 15_000 }
type Pace = Parameters<typeof watchMinSpeed>[0]

/** The number of rows that are read at once and held in memory. */
const BATCH = 500

/** The number of documents that are read at once with their lines. */
const DOCUMENTS_BATCH = 50

/** A page, with the paging fields that its list uses. */
type Page = PageInput & RowSlice
const pageAt = (pageNo: number, pageSize: number): Page => Object.assign({ pageNo, pageSize }, toSlice({ pageNo, pageSize }))

interface Listed<Row> {
  name: string
  /** The title in the file's name. Default: the sheet's name and the day. */
  title?: string
  columns: readonly ColumnDef<Row>[]
  format: SheetFormat
  /** Reads one page of the list: its rows, or the lines of the documents that it lists. */
  page: (db: Db, page: Page) => Promise<{ dataList: readonly Row[]; total: number }>
  /** How many lines a document has at most. Default: each row of the list is one row of the file. */
  linesMax?: number
}

type Around = Pick<Context<Member | Staff>, 'db' | 'caller' | 'moment' | 'origin' | 'writeSeparately'>

const refuseTooLarge = () => refuse('EXPORT_TOO_LARGE', { msg: `数据超过 ${EXPORT_ROWS_MAX} 行，请缩小范围后再导出` })

/** Reads the first page of a list and its length. Refuses EXPORT_TOO_LARGE. */
async function begin<Row>(cursor: ServerSideCursor, page: Listed<Row>['page'], pageSize: number) {
  const first = await page(cursor.db, pageAt(1, pageSize))
  // A list may limit the total that it reports. So this counts the rows, without the columns that the list adds to them.
  const rows = Math.max((await cursor.count(EXPORT_ROWS_MAX)) ?? 0, first.total)
  return rows > EXPORT_ROWS_MAX ? refuseTooLarge() : { first, rows }
}

/**
 * Opens a list of documents with their lines. If there could be too many lines, they are counted first by reading all of them, with a cursor
 * of their own, which reads forward only. Refuses EXPORT_TOO_LARGE.
 */
async function open<Row>(db: Db, page: Listed<Row>['page'], { pageSize, linesMax }: { pageSize: number; linesMax: number }) {
  const cursor = await openServerSideCursor(db)
  try {
    const { first, rows } = await begin(cursor, page, pageSize)
    if (rows * linesMax <= EXPORT_ROWS_MAX) return { cursor, first, rows }
    let lines = first.dataList.length
    for (let next = pageAt(2, pageSize); next.offset < rows; next = pageAt(next.pageNo + 1, pageSize)) {
      lines += (await page(cursor.db, next)).dataList.length
      if (lines > EXPORT_ROWS_MAX) refuseTooLarge()
    }
  } catch (error) {
    await cursor.close()
    throw error
  }
  await cursor.close()
  return open(db, page, { pageSize, linesMax: 1 })
}

/**
 * Exports a list as a file: all pages in one snapshot, read while the file is sent. The audit log records it before the first byte is sent.
 * A reader below the minimum speed is disconnected, and his slot is released. Refuses EXPORT_TOO_LARGE, EXPORTS_BUSY if too many wait, and
 * TOO_MANY if too many of one company wait.
 */
export async function exportList<Row>(
  context: Around,
  { name, columns, format, page, linesMax = 1, ...named }: Listed<Row>,
  pace: Pace = PACE,
): Promise<FileStream> {
  const { db, caller, moment, origin, writeSeparately } = context
  const { title = `${name}-${toShanghaiDay(moment.now)}` } = named
  const leave = await lane.enter()
  let cursor: ServerSideCursor | undefined
  let ended = false
  const end = async () => {
    if (ended) return
    ended = true
    await cursor?.close()
    leave()
  }
  try {
    const pageSize = linesMax > 1 ? DOCUMENTS_BATCH : BATCH
    const { cursor: opened, first, rows } = await open(db, page, { pageSize, linesMax })
    cursor = opened
    async function* batches() {
      yield toCellRows(columns, first.dataList)
      for (let next = pageAt(2, pageSize); next.offset < rows; next = pageAt(next.pageNo + 1, pageSize))
        yield toCellRows(columns, (await page(opened.db, next)).dataList)
      // All rows were read. The rest of the file is sent without a slot.
      await end()
    }
    const facts = { list: title, format, rows }
    await writeSeparately((tx) =>
      recordAudit(tx, moment, { origin, actor: toAuditActor(caller), action: 'download list', objectKind: 'list', facts }),
    )
    const cutOff = () => file.stream.destroy()
    const speed = watchMinSpeed(pace, cutOff)
    const file = createStreamedSheetFile(title, [{ name: title, columns, batches: batches() }], format, speed)
    // Releases the slot in every case: complete, aborted, never started, or too slow.
    const late = setTimeout(cutOff, DOWNLOAD_TIMEOUT_MS)
    file.stream.once('close', () => {
      clearTimeout(late)
      speed.stop()
      void end()
    })
    return file
  } catch (error) {
    await end()
    throw error
  }
}
