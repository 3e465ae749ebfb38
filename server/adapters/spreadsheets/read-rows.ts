import { passCsvCellsToReceiver } from '#contract/platform/spreadsheets/csv.ts'
import { decodeCsvPieces, unescapeFormula } from '#contract/platform/spreadsheets/csv-text.ts'
import {
  COMPUTED_CELL_MARK,
  createSheetRowBuilder,
  createSheetRowStream,
  getLongCellSheetLimits,
  getShortCellSheetLimits,
} from '#contract/platform/spreadsheets/limits.ts'
import { passWorkbookCellsToReceiver, readFirstWorkbookSheet } from '#contract/platform/spreadsheets/workbook.ts'
import { stripNumberWrappersFromCellText } from './cells.ts'

/** The cells of a table as text, without invisible characters. */
export type TextRows = readonly (readonly string[])[]

/** Why a file cannot be read as a table, in a sentence for its user. */
export class UnreadableTableError extends Error {}

const beginsWith = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, at) => bytes[at] === byte)
/** Every XLSX file is a zip, and no CSV begins like one. */
const isZip = (bytes: Uint8Array) => beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
/** Old Excel files begin like this, and new ones with a password. */
const isCompound = (bytes: Uint8Array) => beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)
/** Some banks name an HTML page .xls. */
const isMarkup = (text: string) => /^\s*<(?:!doctype|html|table|meta|\?xml)/i.test(text.slice(0, 1_000))

function* checkedPieces(bytes: Uint8Array): Generator<string> {
  let isFirst = true
  for (const piece of decodeCsvPieces(bytes)) {
    if (piece.includes('\u0000')) throw new UnreadableTableError('')
    if (isFirst && isMarkup(piece)) throw new UnreadableTableError('该文件是网页格式的表格，请用 Excel 打开后另存为 .xlsx，再上传')
    isFirst = false
    yield piece
  }
}

function refuseCompound(bytes: Uint8Array): void {
  if (isCompound(bytes)) throw new UnreadableTableError('不支持旧版 .xls 和加密的文件，请用 Excel 打开后另存为不带密码的 .xlsx，再上传')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that a workbook cannot hold
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The text of a cell as it was written, with plain line breaks. A formula keeps its mark. */
function plainCell(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  if (text.startsWith(COMPUTED_CELL_MARK)) return COMPUTED_CELL_MARK + text.replace(UNWRITABLE, '').trim()
  return unescapeFormula(text.replace(UNWRITABLE, '').trim())
}

/** Spreadsheet programs would calculate such a cell of a CSV. Our own files escape them. */
const isCsvFormula = (cell: string): boolean => /^\s*=/.test(cell)

/** A row with content: its number in the file, and its cells. */
export interface NumberedRow {
  row: number
  cells: string[]
}

interface VerbatimOptions {
  /** For each sheet. */
  rowsMax: number
  /** Reads all visible sheets of a workbook, up to a maximum, and refuses a CSV; undefined: a CSV, or the first sheet. */
  sheetsMax?: number | undefined
  /** Returns the receiver of the rows of a sheet. A CSV has no name. */
  startSheet: (name: string) => (row: NumberedRow) => void
}

/**
 * Passes on the rows of contents as they were written, one after the other: it holds only one row and the texts that cells share. Line
 * breaks stay, and computed cells are marked. It throws like `readSpreadsheetRows`.
 */
export async function streamVerbatimRows(
  bytes: Uint8Array<ArrayBuffer>,
  { rowsMax, sheetsMax, startSheet }: VerbatimOptions,
): Promise<void> {
  refuseCompound(bytes)
  const limits = getLongCellSheetLimits(rowsMax)
  const isWorkbook = isZip(bytes)
  if (!isWorkbook && sheetsMax !== undefined) throw new UnreadableTableError('')
  const marked = (cell: string) => (!isWorkbook && isCsvFormula(cell) ? COMPUTED_CELL_MARK + cell : cell)
  let finish = () => {}
  const start = (name: string) => {
    finish()
    const pass = startSheet(name)
    const target = createSheetRowStream(limits, (row, given) => {
      const cells = given.map((cell) => plainCell(marked(cell)))
      if (cells.some((cell) => cell !== '')) pass({ row, cells })
    })
    finish = target.end
    return target
  }
  if (isWorkbook) await passWorkbookCellsToReceiver(bytes, { limits, sheetsMax, startSheet: start, markFormulas: true })
  else passCsvCellsToReceiver(checkedPieces(bytes), limits, start(''))
  finish()
}

/**
 * Reads the rows of a CSV or of a workbook's first sheet. Formulas are not calculated: the stored value is used. Throws `SheetLimitError`,
 * `UnreadableTableError`, and other errors if the file is damaged.
 */
export async function readSpreadsheetRows(bytes: Uint8Array<ArrayBuffer>, rowsMax: number): Promise<TextRows> {
  refuseCompound(bytes)
  const limits = getShortCellSheetLimits(rowsMax)
  if (isZip(bytes)) return (await readFirstWorkbookSheet(bytes, limits)).map((cells) => cells.map(stripNumberWrappersFromCellText))
  const target = createSheetRowBuilder(limits)
  passCsvCellsToReceiver(checkedPieces(bytes), limits, target)
  return target.rows.map((cells) => cells.map(stripNumberWrappersFromCellText))
}
