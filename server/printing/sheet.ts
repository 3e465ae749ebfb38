import { type Fen, formatYuan } from '../../contract/money.ts'
import { wallClock } from '../../contract/shanghai.ts'
import { csvText, safeCell } from '../../contract/sheet/sheet-text.ts'

/** What a column holds: text, an amount of money, a whole number, a day 'YYYY-MM-DD', an instant. */
export type ColumnKind = 'text' | 'money' | 'count' | 'day' | 'instant'
export type Value = string | number | Date | null

export interface Column {
  title: string
  /** In characters; a Chinese one counts as two. */
  width: number
  kind: ColumnKind
}

/** A list as it leaves the mall: rows of values in the order of the columns. Money in fen, instants as `Date`. */
export interface Sheet {
  name: string
  columns: readonly Column[]
  rows: readonly (readonly Value[])[]
}

function csvValue(value: Value, kind: ColumnKind): string {
  if (value === null) return ''
  if (value instanceof Date) return wallClock(value)
  if (typeof value === 'number') return kind === 'money' ? formatYuan(value as Fen) : String(value)
  return safeCell(value)
}

/** A list as CSV, safe to be opened by whatever program. */
export const writeCsv = ({ columns, rows }: Sheet): Buffer =>
  Buffer.from(
    csvText([
      columns.map(({ title }) => title),
      ...rows.map((row) => row.map((value, at) => csvValue(value, columns[at]?.kind ?? 'text'))),
    ]),
    'utf8',
  )
