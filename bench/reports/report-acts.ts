import { getPreviousReportPeriod, getReportPeriodOneYearEarlier } from '#contract/operations/reports/periods.ts'
import { salesDimensions } from '#contract/operations/reports/sales-api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { addDays, addMonths } from '#contract/platform/core/shanghai.ts'
import type { SalesTotalDimension } from '#server/operations/reports/public.ts'

/** A call of the console, and the totals that it has to read. */
export interface ReportAct {
  name: string
  path: string
  input: object
  /** Null: it reads no totals. */
  totals: { dimensions: readonly SalesTotalDimension[]; ranges: readonly DayRange[]; byDay?: boolean } | null
}

const PAGE = { pageNo: 1, pageSize: 20 }
const API = '/api/console-api/api'
const dimensionOf = {
  shop: 'all',
  day: 'all',
  category: 'sku',
  sku: 'sku',
  enterprise: 'enterprise',
  manager: 'enterprise',
  province: 'province',
  payment: 'payment',
} as const
const withComparisons = (range: DayRange) => [range, getPreviousReportPeriod(range), getReportPeriodOneYearEarlier(range)]
const toInput = ({ from, to }: DayRange) => ({ dateFrom: from, dateTo: to })

/** 销售报表 and 优惠券报表 of a range, beside the period before and the year before. */
function listComparedActs(range: DayRange, days: string): ReportAct[] {
  const ranges = withComparisons(range)
  const grains = (['day', 'week', 'month'] as const).flatMap((grain): ReportAct[] => [
    {
      name: `sales by ${grain}, ${days}`,
      path: `${API}/sales-report/summary`,
      input: { ...toInput(range), grain },
      totals: { dimensions: ['all', 'enterprise'], ranges, byDay: false },
    },
    {
      name: `coupons by ${grain}, ${days}`,
      path: `${API}/coupon-report/summary`,
      input: { ...toInput(range), grain },
      totals: { dimensions: ['coupon', 'all'], ranges, byDay: grain !== 'month' },
    },
  ])
  const breakdowns = keysOf(salesDimensions).map(
    (by): ReportAct => ({
      name: `sales per ${by}, ${days}`,
      path: `${API}/sales-report/list`,
      input: { ...PAGE, ...toInput(range), by },
      totals: { dimensions: [dimensionOf[by]], ranges },
    }),
  )
  return [
    ...grains,
    ...breakdowns,
    {
      name: `coupons per template, ${days}`,
      path: `${API}/coupon-report/list`,
      input: { ...PAGE, ...toInput(range) },
      totals: { dimensions: ['coupon'], ranges },
    },
  ]
}

/** 客户报表 of a range. */
function listCompanyActs(range: DayRange, days: string): ReportAct[] {
  const totals = { dimensions: ['enterprise'], ranges: [range] } as const
  const groups = (['bought', 'fresh', 'repeat', 'sleeping'] as const).map(
    (group): ReportAct => ({
      name: `companies, ${group}, ${days}`,
      path: `${API}/customer-report/list`,
      input: { ...PAGE, ...toInput(range), group },
      totals,
    }),
  )
  return [
    {
      name: `companies, ${days}`,
      path: `${API}/customer-report/summary`,
      input: toInput(range),
      totals: { dimensions: ['enterprise'], ranges: withComparisons(range) },
    },
    ...groups,
    {
      name: `companies per account manager, ${days}`,
      path: `${API}/customer-report/managers`,
      input: { ...PAGE, ...toInput(range) },
      totals,
    },
  ]
}

/** 毛利, 承诺还款 and 转化漏斗. */
function listMoneyActs(today: string): ReportAct[] {
  const month = today.slice(0, 7)
  const [first, year] = [`${month}-01`, addDays(today, -364)]
  return [
    { name: 'margins, last month', path: `${API}/margin/list`, input: { ...PAGE, month: addMonths(month, -1) }, totals: null },
    { name: 'margins, this month', path: `${API}/margin/list`, input: { ...PAGE, month }, totals: null },
    { name: 'margins, without a cost', path: `${API}/margin/list`, input: { ...PAGE, month, cost: 'unknown' }, totals: null },
    { name: 'margins by month', path: `${API}/margin/months`, input: PAGE, totals: null },
    { name: 'promises of payment', path: `${API}/collection/report`, input: PAGE, totals: null },
    {
      name: 'promises of payment, a year',
      path: `${API}/collection/report`,
      input: { ...PAGE, monthFrom: addMonths(month, -11), monthTo: month },
      totals: null,
    },
    ...[
      { name: 'a year', range: { dateFrom: year, dateTo: today } },
      { name: 'this month', range: { dateFrom: first, dateTo: today } },
    ].flatMap(({ name, range }): ReportAct[] => [
      { name: `funnel, ${name}`, path: `${API}/funnel/summary`, input: range, totals: null },
      { name: `funnel by day, ${name}`, path: `${API}/funnel/list`, input: { ...PAGE, ...range }, totals: null },
    ]),
  ]
}

/** 库存报表, 补货建议, 应收报表 and the targets of account managers. */
function listOtherActs(today: string): ReportAct[] {
  const quarter = { dimensions: ['sku'], ranges: [{ from: addDays(today, -89), to: today }] } as const
  const groups = (['stocked', 'dead', 'out', 'outDays', 'wished'] as const).map(
    (group): ReportAct => ({
      name: `stock, ${group}`,
      path: `${API}/stock-report/list`,
      input: { ...PAGE, group },
      totals: quarter,
    }),
  )
  return [
    { name: 'stock', path: `${API}/stock-report/summary`, input: {}, totals: quarter },
    ...groups,
    { name: 'what to buy, sums', path: `${API}/stock-report/replenishment-sums`, input: {}, totals: quarter },
    { name: 'what to buy', path: `${API}/stock-report/replenishment`, input: PAGE, totals: quarter },
    { name: 'receivables', path: `${API}/receivables-report/summary`, input: {}, totals: null },
    { name: 'receivables per account manager', path: `${API}/receivables-report/managers`, input: PAGE, totals: null },
    {
      name: 'targets of account managers',
      path: `${API}/sales-target/list`,
      input: { ...PAGE, month: today.slice(0, 7) },
      totals: { dimensions: ['enterprise'], ranges: [{ from: `${today.slice(0, 7)}-01`, to: today }], byDay: true },
    },
  ]
}

/** Every report of the console, of a year and of this month. */
export const listReportActs = (today: string): ReportAct[] => {
  const [year, month] = [
    { from: addDays(today, -364), to: today },
    { from: `${today.slice(0, 7)}-01`, to: today },
  ]
  return [
    ...listComparedActs(year, 'a year'),
    ...listComparedActs(month, 'this month'),
    ...listCompanyActs(year, 'a year'),
    ...listCompanyActs(month, 'this month'),
    ...listMoneyActs(today),
    ...listOtherActs(today),
  ]
}
