import { decodeCsvBytes } from '#contract/platform/spreadsheets/csv-text.ts'
import { getShortCellSheetLimits, SheetLimitError } from '#contract/platform/spreadsheets/limits.ts'

/**
 * Reads the first sheet of a file: XLSX, or CSV in UTF-8 (with or without a byte order mark) or in GB18030, which Chinese Excel writes. The
 * parsers are loaded with the first file. Cells are text: the result of a formula, never the formula.
 */

export const SHEET_FILE_TYPES = '.xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const BYTES_MAX = 5_000_000
/** The number of rows that are read. Rows above the largest order are still counted. */
const ROWS_MAX = 20_000

/** The file cannot be read. The message is for the person. */
export class SheetFileError extends Error {}

type Table = readonly (readonly string[])[]

async function readText(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  const { parseCsvRows } = await import('#contract/platform/spreadsheets/csv.ts')
  return parseCsvRows(decodeCsvBytes(bytes), getShortCellSheetLimits(ROWS_MAX))
}

async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  const { readFirstWorkbookSheet } = await import('#contract/platform/spreadsheets/workbook.ts')
  try {
    return await readFirstWorkbookSheet(bytes, getShortCellSheetLimits(ROWS_MAX))
  } catch (error) {
    if (error instanceof SheetLimitError) throw error
    throw new SheetFileError('文件无法读取，请用 Excel 另存为 .xlsx 或 .csv 后重试')
  }
}

async function readTable(file: Blob & { name?: string }): Promise<Table> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readXlsx(bytes)
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new SheetFileError('不支持旧版 .xls 文件，请用 Excel 另存为 .xlsx')
  if (/\.xlsx$/i.test(file.name ?? '') || bytes.subarray(0, 1_000).some((byte, at) => byte === 0 && !(bytes[0] === 0xff && at > 0)))
    throw new SheetFileError('文件无法读取，请用 Excel 另存为 .xlsx 或 .csv 后重试')
  return readText(bytes)
}

/** Returns the rows of a file's first sheet. Throws a `SheetFileError` if the file is too large, of another type, or damaged. */
export async function readSheetFile(file: Blob & { name?: string }): Promise<Table> {
  if (file.size > BYTES_MAX) throw new SheetFileError('文件不能超过 5MB')
  if (file.size === 0) throw new SheetFileError('文件是空的')
  return readTable(file).catch((error: unknown) => {
    throw error instanceof SheetLimitError ? new SheetFileError(error.message) : error
  })
}
