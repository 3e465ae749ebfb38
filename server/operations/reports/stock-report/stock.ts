// 库存报表: what lies in the house, how fast it is sold, what is not sold any more, and what people wait for.
import { type RawBuilder, sql } from 'kysely'
import { UNITS_PER_RECORDED_SKU_COST } from '#contract/catalog/purchase-orders/shapes.ts'
import { getReportPeriodOneYearEarlier } from '#contract/operations/reports/periods.ts'
import {
  type consoleStockReportEndpoints,
  STOCK_REPORT_CATEGORIES,
  type StockReport,
  type StockReportCategory,
  type StockReportRow,
} from '#contract/operations/reports/stock-api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { describeSkusById, listAllCategories } from '#server/catalog/goods/public.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import {
  findPlacesOfPeriods,
  findReportShopIdsForStaff,
  readSalesTotalsStatus,
  type SalesTotalsScope,
  salesTotalsOfPeriodsSql,
  salesTotalsOfRangeSql,
} from '#server/operations/reports/ranges.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { limitAndOffsetSql, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { countMissedSearches, getDaysBefore, readFirstStockOutDay, stockOutDaysSql } from './stock-outs.ts'

interface Asking {
  moment: Moment
  staffId: string
  /** Whether the person may see what SKUs cost. */
  seesCosts: boolean
}

/**
 * SQL: `stock`, a row for each SKU that is not archived, with its units, what was sold of it lately, and its groups. Stock is read by a query of
 * its own: of one that is joined, Citus 13 reads a column as null if only GROUPING SETS of an outer query use it.
 */
async function stockSql(db: Db, { quietDays, shopId }: InputOf<typeof consoleStockReportEndpoints.summary>, { moment, staffId }: Asking) {
  const today = toShanghaiDay(moment.now)
  const from = addDays(today, 1 - quietDays)
  const { asOf, closedUntil, runningUntil } = await readSalesTotalsStatus(db)
  const shopIds = await findReportShopIdsForStaff(db, { shopId, staffId })
  const stock = sql`
    sold as (select key::uuid as sku_id, sum(units - back_units)::bigint as units
      from (${salesTotalsOfRangeSql('sku', { from, to: today }, { closedUntil, runningUntil, shopIds })}) t group by key),
    life as (select key as sku_id, max(last_day) as last_day from sales_span where dimension = 'sku' group by key),
    wait as (select sku_id, count(*) as people from stock_wait group by sku_id),
    gone as (${stockOutDaysSql({ from, to: today })}),
    stock as (
      select s.id, g.category_id, coalesce(q.available + q.reserved, 0) as units, coalesce(sold.units, 0) as sold, life.last_day, cost.after_fen as hundred_fen,
        coalesce(wait.people, 0) as waits, round(coalesce(q.available + q.reserved, 0)::numeric * cost.after_fen / ${sql.lit(UNITS_PER_RECORDED_SKU_COST)}) as value_fen,
        coalesce(q.available + q.reserved, 0) > 0 as stocked, coalesce(q.available + q.reserved, 0) > 0 and coalesce(life.last_day < ${from}::date, true) as dead,
        coalesce(q.available, 0) = 0 and s.on_shelf and g.on_shelf as out, s.on_shelf and g.on_shelf as on_sale, coalesce(wait.people, 0) > 0 as wished,
        coalesce(gone.days, 0) as out_days, coalesce(gone.days_before, 0) as out_days_before, coalesce(gone.days, 0) > 0 and s.on_shelf and g.on_shelf as "outDays"
      from sku s join goods g on g.id = s.goods_id left join (select sku_id, available, reserved from sku_stock) q on q.sku_id = s.id left join sold on sold.sku_id = s.id
        left join life on life.sku_id = s.id left join wait on wait.sku_id = s.id left join gone on gone.sku_id = s.id
        left join lateral (select c.after_fen from sku_cost c where c.sku_id = s.id order by c.no desc limit 1) cost on true
      where not s.archived and g.state <> 'draft' and ${isInShopsOrUnrestrictedSql('g.shop_id', shopIds)})`
  return { stock, asOf, range: { from, to: today }, scope: { closedUntil, runningUntil, shopIds } }
}

