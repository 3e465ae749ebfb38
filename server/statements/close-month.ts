// Freezes months: one statement per company and month that drew anything, and its lines. Set-based, whatever the number of companies.
import { sql } from 'kysely'
import { addMonths, dueDayOf, monthOf, monthSpan } from '../../contract/shanghai.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'

/**
 * Closes one month for everybody. What was drawn in it (by posting, in Asia/Shanghai) less what was refunded of it before the close is
 * owed; early repayments count as settled. A company whose month is closed already is left as it is, so that twice is once.
 * Returns how many lines were frozen.
 */
export async function closeMonth(tx: Tx, moment: Moment, month: string): Promise<number> {
  const { from, until } = monthSpan(month)
  const across = acrossEnterprises(tx, 'closing a month')
  const drawn = sql`
    select t.enterprise_id, t.id, t.amount_fen from ledger_transfer t
    where t.kind = 'draw' and t.at >= ${from} and t.at < ${until}
      and not exists (select 1 from statement s where s.enterprise_id = t.enterprise_id and s.month = ${month})`
  const { rows } = await sql<{ lines: number }>`
    with drawn as materialized (${drawn}),
    entries as (
      select e.enterprise_id, sum(e.amount_fen) filter (where e.kind = 'offset') as refunded, sum(e.amount_fen) filter (where e.kind <> 'offset') as settled
      from statement_entry e where e.month = ${month} group by e.enterprise_id),
    totals as (
      select d.enterprise_id, sum(d.amount_fen)::bigint as total,
        sha256(convert_to(string_agg(d.id::text || ':' || d.amount_fen, ',' order by d.id), 'UTF8')) as hash
      from drawn d group by d.enterprise_id),
    closed as (
      insert into statement (enterprise_id, month, id, state, total_fen, settled_fen, disputed_fen, due_day, closed_at, paid_at, hash)
      select t.enterprise_id, ${month}, gen_random_uuid(),
        case when t.total - coalesce(e.refunded, 0) = coalesce(e.settled, 0) then 'PAID' else 'CLOSED' end,
        t.total - coalesce(e.refunded, 0), coalesce(e.settled, 0), 0, ${dueDayOf(month)}::date, ${moment.now},
        case when t.total - coalesce(e.refunded, 0) = coalesce(e.settled, 0) then ${moment.now}::timestamptz end, t.hash
      from totals t left join entries e on e.enterprise_id = t.enterprise_id
      on conflict do nothing
      returning enterprise_id),
    frozen as (
      insert into statement_line (enterprise_id, month, id, amount_fen)
      select d.enterprise_id, ${month}, d.id, d.amount_fen from drawn d
      on conflict do nothing
      returning 1)
    select count(*)::int as lines from frozen`.execute(across)
  return rows[0]?.lines ?? 0
}

/** Closes every month that is over and not closed: after days off, several. Returns the months in which something was frozen. */
export async function closeMonths(db: Db, moment: Moment): Promise<string[]> {
  const across = acrossEnterprises(db, 'closing a month')
  const current = monthOf(moment.now)
  const { rows } = await sql<{ first: Date | null }>`
    select min(t.at) as first from ledger_transfer t where t.kind = 'draw'
      and not exists (select 1 from statement s where s.enterprise_id = t.enterprise_id and s.month = to_char(t.at at time zone 'Asia/Shanghai', 'YYYY-MM'))
  `.execute(across)
  const first = rows[0]?.first
  const closed: string[] = []
  if (!first) return closed
  for (let month = monthOf(first); month < current; month = addMonths(month, 1)) {
    if ((await inTransaction(db, (tx) => closeMonth(tx, moment, month))) > 0) closed.push(month)
  }
  return closed
}
