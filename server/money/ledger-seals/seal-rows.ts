// Writes the tables `ledger_seal` and `ledger_seal_day`. What is sealed, and what of a row, says the view `ledger_seal_row`.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** The first run seals all that is there, which can be millions of rows. */
const PATIENCE = '30min'

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

/** Adds the rows of ended transactions to the seals of their companies. Rows of one transaction are taken in the order of their hashes. */
const sealEnded = (tx: Tx, { day, first, until }: { day: string; first: number; until: number }) =>
  sql<{ rows: number }>`
    with fresh as materialized (select enterprise_id, table_name, count(*) as rows, array_agg(hash order by written_in, hash) as hashes
      from ledger_seal_row where written_in >= ${first} and written_in < ${until} group by enterprise_id, table_name),
    sealed as (insert into ledger_seal as s (enterprise_id, table_name, day, rows, total, hash)
      select f.enterprise_id, f.table_name, ${day}, f.rows, coalesce(l.total, 0) + f.rows, ledger_seal_fold(coalesce(l.hash, ''), f.hashes)
      from fresh f left join lateral (select total, hash from ledger_seal l where l.enterprise_id = f.enterprise_id and l.table_name = f.table_name
        order by l.day desc limit 1) l on true
      on conflict (enterprise_id, table_name, day) do update set rows = s.rows + excluded.rows, total = excluded.total, hash = excluded.hash)
    select coalesce(sum(rows), 0)::bigint as rows from fresh`.execute(tx)

/**
 * Seals all rows of money whose transactions have ended, in the order of these transactions, and returns how many they are. A transaction that is still open holds
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
    const { rows: counted } = await sealEnded(tx, { day, first, until })
    const rows = counted[0]?.rows ?? 0
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
