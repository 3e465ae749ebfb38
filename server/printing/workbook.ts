import writeExcelFile, { type CellObject, type Sheet as ExcelSheet } from 'write-excel-file/node'
import { startOfDay, wallClock } from '../../contract/shanghai.ts'
import type { Column, ColumnKind, Sheet, Value } from './sheet.ts'

const HEAD = { fontWeight: 'bold', backgroundColor: '#f5f3ee', borderStyle: 'thin', borderColor: '#dcd8ce' } as const
const FORMATS: Record<ColumnKind, string | undefined> = {
  text: undefined,
  money: '#,##0.00',
  count: '0',
  day: 'yyyy-mm-dd',
  instant: 'yyyy-mm-dd hh:mm:ss',
}

/** A workbook knows no zones: an instant is written as the clock in Shanghai shows it. */
const asShown = (at: Date): Date => new Date(`${wallClock(at).replace(' ', 'T')}Z`)

/** Money as the nearest number of yuan, days and instants as dates, and text as text: nothing that a person wrote is ever a formula. */
function cellOf(value: Value, kind: ColumnKind): CellObject | null {
  if (value === null) return null
  const format = FORMATS[kind]
  const shown = format === undefined ? {} : { format }
  if (value instanceof Date) return { value: asShown(value), type: Date, ...shown }
  if (kind === 'day') return { value: asShown(startOfDay(String(value))), type: Date, ...shown }
  if (typeof value === 'number') return { value: kind === 'money' ? value / 100 : value, type: Number, ...shown }
  return { value, type: String }
}

const headOf = ({ title, kind }: Column): CellObject => ({
  value: title,
  type: String,
  ...HEAD,
  align: kind === 'money' || kind === 'count' ? 'right' : 'left',
})

const excelSheet = ({ name, columns, rows }: Sheet): ExcelSheet<never> => ({
  sheet: name,
  columns: columns.map(({ width }) => ({ width })),
  stickyRowsCount: 1,
  data: [columns.map(headOf), ...rows.map((row) => row.map((value, at) => cellOf(value, columns[at]?.kind ?? 'text')))],
})

/** An Excel workbook of some lists. Takes the thread for as long as it lasts. */
export const bindWorkbook = (sheets: readonly Sheet[]): Promise<Buffer> => writeExcelFile(sheets.map(excelSheet)).toBuffer()
