// Writes the tables `ledger_seal` and `ledger_seal_day`. What is sealed, and what of a row, says the view `ledger_seal_row`.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** The first run seals all that is there, which can be millions of rows. */
const PATIENCE = '30min'
/** How many transactions are sealed by one statement, so that their hashes fit into memory. */
const TRANSACTIONS_AT_ONCE = 200_000

/** Ends the seals of a day: its root covers all of them and the root of the day before. They are read first, because they are of all companies. */
async function endDay(tx: Tx, day: string): Promise<void> {
  const { rows } = await sql<{ seals: string | null }>`
    select string_agg(concat_ws(' ', enterprise_id, table_name, total, encode(hash, 'hex')), ',' order by enterprise_id, table_name collate "C") as seals
    from ledger_seal where day = ${day}`.execute(tx)
  const before = await tx
    .selectFrom('ledger_seal_day')
    .select('root')
    .where('day', '<', day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  const root = createHash('sha256')
    .update(before?.root ?? '')
    .update(rows[0]?.seals ?? '', 'utf8')
    .digest()
  await tx.updateTable('ledger_seal_day').set({ root }).where('day', '=', day).execute()
}

/** The rows of ended transactions of a company and a table, as hashes in the order of their transactions. */
interface EndedRows {
  enterprise_id: string
  table_name: string
  hashes: Buffer[]
}

const fold = (start: Buffer, hashes: readonly Buffer[]): Buffer =>
  hashes.reduce((folded, next) => createHash('sha256').update(folded).update(next).digest(), start)

const keyOf = (one: Omit<EndedRows, 'hashes'>): string => `${one.enterprise_id} ${one.table_name}`

interface LastSeal {
  enterprise_id: string
  table_name: string
  total: number
  hash: Buffer
}

/** How many days back most companies have their last seal. Older ones are looked for among all of theirs. */
const RECENT_DAYS = 31

/** Finds the last seal of each company and table. */
async function findLastSeals(tx: Tx, fresh: readonly Omit<EndedRows, 'hashes'>[], day: string): Promise<ReadonlyMap<string, LastSeal>> {
  const find = async (of: typeof fresh, since: string) => {
    if (of.length === 0) return []
    const { rows } = await sql<LastSeal>`
      select distinct on (enterprise_id, table_name) enterprise_id, table_name, total, hash from ledger_seal
      where enterprise_id = any(${[...new Set(of.map((one) => one.enterprise_id))]}::uuid[])
        and table_name = any(${[...new Set(of.map((one) => one.table_name))]}::text[]) and day >= ${since}::date
      order by enterprise_id, table_name, day desc`.execute(tx)
    return rows
  }
  const recent = new Map((await find(fresh, addDays(day, -RECENT_DAYS))).map((seal) => [keyOf(seal), seal]))
  const older = await find(
    fresh.filter((one) => !recent.has(keyOf(one))),
    '-infinity',
  )
  return new Map([...older.map((seal) => [keyOf(seal), seal] as const), ...recent])
}

/**
 * Adds the rows of ended transactions to the seals of their companies, and returns their number. Rows of one transaction are taken in the
 * order of their hashes. The seals are computed here and not in the database: a distributed one cannot write from a view over tables on
 * several machines.
 */
async function sealEnded(tx: Tx, { day, first, until }: { day: string; first: number; until: number }): Promise<number> {
  const { rows: fresh } = await sql<EndedRows>`
    select enterprise_id, table_name, array_agg(hash order by written_in, hash) as hashes
    from ledger_seal_row where written_in >= ${first} and written_in < ${until} group by enterprise_id, table_name`.execute(tx)
  if (fresh.length === 0) return 0
  const seals = await findLastSeals(tx, fresh, day)
  const next = fresh.map(({ hashes, ...of }) => {
    const { total = 0, hash = Buffer.alloc(0) } = seals.get(keyOf(of)) ?? {}
    return { ...of, rows: hashes.length, total: total + hashes.length, hash: fold(hash, hashes) }
  })
  await sql`
    insert into ledger_seal as s (enterprise_id, table_name, day, rows, total, hash)
    select n.enterprise_id, n.table_name, ${day}::date, n.rows, n.total, n.hash
    from unnest(${next.map((one) => one.enterprise_id)}::uuid[], ${next.map((one) => one.table_name)}::text[], ${next.map((one) => one.rows)}::bigint[],
      ${next.map((one) => one.total)}::bigint[], ${next.map((one) => one.hash)}::bytea[]) n(enterprise_id, table_name, rows, total, hash)
    on conflict (enterprise_id, table_name, day) do update set rows = s.rows + excluded.rows, total = excluded.total, hash = excluded.hash`.execute(
    tx,
  )
  return next.reduce((sum, { rows }) => sum + rows, 0)
}

/**
 * Seals all rows of money and of the audit log whose transactions have ended, in the order of these transactions, and returns how many they are. A transaction that is still open holds
 * those after it back. While another run is under way it seals nothing. Throws if transactions have begun anew, because then the database was copied to
 * another cluster and no server has opened it as the owner.
 */
export async function sealUnsealedMoneyRows(db: Db, moment: Moment): Promise<number> {
  return runInTransaction(db, async (guarded) => {
    const tx = withoutTenantGuard(guarded, 'working in sets')
    await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
    const { rows: lock } = await sql<{
      free: boolean
    }>`select pg_try_advisory_xact_lock(hashtextextended('ledger seals', 0)) as free`.execute(tx)
    if (!lock[0]?.free) return 0
    const last = await tx.selectFrom('ledger_seal_day').select(['day', 'until']).orderBy('day', 'desc').limit(1).executeTakeFirst()
    const { rows: now } = await sql<{ ended: number }>`select transactions_ended() as ended`.execute(tx)
    const [first, until] = [last?.until ?? 0, now[0]?.ended ?? 0]
    if (until < first) throw new Error('transactions of this database have lower numbers than those that were sealed')
    const today = toShanghaiDay(moment.now)
    const day = last && last.day > today ? last.day : today
    if (last && last.day < day) await endDay(tx, last.day)
    let rows = 0
    for (let from = first; from < until; from += TRANSACTIONS_AT_ONCE)
      rows += await sealEnded(tx, { day, first: from, until: Math.min(from + TRANSACTIONS_AT_ONCE, until) })
    await tx
      .insertInto('ledger_seal_day')
      .values({ day, first, until, rows, sealed_at: moment.now })
      .onConflict((conflict) =>
        conflict.column('day').doUpdateSet({ until, rows: sql<number>`ledger_seal_day.rows + ${rows}`, sealed_at: moment.now }),
      )
      .execute()
    return rows
  })
}
