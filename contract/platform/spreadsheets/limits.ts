/** What of a sheet is read at most, in browsers and on the server: a small file can describe a very large table. */

/** Characters of one cell; part numbers, names and remarks are far shorter. */
export const CELL_CHARS_MAX = 2_000
/** Columns that may hold something: as many as an old spreadsheet had. */
const COLUMNS_MAX = 256
/** Characters of all cells together: several times what the largest statement of a bank holds. */
const CHARS_MAX = 20_000_000

/** A sheet that goes beyond a limit. Its message is for the person who brought it and names the row. `rows`: there are too many. */
export class SheetLimitError extends Error {
  readonly limit: 'rows' | 'columns' | 'cell' | 'content'
  constructor(limit: SheetLimitError['limit'], message: string) {
    super(message)
    this.limit = limit
  }
}

/** 1 → 'A', 27 → 'AA', 16384 → 'XFD': what a spreadsheet calls a column. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + ((column - 1) % 26))
  return column > 26 ? columnName(Math.floor((column - 1) / 26)) + letter : letter
}

export interface SheetRows {
  /** Puts a text into a cell, both counted from 1; blank ones are passed over wherever they stand. Throws `SheetLimitError`. */
  set(row: number, column: number, text: string): void
  /** The rows up to the last that holds something, each up to its last cell. */
  readonly rows: readonly (readonly string[])[]
}

/** Rows that are filled cell by cell, in any order, and hold no more than the limits allow. */
export function createSheetRows(rowsMax: number): SheetRows {
  const rows: string[][] = []
  let chars = 0
  return {
    rows,
    set(row, column, text) {
      if (text.trim() === '') return
      if (row > rowsMax)
        throw new SheetLimitError('rows', `第 ${row} 行超出上限，最多 ${rowsMax} 行；请拆成几个文件分别上传，或删除多余的行`)
      if (column > COLUMNS_MAX)
        throw new SheetLimitError(
          'columns',
          `第 ${row} 行 ${columnName(column)} 列有内容，最多 ${COLUMNS_MAX} 列；请删除多余的列后重新上传`,
        )
      if (text.length > CELL_CHARS_MAX)
        throw new SheetLimitError('cell', `第 ${row} 行 ${columnName(column)} 列的内容超过 ${CELL_CHARS_MAX} 个字；请删减后重新上传`)
      chars += text.length
      if (chars > CHARS_MAX) throw new SheetLimitError('content', `读到第 ${row} 行时内容过多；请删除不需要的列，或拆成几个文件分别上传`)
      while (rows.length < row) rows.push([])
      const cells = rows[row - 1] ?? []
      while (cells.length < column) cells.push('')
      cells[column - 1] = text
    },
  }
}
