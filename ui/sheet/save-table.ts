import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { saveBlob } from '#ui/save-file.ts'
import { type Table, toCsvBlob, toXlsxBlob } from './write-sheet.ts'

interface Names {
  /** The file name without its extension. */
  name: string
  /** The name of the sheet. */
  sheet?: string
}

/** Downloads a table as a file. */
export async function saveTable(table: Table, format: SheetFormat, { name, sheet = name }: Names): Promise<undefined> {
  saveBlob(format === 'xlsx' ? await toXlsxBlob(table, sheet) : toCsvBlob(table), `${name}.${format}`)
}
