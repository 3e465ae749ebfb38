import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { decodeText } from '../../contract/sheet/sheet-text.ts'
import { storedZip } from '../../contract/sheet/stored-zip.ts'

/** A zip of a few megabytes can hold gigabytes. What a workbook of a statement holds is far less than this. */
const CONTENT_MAX = 64 * 1024 * 1024

/** A cell as its file holds it: text, the digits of a number as they are written there, a day, or nothing. */
export type Cell = string | number | boolean | Date | null

/** Every XLSX is a zip; no CSV begins like one. */
const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/** The rows of a CSV or of the first sheet of a workbook, with nothing calculated: of a formula only what its program last saw. */
export async function readRows(bytes: Uint8Array, rowsMax: number): Promise<readonly (readonly Cell[])[]> {
  if (isZip(bytes)) {
    // Numbers as they are written, so that a long number does not lose its last digits on the way.
    const rows = await readSheet(Buffer.from(await storedZip(new Uint8Array(bytes), CONTENT_MAX)), {
      trim: true,
      parseNumber: (digits: string) => digits,
    })
    return rows.slice(0, rowsMax) as readonly (readonly Cell[])[]
  }
  const text = decodeText(bytes)
  if (text.includes('\u0000')) throw new Error('no text')
  return Papa.parse<string[]>(text, { preview: rowsMax, skipEmptyLines: false }).data
}
