// Sums what SKUs earned, of lines of revenue and what the goods cost on the day of their shipment (decision 350).
import { type RawBuilder, sql } from 'kysely'
import type { consoleMarginEndpoints, MonthMargin, SkuMonthMargin } from '#contract/billing/margins/api.ts'
import { UNITS_PER_RECORDED_SKU_COST } from '#contract/catalog/purchase-orders/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, subtractFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { describeSkusById, skuIdsMatchingTextSql } from '#server/catalog/goods/public.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql, type PageInput, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

interface Range {
  /** Months; undefined: all days. */
  months?: readonly string[] | undefined
  /** The shops that a person keeps; null: all. */
  shopIds: readonly string[] | null
  /** Only these; undefined: all. */
  skuIds?: readonly string[]
}

/** The calendar day of an instant, and whether a column of days or shops is in the range. */
const daySql = (column: string) => sql`(${sql.raw(column)} at time zone 'Asia/Shanghai')::date`
const isInMonthSql = (day: RawBuilder<unknown>, month: string) =>
  sql<boolean>`(${day} >= ${`${month}-01`}::date and ${day} < ${`${addMonths(month, 1)}-01`}::date)`
const isInRange = (day: RawBuilder<unknown>, { months, shopIds }: Range, shop: string) => sql`
  ${
    months === undefined
      ? sql`true`
      : sql`(${sql.join(
          months.map((month) => isInMonthSql(day, month)),
          sql` or `,
        )})`
  }
  and ${isInShopsOrUnrestrictedSql(shop, shopIds)}`

/**
 * SQL: rows `moved` of what was earned and what it cost, each with its SKU and day. A parcel brings its units at the average of the day on
 * which it was sent, a refund takes revenue, and goods that came back into stock take their units at the average of that day. `cost_fen`
 * null: nobody knew a cost that day. Freight and interest are no goods, so they are left out.
 */
const movedSql = (range: Range) => sql`
  earned as (
    select l.enterprise_id, l.order_id, l.line_no, l.day, case when l.kind = 'recognise' then l.source_id else t.document end as parcel_id,
      sum(l.earned_fen - l.earned_tax_fen) as fen
    from revenue_line l left join ledger_transfer t on l.kind = 'draw' and t.enterprise_id = l.enterprise_id and t.id = l.source_id
    where l.order_id is not null and l.line_no > 0 and ${isInRange(sql`l.day`, range, 'l.shop_id')}
    group by 1, 2, 3, 4, 5 having sum(l.earned_fen) <> 0),
  event as (
    select e.enterprise_id, e.order_id, e.line_no, e.day, e.fen, coalesce(pl.quantity, 0) as units, coalesce(${daySql('p.sent_at')}, e.day) as cost_day
    from earned e left join parcel p on p.enterprise_id = e.enterprise_id and p.id = e.parcel_id
      left join parcel_line pl on pl.enterprise_id = p.enterprise_id and pl.parcel_id = p.id and pl.line_no = e.line_no
    union all
    select a.enterprise_id, a.order_id, r.line_no, ${daySql('a.state_at')}, 0, -r.restocked, ${daySql('a.state_at')}
    from after_sale a join after_sale_line r on r.enterprise_id = a.enterprise_id and r.after_sale_id = a.id
      join "order" o on o.enterprise_id = a.enterprise_id and o.id = a.order_id
    where a.state = 'REFUNDED' and r.stage = 'sent' and r.restocked > 0 and ${isInRange(daySql('a.state_at'), range, 'o.shop_id')}
      and exists (select from revenue_line l where l.enterprise_id = a.enterprise_id and l.order_id = a.order_id and l.line_no = r.line_no)),
  moved as (
    select line.sku_id, event.day, event.fen, event.units, round(event.units::numeric * cost.after_fen / ${sql.lit(UNITS_PER_RECORDED_SKU_COST)}) as cost_fen
    from event join order_line line on line.enterprise_id = event.enterprise_id and line.order_id = event.order_id and line.line_no = event.line_no
        ${range.skuIds === undefined ? sql`` : sql`and line.sku_id = ${anyOfIdsSql(range.skuIds)}`}
      left join lateral (select c.after_fen from sku_cost c where c.sku_id = line.sku_id and c.at < (event.cost_day + 1)::timestamp at time zone 'Asia/Shanghai'
        order by c.no desc limit 1) cost on true)`

interface Sums {
  units: number
  revenue: Fen
  cost: Fen
}

/** Completes sums with the margin and its rate, half a basis point rounded away from zero. */
function toMargin({ units, revenue, cost }: Sums) {
  const margin = subtractFen(revenue, cost)
  const rate = revenue > 0 ? Math.sign(margin) * Math.floor((Math.abs(margin) * 20_000 + revenue) / (2 * revenue)) : null
  return { units, revenue, cost, margin, rate }
}

