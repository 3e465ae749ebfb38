// 应收报表: what is owed by age and account manager, and how long it takes to come in, month by month.
import { sql } from 'kysely'
import { computeDaysSalesOutstanding, DAYS_SALES_OUTSTANDING_PERIOD_DAYS } from '#contract/money/statements/ageing.ts'
import type {
  AccountManagerReceivablesRow,
  consoleReceivablesReportEndpoints,
  ReceivablesMonth,
  ReceivablesReport,
} from '#contract/operations/reports/receivables-api.ts'
import { NO_MANAGER_KEY, NO_MANAGER_NAME } from '#contract/operations/reports/sales-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, sum } from '#contract/platform/core/money.ts'
import { addMonths, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { debtorsSql, summariseDebtors } from '#server/billing/finance/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { limitAndOffsetSql, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { readSalesTotalsStatus } from './ranges.ts'

/** How many months the report shows, with the one that runs. */
const MONTHS = 13

/** What was owed at the end of each of the last months, and drawn in the days before that: days sales outstanding as the list of receivables says it. */
async function listReceivablesMonths(db: Db, moment: Moment): Promise<ReceivablesMonth[]> {
  const first = `${addMonths(toShanghaiMonth(moment.now), 1 - MONTHS)}-01`
  const { rows } = await sql<{ month: string; owed: Fen; drawn: Fen }>`
    with last as (select to_char(day, 'YYYY-MM') as month, max(day) as day from sales_day where day >= ${first}::date group by 1)
    select last.month, d.owed_fen as owed, (select coalesce(sum(w.drawn_fen), 0)::bigint from sales_day w
      where w.day > last.day - ${DAYS_SALES_OUTSTANDING_PERIOD_DAYS}::int and w.day <= last.day) as drawn
    from last join sales_day d on d.day = last.day order by 1`.execute(db)
  return rows.map((row) => Object.assign(row, { dso: computeDaysSalesOutstanding(row.owed, row.drawn) }))
}

export async function readReceivablesReport(db: Db, moment: Moment): Promise<ReceivablesReport> {
  const { asOf } = await readSalesTotalsStatus(db)
  return { asOf, overview: await summariseDebtors(db, moment), months: await listReceivablesMonths(db, moment) }
}

/** Lists a page of the account managers with what their companies owe, by age. */
export async function listAccountManagersWithReceivables(
  db: Db,
  moment: Moment,
  page: InputOf<typeof consoleReceivablesReportEndpoints.managers>,
): Promise<{ dataList: AccountManagerReceivablesRow[]; total: number }> {
  const parts = ['d30', 'd60', 'd90', 'older'] as const
  const sums = [...parts, 'total'].map((part) => sql`sum(${sql.ref(`d.${part}`)})::bigint as ${sql.id(part)}`)
  const { rows } = await sql<Omit<AccountManagerReceivablesRow, 'name' | 'overdue'> & { found: number }>`
    with ${debtorsSql(toShanghaiDay(moment.now))}
    select coalesce(m.staff_id::text, ${NO_MANAGER_KEY}) as key, count(*)::int as debtors, sum(d."notDue")::bigint as "notDue", ${sql.join(sums)},
      (count(*) over ())::int as found
    from debtor d left join account_manager m on m.enterprise_id = d.enterprise_id
    group by 1 order by sum(d.d30 + d.d60 + d.d90 + d.older) desc, sum(d.total) desc, 1 ${limitAndOffsetSql(toSlice(page))}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  const people = await listStaffNamesById(db)
  const dataList = rows.map(
    ({ found: _, ...row }): AccountManagerReceivablesRow =>
      Object.assign(row, { name: people.get(row.key) ?? NO_MANAGER_NAME, overdue: sum(parts.map((part) => row[part])) }),
  )
  return { dataList, total: rows[0]?.found ?? 0 }
}
