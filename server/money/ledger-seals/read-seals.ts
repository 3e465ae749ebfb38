// Reads the tables `ledger_seal` and `ledger_seal_day`.
import { sql } from 'kysely'
import type { Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** The hash of all rows of a company that were sealed until the end of a day, and how many they are. */
export interface LedgerSeal {
  day: string
  rows: number
  /** SHA-256 in hexadecimal, of the running hashes of its tables. */
  hash: string
}

/** Reads the seal of a company at the end of a day, or of the next one that was sealed. Undefined while that day is not over. */
export async function findLedgerSealAtOrAfterDay(db: Db, enterpriseId: string, day: string): Promise<LedgerSeal | undefined> {
  const { rows } = await sql<LedgerSeal>`
    with ended as (select min(day) as day from ledger_seal_day where day >= ${day} and root is not null),
    latest as (select distinct on (s.table_name) s.table_name, s.total, s.hash from ledger_seal s, ended
      where s.enterprise_id = ${enterpriseId} and s.day <= ended.day order by s.table_name, s.day desc)
    select ended.day, coalesce(sum(l.total), 0)::bigint as rows,
      encode(sha256(convert_to(coalesce(string_agg(concat_ws(' ', l.table_name, l.total, encode(l.hash, 'hex')), ',' order by l.table_name collate "C"), ''), 'UTF8')), 'hex') as hash
    from ended left join latest l on true where ended.day is not null group by ended.day`.execute(db)
  return rows[0]
}

/** The root of the last day that is over: it covers the seals of all companies until then. Undefined before the first. */
export async function findSealRootOfLastFinishedDay(db: Db): Promise<{ day: string; root: Buffer } | undefined> {
  const row = await db
    .selectFrom('ledger_seal_day')
    .select(['day', 'root'])
    .where('root', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.root ? { day: row.day, root: row.root } : undefined
}

/** How far the rows of money and of the audit log are sealed. */
export interface LedgerSealProgress {
  /** When rows were sealed last; null: never. */
  sealedAt: Date | null
  /** Rows that are not sealed yet, and the time of the oldest of them. */
  unsealed: number
  unsealedSince: Date | null
}

/** No reading counts more rows than this. */
const COUNT_MAX = 50_000

/** Reads when rows were sealed last, how many of all companies are not, and the time of the oldest of these. */
export async function readSealProgress(db: Db): Promise<LedgerSealProgress> {
  const { rows } = await sql<LedgerSealProgress>`
    with last as (select max(until) as until, max(sealed_at) as at from ledger_seal_day),
    waiting as (select r.at from ledger_seal_row r where r.written_in >= coalesce((select until from last), 0) limit ${COUNT_MAX})
    select last.at as "sealedAt", (select count(*)::int from waiting) as unsealed, (select min(at) from waiting) as "unsealedSince" from last`.execute(
    withoutTenantGuard(db, 'console'),
  )
  return rows[0] ?? { sealedAt: null, unsealed: 0, unsealedSince: null }
}