/** Adds up the units that were sold in a range, in as many days before, and a year earlier. */
async function sumUnitsSold(db: Db, range: DayRange, scope: SalesTotalsScope) {
  const periods = [range, getDaysBefore(range), getReportPeriodOneYearEarlier(range)]
  const { rows } = await sql<{ period: number; units: number }>`
    select period, sum(units - back_units)::bigint as units from (${salesTotalsOfPeriodsSql(['all'], periods, scope)}) t group by 1`.execute(
    db,
  )
  const [sold = 0, soldBefore = 0, soldYearBefore = 0] = findPlacesOfPeriods(periods).map(
    (place) => rows.find(({ period }) => period === place)?.units ?? 0,
  )
  return { sold, soldBefore, soldYearBefore }
}

/** How many days units last if so many are sold in the days of the report; null: none are. */
const computeTurnDays = ({ units, sold }: { units: number; sold: number }, days: number): number | null =>
  sold > 0 ? Math.round((units * days) / sold) : null

/** What is known of the days before: nothing if no stock-out was recorded by then. */
const hideUnrecorded = (days: number, { range, recordedFrom }: { range: DayRange; recordedFrom: string | null }): number | null =>
  recordedFrom !== null && recordedFrom <= getDaysBefore(range).from ? days : null

interface CategorySums {
  whole: boolean
  category_id: number | null
  units: number
  deadUnits: number
  value: Fen
  deadValue: Fen
}

/** The categories with the most stock, for the chart. */
async function describeCategories(
  db: Db,
  rows: readonly CategorySums[],
  { seesCosts }: Pick<Asking, 'seesCosts'>,
): Promise<StockReportCategory[]> {
  const all = await listAllCategories(db)
  const find = (id: number | null) => all.find((one) => one.id === id)
  /** The name, with that of the category above where several have it. */
  const describe = (id: number | null): string | null => {
    const own = find(id)
    if (!own) return null
    const isShared = all.some((one) => one.id !== own.id && one.name === own.name)
    return isShared ? `${find(own.parent_id)?.name ?? ''}·${own.name}` : own.name
  }
  const size = (row: CategorySums) => (seesCosts ? row.value : row.units)
  return rows
    .filter(({ units }) => units > 0)
    .sort((left, right) => size(right) - size(left) || right.units - left.units)
    .slice(0, STOCK_REPORT_CATEGORIES)
    .map(({ category_id, units, deadUnits, value, deadValue }) => ({
      name: describe(category_id),
      units,
      deadUnits,
      value: seesCosts ? value : null,
      deadValue: seesCosts ? deadValue : null,
    }))
}

