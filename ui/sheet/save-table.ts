import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { saveBlobToDisk } from '#ui/save-file.ts'
import { type SheetTable, toCsvBlob, toXlsxBlob } from './write-sheet.ts'

interface Names {
  /** The file name without its extension. */
  name: string
  /** The name of the sheet. */
  sheet?: string
}

/** Downloads a table as a file. */
export async function saveTableToDisk(table: SheetTable, format: SheetFormat, { name, sheet = name }: Names): Promise<undefined> {
  saveBlobToDisk(format === 'xlsx' ? await toXlsxBlob(table, sheet) : toCsvBlob(table), `${name}.${format}`)
}
