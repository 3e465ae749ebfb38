// 优惠券报表: what was sold with coupons, and what they took off. Reads the totals alone.
import { sql } from 'kysely'
import type {
  CouponReport,
  CouponReportRow,
  CouponReportSums,
  consoleCouponReportEndpoints,
} from '#contract/operations/reports/coupon-report-api.ts'
import type { ChartPointPeriod } from '#contract/operations/reports/periods.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { fen, subtractFen } from '#contract/platform/core/money.ts'
import { findCouponTemplates } from '#server/catalog/coupons/public.ts'
import { listShopNamesById } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql, toSlice } from '#server/platform/core/paging.ts'
import {
  findPlacesOfPeriods,
  findReportShopIdsForStaff,
  readSalesTotalsStatus,
  requireValidReportRange,
  type SalesTotalsScope,
  salesTotalsOfPeriodsSql,
  salesTotalsOfRangeSql,
} from './ranges.ts'
import { groupRowsByChartPoint, toReportAndComparisonPeriods } from './sales-report.ts'

interface CouponFigures {
  claimed: number
  orders: number
  given: number
  sold: number
  back: number
}
interface DayFigures extends CouponFigures {
  /** Orders with a coupon, or all orders. */
  dimension: 'coupon' | 'all'
  period: number
  day: string
}

const figuresSql = sql`sum(claimed)::int as claimed, sum(orders)::int as orders, sum(discount_fen - back_discount_fen)::bigint as given,
  sum(sold_fen)::bigint as sold, sum(back_fen)::bigint as back`

