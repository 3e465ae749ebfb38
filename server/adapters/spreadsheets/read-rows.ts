import { readCsv } from '#contract/platform/spreadsheets/csv.ts'
import { decodeCsvBytes, unescapeFormula } from '#contract/platform/spreadsheets/csv-text.ts'
import { FORMULA_MARK, getContentSheetLimits, getListSheetLimits, type SheetLimits } from '#contract/platform/spreadsheets/limits.ts'
import { type NamedSheet, readWorkbook, readWorkbookSheets } from '#contract/platform/spreadsheets/workbook.ts'
import { parseCellText } from './cells.ts'

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

function readText(bytes: Uint8Array, limits: SheetLimits): TextRows {
  const text = decodeCsvBytes(bytes)
  if (text.includes('\u0000')) throw new UnreadableTableError('')
  if (isMarkup(text)) throw new UnreadableTableError('该文件是网页格式的表格，请用 Excel 打开后另存为 .xlsx，再上传')
  return readCsv(text, limits)
}

interface Reading {
  limits: SheetLimits
  markFormulas: boolean
}

const readCells = (bytes: Uint8Array<ArrayBuffer>, { limits, markFormulas }: Reading): Promise<TextRows> | TextRows => {
  if (isCompound(bytes)) throw new UnreadableTableError('不支持旧版 .xls 和加密的文件，请用 Excel 打开后另存为不带密码的 .xlsx，再上传')
  return isZip(bytes) ? readWorkbook(bytes, limits, { markFormulas }) : readText(bytes, limits)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that a workbook cannot hold
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The text of a cell as it was written, with plain line breaks. A formula keeps its mark. */
function plainCell(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  if (text.startsWith(FORMULA_MARK)) return FORMULA_MARK + text.replace(UNWRITABLE, '').trim()
  return unescapeFormula(text.replace(UNWRITABLE, '').trim())
}

/** Spreadsheet programs calculate such a cell of a CSV. What our own files have of them is escaped. */
const isCsvFormula = (cell: string): boolean => /^\s*=/.test(cell)

/** Reads rows as they were written, for contents. Line breaks stay, and what a formula computes is marked. It throws as `readRows` does. */
export async function readVerbatimRows(bytes: Uint8Array<ArrayBuffer>, rowsMax: number): Promise<TextRows> {
  const rows = await readCells(bytes, { limits: getContentSheetLimits(rowsMax), markFormulas: true })
  const marked = (cell: string) => (isCsvFormula(cell) ? FORMULA_MARK + cell : cell)
  return rows.map((cells) => cells.map((cell) => plainCell(isZip(bytes) ? cell : marked(cell))))
}

/** Reads all visible sheets of a workbook as they were written, as `readVerbatimRows` reads one. A CSV is refused. */
export async function readVerbatimSheets(bytes: Uint8Array<ArrayBuffer>, rowsMax: number, sheetsMax: number): Promise<NamedSheet[]> {
  if (!isZip(bytes)) throw new UnreadableTableError('')
  const sheets = await readWorkbookSheets(bytes, getContentSheetLimits(rowsMax), { markFormulas: true, sheetsMax })
  return sheets.map(({ name, rows }) => ({ name, rows: rows.map((cells) => cells.map(plainCell)) }))
}

/**
 * Reads the rows of a CSV or of a workbook's first sheet. Formulas are not calculated: the stored value is used. Throws `SheetLimitError`,
 * `UnreadableTableError`, and other errors if the file is damaged.
 */
export async function readRows(bytes: Uint8Array<ArrayBuffer>, rowsMax: number): Promise<TextRows> {
  const rows = await readCells(bytes, { limits: getListSheetLimits(rowsMax), markFormulas: false })
  return rows.map((cells) => cells.map(parseCellText))
}
