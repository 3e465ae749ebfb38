// Closes months: one statement for each company and month with drawdowns, and its lines. The number of SQL statements does not depend on
// the number of companies.
import { sql } from 'kysely'
import { getShanghaiMonthInterval, STATEMENT_DUE_DAY_OF_MONTH, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { onTimeDaySql } from './interest/on-time-day.ts'
import { drawdownKindsSql } from './principal-sql.ts'

/**
 * Closes every past month of some companies that is not closed, whose drawdowns the caller has locked; returns the number of frozen lines,
 * and how to publish the closed statements. The total is the amount drawn in the month (by posting, in Asia/Shanghai) minus refunds within
 * it, whether they went to the debt or to the wallet. Early repayments count as settled, minus the part that refunds within the month sent
 * to the wallet. Only dates decide and a closed month never changes, so a late run has the same result and a second one does nothing.
 */
export async function closePastMonthsOfLockedEnterprises(
  tx: Tx,
  moment: Moment,
  enterpriseIds: readonly string[],
): Promise<{ lines: number; publish: () => Promise<void> }> {
  const { from: current } = getShanghaiMonthInterval(toShanghaiMonth(moment.now))
  // The first open instant of each company is computed apart: then it bounds the index, and not every drawdown that a company ever had is read.
  const { rows } = await sql<{ enterprise_id: string; month: string; total_fen: number; lines: number }>`
    with opened as materialized (
      select c.id as enterprise_id, coalesce(closed.open at time zone 'Asia/Shanghai', '-infinity') as at
      from enterprise c left join (select s.enterprise_id, (max(s.month) || '-01')::date + interval '1 month' as open from statement s
          where s.enterprise_id = any(${[...enterpriseIds]}::uuid[]) group by s.enterprise_id) closed on closed.enterprise_id = c.id
      where c.id = any(${[...enterpriseIds]}::uuid[])),
    drawn as materialized (
      select t.enterprise_id, to_char(t.at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, t.id, t.amount_fen
      from opened o join ledger_transfer t on t.enterprise_id = o.enterprise_id and t.kind in ${drawdownKindsSql} and t.at < ${current} and t.at >= o.at),
    entries as (
      select e.enterprise_id, e.month, coalesce(sum(e.amount_fen + e.wallet_fen) filter (where e.kind = 'refund'), 0) as refunded,
        coalesce(sum(e.wallet_fen) filter (where e.kind = 'refund'), 0) as wallet,
        coalesce(sum(case when e.kind = 'refund' then -e.wallet_fen else e.amount_fen end), 0) as settled
      from statement_entry e join (select distinct enterprise_id, month from drawn) d on d.enterprise_id = e.enterprise_id and d.month = e.month
      group by e.enterprise_id, e.month),
    totals as (
      select d.enterprise_id, d.month, (to_date(d.month, 'YYYY-MM') + interval '1 month')::date + ${sql.lit(STATEMENT_DUE_DAY_OF_MONTH - 1)} as due_day,
        sum(d.amount_fen)::bigint - coalesce(min(e.refunded), 0) as total, coalesce(min(e.settled), 0) as settled,
        coalesce(min(e.wallet), 0) as wallet,
        sha256(convert_to(string_agg(d.id::text || ':' || d.amount_fen, ',' order by d.id), 'UTF8')) as hash
      from drawn d left join entries e on e.enterprise_id = d.enterprise_id and e.month = d.month
      group by d.enterprise_id, d.month),
    closed as (
      insert into statement (enterprise_id, month, id, state, total_fen, settled_fen, wallet_fen, due_day, on_time_day, interest_day, closed_at, paid_at, hash)
      select t.enterprise_id, t.month, uuid_v7(${moment.now}::timestamptz), case when t.total = t.settled then 'PAID' else 'CLOSED' end,
        t.total, t.settled, t.wallet, t.due_day, o.day, o.day, ${moment.now}, case when t.total = t.settled then ${moment.now}::timestamptz end, t.hash
      from totals t cross join lateral (select ${onTimeDaySql(sql`t.due_day`)} as day) o
      on conflict do nothing
      returning enterprise_id, month, total_fen),
    frozen as (
      insert into statement_line (enterprise_id, month, id, amount_fen)
      select d.enterprise_id, d.month, d.id, d.amount_fen from drawn d join closed c on c.enterprise_id = d.enterprise_id and c.month = d.month
      returning 1)
    select c.enterprise_id, c.month, c.total_fen, (select count(*)::int from frozen) as lines from closed c`.execute(
    withoutTenantGuard(tx, 'working in sets'),
  )
  const posted = rows.map(({ enterprise_id: enterpriseId, month, total_fen: totalFen }) => ({ enterpriseId, payload: { month, totalFen } }))
  const events = posted.map((one) => ({ topic: 'statement.posted' as const, ...one }))
  return { lines: rows[0]?.lines ?? 0, publish: () => publishEvents(tx, moment, events) }
}

/** The last month that a company closed, and when; undefined: none. */
const lastClosed = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('statement')
    .select(['month', 'closed_at'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The time of a drawdown that is posted now. Usually it is now. If its month was closed during its transaction, which can happen at
 * midnight, it is the time of the close, which is in the next month. The caller has locked the company's drawdowns.
 */
export async function findPostingTimeOfNewDrawdown(tx: Tx, moment: Moment, enterpriseId: string): Promise<Moment> {
  const last = await lastClosed(tx, enterpriseId)
  return last && toShanghaiMonth(moment.now) <= last.month ? { ...moment, now: last.closed_at } : moment
}

/** The first instant after the last closed month of a company, as SQL. Later drawdowns are open. */
export const startOfUnclosedPeriodSql = (enterpriseId: string) => sql<Date>`coalesce((
  select (max(s.month) || '-01')::date + interval '1 month' from statement s where s.enterprise_id = ${enterpriseId})
  at time zone 'Asia/Shanghai', '-infinity')`