/** The figures of each day of the periods, with a coupon and of all orders; of each month that is known as a whole, if the points are months. */
async function readDays(db: Db, periods: readonly DayRange[], scope: SalesTotalsScope): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select dimension, period, day, ${figuresSql} from (${salesTotalsOfPeriodsSql(['coupon', 'all'], periods, scope)}) t
    group by dimension, period, day`.execute(db)
  return rows
}

const addUp = (rows: readonly CouponFigures[]): CouponFigures =>
  rows.reduce(
    (all, row) => ({
      claimed: all.claimed + row.claimed,
      orders: all.orders + row.orders,
      given: all.given + row.given,
      sold: all.sold + row.sold,
      back: all.back + row.back,
    }),
    { claimed: 0, orders: 0, given: 0, sold: 0, back: 0 },
  )

const computeAverage = (sold: number, orders: number) => (orders > 0 ? fen(Math.round(sold / orders)) : null)

const toMoney = ({ claimed, orders, given, sold, back }: CouponFigures) => ({
  claimed,
  orders,
  given: fen(given),
  sold: fen(sold),
  back: fen(back),
  net: subtractFen(fen(sold), fen(back)),
})

const NO_FIGURES = { claimed: null, orders: null, given: null, sold: null, back: null, net: null }

/** The sums of a period. An order has at most one coupon, so those without are all orders less those with one. */
function toSums(rows: readonly DayFigures[]): CouponReportSums {
  const [used, all] = (['coupon', 'all'] as const).map((one) => addUp(rows.filter(({ dimension }) => dimension === one))) as [
    CouponFigures,
    CouponFigures,
  ]
  const [orders, sold] = [all.orders - used.orders, all.sold - used.sold]
  return Object.assign(toMoney(used), {
    average: computeAverage(used.sold, used.orders),
    withoutCoupon: { orders, net: fen(sold - (all.back - used.back)), average: computeAverage(sold, orders) },
  })
}

/** How many coupons were claimed and how many orders used one, on each day of a range that has any, in the shops that a person keeps. */
export async function countCouponsByDay(
  db: Db,
  range: DayRange,
  staffId: string,
): Promise<{ day: string; claimed: number; orders: number }[]> {
  const scope = { closedUntil: null, shopIds: await findReportShopIdsForStaff(db, { staffId }) }
  const { rows } = await sql<{ day: string; claimed: number; orders: number }>`
    select day, sum(claimed)::int as claimed, sum(orders)::int as orders
    from (${salesTotalsOfRangeSql('coupon', range, scope)}) t group by day`.execute(db)
  return rows
}

/** The days of each period whose figures of coupons are still to be made: until then the period has none. */
const listWaitingDaysByPeriod = (periods: readonly DayRange[], withoutCouponFigures: readonly string[]): string[][] =>
  periods.map(({ from, to }) => withoutCouponFigures.filter((day) => from <= day && day <= to))

/** The figures of each point of the chart, for each period; null: some of its days are still to be made. */
function toPoints(grain: ChartPointPeriod, periods: readonly DayRange[], days: readonly DayFigures[], waiting: readonly string[][]) {
  const used = groupRowsByChartPoint(
    grain,
    periods,
    days.filter(({ dimension }) => dimension === 'coupon'),
  )
  const waits = groupRowsByChartPoint(
    grain,
    periods,
    waiting.flatMap((ones, period) => ones.map((day) => ({ period, day }))),
  )
  return used.map((points, period) =>
    points.map(({ day, rows }, at) => {
      if (waits[period]?.[at]?.rows.length) return { day, claimed: null, orders: null, given: null, net: null }
      const { claimed, orders, given, net } = toMoney(addUp(rows))
      return { day, claimed, orders, given, net }
    }),
  )
}

/** 优惠券报表: what was sold with coupons in a range, beside the orders without, the period before and the year before. Refuses REPORT_RANGE. */
export async function readCouponReport(
  db: Db,
  { grain, shopId, ...input }: InputOf<typeof consoleCouponReportEndpoints.summary>,
  staffId: string,
): Promise<CouponReport> {
  const periods = toReportAndComparisonPeriods(requireValidReportRange(input))
  const { asOf, closedUntil, runningUntil, withoutCouponFigures } = await readSalesTotalsStatus(db)
  const waiting = listWaitingDaysByPeriod(periods, withoutCouponFigures)
  const shopIds = await findReportShopIdsForStaff(db, { shopId, staffId })
  const months = grain === 'month' ? { closedUntil, runningUntil } : { closedUntil: null }
  const days = await readDays(db, periods, Object.assign(months, { shopIds }))
  const [current, before, yearBefore] = findPlacesOfPeriods(periods).map((place, at) =>
    waiting[at]?.length ? null : toSums(days.filter(({ period }) => period === place)),
  ) as [CouponReportSums | null, CouponReportSums | null, CouponReportSums | null]
  const [points, beforePoints, yearBeforePoints] = toPoints(grain, periods, days, waiting)
  return {
    asOf,
    waitingDays: [...new Set(waiting.flat())].sort(),
    current,
    before: { range: periods[1], sums: before },
    yearBefore: { range: periods[2], sums: yearBefore },
    points: (points ?? []).map((point, at) =>
      Object.assign(point, { before: beforePoints?.[at]?.net ?? null, yearBefore: yearBeforePoints?.[at]?.net ?? null }),
    ),
  }
}

interface Row extends CouponFigures {
  key: string
  before: number
  year_before: number
  found: number
}

const sortings = { net: sql`sold - back`, given: sql`given`, orders: sql`orders`, claimed: sql`claimed` } as const

/** A page of the coupon templates that were claimed or used in a range or in those it is compared with. Refuses REPORT_RANGE. */
export async function listCouponTemplatesWithReportSums(
  db: Db,
  { pageNo, pageSize, sort, shopId, ...input }: InputOf<typeof consoleCouponReportEndpoints.list>,
  staffId: string,
): Promise<{ dataList: CouponReportRow[]; total: number }> {
  const periods = toReportAndComparisonPeriods(requireValidReportRange(input))
  const { closedUntil, runningUntil, withoutCouponFigures } = await readSalesTotalsStatus(db)
  const [waits, beforeWaits, yearBeforeWaits] = listWaitingDaysByPeriod(periods, withoutCouponFigures).map(({ length }) => length > 0)
  const scope = { closedUntil, runningUntil, shopIds: await findReportShopIdsForStaff(db, { shopId, staffId }) }
  const [, before, yearBefore] = findPlacesOfPeriods(periods)
  const sumOf = (figure: keyof CouponFigures, type: 'int' | 'bigint') =>
    sql`coalesce(sum(${sql.ref(figure)}) filter (where period = 0), 0)::${sql.raw(type)} as ${sql.ref(figure)}`
  const { rows } = await sql<Row>`
    with s as (select key, period, ${figuresSql} from (${salesTotalsOfPeriodsSql(['coupon'], periods, scope)}) r group by key, period),
    t as (select key, ${sumOf('claimed', 'int')}, ${sumOf('orders', 'int')}, ${sumOf('given', 'bigint')}, ${sumOf('sold', 'bigint')}, ${sumOf('back', 'bigint')},
        coalesce(sum(sold - back) filter (where period = ${sql.lit(before)}), 0)::bigint as before,
        coalesce(sum(sold - back) filter (where period = ${sql.lit(yearBefore)}), 0)::bigint as year_before
      from s group by key)
    select t.*, (count(*) over ())::int as found from t
    order by ${sortings[sort]} desc, orders desc, claimed desc, key ${limitAndOffsetSql(toSlice({ pageNo, pageSize }))}`.execute(db)
  const templates = await findCouponTemplates(
    db,
    rows.map(({ key }) => key),
  )
  const templatesById = new Map(templates.map((template) => [template.id, template]))
  const shops = await listShopNamesById(db)
  const dataList = rows.map((row): CouponReportRow => {
    const { name = '', shopId: shop = '' } = templatesById.get(row.key) ?? {}
    const facts = { templateId: row.key, name, shopName: shops.get(shop) ?? '' }
    return Object.assign(facts, waits ? NO_FIGURES : toMoney(row), {
      before: beforeWaits ? null : fen(row.before),
      yearBefore: yearBeforeWaits ? null : fen(row.year_before),
    })
  })
  return { dataList, total: rows[0]?.found ?? 0 }
}
