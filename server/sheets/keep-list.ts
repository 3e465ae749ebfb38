import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/shanghai.ts'
import { EXPORT_ROWS_MAX } from '../../contract/sheet/export.ts'
import type { SheetFormat } from '../../contract/sheet/format.ts'
import type { Member, Staff } from '../http/caller.ts'
import type { Context } from '../http/context.ts'
import { DOWNLOAD_MS, type Stream } from '../http/download.ts'
import { type AuditEntry, audit } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { openLane } from '../platform/lane.ts'
import { openWalk, type Walk } from '../platform/walk.ts'
import { streamSheets } from './keep.ts'
import { type Told, tell } from './told.ts'

/** Long lists are read two at once, each over a connection of its own: whoever takes them along does not hold up those who buy. */
const lane = openLane({ atOnce: 2, waiting: 8, full: 'EXPORTS_BUSY' })

/** As many rows are held at once as are read at once. */
const BATCH = 500

/** A page, in whichever words its list is asked for one. */
interface Page {
  pageNo: number
  pageSize: number
  limit: number
  offset: number
}
const pageAt = (pageNo: number): Page => ({ pageNo, pageSize: BATCH, limit: BATCH, offset: (pageNo - 1) * BATCH })

interface Listed<Row> {
  name: string
  /** What the file is called; usually its name and the day. */
  title?: string
  columns: readonly Told<Row>[]
  format: SheetFormat
  /** A page as the list itself gives it. */
  page: (db: Db, page: Page) => Promise<{ dataList: readonly Row[]; total: number }>
}

type Around = Pick<Context<Member | Staff>, 'db' | 'caller' | 'moment' | 'origin' | 'apart'>

const actorOf = (caller: Member | Staff): AuditEntry['actor'] =>
  caller.kind === 'staff' ? { kind: 'staff', id: caller.staffId } : { kind: 'member', id: caller.userId, enterpriseId: caller.enterpriseId }

/** The first page of a list, and how long it is. Refuses EXPORT_TOO_LARGE. */
async function begin<Row>(walk: Walk, page: Listed<Row>['page']) {
  const first = await page(walk.db, pageAt(1))
  // What a list says of its length may be bounded, and what it adds to its rows is not counted below.
  const rows = Math.max((await walk.count(EXPORT_ROWS_MAX)) ?? 0, first.total)
  if (rows > EXPORT_ROWS_MAX) refuse('EXPORT_TOO_LARGE', { msg: `数据超过 ${EXPORT_ROWS_MAX} 行，请缩小范围后再导出` })
  return { first, rows }
}

/**
 * A list as a file to keep, all of its pages as they stood in one moment, read as the file is taken; who took it is written down before the
 * first of it leaves. Refuses EXPORT_TOO_LARGE, and EXPORTS_BUSY while too many wait.
 */
export async function keepList<Row>(around: Around, { name, columns, format, page, ...named }: Listed<Row>): Promise<Stream> {
  const { db, caller, moment, origin, apart } = around
  const { title = `${name}-${dayOf(moment.now)}` } = named
  const leave = await lane.enter()
  let walk: Walk | undefined
  const end = async () => {
    await walk?.close()
    leave()
  }
  try {
    const walking = await openWalk(db)
    walk = walking
    const { first, rows } = await begin(walking, page)
    async function* batches() {
      yield tell(columns, first.dataList)
      for (let next = pageAt(2); next.offset < rows; next = pageAt(next.pageNo + 1))
        yield tell(columns, (await page(walking.db, next)).dataList)
    }
    const facts = { list: title, format, rows }
    await apart((tx) => audit(tx, moment, { origin, actor: actorOf(caller), action: 'download list', objectKind: 'list', facts }))
    const file = streamSheets(title, [{ name: title, columns, batches: batches() }], format)
    // However it ends: taken whole, broken off, never begun, or too slow.
    const late = setTimeout(() => file.stream.destroy(), DOWNLOAD_MS)
    file.stream.once('close', () => {
      clearTimeout(late)
      void end()
    })
    return file
  } catch (error) {
    await end()
    throw error
  }
}