const orders = { most: sql`revenue - cost desc`, least: sql`revenue - cost`, revenue: sql`revenue desc` } as const

/** What the SKUs of a page earned in other months; null: the cost of some of it is unknown. A SKU that none were sold of is not in the map. */
async function readMarginsOfOtherMonths(
  db: Db,
  { skuIds, months, shopIds }: { skuIds: readonly string[]; months: readonly [string, string]; shopIds: Range['shopIds'] },
): Promise<Map<string, { before: Fen | null; yearBefore: Fen | null }>> {
  if (skuIds.length === 0) return new Map()
  const earnedIn = (month: string) => {
    const isIn = isInMonthSql(sql`day`, month)
    return sql`case when count(*) filter (where ${isIn} and cost_fen is null) = 0 then coalesce(sum(fen - cost_fen) filter (where ${isIn}), 0)::bigint end`
  }
  const { rows } = await sql<{ skuId: string; before: Fen | null; yearBefore: Fen | null }>`
    with ${movedSql({ months, shopIds, skuIds })}
    select sku_id as "skuId", ${earnedIn(months[0])} as before, ${earnedIn(months[1])} as "yearBefore"
    from moved group by sku_id`.execute(withoutTenantGuard(db, 'console'))
  return new Map(rows.map(({ skuId, ...earned }) => [skuId, earned]))
}

/**
 * Lists a page of what SKUs earned in a month, beside what the same ones earned in the month before and in the same month of the year before. A SKU is
 * in both lists if its cost became known within the month.
 */
export async function listSkuMarginsOfMonth(
  db: Db,
  { pageNo, pageSize, month, cost, sort, keyword }: InputOf<typeof consoleMarginEndpoints.list>,
  staffId: string,
): Promise<{ dataList: SkuMonthMargin[]; total: number }> {
  const shopIds = await findShopIdsStaffIsLimitedTo(db, staffId)
  const { rows } = await sql<Sums & { skuId: string; total: number }>`
    with ${movedSql({ months: [month], shopIds })},
    summed as (
      select sku_id, sum(units)::bigint as units, sum(fen)::bigint as revenue, coalesce(sum(cost_fen), 0)::bigint as cost
      from moved where (cost_fen is not null) = ${cost === 'known'} and ${keyword ? sql`sku_id in ${skuIdsMatchingTextSql(keyword)}` : sql`true`}
      group by sku_id)
    select sku_id as "skuId", units, revenue, cost, (count(*) over ())::int as total from summed
    order by ${orders[sort]}, sku_id ${limitAndOffsetSql(toSlice({ pageNo, pageSize }))}`.execute(withoutTenantGuard(db, 'console'))
  const skuIds = rows.map(({ skuId }) => skuId)
  const [skus, others] = await Promise.all([
    describeSkusById(db, skuIds),
    readMarginsOfOtherMonths(db, { skuIds, months: [addMonths(month, -1), addMonths(month, -12)], shopIds }),
  ])
  const dataList = rows.map(({ skuId, total: _, ...sums }): SkuMonthMargin => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(skuId) ?? {}
    const earned = others.get(skuId) ?? { before: ZERO_FEN, yearBefore: ZERO_FEN }
    return Object.assign({ skuId, skuCode, goodsName, skuProps, unit, costKnown: cost === 'known' }, earned, toMargin(sums))
  })
  return { dataList, total: rows[0]?.total ?? 0 }
}

/** Lists a page of what months earned, the latest first. */
export async function listMonthMargins(db: Db, page: PageInput, staffId: string): Promise<{ dataList: MonthMargin[]; total: number }> {
  const range = { shopIds: await findShopIdsStaffIsLimitedTo(db, staffId) }
  const { rows } = await sql<Sums & { month: string; unknownRevenue: Fen; total: number }>`
    with ${movedSql(range)}
    select to_char(day, 'YYYY-MM') as month, coalesce(sum(units) filter (where cost_fen is not null), 0)::bigint as units,
      coalesce(sum(fen) filter (where cost_fen is not null), 0)::bigint as revenue, coalesce(sum(cost_fen), 0)::bigint as cost,
      coalesce(sum(fen) filter (where cost_fen is null), 0)::bigint as "unknownRevenue", (count(*) over ())::int as total
    from moved group by 1 order by 1 desc ${limitAndOffsetSql(toSlice(page))}`.execute(withoutTenantGuard(db, 'console'))
  const dataList = rows.map(
    ({ month, unknownRevenue, total: _, ...sums }): MonthMargin => Object.assign({ month, unknownRevenue }, toMargin(sums)),
  )
  return { dataList, total: rows[0]?.total ?? 0 }
}
