import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import { COMPUTED_CELL_MARK } from '#contract/platform/spreadsheets/limits.ts'
import { CellFault } from '#server/catalog/goods-import/columns/cell-fault.ts'

/** A row of the file, with its cells in the order of its columns. */
export interface GoodsSheetRow {
  row: number
  /** The first row of the same goods. */
  goodsNo: number
  /** An earlier row with the same SKU code; null: none. */
  sameAs: number | null
  goodsCode: string
  skuCode: string
  cells: readonly string[]
}

/** The problems of a row. */
export interface ImportRowFault {
  row: number
  /** The title of the column; empty: the row as a whole. */
  column: string
  value: string
  reason: string
  suggestion: string
}

const VALUE_CHARS = 60

export const createImportRowFault = (row: number, column: string, value: string, { reason, suggestion }: CellFault): ImportRowFault => ({
  row,
  column,
  value: value.replace(COMPUTED_CELL_MARK, '').slice(0, VALUE_CHARS).toWellFormed(),
  reason,
  suggestion,
})

/** The text that our own exports have for a value, read back. */
export function formatValueAsExportedCellText(value: string | number | null, kind: 'text' | 'money' | 'count'): string {
  if (value === null) return ''
  const text = typeof value === 'number' && kind === 'money' ? formatYuan(value as Fen) : String(value)
  return text.replace(/\r\n?/g, '\n').trim()
}

interface Field<Value> {
  title: string
  /** The current text of the cell. */
  currentText: string
  read: (text: string) => Value | CellFault
  /** The result of an empty cell that empties its field. */
  emptied: (() => Value) | undefined
}

const COMPUTED = new CellFault('单元格是公式，请改为值（复制后“选择性粘贴”为数值）')

/** Reads one cell; undefined: the field stays unchanged. */
export function parseFieldCellIfChanged<Value>(text: string, { currentText, read, emptied }: Field<Value>): Value | CellFault | undefined {
  if (text.startsWith(COMPUTED_CELL_MARK)) return COMPUTED
  if (text === currentText) return undefined
  return text === '' ? emptied?.() : read(text)
}

/** The cell that counts for all rows of the goods: the first with content. A row with another content is an error. */
export function resolveGoodsCellAcrossRows(
  rows: readonly GoodsSheetRow[],
  at: number,
  title: string,
): { text: string; row: number; faults: ImportRowFault[] } {
  const filled = rows.filter(({ cells }) => (cells[at] ?? '') !== '')
  const [first, ...others] = filled
  if (!first) return { text: '', row: rows[0]?.row ?? 0, faults: [] }
  const text = first.cells[at] ?? ''
  const differing = others.filter(({ cells }) => cells[at] !== text)
  const reason = new CellFault(`与第 ${first.row} 行不同：同一商品各行的“${title}”须相同，或只填一行`)
  return { text, row: first.row, faults: differing.map(({ row, cells }) => createImportRowFault(row, title, cells[at] ?? '', reason)) }
}
