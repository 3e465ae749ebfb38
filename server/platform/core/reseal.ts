import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Keys } from './keys.ts'
import type { Moment } from './moment.ts'

/** A column of sealed values, with the columns that identify a row. Every value is sealed for `table|column|id`. */
export interface SealedColumn {
  table: string
  column: string
  key: readonly ['id'] | readonly ['enterprise_id', 'id']
}

const BATCH = 200

interface Row extends Record<string, unknown> {
  id: string
  sealed: Buffer
}

/** Reads rows that are not sealed with the newest key, in the order of their key. */
async function readStale(
  db: Db,
  { table, column, key }: SealedColumn,
  { newest, after }: { newest: Buffer; after: number },
): Promise<Row[]> {
  const names = sql.join(key.map((name) => sql.ref(name)))
  const stale = sql`substring(${sql.ref(column)} from 1 for ${sql.lit(newest.length)}) <> ${newest}`
  const { rows } = await sql<Row>`
    select ${names}, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where octet_length(${sql.ref(column)}) > 0 and ${stale} order by ${names} limit ${sql.lit(BATCH)} offset ${sql.lit(after)}`.execute(db)
  return rows
}

function openOrNot(keys: Keys, place: string, sealed: Buffer): string | undefined {
  try {
    return keys.open(place, sealed)
  } catch {
    return undefined
  }
}

/**
 * Reseals old values with the newest key, one row at a time. It can be stopped and started again at any moment while the mall is open: it
 * reads only values with an older key, and does not overwrite a value that changes meanwhile. `lost` counts the values that no key of this
 * server can open.
 */
export async function resealOldValues(
  db: Db,
  moment: Moment,
  { keys, sealed }: { keys: Keys; sealed: SealedColumn },
): Promise<{ resealed: number; lost: number }> {
  const { table, column, key } = sealed
  const done = { resealed: 0, lost: 0 }
  for (;;) {
    const rows = await readStale(db, sealed, { newest: keys.newestSeal, after: done.lost })
    for (const { sealed: old, ...known } of rows) {
      const at = `${table}|${column}|${known.id}`
      const text = openOrNot(keys, at, old)
      if (text === undefined) {
        done.lost++
        continue
      }
      const row = sql.join(
        key.map((name) => sql`${sql.ref(name)} = ${known[name]}`),
        sql` and `,
      )
      const anew = keys.seal(moment, at, text)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${anew} where ${row} and ${sql.ref(column)} = ${old}`.execute(db)
      done.resealed++
    }
    if (rows.length < BATCH) return done
  }
}
