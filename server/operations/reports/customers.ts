// 客户报表: which companies bought, for the first time, again, or not any more.
import { sql } from 'kysely'
import { computeShareInBasisPoints } from '#contract/money/statements/ageing.ts'
import type {
  AccountManagerReportRow,
  consoleCustomerReportEndpoints,
  EnterpriseReport,
  EnterpriseReportComparison,
  EnterpriseReportRow,
} from '#contract/operations/reports/customer-api.ts'
import { NO_MANAGER_KEY, NO_MANAGER_NAME } from '#contract/operations/reports/sales-api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { fen } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { isEnterpriseOfAccountManagerSql } from '#server/people/account-managers/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { limitAndOffsetSql, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import {
  findPlacesOfPeriods,
  findReportShopIdsForStaff,
  readSalesTotalsStatus,
  requireValidReportRange,
  type SalesTotalsScope,
  salesTotalsOfPeriodsSql,
  salesTotalsOfRangeSql,
} from './ranges.ts'
import { toReportAndComparisonPeriods } from './sales-report.ts'

type Input = InputOf<typeof consoleCustomerReportEndpoints.summary>
interface Asking {
  moment: Moment
  staffId: string
}

/** SQL: `life`, the first and the last day on which each company bought of the shops. */
const lifeSql = ({ shopIds }: SalesTotalsScope) => sql`
    life as (select key, min(first_day) as first_day, max(last_day) as last_day from sales_span
      where dimension = 'enterprise' and ${isInShopsOrUnrestrictedSql('shop_id', shopIds)} group by key)`

/** SQL: `company`, a row for each company that ever bought of the shops: what it bought in the range, and which groups it is in. */
async function companiesSql(db: Db, { quietDays, shopId, ...days }: Input, { moment, staffId }: Asking) {
  const range = requireValidReportRange(days)
  const { asOf, closedUntil, runningUntil, hasCompanyTotals } = await readSalesTotalsStatus(db)
  const shopIds = await findReportShopIdsForStaff(db, { shopId, staffId })
  const scope = { closedUntil, runningUntil, shopIds, hasCompanyTotals }
  const awake = addDays(toShanghaiDay(moment.now), -quietDays)
  const companies = sql`
    ${lifeSql(scope)},
    sold as (select key::uuid as key, sum(orders)::int as orders, sum(sold_fen - back_fen)::bigint as net
      from (${salesTotalsOfRangeSql('enterprise', range, scope)}) t group by t.key),
    company as (
      select life.key as id, m.staff_id, life.first_day, life.last_day, coalesce(sold.orders, 0) as orders, coalesce(sold.net, 0) as net,
        coalesce(sold.orders, 0) > 0 as bought, life.first_day between ${range.from}::date and ${range.to}::date as fresh,
        coalesce(sold.orders, 0) > 1 as repeat, life.last_day < ${awake}::date as sleeping
      from life left join sold using (key) left join (select enterprise_id, staff_id from account_manager) m on m.enterprise_id = life.key)`
  return { companies, asOf, range, scope }
}

const countsSql = sql`count(*) filter (where bought)::int as bought, count(*) filter (where fresh)::int as fresh, count(*) filter (where repeat)::int as repeat,
  count(*) filter (where sleeping)::int as sleeping, coalesce(sum(net), 0)::bigint as net`

type Counts = Pick<EnterpriseReport, 'bought' | 'fresh' | 'repeat' | 'sleeping'> & { net: number }

const complete = <Found extends Counts>({ net, ...counts }: Found) =>
  Object.assign(counts, {
    net: fen(net),
    repeatRate: counts.bought === 0 ? null : computeShareInBasisPoints(fen(counts.repeat), fen(counts.bought)),
  })

/**
 * Counts the companies of the groups in the ranges that a report is compared with, the period before and the year before. Who slept at the end of a
 * range had bought before its last `quietDays` days and not in these.
 */
