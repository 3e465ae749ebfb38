import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes the statements of a mall to a file of the folder in `STATEMENTS_FOLDER`, for tools/citus/explain-statements.ts. */
export function recordStatements(statements: readonly string[]): void {
  const folder = process.env.STATEMENTS_FOLDER
  if (folder) writeFileSync(path.join(folder, `${randomUUID()}.json`), JSON.stringify([...new Set(statements)]))
}
