import { type Fen, formatUnitCost, formatYuan } from '#contract/platform/core/money.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { BYTE_ORDER_MARK, escapeFormula, formatCsvLines } from '#contract/platform/spreadsheets/csv-text.ts'

/**
 * The type of a column's values: text, an amount of money, a whole number, a day 'YYYY-MM-DD', an instant, and what one unit costs, given as
 * fen of 100 units and written as yuan with four decimals.
 */
export type ColumnKind = 'text' | 'money' | 'count' | 'day' | 'instant' | 'unitCost'
export type CellValue = string | number | Date | null

export interface ColumnHeader {
  title: string
  /** In characters. A Chinese one counts as two. */
  width: number
  kind: ColumnKind
}

/** Rows of values in the order of the columns. Money is in fen, instants are `Date`. */
export type CellRows = readonly (readonly CellValue[])[]

/** The allowed values of a column, as a reference of a spreadsheet: `'选项'!$A$2:$A$9`. */
export interface ColumnChoices {
  column: number
  source: string
}

/** A list to export that is completely in memory. */
export interface Sheet {
  name: string
  columns: readonly ColumnHeader[]
  dropDowns?: readonly ColumnChoices[]
  rows: CellRows
}

/** A list to export whose rows are read in batches. */
export interface StreamedSheet {
  name: string
  columns: readonly ColumnHeader[]
  dropDowns?: readonly ColumnChoices[]
  batches: AsyncIterable<CellRows> | Iterable<CellRows>
}

/** Turns a list in memory into a streamed one. */
export const toStreamedSheet = ({ rows, ...sheet }: Sheet): StreamedSheet => ({ ...sheet, batches: [rows] })

function csvValue(value: CellValue, kind: ColumnKind): string {
  if (value === null) return ''
  if (value instanceof Date) return formatShanghaiTime(value)
  if (typeof value === 'string') return escapeFormula(value)
  if (kind === 'unitCost') return formatUnitCost(value as Fen)
  return kind === 'money' ? formatYuan(value as Fen) : String(value)
}

/** Writes a list as CSV that is safe in every program, one piece for each batch of rows. */
export async function* writeCsv({ columns, batches }: StreamedSheet): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + formatCsvLines([columns.map(({ title }) => title)]), 'utf8')
  const kinds = columns.map(({ kind }) => kind)
  for await (const rows of batches)
    yield Buffer.from(formatCsvLines(rows.map((row) => row.map((value, at) => csvValue(value, kinds[at] ?? 'text')))), 'utf8')
}