async function countCustomersOfComparedRanges(
  db: Db,
  range: DayRange,
  { scope, quietDays }: { scope: SalesTotalsScope; quietDays: number },
): Promise<[EnterpriseReportComparison, EnterpriseReportComparison]> {
  const [, ...ranges] = toReportAndComparisonPeriods(range)
  const quiet = ranges.map(({ to }) => ({ from: addDays(to, -quietDays), to }))
  const ordersOf = (own: readonly DayRange[]) => salesTotalsOfPeriodsSql(['enterprise'], own, scope)
  const places = findPlacesOfPeriods(ranges)
  const periods = [...new Set(places)].map((place) => {
    const { from, to } = ranges[place] ?? range
    return sql`(${sql.lit(place)}, ${from}::date, ${to}::date, ${quiet[place]?.from ?? to}::date)`
  })
  const { rows } = await sql<Counts & { period: number }>`
    with ${lifeSql(scope)},
    sold as (select period, key, sum(orders) as orders, sum(sold_fen - back_fen) as net from (${ordersOf(ranges)}) t group by 1, 2),
    awake as (select distinct period, key::uuid as key from (${ordersOf(quiet)}) t where orders > 0)
    select period, count(*) filter (where orders > 0)::int as bought, count(*) filter (where orders > 1)::int as repeat, coalesce(sum(net), 0)::bigint as net,
      (select count(*) from life where first_day between p.first and p.last)::int as fresh,
      (select count(*) from life where first_day < p.quiet and not exists (select from awake where awake.period = p.period and awake.key = life.key))::int as sleeping
    from (values ${sql.join(periods)}) p(period, first, last, quiet) left join sold using (period) group by period, p.first, p.last, p.quiet`.execute(
    withoutTenantGuard(db, 'console'),
  )
  return ranges.map((one, at) => {
    const found = rows.find(({ period }) => period === places[at])
    if (!found) throw new Error('a count without a row')
    const { period: _, ...counts } = found
    return Object.assign(complete(counts), { range: one })
  }) as [EnterpriseReportComparison, EnterpriseReportComparison]
}

/** Counts the companies of each group, beside the ranges before, and the new ones of each month. Refuses REPORT_RANGE. */
export async function countCustomersByGroupAndMonth(db: Db, input: Input, asking: Asking): Promise<EnterpriseReport> {
  const { companies, asOf, range, scope } = await companiesSql(db, input, asking)
  const { rows } = await sql<Counts & Pick<EnterpriseReport, 'months'>>`
    with ${companies}
    select ${countsSql}, (select coalesce(json_agg(m order by m.month), '[]') from (
      select to_char(first_day, 'YYYY-MM') as month, count(*)::int as fresh from company where fresh group by 1) m) as months
    from company`.execute(withoutTenantGuard(db, 'console'))
  const [found] = rows
  if (!found) throw new Error('a count without a row')
  const { months, ...counts } = found
  const [before, yearBefore] = await countCustomersOfComparedRanges(db, range, { scope, quietDays: input.quietDays })
  return { asOf, months, before, yearBefore, ...complete(counts) }
}

/** SQL: `compared`, what each company bought in the period before the range and in the year before, by company and `period`. */
function comparedSql(range: DayRange, scope: SalesTotalsScope, ids: readonly string[] | null) {
  const [, ...ranges] = toReportAndComparisonPeriods(range)
  const [before = 0, yearBefore = 0] = findPlacesOfPeriods(ranges)
  const own = ids === null ? sql`` : sql`where key::uuid = ${anyOfIdsSql(ids)}`
  const sold = (place: number) => sql`coalesce(sum(sold_fen - back_fen) filter (where period = ${sql.lit(place)}), 0)::bigint`
  return sql`compared as (select key::uuid as id, ${sold(before)} as before, ${sold(yearBefore)} as year_before
    from (select * from (${salesTotalsOfPeriodsSql(['enterprise'], ranges, scope)}) all_of_them ${own}) t group by t.key)`
}

interface ComparedSums {
  before: number
  year_before: number
}

