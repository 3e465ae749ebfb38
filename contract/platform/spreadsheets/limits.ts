/** Limits for reading a sheet, in browsers and on the server. A small file can describe a very large table. */

/** Columns with content: as many as an old spreadsheet had. */
const COLUMNS_MAX = 256

/** What a reader of a sheet accepts. */
export interface SheetLimits {
  /** Rows up to the last one with content. */
  rowsMax: number
  /** Characters of one cell. */
  cellCharsMax: number
  /** Characters of all cells together. */
  charsMax: number
  /** Decompressed bytes of a workbook, all parts together. */
  unpackedBytesMax: number
}

/** For lists of codes, names, amounts and remarks: several times the largest bank statement. */
export const getShortCellSheetLimits = (rowsMax: number): SheetLimits => ({
  rowsMax,
  cellCharsMax: 2_000,
  charsMax: 20_000_000,
  unpackedBytesMax: 64 * 1024 * 1024,
})

/** For contents of goods: cells as long as a description, and many of them. */
export const getLongCellSheetLimits = (rowsMax: number): SheetLimits => ({
  rowsMax,
  cellCharsMax: 32_767,
  charsMax: 60_000_000,
  unpackedBytesMax: 768 * 1024 * 1024,
})

/** The mark before the value of a computed cell, for readers that must distinguish it from a typed one. No typed text begins with it. */
export const COMPUTED_CELL_MARK = '\u0001'

/** A sheet exceeds a limit. The message is for the user and names the row. `rows`: it has too many rows. */
export class SheetLimitError extends Error {
  readonly limit: 'rows' | 'columns' | 'cell' | 'content' | 'order'
  constructor(limit: SheetLimitError['limit'], message: string) {
    super(message)
    this.limit = limit
  }
}

/** 1 → 'A', 27 → 'AA', 16384 → 'XFD': a spreadsheet's column name. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + ((column - 1) % 26))
  return column > 26 ? columnName(Math.floor((column - 1) / 26)) + letter : letter
}

/** Receives the cells of a sheet as they are read. */
export interface SheetCellReceiver {
  /** Sets the text of a cell. Row and column are counted from 1. Blank texts are ignored. Throws `SheetLimitError`. */
  set(row: number, column: number, text: string): void
}

export interface SheetRowBuilder extends SheetCellReceiver {
  /** The rows up to the last one with content, each up to its last cell with content. */
  readonly rows: readonly (readonly string[])[]
}

/** Throws `SheetLimitError` at the first cell beyond a limit. Returns whether a cell has content. */
function createCellCheck({ rowsMax, cellCharsMax, charsMax }: SheetLimits): (row: number, column: number, text: string) => boolean {
  let chars = 0
  return (row, column, text) => {
    if (text.trim() === '') return false
    if (row > rowsMax) throw new SheetLimitError('rows', `第 ${row} 行超出上限，最多 ${rowsMax} 行；请拆成几个文件分别上传，或删除多余的行`)
    if (column > COLUMNS_MAX)
      throw new SheetLimitError('columns', `第 ${row} 行 ${columnName(column)} 列有内容，最多 ${COLUMNS_MAX} 列；请删除多余的列后重新上传`)
    if (text.length > cellCharsMax)
      throw new SheetLimitError('cell', `第 ${row} 行 ${columnName(column)} 列的内容超过 ${cellCharsMax} 个字；请删减后重新上传`)
    chars += text.length
    if (chars > charsMax) throw new SheetLimitError('content', `读到第 ${row} 行时内容过多；请删除不需要的列，或拆成几个文件分别上传`)
    return true
  }
}

function putCell(cells: string[], column: number, text: string): void {
  while (cells.length < column) cells.push('')
  cells[column - 1] = text
}

/** Rows that are filled cell by cell, in any order, within the limits. */
export function createSheetRowBuilder(limits: SheetLimits): SheetRowBuilder {
  const rows: string[][] = []
  const hasContent = createCellCheck(limits)
  return {
    rows,
    set(row, column, text) {
      if (!hasContent(row, column, text)) return
      while (rows.length < row) rows.push([])
      putCell(rows[row - 1] ?? [], column, text)
    },
  }
}

/**
 * Passes rows with content on, one after the other, so that only one is in memory. `end` passes on the last one. Cells must come row by
 * row, as all spreadsheet programs write them; otherwise `set` throws `SheetLimitError`.
 */
export function createSheetRowStream(
  limits: SheetLimits,
  pass: (row: number, cells: string[]) => void,
): SheetCellReceiver & { end(): void } {
  const hasContent = createCellCheck(limits)
  let [current, cells] = [0, [] as string[]]
  const end = () => {
    if (cells.length > 0) pass(current, cells)
    cells = []
  }
  return {
    set(row, column, text) {
      if (!hasContent(row, column, text)) return
      if (row < current) throw new SheetLimitError('order', `第 ${row} 行排在第 ${current} 行之后；请用 Excel 打开后另存，再上传`)
      if (row > current) end()
      current = row
      putCell(cells, column, text)
    },
    end,
  }
}
