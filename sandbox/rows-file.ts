import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Rows of one kind by their keys, in a file that survives a restart. */
export interface RowsFile<Row> {
  find(key: string): Row | undefined
  /** In the order in which they were added. */
  all(): readonly Row[]
  /** Changes or adds a row, and writes the file before it returns. */
  save(row: Row): void
}

/** Opens the file of a name in a folder, which is created if it is missing. */
export function openRowsFile<Row>(folder: string, name: string, getKey: (row: Row) => string): RowsFile<Row> {
  const file = path.join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const rows = new Map<string, Row>(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, Row][]) : [])
  return {
    find: (key) => rows.get(key),
    all: () => [...rows.values()],
    save(row) {
      rows.set(getKey(row), row)
      writeFileSync(`${file}.new`, JSON.stringify([...rows]), { flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}
