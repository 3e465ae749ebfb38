import { sql } from 'kysely'
import type { Tx } from '#server/platform/core/db.ts'
import type { SealedColumn } from '#server/platform/core/reseal.ts'
import { parseSealKeyId, toSealHeader } from '#server/platform/core/sealing.ts'
import { sealedColumns } from './sealed-columns.ts'

/** A sealed value with its table and column. */
export interface SealedSample {
  /** undefined: the key that is derived from MALL_SECRET. */
  keyId: string | undefined
  place: string
  sealed: Buffer
}

/** Whether any value is sealed with a key. It reads whole tables if there is none. */
export async function isSealKeyUsed(tx: Tx, keyId: string): Promise<boolean> {
  const head = toSealHeader(keyId)
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)}
      where substring(${sql.ref(column)} from 1 for ${sql.lit(head.length)}) = ${head} limit 1`.execute(tx)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Returns one value for each key in a column. The first byte of a value is 1, or 2 followed by the length and the characters of the key id.
 */
async function samplesIn(tx: Tx, { table, column }: SealedColumn): Promise<SealedSample[]> {
  const value = sql.ref(column)
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select distinct on (head) id, sealed from (
      select id, ${value} as sealed,
        case when get_byte(${value}, 0) = 1 then substring(${value} from 1 for 1)
          else substring(${value} from 1 for 2 + get_byte(${value}, 1)) end as head
      from ${sql.table(table)} where octet_length(${value}) > 1
    ) as value order by head`.execute(tx)
  return rows.map(({ id, sealed }) => ({ keyId: parseSealKeyId(sealed), place: `${table}|${column}|${id}`, sealed }))
}

/** Returns one value for each key in every column. It reads whole tables. */
export async function listSealedSamplesPerKeyAndColumn(tx: Tx): Promise<SealedSample[]> {
  const samples: SealedSample[] = []
  for (const column of sealedColumns) samples.push(...(await samplesIn(tx, column)))
  return samples
}
