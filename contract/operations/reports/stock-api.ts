import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { DAYS_WITHOUT_SALE_DEFAULT, DaysWithoutSale } from './periods.ts'

/** Which SKUs the list shows. */
export const stockReportFilters = {
  dead: { label: '呆滞' },
  out: { label: '缺货' },
  wished: { label: '有人等货' },
  stocked: { label: '全部有货' },
} as const

export const StockReport = z.object({
  asOf: z.nullable(Instant),
  /** SKUs with stock, and their units. */
  skus: z.int(),
  units: z.int(),
  /** What the stock is worth at the average cost of its receipts; null: the person may not see costs. */
  value: z.nullable(Yuan),
  /** SKUs with stock whose cost nobody knows. */
  unknownSkus: z.int(),
  deadSkus: z.int(),
  deadValue: z.nullable(Yuan),
  /** SKUs on sale without stock. */
  outSkus: z.int(),
  /** People who wait for a SKU to come back. */
  waits: z.int(),
})
export type StockReport = z.output<typeof StockReport>

export const StockReportRow = z.object({
  skuId: Id,
  skuCode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  /** In the house: available and reserved. */
  units: z.int(),
  /** Sold in the last days, less what came back. */
  sold: z.int(),
  lastDay: z.nullable(Day),
  /** How many days the stock lasts at this rate (周转天数); null: nothing was sold. */
  turnDays: z.nullable(z.int()),
  value: z.nullable(Yuan),
  waits: z.int(),
})
export type StockReportRow = z.output<typeof StockReportRow>

const filter = { shopId: z.optional(Id), quietDays: z._default(DaysWithoutSale, DAYS_WITHOUT_SALE_DEFAULT) }
const readers = { staff: ['catalogue', 'warehouse', 'finance', 'admin'] } as const

export const consoleStockReportEndpoints = defineEndpoints('/console-api/api/stock-report', {
  summary: readEndpoint({
    path: 'summary',
    mayLag: true,
    summary: '库存报表：库存、呆滞、缺货与等货人数',
    needs: readers,
    input: z.strictObject(filter),
    output: StockReport,
  }),
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '库存报表的商品规格',
    needs: readers,
    input: z.strictObject({ ...pageInput, ...filter, group: z._default(z.enum(keysOf(stockReportFilters), '库存分组不正确'), 'dead') }),
    output: pageOutput(StockReportRow),
  }),
})