/** Sums the stock of the shops, what of it is dead, and what is missing. */
export async function readStockReportSums(
  db: Db,
  input: InputOf<typeof consoleStockReportEndpoints.summary>,
  asking: Asking,
): Promise<StockReport> {
  const { stock, asOf, range, scope } = await stockSql(db, input, asking)
  type Sums = Omit<
    StockReport,
    'asOf' | 'value' | 'deadValue' | 'turnDays' | 'outRecordedFrom' | 'categories' | `sold${string}` | `missed${string}`
  >
  const { rows } = await sql<Sums & CategorySums & { outSkusBefore: number; outDaysBefore: number }>`
    with ${stock}
    select grouping(category_id) = 1 as whole, category_id, coalesce(sum(units) filter (where dead), 0)::bigint as "deadUnits", count(*) filter (where stocked)::int as skus, coalesce(sum(units), 0)::bigint as units, coalesce(sum(value_fen), 0)::bigint as value,
      count(*) filter (where stocked and hundred_fen is null)::int as "unknownSkus", count(*) filter (where dead)::int as "deadSkus",
      coalesce(sum(value_fen) filter (where dead), 0)::bigint as "deadValue", count(*) filter (where out)::int as "outSkus",
      count(*) filter (where "outDays")::int as "outSkusOfRange", coalesce(sum(out_days) filter (where on_sale), 0)::int as "outDays",
      count(*) filter (where out_days_before > 0 and on_sale)::int as "outSkusBefore",
      coalesce(sum(out_days_before) filter (where on_sale), 0)::int as "outDaysBefore", coalesce(sum(waits), 0)::bigint as waits
    from stock group by grouping sets ((), (category_id))`.execute(withoutTenantGuard(db, 'console'))
  const whole = rows.find((row) => row.whole)
  if (!whole) throw new Error('a sum without a row')
  const { whole: _, category_id: __, deadUnits: ___, ...sums } = whole
  const categories = await describeCategories(
    db,
    rows.filter((row) => !row.whole),
    asking,
  )
  const sold = await sumUnitsSold(db, range, scope)
  const turnDays = computeTurnDays({ units: sums.units, sold: sold.sold }, input.quietDays)
  const recordedFrom = await readFirstStockOutDay(db)
  const before = {
    outRecordedFrom: recordedFrom,
    outSkusBefore: hideUnrecorded(sums.outSkusBefore, { range, recordedFrom }),
    outDaysBefore: hideUnrecorded(sums.outDaysBefore, { range, recordedFrom }),
  }
  const missed = scope.shopIds === null ? await countMissedSearches(db, range) : { missedSearches: null, missedSearchesBefore: null }
  return Object.assign({ asOf, turnDays, categories }, sold, sums, before, missed, asking.seesCosts ? {} : { value: null, deadValue: null })
}

interface Found {
  out_days: number
  out_days_before: number
  found: number
}

/** What the rows of each group are sorted by: the most valuable dead stock, what sold best before it was out, what was out longest, what most people wait for, the slowest. */
const sortings: Record<InputOf<typeof consoleStockReportEndpoints.list>['group'], RawBuilder<unknown>> = {
  dead: sql`last_day nulls first, units desc`,
  out: sql`waits desc, sold desc`,
  outDays: sql`out_days desc, waits desc, sold desc`,
  wished: sql`waits desc, sold desc`,
  stocked: sql`sold desc, units desc`,
}

/** Lists a page of the SKUs of a group. */
export async function listSkusOfStockReportGroup(
  db: Db,
  { pageNo, pageSize, group, ...input }: InputOf<typeof consoleStockReportEndpoints.list>,
  asking: Asking,
): Promise<{ dataList: StockReportRow[]; total: number }> {
  const { stock, range } = await stockSql(db, input, asking)
  const recordedFrom = await readFirstStockOutDay(db)
  type Row = Pick<StockReportRow, 'units' | 'sold' | 'waits'> & { id: string; last_day: string | null; value_fen: Fen | null } & Found
  const { rows } = await sql<Row>`
    with ${stock}
    select id, units::int as units, sold, last_day, waits::int as waits, value_fen::bigint as value_fen, out_days, out_days_before, (count(*) over ())::int as found
    from stock where ${sql.ref(group)} order by ${sortings[group]}, id ${limitAndOffsetSql(toSlice({ pageNo, pageSize }))}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  const skus = await describeSkusById(
    db,
    rows.map(({ id }) => id),
  )
  const dataList = rows.map(({ id, units, sold, last_day, waits, value_fen, out_days, out_days_before }): StockReportRow => {
    const { skuCode = '', goodsName = '', skuProps = '{}' } = skus.get(id) ?? {}
    const turnDays = computeTurnDays({ units, sold }, input.quietDays)
    return {
      skuId: id,
      skuCode,
      goodsName,
      skuProps,
      units,
      sold,
      lastDay: last_day,
      turnDays,
      value: asking.seesCosts ? value_fen : null,
      waits,
      outDays: out_days,
      outDaysBefore: hideUnrecorded(out_days_before, { range, recordedFrom }),
    }
  })
  return { dataList, total: rows[0]?.found ?? 0 }
}
