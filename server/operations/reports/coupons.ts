// 优惠券报表: what coupons took off, and what was sold with them.
import { sql } from 'kysely'
import type {
  CouponReport,
  CouponReportRow,
  CouponReportSums,
  consoleCouponReportEndpoints,
} from '#contract/operations/reports/coupon-report-api.ts'
import type { ReportDayRange } from '#contract/operations/reports/periods.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listShopNamesById } from '#server/catalog/goods/public.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { findReportShopIdsForStaff, requireValidReportRange } from './ranges.ts'
import { toReportAndComparisonPeriods } from './sales-report.ts'

/** SQL: a row for each template and period in which its coupons were claimed or used, with their sums. */
function couponSumsSql(periods: readonly ReportDayRange[], shopIds: readonly string[] | null) {
  const parts = periods.map(({ from, to }, period) => {
    const within = (column: string) =>
      sql`${sql.ref(column)} >= ${getStartOfShanghaiDay(from)} and ${sql.ref(column)} < ${getStartOfNextShanghaiDay(to)}`
    return sql`
      select template_id, ${sql.lit(period)} as period, count(*) as claimed, count(*) filter (where state = 'used') as claimed_and_used,
        0 as used, 0 as given, 0 as sold, 0 as customers
      from coupon where ${within('claimed_at')} group by 1
      union all
      select c.template_id, ${sql.lit(period)}, 0, 0, count(*), sum(o.discount_fen), sum(o.goods_fen - o.discount_fen), count(distinct c.enterprise_id)
      from coupon c join "order" o on o.enterprise_id = c.enterprise_id and o.id = c.order_id
      where ${within('c.used_at')} group by 1`
  })
  return sql`
    select s.* from (${sql.join(parts, sql` union all `)}) s join coupon_template t on t.id = s.template_id
    where ${isInShopsOrUnrestrictedSql('t.shop_id', shopIds)}`
}

/** SQL: the sums of one period, named as in the contract. */
const sumsOfPeriodSql = (period: number) => {
  const sumOf = (column: string, type: 'int' | 'bigint') =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where period = ${sql.lit(period)}), 0)::${sql.raw(type)}`
  return sql`${sumOf('claimed', 'int')} as claimed, ${sumOf('claimed_and_used', 'int')} as "claimedAndUsed", ${sumOf('used', 'int')} as used,
    ${sumOf('given', 'bigint')} as given, ${sumOf('sold', 'bigint')} as sold`
}

/** 优惠券报表: what coupons took off in a range, beside the period before and the year before. Refuses REPORT_RANGE. */
export async function readCouponReport(
  db: Db,
  { shopId, ...input }: InputOf<typeof consoleCouponReportEndpoints.summary>,
  staffId: string,
): Promise<CouponReport> {
  const periods = toReportAndComparisonPeriods(requireValidReportRange(input))
  const shopIds = await findReportShopIdsForStaff(db, { shopId, staffId })
  const each = periods.map((_, period) => sql`select ${sql.lit(period)} as period, ${sumsOfPeriodSql(period)} from s`)
  const { rows } = await sql<CouponReportSums & { period: number }>`
    with s as (${couponSumsSql(periods, shopIds)}) ${sql.join(each, sql` union all `)} order by period`.execute(
    withoutTenantGuard(db, 'console'),
  )
  const [current, before, yearBefore] = rows.map(({ period: _, ...sums }) => sums) as [CouponReportSums, CouponReportSums, CouponReportSums]
  return { current, before: { ...before, range: periods[1] }, yearBefore: { ...yearBefore, range: periods[2] } }
}

const sortings = { sold: sql`sold`, given: sql`given`, used: sql`used` } as const

/** A page of the templates whose coupons were claimed or used in a range or in those it is compared with. Refuses REPORT_RANGE. */
export async function listCouponTemplatesWithReportSums(
  db: Db,
  { pageNo, pageSize, sort, shopId, ...input }: InputOf<typeof consoleCouponReportEndpoints.list>,
  staffId: string,
): Promise<{ dataList: CouponReportRow[]; total: number }> {
  const periods = toReportAndComparisonPeriods(requireValidReportRange(input))
  const shopIds = await findReportShopIdsForStaff(db, { shopId, staffId })
  const { rows } = await sql<
    CouponReportSums & { id: string; name: string; shop_id: string; customers: number; before: Fen; year_before: Fen; found: number }
  >`
    with s as (${couponSumsSql(periods, shopIds)}),
    r as (select template_id, ${sumsOfPeriodSql(0)}, coalesce(sum(customers) filter (where period = 0), 0)::int as customers,
        coalesce(sum(sold) filter (where period = 1), 0)::bigint as before, coalesce(sum(sold) filter (where period = 2), 0)::bigint as year_before
      from s group by template_id)
    select t.id, t.name, t.shop_id, r.*, (count(*) over ())::int as found from r join coupon_template t on t.id = r.template_id
    order by ${sortings[sort]} desc, claimed desc, t.id ${limitAndOffsetSql(toSlice({ pageNo, pageSize }))}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  const shops = await listShopNamesById(db)
  const dataList = rows.map(
    ({ id, name, shop_id, claimed, claimedAndUsed, used, given, sold, customers, before, year_before }): CouponReportRow => ({
      templateId: id,
      name,
      shopName: shops.get(shop_id) ?? '',
      claimed,
      claimedAndUsed,
      used,
      given,
      sold,
      customers,
      before,
      yearBefore: year_before,
    }),
  )
  return { dataList, total: rows[0]?.found ?? 0 }
}
