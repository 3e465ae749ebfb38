import * as z from 'zod/mini'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { Day } from '#contract/platform/core/fields.ts'
import { addDays, addMonths, countDaysInclusive, getLastDayOfMonth } from '#contract/platform/core/shanghai.ts'

/** The longest range of a report, in days: three years. */
export const REPORT_DAYS_MAX = 1_096

const [FIRST_YEAR, LAST_YEAR] = [2000, 2099] as const

/** A day that a report can begin or end with. The ranges that it is compared with are days of the calendar, too. */
export const ReportDay = Day.check(
  z.refine((day) => Number(day.slice(0, 4)) >= FIRST_YEAR && Number(day.slice(0, 4)) <= LAST_YEAR, '只能统计 2000 到 2099 年'),
)

const monthOf = (day: string): string => day.slice(0, 7)
const isFirst = (day: string): boolean => day.endsWith('-01')
const isLast = (day: string): boolean => day === getLastDayOfMonth(monthOf(day))

/** The same day some months earlier; in a shorter month its last day. The last day of a month stays the last day if `whole`. */
function moveBack(day: string, months: number, whole: boolean): string {
  const month = addMonths(monthOf(day), -months)
  const last = getLastDayOfMonth(month)
  const same = `${month}-${day.slice(8)}`
  return whole && isLast(day) ? last : ([same, last].sort()[0] ?? last)
}

const countMonths = ({ from, to }: DayRange): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1

/**
 * The range that a report compares with (上期): whole months with as many months before them, the beginning of a month with the same days of the
 * month before, any other range with as many days directly before it.
 */
export function getPreviousReportPeriod({ from, to }: DayRange): DayRange {
  const whole = isFirst(from) && isLast(to)
  const months = countMonths({ from, to })
  if (whole || (isFirst(from) && months === 1)) return { from: moveBack(from, months, false), to: moveBack(to, months, whole) }
  return { from: addDays(from, -countDaysInclusive(from, to)), to: addDays(from, -1) }
}

/** The same range a year earlier (去年同期): 29 February becomes the 28th, and whole months stay whole. */
export function getReportPeriodOneYearEarlier({ from, to }: DayRange): DayRange {
  const whole = isFirst(from) && isLast(to)
  return { from: moveBack(from, 12, false), to: moveBack(to, 12, whole) }
}

/** What a point of a chart stands for. Weeks are counted from the first day of the range. */
export const chartPointPeriods = { day: { label: '按日' }, week: { label: '按周' }, month: { label: '按月' } } as const
export type ChartPointPeriod = keyof typeof chartPointPeriods

/** The place of a day among the points of a range: days of two ranges at the same place are compared. */
export function getChartPointIndexOfDay(grain: ChartPointPeriod, { from }: Pick<DayRange, 'from'>, day: string): number {
  if (grain === 'month') return countMonths({ from, to: day }) - 1
  return Math.floor((countDaysInclusive(from, day) - 1) / (grain === 'week' ? 7 : 1))
}

/** The first day of each point of a range. */
export function listFirstDaysOfChartPoints(grain: ChartPointPeriod, { from, to }: DayRange): string[] {
  // Counted, not compared: the day after 9999-12-31 does not sort after it.
  const points = getChartPointIndexOfDay(grain, { from }, to) + 1
  return Array.from({ length: points }, (_, index) => {
    if (grain !== 'month') return addDays(from, index * (grain === 'week' ? 7 : 1))
    return index === 0 ? from : `${addMonths(monthOf(from), index)}-01`
  })
}

/** After how many days without a sale a company sleeps, and stock is dead (呆滞). */
export const DAYS_WITHOUT_SALE_DEFAULT = 90
export const DaysWithoutSale = z.int('天数须为整数').check(z.minimum(1, '天数最少 1 天'), z.maximum(REPORT_DAYS_MAX, '天数最多三年'))
