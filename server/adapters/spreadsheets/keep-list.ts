import { refuse } from '#contract/platform/core/refusals.ts'
import { dayOf } from '#contract/platform/core/shanghai.ts'
import { EXPORT_ROWS_MAX } from '#contract/platform/spreadsheets/export.ts'
import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import type { Db } from '#server/platform/core/db.ts'
import { watchMinSpeed } from '#server/platform/core/min-speed.ts'
import { type PageInput, type Slice, sliceOf } from '#server/platform/core/paging.ts'
import { openCursor, type ServerSideCursor } from '#server/platform/core/server-side-cursor.ts'
import { auditActorOf, type Member, type Staff } from '#server/platform/http/caller.ts'
import type { Context } from '#server/platform/http/context.ts'
import { DOWNLOAD_TIMEOUT_MS, type FileStream } from '#server/platform/http/download.ts'
import { streamSheets } from './keep.ts'
import { type ColumnDef, toRows } from './told.ts'

/**
 * Long lists are read two at once, each over a connection of its own: whoever takes them along does not hold up those who buy. One place
 * a company, as a list lasts as long as its reader takes.
 */
const lane = createConcurrencyLimiter({ atOnce: 2, atOnceEach: 1, waiting: 32, waitingEach: 4, full: 'EXPORTS_BUSY' })

/** At what speed a list has to be taken, and how long its reader may stay below that. The longest list then just leaves in its time. */
const PACE: Pace = { bytesPerSecond: 32 * 1024, graceMs: 15_000 }
type Pace = Parameters<typeof watchMinSpeed>[0]

/** As many rows are held at once as are read at once. */
const BATCH = 500

/** A page, in whichever words its list is asked for one. */
type Page = PageInput & Slice
const pageAt = (pageNo: number): Page => ({ pageNo, pageSize: BATCH, ...sliceOf({ pageNo, pageSize: BATCH }) })

interface Listed<Row> {
  name: string
  /** What the file is called; usually its name and the day. */
  title?: string
  columns: readonly ColumnDef<Row>[]
  format: SheetFormat
  /** A page as the list itself gives it. */
  page: (db: Db, page: Page) => Promise<{ dataList: readonly Row[]; total: number }>
}

type Around = Pick<Context<Member | Staff>, 'db' | 'caller' | 'moment' | 'origin' | 'apart'>

/** The first page of a list, and how long it is. Refuses EXPORT_TOO_LARGE. */
async function begin<Row>(walk: ServerSideCursor, page: Listed<Row>['page']) {
  const first = await page(walk.db, pageAt(1))
  // What a list says of its length may be bounded, and what it adds to its rows is not counted below.
  const rows = Math.max((await walk.count(EXPORT_ROWS_MAX)) ?? 0, first.total)
  if (rows > EXPORT_ROWS_MAX) refuse('EXPORT_TOO_LARGE', { msg: `数据超过 ${EXPORT_ROWS_MAX} 行，请缩小范围后再导出` })
  return { first, rows }
}

/**
 * A list as a file to keep, all of its pages as they stood in one moment, read as the file is taken; who took it is written down before the
 * first of it leaves. A reader below the pace is cut off, and his place is given back. Refuses EXPORT_TOO_LARGE, EXPORTS_BUSY while too many
 * wait, and TOO_MANY while too many of the same company do.
 */
export async function exportList<Row>(
  around: Around,
  { name, columns, format, page, ...named }: Listed<Row>,
  pace: Pace = PACE,
): Promise<FileStream> {
  const { db, caller, moment, origin, apart } = around
  const { title = `${name}-${dayOf(moment.now)}` } = named
  const leave = await lane.enter()
  let walk: ServerSideCursor | undefined
  let ended = false
  const end = async () => {
    if (ended) return
    ended = true
    await walk?.close()
    leave()
  }
  try {
    const walking = await openCursor(db)
    walk = walking
    const { first, rows } = await begin(walking, page)
    async function* batches() {
      yield toRows(columns, first.dataList)
      for (let next = pageAt(2); next.offset < rows; next = pageAt(next.pageNo + 1))
        yield toRows(columns, (await page(walking.db, next)).dataList)
      // All has been read: what is left of the file takes its time without a place.
      await end()
    }
    const facts = { list: title, format, rows }
    await apart((tx) =>
      recordAudit(tx, moment, { origin, actor: auditActorOf(caller), action: 'download list', objectKind: 'list', facts }),
    )
    const cutOff = () => file.stream.destroy()
    const speed = watchMinSpeed(pace, cutOff)
    const file = streamSheets(title, [{ name: title, columns, batches: batches() }], format, speed)
    // However it ends: taken whole, broken off, never begun, or too slow.
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
