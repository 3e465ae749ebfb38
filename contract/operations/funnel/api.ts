import * as z from 'zod/mini'
import { chartPointPeriods, ReportDay } from '#contract/operations/reports/periods.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Instant, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** The steps from a visit to a payment, in their order. The first three count people once a day, the others count orders. */
export const funnelSteps = {
  visited: { label: '访客', unit: '人' },
  viewed: { label: '浏览商品', unit: '人' },
  added: { label: '加入购物车', unit: '人' },
  submitted: { label: '提交订单', unit: '单' },
  paid: { label: '支付订单', unit: '单' },
} as const
export type FunnelStep = keyof typeof funnelSteps

/** How many came to each step. */
export const FunnelCounts = z.object({
  /** Visitors of lists and pages of goods, added up by day; null: some of the days were not counted, or the person keeps certain shops. */
  visited: z.nullable(z.int()),
  /** Those of them who opened the page of a goods; null likewise. */
  viewed: z.nullable(z.int()),
  /** Those who added to their cart; null likewise. */
  added: z.nullable(z.int()),
  /** Orders that were submitted, without those that replace goods; null: some of the days are still being made. */
  submitted: z.nullable(z.int()),
  /** Orders that were paid, or confirmed on credit. */
  paid: z.int(),
})
export type FunnelCounts = z.output<typeof FunnelCounts>

/** The share of a step in another in basis points, rounded half up. Above 10,000 if one visitor submits several orders. null: it is not known. */
export const computeFunnelRate = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : Math.floor((part * 20_000 + whole) / (2 * whole))

const ComparedCounts = z.object({ range: z.object({ from: Day, to: Day }), counts: FunnelCounts })

export const FunnelReport = z.object({
  /** The orders are of this moment; null: there are none yet. Visitors are at most some minutes old. */
  asOf: z.nullable(Instant),
  /** The first day whose visitors were counted; null: none were. */
  countedFrom: z.nullable(Day),
  current: FunnelCounts,
  before: ComparedCounts,
  yearBefore: ComparedCounts,
})
export type FunnelReport = z.output<typeof FunnelReport>

/** A day, week or month of the range, beside the one at the same place of the ranges that it is compared with; null: that range is shorter. */
export const FunnelReportRow = z.object({
  from: Day,
  to: Day,
  counts: FunnelCounts,
  before: z.nullable(FunnelCounts),
  yearBefore: z.nullable(FunnelCounts),
})
export type FunnelReportRow = z.output<typeof FunnelReportRow>

const range = { dateFrom: ReportDay, dateTo: ReportDay }

export const consoleFunnelEndpoints = defineEndpoints('/console-api/api/funnel', {
  summary: readEndpoint({
    path: 'summary',
    mayLag: true,
    summary: '转化漏斗：从访问到支付各步的数量，与上期和去年同期对比',
    needs: { staff: 'salesReport' },
    input: z.strictObject(range),
    output: FunnelReport,
    refusals: ['REPORT_RANGE'],
  }),
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '转化漏斗明细：按日、周或月，最近的在前',
    needs: { staff: 'salesReport' },
    input: z.strictObject({ ...pageInput, ...range, grain: z._default(z.enum(keysOf(chartPointPeriods), '统计粒度不正确'), 'day') }),
    output: pageOutput(FunnelReportRow),
    refusals: ['REPORT_RANGE'],
  }),
})
