import { Readable } from 'node:stream'
import { refuse } from '../../contract/refusals.ts'
import type { SheetFormat } from '../../contract/sheet/format.ts'
import type { Stream } from '../http/download.ts'
import { asLong, type LongSheet, type Sheet, writeCsv } from './sheet.ts'
import { writeWorkbook } from './workbook.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<SheetFormat, string>

/** No more of a file than this waits for whoever takes it. */
const HELD_BYTES = 64 * 1024

/** Sheets as a file to keep, written while it is taken; a CSV has one alone. */
export function streamSheets(name: string, sheets: readonly LongSheet[], format: SheetFormat): Stream {
  const [only] = sheets
  const pieces = format === 'csv' && only ? writeCsv(only) : writeWorkbook(sheets)
  return { type: TYPES[format], name: `${name}.${format}`, stream: Readable.from(pieces, { objectMode: false, highWaterMark: HELD_BYTES }) }
}

/** A few short lists as a workbook to keep. */
export const keepSheets = (name: string, sheets: readonly Sheet[]): Stream => streamSheets(name, sheets.map(asLong), 'xlsx')

/** A short list that is at hand, as a file to keep, named by what it shows. Refuses EXPORT_TOO_LARGE above a number of rows. */
export function keepSheet(sheet: Sheet, { format, rowsMax }: { format: SheetFormat; rowsMax: number }): Stream {
  if (sheet.rows.length > rowsMax) refuse('EXPORT_TOO_LARGE', { msg: `数据超过 ${rowsMax} 行，请缩小范围后再导出` })
  return streamSheets(sheet.name, [asLong(sheet)], format)
}
