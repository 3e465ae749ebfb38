import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { saveBlob } from '#ui/save-file.ts'
import { type Table, toCsvBlob, toXlsxBlob } from './write-sheet.ts'

interface Names {
  /** Of the file, without its ending. */
  name: string
  /** Of the sheet in it. */
  sheet?: string
}

/** Hands a table to the person as a file. */
export async function saveTable(table: Table, format: SheetFormat, { name, sheet = name }: Names): Promise<undefined> {
  saveBlob(format === 'xlsx' ? await toXlsxBlob(table, sheet) : toCsvBlob(table), `${name}.${format}`)
}