/** Reads what the companies of a page bought in the ranges that a report is compared with. */
async function readComparedSalesOfCompanies(
  db: Db,
  ids: readonly string[],
  { range, scope }: { range: DayRange; scope: SalesTotalsScope },
): Promise<Map<string, ComparedSums>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ComparedSums & { id: string }>`
    with ${comparedSql(range, scope, ids)} select id, before, year_before from compared`.execute(withoutTenantGuard(db, 'console'))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lists a page of the companies of a group: those that bought most first, those that sleep longest first. Refuses REPORT_RANGE. */
export async function listCustomersOfReportGroup(
  db: Db,
  { pageNo, pageSize, group, manager, ...input }: InputOf<typeof consoleCustomerReportEndpoints.list>,
  asking: Asking,
): Promise<{ dataList: EnterpriseReportRow[]; total: number }> {
  const { companies, range, scope } = await companiesSql(db, input, asking)
  type Row = {
    id: string
    staff_id: string | null
    first_day: string
    last_day: string
    orders: number
    net: number
    idle: number
    found: number
  }
  const { rows } = await sql<Row>`
    with ${companies}
    select id, staff_id, first_day, last_day, orders, net, ${toShanghaiDay(asking.moment.now)}::date - last_day as idle, (count(*) over ())::int as found
    from company where ${sql.ref(group)} and ${isEnterpriseOfAccountManagerSql('company.id', { manager, staffId: asking.staffId })}
    order by ${group === 'sleeping' ? sql`last_day` : sql`net desc`}, id ${limitAndOffsetSql(toSlice({ pageNo, pageSize }))}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  const ids = rows.map(({ id }) => id)
  const [enterprises, compared] = await awaitAllAndThrowFirstError(
    findEnterprises(db, ids),
    readComparedSalesOfCompanies(db, ids, { range, scope }),
  )
  const names = new Map(enterprises.map(({ id, name }) => [id, name]))
  const people = await listStaffNamesById(db)
  const dataList = rows.map(
    (row): EnterpriseReportRow => ({
      enterpriseId: row.id,
      enterpriseName: names.get(row.id) ?? null,
      managerName: people.get(row.staff_id ?? '') ?? null,
      firstDay: row.first_day,
      lastDay: row.last_day,
      idleDays: row.idle,
      orders: row.orders,
      net: fen(row.net),
      before: fen(compared.get(row.id)?.before ?? 0),
      yearBefore: fen(compared.get(row.id)?.year_before ?? 0),
    }),
  )
  return { dataList, total: rows[0]?.found ?? 0 }
}

/** Lists a page of the account managers with the groups of their companies. Refuses REPORT_RANGE. */
export async function listAccountManagersWithCustomerGroups(
  db: Db,
  { pageNo, pageSize, ...input }: InputOf<typeof consoleCustomerReportEndpoints.managers>,
  asking: Asking,
): Promise<{ dataList: AccountManagerReportRow[]; total: number }> {
  const { companies, range, scope } = await companiesSql(db, input, asking)
  const { rows } = await sql<Counts & ComparedSums & { key: string; found: number }>`
    with ${companies}, ${comparedSql(range, scope, null)}
    select coalesce(staff_id::text, ${NO_MANAGER_KEY}) as key, ${countsSql}, coalesce(sum(before), 0)::bigint as before,
      coalesce(sum(year_before), 0)::bigint as year_before, (count(*) over ())::int as found
    from company left join compared using (id) group by 1 order by sum(net) desc, 1 ${limitAndOffsetSql(toSlice({ pageNo, pageSize }))}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  const people = await listStaffNamesById(db)
  const dataList = rows.map(
    ({ key, found: _, before, year_before, ...counts }): AccountManagerReportRow =>
      Object.assign({ key, name: people.get(key) ?? NO_MANAGER_NAME, before: fen(before), yearBefore: fen(year_before) }, complete(counts)),
  )
  return { dataList, total: rows[0]?.found ?? 0 }
}
