import { type RawBuilder, sql } from 'kysely'
import { drawdownTransferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import type { AmountDueOnDay } from '#contract/money/statements/amounts.ts'

/** The kinds of debts that have no statement until the close of their month. */
export const drawdownKindsSql = sql`(${sql.join(drawdownTransferKinds.map((kind) => sql.lit(kind)))})`

/**
 * The company of the statement `s`. Who reads one company gives its id instead, so that every table names it: a database that is distributed by
 * company then runs the whole statement where the company is (docs/scale.md).
 */
const companyOfStatementSql: RawBuilder<unknown> = sql`s.enterprise_id`

/** The rest of the drawdown `l` at the end of a day, after refunds and adjustments until then. */
const statementLineNetFenSql = (day: RawBuilder<unknown>, company: RawBuilder<unknown>) => sql<number>`greatest(0, l.amount_fen - coalesce((
  select sum(r.amount_fen + r.wallet_fen) from statement_entry r
  where r.enterprise_id = ${company} and r.month = l.month and r.draw_id = l.id and r.value_day <= ${day}), 0))`

/**
 * The part of the rest of the drawdown `l` at the end of a day that its dispute is about, less what was granted of it. A dispute without an
 * amount is about the whole line.
 */
export const lineFenWithheldByDisputeSql = (day: RawBuilder<unknown>, company: RawBuilder<unknown> = sql`l.enterprise_id`) =>
  sql<number>`least(coalesce(l.disputed_fen, l.amount_fen) - coalesce(l.granted_fen, 0), ${statementLineNetFenSql(day, company)})`

/** The amounts of the statement `s` that are in dispute now, repaid or not. */
export const statementDisputedFenSql = (company = companyOfStatementSql) => sql<number>`coalesce((
  select sum(${lineFenWithheldByDisputeSql(sql`'infinity'::date`, company)}) from statement_line l
  where l.enterprise_id = ${company} and l.month = s.month and l.dispute = 'OPEN'), 0)::bigint`

/** The reductions of the statement `s` that are not repayments: offsets, adjustments, write-offs. */
export const statementReducedFenSql = (company = companyOfStatementSql) => sql<number>`coalesce((
  select sum(e.amount_fen) from statement_entry e
  where e.enterprise_id = ${company} and e.month = s.month and e.kind in ('offset', 'adjust', 'writeOff')), 0)::bigint`

/**
 * What acceptance bills cover of a month of a company, by the last day on which they cover it, on which it is due: `day` and `fen`. A bill that has
 * repaid covers nothing.
 */
const coverEndsSql = (of: { enterpriseId: RawBuilder<unknown>; month: RawBuilder<unknown> }) => sql`
  select c.value_day - 1 as day, -sum(c.amount_fen) as fen from statement_entry c
  where c.enterprise_id = ${of.enterpriseId} and c.month = ${of.month} and c.kind = 'cover'
    and not exists (select from repayment r where r.enterprise_id = ${of.enterpriseId} and r.id = c.document)
  group by c.document, c.value_day having sum(c.amount_fen) < 0`

/** What bills cover of a month, as a list of amounts with the last days on which they do. */
export const acceptanceCoversOfMonthSql = (of: { enterpriseId: RawBuilder<unknown>; month: RawBuilder<unknown> }) => sql<
  AmountDueOnDay[]
>`coalesce((
  select jsonb_agg(jsonb_build_object('day', c.day, 'amountFen', c.fen)) from (${coverEndsSql(of)}) c), '[]')`

/** What of the statement `s` is due later than the rest: `day` and `fen`. Drawdowns that were decided against the buyer, and what bills cover. */
const laterDuesSql = (company: RawBuilder<unknown>) => sql`
  select l.deferred_day as day, ${lineFenWithheldByDisputeSql(sql`'infinity'::date`, company)} as fen from statement_line l
    where l.enterprise_id = ${company} and l.month = s.month and l.deferred_day is not null
  union all select c.day, c.fen from (${coverEndsSql({ enterpriseId: company, month: sql`s.month` })}) c where c.day > s.due_day`

/** The rests of the drawdowns of the statement `s` that were decided against the buyer, and what bills cover, with their due days. */
export const statementDeferredDuesSql = (company = companyOfStatementSql) => sql<AmountDueOnDay[]>`coalesce((
  select jsonb_agg(jsonb_build_object('day', l.day, 'amountFen', l.fen)) from (${laterDuesSql(company)}) l), '[]')`

/**
 * The rows of `computeDueAmountsOfStatement` of the contract for the statement `s`, as SQL for reports on all companies: `day`, and the amount that is due
 * on it. A day without an amount has a row with 0.
 */
export const statementDuesSql = (company = companyOfStatementSql) => sql`
  select u.day, u.fen - lag(u.fen, 1, 0::bigint) over (order by u.day) as fen from (
    select d.day, greatest(0, s.total_fen - s.settled_fen - ${statementDisputedFenSql(company)} - coalesce((
        select sum(l.fen) from (${laterDuesSql(company)}) l where l.day > d.day), 0))::bigint as fen
    from (select o.due_day as day from statement o where o.enterprise_id = ${company} and o.month = s.month union select l.day from (${laterDuesSql(company)}) l) d) u`

/** The day on which the buyer withdrew the dispute of the line `l`. Until the day before it was in dispute. */
const withdrawnDaySql = sql`(l.withdrawn_at at time zone 'Asia/Shanghai')::date`

/**
 * The principal of the statement `s` that is due at the end of a day, by value dates, as SQL: the total, less every entry until that day,
 * less the drawdowns that are in dispute or deferred on it. `computeInterestPrincipalOn` of the
 * tests gives the same for one statement; debt-model.test.ts compares both on random data.
 * `grace`: drawdowns that were deferred, or whose dispute was withdrawn, count as due only so many days later.
 */
// What was granted to the buyer is no part of the rest from the first day on. What of a granted dispute was refunded instead stays withheld:
// its rest is 0 from then on, and for earlier days these refunds were in dispute like the rest. The part of an adjustment that went to the wallet counts until that day, so the days before cost the same as if
// the drawdown had never existed. The part that refunds within the month sent to the wallet has lowered the total, and was taken from its
// repayments.
export const statementPrincipalSql = (
  day: RawBuilder<unknown>,
  grace: RawBuilder<unknown> = sql`0`,
  company = companyOfStatementSql,
) => sql<number>`greatest(0, s.total_fen + s.wallet_fen
  - coalesce((select sum(e.amount_fen + case when e.kind = 'adjust' and ${day} < (e.at at time zone 'Asia/Shanghai')::date then e.wallet_fen else 0 end)
      from statement_entry e where e.enterprise_id = ${company} and e.month = s.month and e.kind <> 'refund' and e.value_day <= ${day}), 0)
  - coalesce((select sum(${lineFenWithheldByDisputeSql(day, company)}) from statement_line l
      where l.enterprise_id = ${company} and l.month = s.month and l.dispute is not null and l.disputed_day <= ${day}
        and (l.dispute in ('OPEN', 'FOR_BUYER') or ${day} <= coalesce(l.deferred_day, ${withdrawnDaySql} - 1) + ${grace})), 0))::bigint`

export const dateSql = (text: string) => sql`${text}::date`
