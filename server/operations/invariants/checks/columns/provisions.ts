import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { haveSameEnterpriseSql, type Invariant } from '#server/operations/invariants/checks/invariant.ts'

/** The first instant after the month, and its last day. */
const endOf = (month: string) => `((to_date(${month}, 'YYYY-MM') + interval '1 month') at time zone 'Asia/Shanghai')`
const lastDayOf = (month: string) => `((to_date(${month}, 'YYYY-MM') + interval '1 month')::date - 1)`

/** The share for the line `l` by the bands of its run `r`. It is written again here on purpose. */
const share = `case when l.late_days = 0 then (r.bands ->> 'notDueBp')::int when l.late_days <= (r.bands ->> 'days1')::int then (r.bands ->> 'rate1Bp')::int
  when l.late_days <= (r.bands ->> 'days2')::int then (r.bands ->> 'rate2Bp')::int when l.late_days <= (r.bands ->> 'days3')::int then (r.bands ->> 'rate3Bp')::int
  when l.late_days <= (r.bands ->> 'days4')::int then (r.bands ->> 'rate4Bp')::int else (r.bands ->> 'olderBp')::int end`

/** What the provision was before the run `r`, without or with what was recorded at the same instant. */
const before = (
  until: '<' | '<=',
) => `(select coalesce(sum(o.change_fen), 0) from provision_run o where o.at < r.at or o.at = r.at and o.month < r.month)
  + (select coalesce(sum(late.fen), 0) from late where late.at ${until} r.at) - (select coalesce(sum(gone.fen), 0) from gone where gone.at ${until} r.at)`

/** Invariants of the provision for bad debts. */
export const provisionInvariants: readonly Invariant[] = [
  {
    id: 'I-32',
    acrossCompanies: true,
    promise:
      'the provision of a month is in the books once: what its lines require, less what was set aside before; a line is its share of what was unpaid, by its age',
    sql: `with t as materialized (select *, case kind when 'provide' then amount_fen else -amount_fen end as fen from ledger_transfer where kind in ('provide', 'releaseProvision')),
        l as materialized (select month, sum(unpaid_fen) as unpaid, sum(amount_fen) as amount from provision_line group by month),
        late as materialized (select at, amount_fen as fen from bad_debt_entry where kind in ('recover', 'bounce')),
        gone as materialized (select written_off_at as at, provided_fen as fen from bad_debt)
      select coalesce(r.id, t.document)::text from (select * from provision_run where change_fen <> 0) r full join t on t.document = r.id
        where (r.change_fen, r.at, ${lastDayOf('r.month')}, '${PLATFORM_ENTERPRISE_ID}') is distinct from (t.fen, t.at, t.value_day, t.enterprise_id::text)
      union all select r.month from provision_run r left join l on l.month = r.month
        where (r.base_fen, r.required_fen) is distinct from (coalesce(l.unpaid, 0), coalesce(l.amount, 0)) or r.change_fen <> r.required_fen - r.before_fen or r.at < ${endOf('r.month')}
          or r.before_fen <> ${before('<')} and r.before_fen <> ${before('<=')}
      union all select 'line ' || l.enterprise_id || ' ' || l.month || ' ' || l.statement_month from provision_line l left join provision_run r on r.month = l.month
        where r.month is null or l.rate is distinct from ${share} or l.amount_fen <> div(l.unpaid_fen::numeric * l.rate + 5000, 10000)
          or l.late_days <> greatest(0, ${lastDayOf('r.month')} - l.due_day)
      union all select month from (select month, lag(month) over (order by month) as last from provision_run) r
        where month <> to_char(to_date(last, 'YYYY-MM') + interval '1 month', 'YYYY-MM')`,
  },
  {
    id: 'I-32b',
    acrossCompanies: true,
    promise:
      'the provision of a month counts every statement with what was unpaid of it at the end of that month, and these are all that companies owed then',
    // A paid statement has nothing unpaid after it was paid, so it is compared with the runs before that only.
    sql: `select 'line ' || coalesce(l.enterprise_id, s.enterprise_id) || ' ' || coalesce(l.statement_month, s.month) from provision_line l
        full join (select r.month as run, s.enterprise_id, s.month, s.due_day, s.total_fen + s.wallet_fen - coalesce((select sum(e.amount_fen) from statement_entry e
            where ${haveSameEnterpriseSql('e', 's')} and e.month = s.month and e.kind <> 'refund' and e.at < r.until), 0) as unpaid
          from (select month, ${endOf('month')} as until from provision_run offset 0) r join statement s on s.month <= r.month
            and (s.opening_day is null or s.closed_at < r.until) and (s.state <> 'PAID' or s.paid_at >= r.until)) s
          on ${haveSameEnterpriseSql('s', 'l')} and s.run = l.month and s.month = l.statement_month
        where coalesce(s.unpaid, 0) <> coalesce(l.unpaid_fen, 0) or l.due_day <> s.due_day
      union all select r.month from (select r.month, r.base_fen, coalesce(sum(m.fen), 0) as owed from provision_run r left join (
          select to_char(t.at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(case when t.from_account = 'creditDrawn' then t.amount_fen else -t.amount_fen end) as fen
          from ledger_transfer t where t.from_account = 'creditDrawn' or t.to_account = 'creditDrawn' group by 1) m on m.month <= r.month group by r.month, r.base_fen) r
        where r.base_fen <> r.owed`,
  },
]
