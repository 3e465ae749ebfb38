import { Readable } from 'node:stream'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import type { MinSpeedMonitor } from '#server/platform/core/min-speed.ts'
import type { FileStream } from '#server/platform/http/download.ts'
import { type Sheet, type StreamedSheet, toStreamedSheet, writeCsv } from './sheet.ts'
import { writeWorkbook } from './workbook.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<SheetFormat, string>

/** How much of a file may wait for its reader. */
const HELD_BYTES = 64 * 1024

/** Passes the pieces on. The time until a piece is taken counts as the reader's, the time to produce the next one as the server's. */
async function* atSpeed(pieces: AsyncIterable<Uint8Array>, speed: MinSpeedMonitor): AsyncGenerator<Uint8Array> {
  speed.moved(0)
  for await (const piece of pieces) {
    speed.waits()
    yield piece
    speed.moved(piece.length)
  }
}

/** Sheets as a file that is written while it is sent. A CSV has only one sheet. `speed` watches the reader. */
export function createStreamedSheetFile(
  name: string,
  sheets: readonly StreamedSheet[],
  format: SheetFormat,
  speed?: MinSpeedMonitor,
): FileStream {
  const [only] = sheets
  const written = format === 'csv' && only ? writeCsv(only) : writeWorkbook(sheets)
  speed?.waits()
  const pieces = speed ? atSpeed(written, speed) : written
  return { type: TYPES[format], name: `${name}.${format}`, stream: Readable.from(pieces, { objectMode: false, highWaterMark: HELD_BYTES }) }
}

/** A few short lists as a workbook. */
export const exportSheetsAsWorkbook = (name: string, sheets: readonly Sheet[]): FileStream =>
  createStreamedSheetFile(name, sheets.map(toStreamedSheet), 'xlsx')

/** A short list in memory as a file, named after the sheet. Refuses EXPORT_TOO_LARGE above `rowsMax`. */
export function exportInMemorySheet(sheet: Sheet, { format, rowsMax }: { format: SheetFormat; rowsMax: number }): FileStream {
  if (sheet.rows.length > rowsMax) refuse('EXPORT_TOO_LARGE', { msg: `数据超过 ${rowsMax} 行，请缩小范围后再导出` })
  return createStreamedSheetFile(sheet.name, [toStreamedSheet(sheet)], format)
}
