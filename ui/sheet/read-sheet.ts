import { decodeText } from '../../contract/sheet/sheet-text.ts'

/**
 * Reads the first sheet of a file that a person brings: XLSX, or CSV in UTF-8, with a mark or without, or in GB18030, which Chinese Excel saves. The
 * readers are loaded with the first file. Cells are text: what a formula came to, never the formula.
 */

export const SHEET_TYPES = '.xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const BYTES_MAX = 5_000_000
const UNPACKED_MAX = 60_000_000
/** Cells beyond this are not looked at: nobody orders by them. */
const COLUMNS_MAX = 60

/** The file cannot be read; its message is for the person who brought it. */
export class SheetError extends Error {}

async function readText(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const { default: papa } = await import('papaparse')
  return papa.parse<string[]>(decodeText(bytes), { skipEmptyLines: false }).data.map((cells) => cells.slice(0, COLUMNS_MAX))
}

/** A cell as a person would read it: no date or truth makes a part number, but whoever has one shall see it in its row. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  return String(cell)
}

async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const { storedZip } = await import('../../contract/sheet/stored-zip.ts')
  const { readSheet } = await import('read-excel-file/universal')
  try {
    const plain = await storedZip(bytes, UNPACKED_MAX)
    const rows = await readSheet(plain.buffer)
    return rows.map((cells) => cells.slice(0, COLUMNS_MAX).map(cellText))
  } catch {
    throw new SheetError('文件无法读取，请用 Excel 另存为 .xlsx 或 .csv 后重试')
  }
}

/** The rows of a file's first sheet. Throws a `SheetError` for what is too large, of another kind, or broken. */
export async function readSheetFile(file: Blob & { name?: string }): Promise<string[][]> {
  if (file.size > BYTES_MAX) throw new SheetError('文件不能超过 5MB')
  if (file.size === 0) throw new SheetError('文件是空的')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readXlsx(bytes)
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new SheetError('不支持旧版 .xls 文件，请用 Excel 另存为 .xlsx')
  if (/\.xlsx$/i.test(file.name ?? '') || bytes.subarray(0, 1_000).some((byte, at) => byte === 0 && !(bytes[0] === 0xff && at > 0)))
    throw new SheetError('文件无法读取，请用 Excel 另存为 .xlsx 或 .csv 后重试')
  return readText(bytes)
}
