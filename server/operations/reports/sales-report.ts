import { sql } from 'kysely'
import { computeShareInBasisPoints } from '#contract/money/statements/ageing.ts'
import {
  type ChartPointPeriod,
  getChartPointIndexOfDay,
  getPreviousReportPeriod,
  getReportPeriodOneYearEarlier,
  listFirstDaysOfChartPoints,
} from '#contract/operations/reports/periods.ts'
import type {
  consoleSalesReportEndpoints,
  SalesBreakdownRow,
  SalesReport,
  SalesReportSortOrder,
  SalesSums,
} from '#contract/operations/reports/sales-api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'
import { type PageInput, toSlice } from '#server/platform/core/paging.ts'
import {
  findPlacesOfPeriods,
  findReportShopIdsForStaff,
  readSalesTotalsStatus,
  requireValidReportRange,
  type SalesTotalsScope,
  salesTotalsOfPeriodsSql,
} from './ranges.ts'

interface DaySums {
  period: number
  day: string
  orders: number
  units: number
  sold: number
  back: number
}

/** The range of a report and those that it is compared with. */
export const toReportAndComparisonPeriods = (range: DayRange): readonly [DayRange, DayRange, DayRange] => [
  range,
  getPreviousReportPeriod(range),
  getReportPeriodOneYearEarlier(range),
]

/** The sums of each day of the periods; `grain` months: of each month that is known as a whole. */
async function readDays(db: Db, periods: readonly DayRange[], scope: SalesTotalsScope & { grain: ChartPointPeriod }): Promise<DaySums[]> {
  const known = scope.grain === 'month' ? scope : { closedUntil: null, shopIds: scope.shopIds }
  const { rows } = await sql<DaySums>`
    select period, day, sum(orders)::int as orders, sum(units - back_units)::bigint as units, sum(sold_fen)::bigint as sold, sum(back_fen)::bigint as back
    from (${salesTotalsOfPeriodsSql(['all'], periods, known)}) t group by period, day`.execute(db)
  return rows
}

/** How many companies bought in each of the periods. */
async function countCustomers(db: Db, periods: readonly DayRange[], scope: SalesTotalsScope): Promise<number[]> {
  const { rows } = await sql<{ period: number; customers: number }>`
    select period, count(*)::int as customers from (
      select period, key from (${salesTotalsOfPeriodsSql(['enterprise'], periods, scope)}) t where orders > 0 group by 1, 2) companies group by 1`.execute(
    db,
  )
  return findPlacesOfPeriods(periods).map((place) => rows.find(({ period }) => period === place)?.customers ?? 0)
}

function addUp(rows: readonly DaySums[], customers: number): SalesSums {
  const total = (part: 'orders' | 'units' | 'sold' | 'back') => rows.reduce((all, row) => all + row[part], 0)
  const [orders, sold, back] = [total('orders'), fen(total('sold')), fen(total('back'))]
  const average = orders === 0 ? null : fen(Math.round(sold / orders))
  return { orders, units: total('units'), sold, back, net: subtractFen(sold, back), customers, average }
}

/** The rows of each point of the chart, for each period. The first day of a point is that of its own period. */
export const groupRowsByChartPoint = <Row extends { period: number; day: string }>(
  grain: ChartPointPeriod,
  periods: readonly DayRange[],
  rows: readonly Row[],
): { day: string; rows: Row[] }[][] => {
  const places = findPlacesOfPeriods(periods)
  return periods.map((range, period) => {
    const points = listFirstDaysOfChartPoints(grain, range).map((day) => ({ day, rows: [] as Row[] }))
    for (const row of rows) if (row.period === places[period]) points[getChartPointIndexOfDay(grain, range, row.day)]?.rows.push(row)
    return points
  })
}

/** The points of the chart. A range that is compared with can be shorter: then its last points are null. */
function toPoints(grain: ChartPointPeriod, periods: readonly DayRange[], days: readonly DaySums[]): SalesReport['points'] {
  const [sums, before, yearBefore] = groupRowsByChartPoint(grain, periods, days).map((points) =>
    points.map(({ day, rows }) => {
      const { orders, units, net } = addUp(rows, 0)
      return { day, orders, units, net }
    }),
  )
  return (sums ?? []).map((point, at) =>
    Object.assign(point, { before: before?.[at]?.net ?? null, yearBefore: yearBefore?.[at]?.net ?? null }),
  )
}

/** 销售报表: what was sold in a range, beside the period before and the year before. Refuses REPORT_RANGE. */
export async function readSalesReport(
  db: Db,
  { grain, shopId, ...input }: InputOf<typeof consoleSalesReportEndpoints.summary>,
  staffId: string,
): Promise<SalesReport> {
  const periods = toReportAndComparisonPeriods(requireValidReportRange(input))
  const { asOf, closedUntil, runningUntil, hasCompanyTotals } = await readSalesTotalsStatus(db)
  const scope = { closedUntil, runningUntil, hasCompanyTotals, shopIds: await findReportShopIdsForStaff(db, { shopId, staffId }) }
  const days = await readDays(db, periods, { ...scope, grain })
  const customers = await countCustomers(db, periods, scope)
  const [current, before, yearBefore] = findPlacesOfPeriods(periods).map((place, at) =>
    addUp(
      days.filter(({ period }) => period === place),
      customers[at] ?? 0,
    ),
  ) as [SalesSums, SalesSums, SalesSums]
  return {
    asOf,
    current,
    before: { ...before, range: periods[1] },
    yearBefore: { ...yearBefore, range: periods[2] },
    points: toPoints(grain, periods, days),
  }
}

interface DayList extends PageInput {
  periods: readonly DayRange[]
  scope: SalesTotalsScope
  sort: SalesReportSortOrder | undefined
}

/** Lists a page of the days of a range, each beside the day at the same place of the ranges that it is compared with. */
export async function listSalesByDay(
  db: Db,
  { periods, scope, sort, ...page }: DayList,
): Promise<{ dataList: SalesBreakdownRow[]; total: number }> {
  const days = await readDays(db, periods, Object.assign({ grain: 'day' as const }, scope))
  const [sums = [], before = [], yearBefore = []] = groupRowsByChartPoint('day', periods, days).map((points) =>
    points.map(({ day, rows }) => ({ day, ...addUp(rows, 0) })),
  )
  const whole = sum(sums.map(({ net }) => net))
  const rows = sums.map(
    ({ day, orders, units, sold, back, net }, at): SalesBreakdownRow => ({
      key: day,
      name: day,
      note: '',
      orders,
      units,
      sold,
      back,
      net,
      before: before[at]?.net ?? ZERO_FEN,
      yearBefore: yearBefore[at]?.net ?? ZERO_FEN,
      share: whole > 0 && net >= 0 ? computeShareInBasisPoints(net, whole) : null,
    }),
  )
  const latestFirst = rows.toReversed()
  const { offset, limit } = toSlice(page)
  const sorted = sort === undefined ? latestFirst : latestFirst.toSorted((one, other) => other[sort] - one[sort])
  return { dataList: sorted.slice(offset, offset + limit), total: rows.length }
}
