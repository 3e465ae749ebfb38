// The daily rates of a statement, and what its days that no job has charged yet have cost.
import { type RawBuilder, sql } from 'kysely'
import type { InterestBearingDay } from '#contract/money/statements/interest.ts'
import { type BasisPoints, fen } from '#contract/platform/core/money.ts'
import { effectiveDailyInterestRateSql } from '#server/money/statements/credit-terms.ts'
import { dateSql, statementPrincipalSql } from '#server/money/statements/principal-sql.ts'

/** The rate that was recorded for a day of the statement `s`, as SQL; null before its first charged day. */
const recordedInterestRateSql = (day: RawBuilder<unknown>) => sql<BasisPoints | null>`(select (r ->> 'rate')::int
  from jsonb_array_elements(s.interest_rates) r where (r ->> 'day')::date <= ${day} order by r ->> 'day' desc limit 1)`

/**
 * The rate of a day of the statement `s` with the terms `t` and, if the day has one, the row `i` of its interest, as SQL. A day after the last charged one
 * has the rate of today.
 */
export const interestRateOfDaySql = (
  day: RawBuilder<unknown>,
) => sql<BasisPoints>`case when ${day} > s.interest_day then ${effectiveDailyInterestRateSql}
  else coalesce(${recordedInterestRateSql(day)}, i.rate, ${effectiveDailyInterestRateSql}) end`

/**
 * The rates of the statement `s` with that of the days after `interest_day`, as SQL for an update; `next` has that rate and its first day, in a list. A rate
 * that has not changed is not recorded again. Only immutable functions: a distributed database takes no others in a case of an update.
 */
export const interestRatesWithNextSql = (next: RawBuilder<unknown>) =>
  sql`case when s.interest_rates -> -1 -> 'rate' = ${next} -> 0 -> 'rate' then s.interest_rates else s.interest_rates || ${next} end`

/** The value of `next` for `interestRatesWithNextSql`. */
export const toNextInterestRate = (day: string, rate: BasisPoints) => [{ day, rate }]

/** Whether a day of the statement `s` counts into its exact sum, as SQL. */
export const countsIntoExactInterestSql = (day: RawBuilder<unknown>) => sql<boolean>`${day} >= coalesce(s.exact_from_day, ${day})`

/** A row of a day of a statement, with what `countsIntoExactInterestSql` says of it. */
interface InterestBearingRow {
  principal_fen: number
  rate: BasisPoints
  is_exact: boolean
}

export const toInterestBearingDay = ({ principal_fen, rate, is_exact }: InterestBearingRow): InterestBearingDay => ({
  principalFen: fen(principal_fen),
  rate,
  isExact: is_exact,
})

/** An exact sum in 1/10,000 fen, rounded half up to the fen, as SQL. What the days of a statement until one of them have posted is their sum, rounded. */
const roundExactInterestSql = (exact: RawBuilder<unknown>) => sql<number>`div(${exact} + 5000, 10000)`

/**
 * What the statement `s` with the terms `t` has cost until yesterday and no job has charged yet, in fen, as SQL for reading: what
 * `prepareUnchargedInterestDays` would post now.
 */
export const unchargedInterestFenSql = (
  yesterday: string,
  company: RawBuilder<unknown> = sql`s.enterprise_id`,
) => sql<number>`case when s.interest_day >= ${dateSql(yesterday)} then 0 else (
  select ${roundExactInterestSql(sql`s.exact_interest + coalesce(sum(d.cost) filter (where d.exact), 0)`)} - ${roundExactInterestSql(sql`s.exact_interest`)}
    + coalesce(sum(${roundExactInterestSql(sql`d.cost`)}) filter (where not d.exact), 0)
  from (select ${countsIntoExactInterestSql(sql`n.day`)} as exact, ${statementPrincipalSql(sql`n.day`, sql`0`, company)} * ${effectiveDailyInterestRateSql} as cost
    from (select o.interest_day + n as day from statement o, generate_series(1, ${dateSql(yesterday)} - o.interest_day) n
      where o.enterprise_id = ${company} and o.month = s.month) n) d) end::bigint`

/** The same by company, as SQL for reports on all companies: `enterprise_id` and `fen`. */
export const unchargedInterestByEnterpriseSql = (yesterday: string) => sql`
  select s.enterprise_id, sum(${unchargedInterestFenSql(yesterday)}) as fen from statement s left join repayment_terms t on t.enterprise_id = s.enterprise_id
  where s.state in ('CLOSED', 'OVERDUE') and s.interest_day < ${dateSql(yesterday)} group by s.enterprise_id`
