import { type RawBuilder, sql } from 'kysely'

/** What is left of the drawdown `l` at the end of a day: less what refunds and adjustments took back of it until then. */
const leftOfLine = (day: RawBuilder<unknown>) => sql`greatest(0, l.amount_fen - coalesce((
  select sum(r.amount_fen + r.wallet_fen) from statement_entry r
  where r.enterprise_id = l.enterprise_id and r.month = l.month and r.draw_id = l.id and r.value_day <= ${day}), 0))`

/** Σ of what is in dispute of the statement `s` now: owed, but not due. */
export const disputed = sql<number>`coalesce((
  select sum(${leftOfLine(sql`'infinity'::date`)}) from statement_line l
  where l.enterprise_id = s.enterprise_id and l.month = s.month and l.dispute = 'OPEN'), 0)::bigint`

/**
 * The principal of the statement `s` that is due at the end of a day, by value dates, as SQL: the total, less every entry until that day,
 * less the drawdowns that are in dispute or deferred on it. `principalOn` in the contract is the same in words of one statement.
 * `grace`: deferred drawdowns count as due only so many days later.
 */
// A drawdown that was decided for the buyer is withheld for good: nothing is left of it from then on, and on the days before, what a refund took
// later was in dispute like the rest.
// Of an adjustment, what went to the wallet counts until it did: the days before it cost as if the drawdown had never been.
export const principal = (day: RawBuilder<unknown>, grace: RawBuilder<unknown> = sql`0`) => sql<number>`greatest(0, s.total_fen
  - coalesce((select sum(e.amount_fen + case when e.kind = 'adjust' and ${day} < (e.at at time zone 'Asia/Shanghai')::date then e.wallet_fen else 0 end)
      from statement_entry e where e.enterprise_id = s.enterprise_id and e.month = s.month and e.kind <> 'refund' and e.value_day <= ${day}), 0)
  - coalesce((select sum(${leftOfLine(day)}) from statement_line l
      where l.enterprise_id = s.enterprise_id and l.month = s.month and l.dispute is not null and l.disputed_day <= ${day}
        and (l.dispute in ('OPEN', 'FOR_BUYER') or ${day} <= l.deferred_day + ${grace})), 0))::bigint`

export const day = (text: string) => sql`${text}::date`
