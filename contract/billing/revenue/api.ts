import * as z from 'zod/mini'
import { enterpriseIdAndNameFields } from '#contract/billing/finance/enterprise-fields.ts'
import { revenueRecognitionPoints } from '#contract/billing/journal/tax-settings.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { revenueLineGroups, revenueLineRates } from './line-kinds.ts'

/** The longest range of days of the list. */
export const REVENUE_DAYS_MAX = 366

const amounts = {
  /** 不含税收入, 销项税额 and their sum. What goes back is negative. */
  net: Yuan,
  tax: Yuan,
  gross: Yuan,
}

/** A line of a document in revenue: of a delivery, a refund, an adjustment or interest. */
export const RevenueLine = z.object({
  /** Unique among all lines: document, line and part. */
  key: z.string(),
  day: Day,
  group: z.enum(keysOf(revenueLineGroups)),
  /** 确认收入, or the kind of the transfer. */
  title: z.string(),
  ...enterpriseIdAndNameFields,
  /** null: interest, and documents without an order. */
  orderNo: z.nullable(z.string()),
  parcelNo: z.nullable(z.int()),
  afterSaleId: z.nullable(Id),
  afterSaleNo: z.nullable(z.string()),
  /** The day that interest is for. */
  interestDay: z.nullable(Day),
  shopName: z.nullable(z.string()),
  /** null: freight, interest, and what has no lines. */
  goodsName: z.nullable(z.string()),
  skuCode: z.nullable(z.string()),
  skuProps: z.nullable(SkuProps),
  taxCode: z.nullable(z.string()),
  /** null: without tax, because it takes back what was booked before revenue and tax were split. */
  rateBp: z.nullable(z.int()),
  ...amounts,
  /** 收入确认时点 of a delivery; null: other documents. */
  point: z.nullable(z.enum(keysOf(revenueRecognitionPoints))),
})
export type RevenueLine = z.output<typeof RevenueLine>

/** The sums of all lines, and those of each rate, the highest first; `rateBp` null: without tax. */
export const RevenueTotals = z.object({
  ...amounts,
  rates: z.array(z.object({ rateBp: z.nullable(z.int()), lines: z.int(), ...amounts })),
})
export type RevenueTotals = z.output<typeof RevenueTotals>

const filter = {
  dateFrom: Day,
  dateTo: Day,
  enterpriseId: z.optional(Id),
  shopId: z.optional(Id),
  rate: z.optional(z.enum(keysOf(revenueLineRates), '税率不正确')),
  group: z.optional(z.enum(keysOf(revenueLineGroups), '收入类型不正确')),
}

export const consoleRevenueEndpoints = defineEndpoints('/console-api/api/revenue', {
  lines: readEndpoint({
    path: 'lines',
    mayLag: true,
    summary: '收入明细：每张单据每行的收入、税率、销项税额与确认时点，最近的在前，一次最多 366 天',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...pageInput, ...filter }),
    output: pageOutput(RevenueLine),
    refusals: ['REVENUE_RANGE'],
  }),
  totals: readEndpoint({
    path: 'totals',
    mayLag: true,
    summary: '收入明细的合计：不含税收入、销项税额与价税合计，按税率',
    needs: { staff: 'ledgerView' },
    input: z.strictObject(filter),
    output: RevenueTotals,
    refusals: ['REVENUE_RANGE'],
  }),
})
