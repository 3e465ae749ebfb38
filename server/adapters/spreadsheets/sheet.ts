import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { BYTE_ORDER_MARK, csvLines, escapeFormula } from '#contract/platform/spreadsheets/csv-text.ts'

/** What a column holds: text, an amount of money, a whole number, a day 'YYYY-MM-DD', an instant. */
export type ColumnKind = 'text' | 'money' | 'count' | 'day' | 'instant'
export type CellValue = string | number | Date | null

export interface ColumnHeader {
  title: string
  /** In characters; a Chinese one counts as two. */
  width: number
  kind: ColumnKind
}

/** Rows of values in the order of the columns. Money in fen, instants as `Date`. */
export type CellRows = readonly (readonly CellValue[])[]

/** A list as it leaves the mall, all of it at hand. */
export interface Sheet {
  name: string
  columns: readonly ColumnHeader[]
  rows: CellRows
}

/** The same while it is still being read, some rows at a time. */
export interface StreamedSheet {
  name: string
  columns: readonly ColumnHeader[]
  batches: AsyncIterable<CellRows> | Iterable<CellRows>
}

/** What is at hand, as if it were still being read. */
export const toStreamedSheet = ({ name, columns, rows }: Sheet): StreamedSheet => ({ name, columns, batches: [rows] })

function csvValue(value: CellValue, kind: ColumnKind): string {
  if (value === null) return ''
  if (value instanceof Date) return formatShanghaiTime(value)
  if (typeof value === 'number') return kind === 'money' ? formatYuan(value as Fen) : String(value)
  return escapeFormula(value)
}

/** A list as CSV, safe to be opened by whatever program; a piece for each batch of rows. */
export async function* writeCsv({ columns, batches }: StreamedSheet): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + csvLines([columns.map(({ title }) => title)]), 'utf8')
  const kinds = columns.map(({ kind }) => kind)
  for await (const rows of batches)
    yield Buffer.from(csvLines(rows.map((row) => row.map((value, at) => csvValue(value, kinds[at] ?? 'text')))), 'utf8')
}
