// What account managers have reached in a month, read from the totals of the reports and from who had each company on which day.
import { type RawBuilder, sql } from 'kysely'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { getLastDayOfMonth } from '#contract/platform/core/shanghai.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { readSalesTotalsStatus, salesTotalsOfRangeSql } from '#server/operations/reports/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** What an account manager has reached. `net` can be negative. */
export interface ReachedSales {
  net: Fen
  newCompanies: number
}

export interface ReachedSalesFilter {
  month: string
  /** The day of Shanghai until which there are totals. */
  today: string
  /** Only this account manager. */
  staffId?: string
  /** Who asks: only sales of the shops that he keeps count. */
  askedBy: string
}

/**
 * SQL: what was sold less what came back on the days of `own`, by `staff_id`. The totals are read once, and each meets the terms of its company alone: a
 * full join is hashed or merged, so that no estimate makes the planner read all days again for each company. Days of companies that nobody kept then are left out.
 */
const sumDaysOfTermsSql = (
  totals: RawBuilder<unknown>,
) => sql`select own.staff_id, sum(t.net) filter (where t.day between own.from_day and own.to_day)::bigint as net
  from own full join (select key::uuid as enterprise_id, day, sold_fen - back_fen as net from (${totals}) r) t using (enterprise_id) group by 1`

/**
 * Reads what account managers have reached in a month, by member of staff. A day of a company counts for who had it at the end of this day.
 * Who had no company in the month is not in the result. `shopIds`: the shops whose sales count; null: all.
 */
export async function readReachedSalesOfAccountManagers(
  db: Db,
  { month, today, staffId, askedBy }: ReachedSalesFilter,
): Promise<{ reached: Map<string, ReachedSales>; shopIds: readonly string[] | null }> {
  const shopIds = await findShopIdsStaffIsLimitedTo(db, askedBy)
  const [first, last] = [`${month}-01`, getLastDayOfMonth(month)]
  const until = today < last ? today : last
  const ofStaff = staffId === undefined ? sql`true` : sql`staff_id = ${staffId}::uuid`
  const ofShops = isInShopsOrUnrestrictedSql('shop_id', shopIds)
  const { hasCompanyTotals } = await readSalesTotalsStatus(db)
  const totals = salesTotalsOfRangeSql('enterprise', { from: first, to: until }, { closedUntil: null, hasCompanyTotals, shopIds })
  const { rows } = await sql<{ staffId: string | null; net: number; newCompanies: number }>`
    with change as (select enterprise_id, id, staff_id, at, (at at time zone 'Asia/Shanghai')::date as from_day from account_manager_change
      where enterprise_id in (select enterprise_id from account_manager_change where staff_id is not null and ${ofStaff})),
    term as (select enterprise_id, staff_id, from_day,
      lead(from_day, 1, 'infinity') over (partition by enterprise_id order by at, id) as until_day from change),
    own as materialized (select enterprise_id, staff_id, greatest(from_day, ${first}::date) as from_day,
      least(until_day - 1, ${until}::date) as to_day from term
      where staff_id is not null and ${ofStaff} and from_day < until_day and from_day <= ${until}::date and until_day > ${first}::date),
    sold as (${sumDaysOfTermsSql(totals)}),
    fresh as (select own.staff_id, count(*)::int as companies
      from own, lateral (select min(first_day) as first_day from sales_span
        where dimension = 'enterprise' and key = own.enterprise_id and ${ofShops}) life
      where life.first_day between own.from_day and own.to_day group by 1)
    select coalesce(sold.staff_id, fresh.staff_id) as "staffId", coalesce(net, 0)::bigint as net, coalesce(companies, 0)::int as "newCompanies"
    from sold full join fresh using (staff_id)`.execute(withoutTenantGuard(db, 'console'))
  const reached = rows.flatMap(({ staffId: id, net, newCompanies }) =>
    id === null ? [] : [[id, { net: fen(net), newCompanies }] as const],
  )
  return { reached: new Map(reached), shopIds }
}
