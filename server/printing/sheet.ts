import { type Fen, formatYuan } from '../../contract/money.ts'
import { wallClock } from '../../contract/shanghai.ts'

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

/** What a spreadsheet might take for a formula, or run as one: told by its first letter, full-width ones too. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/

/** Text that stays text in whatever program opens it. */
const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

function csvValue(value: Value, kind: ColumnKind): string {
  if (value === null) return ''
  if (value instanceof Date) return wallClock(value)
  if (typeof value === 'number') return kind === 'money' ? formatYuan(value as Fen) : String(value)
  return harmless(value)
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** RFC 4180 in UTF-8 with a byte order mark, so that Excel reads it as what it is. */
export function writeCsv({ columns, rows }: Sheet): Buffer {
  const lines = [
    columns.map(({ title }) => quoted(title)),
    ...rows.map((row) => row.map((value, at) => quoted(csvValue(value, columns[at]?.kind ?? 'text')))),
  ]
  return Buffer.from(`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`, 'utf8')
}
