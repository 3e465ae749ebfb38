// Closes months and charges interest for all enterprises. The table `closed_month` records which months are closed.
import { sql } from 'kysely'
import { addDays, addMonths, getShanghaiMonthInterval, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { drawdownKindsSql, lockAndBringDebtsUpToDate } from '#server/money/statements/public.ts'
import { type Db, extractSqlState, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachChunkRetryingFailedSingly } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Enterprises per transaction. Their locks are held for well under a second. */
const CHUNK = 200
/** A transaction that started in a month is committed at most this long after its end. */
const STRAGGLERS_MS = 24 * 3_600_000
const LOCK_NOT_AVAILABLE = '55P03'

export interface MonthClosingCounts {
  companies: number
  /** Drawdowns that were frozen. */
  lines: number
  /** Days that were charged. */
  days: number
}

/** Returns the start of the first month that is not closed for all enterprises; drawdowns without a statement are searched from there. */
async function openSince(db: Db): Promise<Date | undefined> {
  const { last } = await db.selectFrom('closed_month').select(db.fn.max('month').as('last')).executeTakeFirstOrThrow()
  if (last !== null) return getShanghaiMonthInterval(last).until
  const { rows } = await sql<{
    first: Date | null
  }>`select min(at) as first from ledger_transfer where kind in ${drawdownKindsSql}`.execute(withoutTenantGuard(db, 'finding work'))
  return rows[0]?.first ?? undefined
}

async function findUnclosedOrRecordClosed(db: Db, moment: Moment): Promise<string[]> {
  const from = await openSince(db)
  const { from: until } = getShanghaiMonthInterval(toShanghaiMonth(moment.now))
  if (!from || from >= until) return []
  const { rows } = await sql<{ id: string }>`
    select distinct t.enterprise_id as id from ledger_transfer t where t.kind in ${drawdownKindsSql} and t.at >= ${from} and t.at < ${until}
      and not exists (select 1 from statement s where s.enterprise_id = t.enterprise_id and s.month = to_char(t.at at time zone 'Asia/Shanghai', 'YYYY-MM'))
  `.execute(withoutTenantGuard(db, 'finding work'))
  // A day later no transaction can add a drawdown to that month, so it need not be searched again.
  if (rows.length === 0 && moment.now.getTime() - until.getTime() > STRAGGLERS_MS) {
    const month = addMonths(toShanghaiMonth(moment.now), -1)
    const row = { month, at: moment.now }
    await runInTransaction(db, (tx) =>
      tx
        .insertInto('closed_month')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  }
  return rows.map(({ id }) => id)
}

async function findLate(db: Db, moment: Moment): Promise<string[]> {
  const today = toShanghaiDay(moment.now)
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('statement')
    .select('enterprise_id')
    .distinct()
    .where('state', 'in', ['CLOSED', 'OVERDUE'])
    .where(sql`coalesce(on_time_day, due_day)`, '<', today)
    .where((eb) => eb.or([eb('state', '=', 'CLOSED'), eb('interest_day', '<', addDays(today, -1))]))
    .execute()
  return rows.map(({ enterprise_id }) => enterprise_id)
}

/**
 * Processes one chunk at a time in the whole system. Its rows are locked by one statement in no fixed order, so two chunks with the same
 * enterprises could deadlock.
 */
async function updateChunk(tx: Tx, moment: Moment, enterpriseIds: readonly string[]): Promise<{ lines: number; days: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('close months', 0))`.execute(tx)
  return lockAndBringDebtsUpToDate(tx, moment, enterpriseIds)
}

/**
 * Closes all past months and charges all past days, for all enterprises, including days that were missed. It can be repeated without harm,
 * and two concurrent runs share the work. Throws an AggregateError of the enterprises that failed, after all others are done.
 */
export async function closeMonthsAndChargeInterest(db: Db, moment: Moment): Promise<MonthClosingCounts> {
  const ids = [...new Set([...(await findUnclosedOrRecordClosed(db, moment)), ...(await findLate(db, moment))])].sort()
  const progress: MonthClosingCounts = { companies: 0, lines: 0, days: 0 }
  await forEachChunkRetryingFailedSingly(ids, CHUNK, async (chunk) => {
    const done = await runInTransaction(db, (tx) => updateChunk(tx, moment, chunk)).catch((error) => {
      if (extractSqlState(error) === LOCK_NOT_AVAILABLE) return undefined
      throw error
    })
    if (!done) return false
    progress.companies += chunk.length
    progress.lines += done.lines
    progress.days += done.days
    return true
  })
  return progress
}
