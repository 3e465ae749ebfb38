// 应收账款: the debts of enterprises by age. Reads statements and balances of all enterprises in one statement.

import { type RawBuilder, sql } from 'kysely'
import type { ReceivableRow, ReceivablesOverview } from '#contract/billing/finance/receivables-api.ts'
import {
  type AgeBucket,
  computeDaysSalesOutstanding,
  computeShareInBasisPoints,
  DAYS_SALES_OUTSTANDING_PERIOD_DAYS,
  getDueDayRangeOfAgeBucket,
} from '#contract/money/statements/ageing.ts'
import { fen } from '#contract/platform/core/money.ts'
import { addDays, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  drawdownKindsSql,
  statementDisputedFenSql,
  statementDuesSql,
  unchargedInterestByEnterpriseSql,
} from '#server/money/statements/public.ts'
import { isAccountManagerSql } from '#server/people/account-managers/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { limitAndOffsetSql, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

type Amounts = Record<'unbilled' | 'notDue' | 'd30' | 'd60' | 'd90' | 'older' | 'disputed' | 'total' | 'interest', number>

const lateness: readonly AgeBucket[] = ['notDue', 'd30', 'd60', 'd90', 'older']

function within(age: AgeBucket, today: string): RawBuilder<unknown> {
  const { first, last } = getDueDayRangeOfAgeBucket(age, today)
  return sql`(${first ?? null}::date is null or day >= ${first ?? null}::date) and (${last ?? null}::date is null or day <= ${last ?? null}::date)`
}

/**
 * SQL: one row for each debtor. The part without a statement is the drawn balance of the ledger minus the unpaid statements, so the parts
 * always sum to the balance; interest is that until yesterday, charged or not. Disputed unpaid amounts are owed but not due, and are a part
 * of their own. Amounts deferred after a dispute age from their own due day.
 */
export const debtorsSql = (today: string) => sql`
  closed as (
    select s.enterprise_id, sum(s.total_fen - s.settled_fen) as rest, sum(least(s.total_fen - s.settled_fen, ${statementDisputedFenSql()})) as disputed
    from statement s where s.state in ('CLOSED', 'OVERDUE') group by s.enterprise_id),
  due as (
    select s.enterprise_id, u.day, u.fen from statement s cross join lateral (${statementDuesSql()}) u where s.state in ('CLOSED', 'OVERDUE')),
  aged as (
    select enterprise_id,
      ${sql.join(lateness.map((age) => sql`coalesce(sum(fen) filter (where ${within(age, today)}), 0) as ${sql.id(age)}`))}
    from due group by enterprise_id),
  uncharged as (${unchargedInterestByEnterpriseSql(addDays(today, -1))}),
  owed as (
    select enterprise_id, sum(-balance_fen) filter (where name = 'creditDrawn') as total, sum(-balance_fen) filter (where name = 'interest') as interest
    from ledger_account where name in ('creditDrawn', 'interest') group by enterprise_id
    having sum(-balance_fen) filter (where name in ('creditDrawn', 'interest')) > 0),
  debtor as (
    select o.enterprise_id, e.name, m.staff_id as manager_id, (o.total - coalesce(c.rest, 0))::bigint as unbilled, o.total::bigint, (o.interest + coalesce(u.fen, 0))::bigint as interest,
      ${sql.join(lateness.map((age) => sql`coalesce(${sql.ref(`a.${age}`)}, 0)::bigint as ${sql.id(age)}`))}, coalesce(c.disputed, 0)::bigint as disputed
    from owed o join enterprise e on e.id = o.enterprise_id left join account_manager m on m.enterprise_id = o.enterprise_id
    left join closed c on c.enterprise_id = o.enterprise_id left join aged a on a.enterprise_id = o.enterprise_id
    left join uncharged u on u.enterprise_id = o.enterprise_id)`

const partsFrom = (row: Amounts) => ({
  unbilled: fen(row.unbilled),
  notDue: fen(row.notDue),
  d30: fen(row.d30),
  d60: fen(row.d60),
  d90: fen(row.d90),
  older: fen(row.older),
  disputed: fen(row.disputed),
  total: fen(row.total),
  interest: fen(row.interest),
})

export interface DebtorFilter {
  keyword?: string | undefined
  age?: AgeBucket | undefined
  manager?: string | undefined
  /** Who asks, whose own companies he may want. */
  staffId: string
}

/** Returns a page of debtors, largest first, and their number. */
export async function listDebtors(
  db: Db,
  moment: Moment,
  { keyword, age, manager, staffId, ...slice }: DebtorFilter & RowSlice,
): Promise<{ dataList: ReceivableRow[]; total: number }> {
  const named = keyword ? sql`name ilike ${formatLikeContainsPattern(keyword)}` : sql`true`
  const managed = isAccountManagerSql('debtor.manager_id', { manager, staffId })
  const aged = age ? sql`${sql.id(age)} > 0` : sql`true`
  type Row = Amounts & { enterprise_id: string; name: string | null; everything: number; found: number }
  const { rows } = await sql<Row>`
    with ${debtorsSql(toShanghaiDay(moment.now))}, whole as (select coalesce(sum(total), 0)::bigint as everything from debtor)
    select debtor.*, whole.everything, count(*) over () as found from debtor, whole where ${named} and ${aged} and ${managed}
    order by total desc, enterprise_id ${limitAndOffsetSql(slice)}`.execute(withoutTenantGuard(db, 'console'))
  const dataList = rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    enterpriseName: row.name,
    ...partsFrom(row),
    share: computeShareInBasisPoints(fen(row.total), fen(row.everything)),
  }))
  return { dataList, total: rows[0]?.found ?? 0 }
}

const LARGEST = [1, 5, 10] as const

/** Summarises all debtors: amounts by age, days of sales outstanding, and the share of the largest debtors. */
export async function summariseDebtors(db: Db, moment: Moment): Promise<ReceivablesOverview> {
  const today = toShanghaiDay(moment.now)
  const sums = ['unbilled', ...lateness, 'disputed', 'total', 'interest'].map(
    (part) => sql`coalesce(sum(${sql.id(part)}), 0)::bigint as ${sql.id(part)}`,
  )
  const tops = LARGEST.map((many) => sql`coalesce(sum(total) filter (where place <= ${many}), 0)::bigint as ${sql.id(`top${many}`)}`)
  const { rows } = await sql<Amounts & { debtors: number; drawn: number } & Record<`top${(typeof LARGEST)[number]}`, number>>`
    with ${debtorsSql(today)}, placed as (select *, row_number() over (order by total desc, enterprise_id) as place from debtor)
    select ${sql.join([...sums, ...tops])}, count(*) as debtors,
      (select coalesce(sum(amount_fen), 0)::bigint from ledger_transfer where kind in ${drawdownKindsSql} and at >= ${getStartOfShanghaiDay(addDays(today, 1 - DAYS_SALES_OUTSTANDING_PERIOD_DAYS))}) as drawn
    from placed`.execute(withoutTenantGuard(db, 'console'))
  const [row] = rows
  if (!row) throw new Error('a sum without a row')
  const parts = partsFrom(row)
  return {
    ...parts,
    debtors: row.debtors,
    drawn: fen(row.drawn),
    dso: computeDaysSalesOutstanding(parts.total, fen(row.drawn)),
    concentration: LARGEST.map((largest) => {
      const amount = fen(row[`top${largest}`])
      return { largest, amount, share: computeShareInBasisPoints(amount, parts.total) }
    }),
  }
}
