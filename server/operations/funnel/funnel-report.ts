// 转化漏斗: how many came to each step from a visit to a payment. Reads counts and totals alone.
import { sql } from 'kysely'
import type { consoleFunnelEndpoints, FunnelCounts, FunnelReport, FunnelReportRow } from '#contract/operations/funnel/api.ts'
import { listFirstDaysOfChartPoints } from '#contract/operations/reports/periods.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import {
  findPlacesOfPeriods,
  findReportShopIdsForStaff,
  groupRowsByChartPoint,
  readSalesTotalsStatus,
  requireValidReportRange,
  salesTotalsOfPeriodsSql,
  toReportAndComparisonPeriods,
} from '#server/operations/reports/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'

interface FunnelDay extends FunnelCounts {
  period: number
  day: string
}

/** All days that some period has, with what is known of each. */
interface KnownDays {
  periods: readonly [DayRange, DayRange, DayRange]
  days: FunnelDay[]
  asOf: Date | null
  countedFrom: string | null
}

const NO_VISITORS = { visited: 0, viewed: 0, added: 0 }
const UNKNOWN_VISITORS = { visited: null, viewed: null, added: null }

/** The visitors of the days of some ranges, by day. They belong to no shop, so whoever keeps certain shops is told nothing of them. */
async function readVisitors(db: Db, periods: readonly DayRange[], shopIds: readonly string[] | null) {
  if (shopIds !== null) return { countedFrom: null, visitors: new Map<string, typeof NO_VISITORS>() }
  const { first } = await db
    .selectFrom('visitor_day')
    .select((eb) => eb.fn.min('day').as('first'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('visitor_day')
    .selectAll()
    .where((eb) => eb.or(periods.map(({ from, to }) => eb.between('day', from, to))))
    .execute()
  return { countedFrom: first, visitors: new Map(rows.map(({ day, visited, viewed, added }) => [day, { visited, viewed, added }])) }
}

/** The orders that were submitted and paid on each day of a period. */
async function readOrders(db: Db, periods: readonly DayRange[], shopIds: readonly string[] | null) {
  const { rows } = await sql<{ period: number; day: string; submitted: number; paid: number }>`
    select period, day, coalesce(sum(orders) filter (where dimension = 'submitted'), 0)::int as submitted,
      coalesce(sum(orders) filter (where dimension = 'all'), 0)::int as paid
    from (${salesTotalsOfPeriodsSql(['submitted', 'all'], periods, { closedUntil: null, shopIds })}) t group by 1, 2`.execute(db)
  return new Map(rows.map(({ period, day, ...orders }) => [`${period} ${day}`, orders]))
}

async function readKnownDays(db: Db, range: DayRange, staffId: string): Promise<KnownDays> {
  const periods = toReportAndComparisonPeriods(range)
  const shopIds = await findReportShopIdsForStaff(db, { staffId })
  const { asOf, withoutSubmittedOrders } = await readSalesTotalsStatus(db)
  const { countedFrom, visitors } = await readVisitors(db, periods, shopIds)
  const orders = await readOrders(db, periods, shopIds)
  const waiting = new Set(withoutSubmittedOrders)
  const places = findPlacesOfPeriods(periods)
  const days = periods.flatMap((one, period) =>
    listFirstDaysOfChartPoints('day', one).map((day): FunnelDay => {
      const { submitted, paid } = orders.get(`${places[period]} ${day}`) ?? { submitted: 0, paid: 0 }
      const came = countedFrom !== null && countedFrom <= day ? (visitors.get(day) ?? NO_VISITORS) : UNKNOWN_VISITORS
      return { period, day, ...came, submitted: waiting.has(day) ? null : submitted, paid }
    }),
  )
  return { periods, days, asOf, countedFrom }
}

const addIfKnown = (some: number | null, more: number | null): number | null => (some === null || more === null ? null : some + more)

/** The sum of days; null where one of them is not known. */
const addUp = (days: readonly FunnelCounts[]): FunnelCounts =>
  days.reduce<FunnelCounts>(
    (all, day) => ({
      visited: addIfKnown(all.visited, day.visited),
      viewed: addIfKnown(all.viewed, day.viewed),
      added: addIfKnown(all.added, day.added),
      submitted: addIfKnown(all.submitted, day.submitted),
      paid: all.paid + day.paid,
    }),
    { ...NO_VISITORS, submitted: 0, paid: 0 },
  )

/** Counts each step of a range, beside the period before and the year before. Refuses REPORT_RANGE. */
export async function readFunnelReport(
  db: Db,
  input: InputOf<typeof consoleFunnelEndpoints.summary>,
  staffId: string,
): Promise<FunnelReport> {
  const { periods, days, asOf, countedFrom } = await readKnownDays(db, requireValidReportRange(input), staffId)
  const [current, before, yearBefore] = findPlacesOfPeriods(periods).map((place) =>
    addUp(days.filter(({ period }) => period === place)),
  ) as [FunnelCounts, FunnelCounts, FunnelCounts]
  return {
    asOf,
    countedFrom,
    current,
    before: { range: periods[1], counts: before },
    yearBefore: { range: periods[2], counts: yearBefore },
  }
}

/** Lists a page of the days, weeks or months of a range, the latest first. Refuses REPORT_RANGE. */
export async function listFunnelByChartPoint(
  db: Db,
  { pageNo, pageSize, grain, ...input }: InputOf<typeof consoleFunnelEndpoints.list>,
  staffId: string,
): Promise<{ dataList: FunnelReportRow[]; total: number }> {
  const range = requireValidReportRange(input)
  const { periods, days } = await readKnownDays(db, range, staffId)
  const [points = [], before = [], yearBefore = []] = groupRowsByChartPoint(grain, periods, days)
  const rows = points.map(({ day, rows: own }, at): FunnelReportRow => {
    const [then, lastYear] = [before[at], yearBefore[at]]
    const next = points[at + 1]?.day
    return {
      from: day,
      to: next === undefined ? range.to : addDays(next, -1),
      counts: addUp(own),
      before: then ? addUp(then.rows) : null,
      yearBefore: lastYear ? addUp(lastYear.rows) : null,
    }
  })
  const { offset, limit } = toSlice({ pageNo, pageSize })
  return { dataList: rows.reverse().slice(offset, offset + limit), total: rows.length }
}
