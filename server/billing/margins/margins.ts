// Reads what SKUs earned by month from the totals.
import { type RawBuilder, sql } from 'kysely'
import type { consoleMarginEndpoints, MarginsMade, MonthMargin, SkuMonthMargin } from '#contract/billing/margins/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, subtractFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { describeSkusById, skuIdsMatchingTextSql } from '#server/catalog/goods/public.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql, type PageInput, toSlice } from '#server/platform/core/paging.ts'

/** SQL: the rows of months and shops. */
const totalsSql = (months: readonly string[] | undefined, shopIds: readonly string[] | null) => sql`
  margin_total t where t.span = 'month' and ${isInShopsOrUnrestrictedSql('t.shop_id', shopIds)}
  and ${months === undefined ? sql`true` : sql`t.day in (${sql.join(months.map(firstDaySql))})`}`
const firstDaySql = (month: string) => sql`${`${month}-01`}::date`

interface Sums {
  units: number
  revenue: Fen
  cost: Fen
}

/** Completes sums with the margin and its rate, half a basis point rounded away from zero. */
export function toMargin({ units, revenue, cost }: Sums) {
  const margin = subtractFen(revenue, cost)
  const rate = revenue > 0 ? Math.sign(margin) * Math.floor((Math.abs(margin) * 20_000 + revenue) / (2 * revenue)) : null
  return { units, revenue, cost, margin, rate }
}

/** What goods with or without a known cost are summed and sorted by. */
const parts: Record<'known' | 'unknown', Record<'rows' | 'units' | 'revenue' | 'cost', RawBuilder<unknown>>> = {
  known: { rows: sql`known_rows`, units: sql`units`, revenue: sql`revenue_fen`, cost: sql`cost_fen` },
  unknown: { rows: sql`unknown_rows`, units: sql`unknown_units`, revenue: sql`unknown_revenue_fen`, cost: sql`0` },
}
const orders = { most: sql`revenue - cost desc`, least: sql`revenue - cost`, revenue: sql`revenue desc` } as const

/** What the SKUs of a page earned in other months; null: the cost of some of it is unknown. A SKU that none were sold of is not in the map. */
async function readMarginsOfOtherMonths(
  db: Db,
  { skuIds, months, shopIds }: { skuIds: readonly string[]; months: readonly [string, string]; shopIds: readonly string[] | null },
): Promise<Map<string, { before: Fen | null; yearBefore: Fen | null }>> {
  if (skuIds.length === 0) return new Map()
  const earnedIn = (month: string) => sql`case when coalesce(sum(t.unknown_rows) filter (where t.day = ${firstDaySql(month)}), 0) = 0
    then coalesce(sum(t.revenue_fen - t.cost_fen) filter (where t.day = ${firstDaySql(month)}), 0)::bigint end`
  const { rows } = await sql<{ skuId: string; before: Fen | null; yearBefore: Fen | null }>`
    select t.sku_id as "skuId", ${earnedIn(months[0])} as before, ${earnedIn(months[1])} as "yearBefore"
    from ${totalsSql(months, shopIds)} and t.sku_id = ${anyOfIdsSql(skuIds)} group by t.sku_id`.execute(db)
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
  const part = parts[cost]
  const { rows } = await sql<Sums & { skuId: string; total: number }>`
    with summed as (
      select t.sku_id, sum(${part.units})::bigint as units, sum(${part.revenue})::bigint as revenue, sum(${part.cost})::bigint as cost
      from ${totalsSql([month], shopIds)} and ${part.rows} > 0 and ${keyword ? sql`t.sku_id in ${skuIdsMatchingTextSql(keyword)}` : sql`true`}
      group by t.sku_id)
    select sku_id as "skuId", units, revenue, cost, (count(*) over ())::int as total from summed
    order by ${orders[sort]}, sku_id ${limitAndOffsetSql(toSlice({ pageNo, pageSize }))}`.execute(db)
  const skuIds = rows.map(({ skuId }) => skuId)
  const skus = await describeSkusById(db, skuIds)
  const others = await readMarginsOfOtherMonths(db, { skuIds, months: [addMonths(month, -1), addMonths(month, -12)], shopIds })
  const dataList = rows.map(({ skuId, total: _, ...sums }): SkuMonthMargin => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(skuId) ?? {}
    const earned = others.get(skuId) ?? { before: ZERO_FEN, yearBefore: ZERO_FEN }
    return Object.assign({ skuId, skuCode, goodsName, skuProps, unit, costKnown: cost === 'known' }, earned, toMargin(sums))
  })
  return { dataList, total: rows[0]?.total ?? 0 }
}

/** Lists a page of what months earned, the latest first, each beside the month before and the same month of the year before. */
export async function listMonthMargins(db: Db, page: PageInput, staffId: string): Promise<{ dataList: MonthMargin[]; total: number }> {
  const shopIds = await findShopIdsStaffIsLimitedTo(db, staffId)
  const { rows } = await sql<Omit<MonthMargin, 'margin' | 'rate'> & { total: number }>`
    with month as (
      select t.day, sum(t.known_rows) > 0 as known, sum(t.units)::bigint as units, sum(t.revenue_fen)::bigint as revenue, sum(t.cost_fen)::bigint as cost,
        sum(t.unknown_revenue_fen)::bigint as unknown_revenue
      from ${totalsSql(undefined, shopIds)} group by 1)
    select to_char(m.day, 'YYYY-MM') as month, m.known as "costKnown", m.units, m.revenue, m.cost, m.unknown_revenue as "unknownRevenue",
      before.revenue - before.cost as before, earlier.revenue - earlier.cost as "yearBefore", (count(*) over ())::int as total
    from month m left join month before on before.known and before.day = (m.day - interval '1 month')::date
      left join month earlier on earlier.known and earlier.day = (m.day - interval '1 year')::date
    order by m.day desc ${limitAndOffsetSql(toSlice(page))}`.execute(db)
  const dataList = rows.map(
    ({ month, costKnown, unknownRevenue, before, yearBefore, total: _, ...sums }): MonthMargin =>
      Object.assign({ month, costKnown, unknownRevenue, before, yearBefore }, toMargin(sums)),
  )
  return { dataList, total: rows[0]?.total ?? 0 }
}

/** Reads until which day the totals go, and how many days of the journal still wait for theirs. */
export async function readMarginsMade(db: Db): Promise<MarginsMade> {
  const { rows } = await sql<MarginsMade>`
    select max(m.day)::text as until, (count(*) filter (where m.day is null))::int as waiting
    from journal_day j left join margin_day m on m.day = j.day and m.journal_made_at = j.made_at`.execute(db)
  return rows[0] ?? { until: null, waiting: 0 }
}
