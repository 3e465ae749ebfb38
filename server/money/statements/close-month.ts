// Freezes months: one statement per company and month that drew anything, and its lines. As many statements of SQL for a thousand companies as for one.
import { sql } from 'kysely'
import { DUE_DAY, monthOf, monthSpan, startOfDay } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publish } from '#server/platform/core/outbox.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'

/**
 * Closes every month of some companies that is over and not closed, whose drawdowns the caller has locked. Owed is what was drawn in it (by
 * posting, in Asia/Shanghai) less what was refunded within it; what was repaid early counts as settled. A month that is closed stays as
 * it is, so twice is once; and because only dates decide, late is the same as in time. Returns how many lines were frozen.
 */
export async function closeMonthsForEnterprises(tx: Tx, moment: Moment, enterpriseIds: readonly string[]): Promise<number> {
  const { from: current } = monthSpan(monthOf(moment.now))
  const { rows } = await sql<{ enterprise_id: string; month: string; total_fen: number; lines: number }>`
    with drawn as materialized (
      select t.enterprise_id, to_char(t.at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, t.id, t.amount_fen
      from unnest(${[...enterpriseIds]}::uuid[]) as company(id)
      cross join lateral (select (max(s.month) || '-01')::date + interval '1 month' as open from statement s where s.enterprise_id = company.id) closed
      join ledger_transfer t on t.enterprise_id = company.id and t.kind = 'draw' and t.at < ${current}
        and t.at >= coalesce(closed.open at time zone 'Asia/Shanghai', '-infinity')),
    entries as (
      select e.enterprise_id, e.month, coalesce(sum(e.amount_fen) filter (where e.kind = 'refund'), 0) as refunded,
        coalesce(sum(e.amount_fen) filter (where e.kind <> 'refund'), 0) as settled
      from statement_entry e join (select distinct enterprise_id, month from drawn) d on d.enterprise_id = e.enterprise_id and d.month = e.month
      group by e.enterprise_id, e.month),
    totals as (
      select d.enterprise_id, d.month, (to_date(d.month, 'YYYY-MM') + interval '1 month')::date + ${sql.lit(DUE_DAY - 1)} as due_day,
        sum(d.amount_fen)::bigint - coalesce(min(e.refunded), 0) as total, coalesce(min(e.settled), 0) as settled,
        sha256(convert_to(string_agg(d.id::text || ':' || d.amount_fen, ',' order by d.id), 'UTF8')) as hash
      from drawn d left join entries e on e.enterprise_id = d.enterprise_id and e.month = d.month
      group by d.enterprise_id, d.month),
    closed as (
      insert into statement (enterprise_id, month, id, state, total_fen, settled_fen, due_day, interest_day, closed_at, paid_at, hash)
      select t.enterprise_id, t.month, uuid_v7(${moment.now}::timestamptz), case when t.total = t.settled then 'PAID' else 'CLOSED' end,
        t.total, t.settled, t.due_day, t.due_day, ${moment.now}, case when t.total = t.settled then ${moment.now}::timestamptz end, t.hash
      from totals t
      on conflict do nothing
      returning enterprise_id, month, total_fen),
    frozen as (
      insert into statement_line (enterprise_id, month, id, amount_fen)
      select d.enterprise_id, d.month, d.id, d.amount_fen from drawn d join closed c on c.enterprise_id = d.enterprise_id and c.month = d.month
      returning 1)
    select c.enterprise_id, c.month, c.total_fen, (select count(*)::int from frozen) as lines from closed c`.execute(
    acrossEnterprises(tx, 'working in sets'),
  )
  const posted = rows.map(({ enterprise_id: enterpriseId, month, total_fen: totalFen }) => ({ enterpriseId, payload: { month, totalFen } }))
  await publish(
    tx,
    moment,
    posted.map((one) => ({ topic: 'statement.posted', ...one })),
  )
  return rows[0]?.lines ?? 0
}

/** The month that a company closed last, and when; undefined: none yet. */
const lastClosed = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('statement')
    .select(['month', 'closed_at'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * When a drawdown counts that is posted now: now, unless its month has been closed while its transaction was on the way, as may happen at
 * the stroke of midnight; then the moment of the close, which is in the month after. The caller holds the company's drawdowns.
 */
export async function getDrawdownMoment(tx: Tx, moment: Moment, enterpriseId: string): Promise<Moment> {
  const last = await lastClosed(tx, enterpriseId)
  return last && monthOf(moment.now) <= last.month ? { ...moment, now: last.closed_at } : moment
}

/** The first instant that belongs to the month after the one a company closed last: what was drawn since is open. */
export async function getOpenPeriodStart(db: Db, enterpriseId: string): Promise<Date> {
  const last = await lastClosed(db, enterpriseId)
  return last ? monthSpan(last.month).until : startOfDay('2000-01-01')
}
