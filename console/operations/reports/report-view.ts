import { EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import type { ChartPointPeriod } from '#contract/operations/reports/periods.ts'
import { NO_MANAGER_KEY, type SalesDimension } from '#contract/operations/reports/sales-api.ts'
import { type DayRange, getUsualDayRange } from '#contract/platform/core/day-ranges.ts'
import { formatFullMonth, formatMonthDay, formatShanghaiTimeToMinute } from '#ui/format.ts'

/** The range of a report in the address: this month, if it names none. A missing end is today, a missing beginning the same day. */
export function toReportRange(
  { dateFrom, dateTo }: { dateFrom?: string | undefined; dateTo?: string | undefined },
  today: string,
): DayRange {
  if (dateFrom === undefined && dateTo === undefined) return getUsualDayRange('month', { today, last: today })
  const to = dateTo ?? today
  return { from: dateFrom ?? to, to }
}

/** How a figure differs from the one that it is compared with, in tenths of a percent: '+12.5%'. A dash: one is not known, or there was nothing to compare with. */
export function formatPercentDifference(now: number | null | undefined, then: number | null | undefined): string {
  if (typeof now !== 'number' || typeof then !== 'number') return EMPTY_CELL
  if (then <= 0) return now === then ? '持平' : EMPTY_CELL
  const tenths = Math.round(((now - then) * 1_000) / then)
  if (tenths === 0) return '持平'
  return `${tenths > 0 ? '+' : '−'}${Math.floor(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10}%`
}

/** The name of a point of the chart. */
export const formatChartPointName = (grain: ChartPointPeriod, day: string): string =>
  grain === 'month' ? formatFullMonth(day.slice(0, 7)) : `${formatMonthDay(day)}${grain === 'week' ? '起' : ''}`

/** What a row of a report stands for. */
type RowDimension = SalesDimension | 'coupon'

/** What a row of a report stands for, and its key: a day, or the value of a filter of orders. */
export interface ReportRowKey {
  by: RowDimension
  key: string
}

/** The filter of the list of orders that a row stands for. */
const filterByDimension = {
  shop: 'shopId',
  category: 'categoryId',
  sku: 'skuId',
  enterprise: 'enterpriseId',
  manager: 'manager',
  province: 'province',
  payment: 'method',
  coupon: 'couponTemplateId',
} as const satisfies Record<Exclude<RowDimension, 'day'>, string>

/** The address of the orders behind a row: sold in the range, in the shop, with the property of the row. */
export function toOrderListSearchParams({ from, to }: DayRange, shopId: string | undefined, row?: ReportRowKey): Record<string, string> {
  const shop = shopId === undefined ? {} : { shopId }
  if (row?.by === 'day') return Object.assign({ soldFrom: row.key, soldTo: row.key }, shop)
  const own =
    row === undefined ? {} : { [filterByDimension[row.by]]: row.by === 'manager' && row.key === NO_MANAGER_KEY ? 'none' : row.key }
  return Object.assign({ soldFrom: from, soldTo: to }, shop, own)
}

/** The choices for the days without a sale after which a company sleeps or stock is dead. */
export const daysWithoutSaleChoices = {
  30: { label: '30 天' },
  60: { label: '60 天' },
  90: { label: '90 天' },
  180: { label: '180 天' },
  365: { label: '365 天' },
}
export type DaysWithoutSaleOption = `${keyof typeof daysWithoutSaleChoices}`

/** When the figures of a report were made. */
export const formatFiguresAsOf = (asOf: Date | null | undefined): string => (asOf ? `截至 ${formatShanghaiTimeToMinute(asOf)}。` : '')
