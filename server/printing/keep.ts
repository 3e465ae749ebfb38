import type { Binary } from '../../contract/endpoint.ts'
import { refuse } from '../../contract/refusals.ts'
import { printWorkbook } from './print.ts'
import { type Sheet, writeCsv } from './sheet.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** A list as a file to keep, named by what it shows. Refuses EXPORT_TOO_LARGE above a number of rows, OVERLOADED while too many workbooks wait. */
export async function keepSheet(sheet: Sheet, { format, rowsMax }: { format: keyof typeof TYPES; rowsMax: number }): Promise<Binary> {
  if (sheet.rows.length > rowsMax) refuse('EXPORT_TOO_LARGE', { msg: `数据超过 ${rowsMax} 行，请缩小范围后再导出` })
  const bytes = format === 'csv' ? new Uint8Array(writeCsv(sheet)) : await printWorkbook([sheet])
  return { type: TYPES[format], bytes, name: `${sheet.name}.${format}` }
}
