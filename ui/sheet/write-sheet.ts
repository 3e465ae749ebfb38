/** Writes a table as a spreadsheet file. The writer is loaded with the first file. */

import { escapeFormula, formatCsv } from '#contract/platform/spreadsheets/csv-text.ts'

export interface SheetTable {
  /** The column headings and widths in characters. */
  columns: readonly { head: string; width: number }[]
  rows: readonly (readonly (string | number | null)[])[]
}

/** A number stays a number, also below zero. Text that looks like a formula is escaped. */
const cellText = (cell: string | number | null): string =>
  typeof cell === 'string' ? escapeFormula(cell) : cell === null ? '' : String(cell)

/** CSV in UTF-8 with a byte order mark, which Chinese Excel needs. */
export function toCsvBlob({ columns, rows }: SheetTable): Blob {
  return new Blob([formatCsv([columns.map(({ head }) => head), ...rows.map((cells) => cells.map(cellText))])], {
    type: 'text/csv;charset=utf-8',
  })
}

/** XLSX with bold headings. Text cells are never formulas; they are escaped all the same, because people may save them as CSV. */
export async function toXlsxBlob({ columns, rows }: SheetTable, sheet: string): Promise<Blob> {
  const { default: write } = await import('write-excel-file/universal')
  const heads = columns.map(({ head }) => ({ value: head, type: String, fontWeight: 'bold' as const }))
  const body = rows.map((cells) =>
    cells.map((cell) => (typeof cell === 'number' ? { value: cell, type: Number } : { value: escapeFormula(cell ?? ''), type: String })),
  )
  return write([heads, ...body], { sheet, columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 }).toBlob()
}
