import * as z from 'zod/mini'
import { getConsoleCallAccessRule } from '#contract/platform/core/console-access-rules.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { hasPermission, type PermissionHolder } from '#contract/platform/core/permissions.ts'
import { chartPointPeriods, ReportDay } from './periods.ts'

/** What sales are broken down by. */
export const salesDimensions = {
  shop: { label: '店铺' },
  day: { label: '日期' },
  category: { label: '分类' },
  sku: { label: '商品规格' },
  enterprise: { label: '企业' },
  manager: { label: '客户经理' },
  province: { label: '省份' },
  payment: { label: '支付方式' },
} as const
export type SalesDimension = keyof typeof salesDimensions

const { enterprise: _, manager: __, ...withoutCompanies } = salesDimensions
/** What tells nothing of single companies. The others are for whoever may read the report of customers, or companies. */
export const salesDimensionsWithoutCompanies = withoutCompanies
const companyReads = (['customer-report/summary', 'enterprise/detail'] as const).map(getConsoleCallAccessRule)

/** Whether somebody may see sales by a dimension. */
export const maySeeSalesBy = (holder: PermissionHolder, by: SalesDimension): boolean =>
  by in salesDimensionsWithoutCompanies || companyReads.some((needs) => hasPermission(holder, needs))

/** What the rows are sorted by, the largest first. Without it days are sorted by time, the latest first, and other rows by `net`. */
export const salesReportSortOrders = {
  net: { label: '销售额最高' },
  units: { label: '数量最多' },
  back: { label: '退款最多' },
} as const

export type SalesReportSortOrder = keyof typeof salesReportSortOrders

/** The key and the name of the companies without an account manager. */
export const NO_MANAGER_KEY = 'none'
export const NO_MANAGER_NAME = '没有客户经理'

const sums = {
  /** Orders that were paid, or confirmed on credit, in the range. */
  orders: z.int(),
  /** Units sold, less those that came back. */
  units: z.int(),
  /** Goods of these orders after coupons, without freight. */
  sold: Yuan,
  /** What was refunded of goods in the range, whenever they were sold. */
  back: Yuan,
  /** `sold` less `back`: 销售额. */
  net: Yuan,
}
export const SalesSums = z.object({
  ...sums,
  /** Companies that bought. */ customers: z.int(),
  /** `sold` by orders. */ average: z.nullable(Yuan),
})
export type SalesSums = z.output<typeof SalesSums>

const Range = z.object({ from: Day, to: Day })

/** Each value of the first point, the second point and so on; those of the ranges that it is compared with at the same place. */
export const SalesPoint = z.object({
  day: Day,
  net: Yuan,
  orders: z.int(),
  units: z.int(),
  before: z.nullable(Yuan),
  yearBefore: z.nullable(Yuan),
})
export type SalesPoint = z.output<typeof SalesPoint>

export const SalesReport = z.object({
  /** The figures are of this moment; null: there are none yet. */
  asOf: z.nullable(Instant),
  current: SalesSums,
  before: z.object({ ...SalesSums.shape, range: Range }),
  yearBefore: z.object({ ...SalesSums.shape, range: Range }),
  points: z.array(SalesPoint),
})
export type SalesReport = z.output<typeof SalesReport>

export const SalesBreakdownRow = z.object({
  /** The id, the day, the name of the province or the kind of payment. */
  key: z.string(),
  name: z.string(),
  /** The code and the properties of a SKU. */
  note: z.string(),
  ...sums,
  /** null: an order can be of several categories. */
  orders: z.nullable(z.int()),
  before: Yuan,
  yearBefore: Yuan,
  /** The share of all sales of the range in basis points; null: there are none. */
  share: z.nullable(z.int()),
})
export type SalesBreakdownRow = z.output<typeof SalesBreakdownRow>

const range = { dateFrom: ReportDay, dateTo: ReportDay, shopId: z.optional(Id) }

export const consoleSalesReportEndpoints = defineEndpoints('/console-api/api/sales-report', {
  summary: readEndpoint({
    path: 'summary',
    mayLag: true,
    summary: '销售报表：合计、走势，与上期和去年同期对比',
    needs: { staff: 'salesReport' },
    input: z.strictObject({ ...range, grain: z._default(z.enum(keysOf(chartPointPeriods), '统计粒度不正确'), 'day') }),
    output: SalesReport,
    refusals: ['REPORT_RANGE'],
  }),
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '销售报表明细：按店铺、日期、分类、商品规格、省份或支付方式；可查看客户报表或企业的，也按企业、客户经理',
    needs: { staff: 'salesReport' },
    input: z.strictObject({
      ...pageInput,
      ...range,
      by: z._default(z.enum(keysOf(salesDimensions), '统计维度不正确'), 'shop'),
      sort: z.optional(z.enum(keysOf(salesReportSortOrders), '排序不正确')),
    }),
    output: pageOutput(SalesBreakdownRow),
    refusals: ['REPORT_RANGE'],
  }),
})
