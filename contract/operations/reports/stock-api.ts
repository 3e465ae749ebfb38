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
  outDays: { label: '期间缺货' },
  wished: { label: '有人等货' },
  stocked: { label: '全部有货' },
} as const

/** How many categories the chart shows, those with the most stock. */
export const STOCK_REPORT_CATEGORIES = 10

/** The stock of a category, and what of it is dead. */
export const StockReportCategory = z.object({
  /** null: goods without a category. */
  name: z.nullable(z.string()),
  units: z.int(),
  deadUnits: z.int(),
  /** At the average cost of its receipts; null: the person may not see costs. */
  value: z.nullable(Yuan),
  deadValue: z.nullable(Yuan),
})
export type StockReportCategory = z.output<typeof StockReportCategory>

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
  /** Units sold in the last days, less what came back; as many days before, and a year earlier. What lay in the house then is not kept. */
  sold: z.int(),
  soldBefore: z.int(),
  soldYearBefore: z.int(),
  /** How long the units last at what is sold now; null: nothing was. */
  turnDays: z.nullable(z.int()),
  /** SKUs on sale without stock. */
  outSkus: z.int(),
  /**
   * SKUs on sale that were out of stock on some of the last days, and on how many days all of them together; as many days before. null: nothing
   * was recorded yet on the first of these days.
   */
  outSkusOfRange: z.int(),
  outDays: z.int(),
  outSkusBefore: z.nullable(z.int()),
  outDaysBefore: z.nullable(z.int()),
  /** Since when stock-outs are recorded; null: none was. */
  outRecordedFrom: z.nullable(Day),
  /** Searches without results in the last days, and in as many days before; null: for one shop, because no search belongs to a shop, or not kept. */
  missedSearches: z.nullable(z.int()),
  missedSearchesBefore: z.nullable(z.int()),
  /** People who wait for a SKU to come back. */
  waits: z.int(),
  /** The categories with the most stock, by value for those who see costs, else by units. */
  categories: z.array(StockReportCategory),
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
  /** On how many of the last days none was available (缺货天数), and on how many of the days before; null: nothing was recorded then. */
  outDays: z.int(),
  outDaysBefore: z.nullable(z.int()),
})
export type StockReportRow = z.output<typeof StockReportRow>

/** For how many days a purchase lasts after it has come (备货天数). */
const COVER_DAYS_DEFAULT = 30
const CoverDays = z.int('备货天数须为整数').check(z.minimum(1, '备货天数最少 1 天'), z.maximum(180, '备货天数最多 180 天'))

/** What a SKU needs until goods of a supplier come, if no supplier has a price for it. */
export const LEAD_DAYS_ASSUMED = 7

/** The days whose sales make the average of a day. */
export const averageSalesDays = { 30: { label: '近 30 天' }, 90: { label: '近 90 天' } } as const
const AverageSalesDays = z.union([z.literal(30), z.literal(90)], '日均天数不正确')

/** The supplier that asks the least for a SKU, or the one that was asked for, with its terms in force. */
const ReplenishmentSupplier = z.object({ supplierId: Id, name: z.string(), price: Yuan, leadDays: z.int(), minimum: z.int() })

/** A SKU to buy (补货建议). All numbers are units of all warehouses, if nothing else is said. */
export const ReplenishmentRow = z.object({
  skuId: Id,
  skuCode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  shopName: z.string(),
  available: z.int(),
  reserved: z.int(),
  /** Between two warehouses. It is part of what is available or reserved. */
  inTransit: z.int(),
  /** In the warehouse that was asked for; null: no warehouse was. */
  inWarehouse: z.nullable(z.int()),
  /** Still to come of purchase orders that are drafted or placed. */
  onOrder: z.int(),
  /** The part of it that is only drafted. */
  drafted: z.int(),
  sold30: z.int(),
  sold90: z.int(),
  /** Sold in the same days of the last year; null: the totals do not go back that far. */
  soldLastYear: z.nullable(z.int()),
  /** Needed on a day, to two decimals: the largest of what is sold now, what was sold in the last year, and what equipment wears. */
  average: z.number(),
  /** What the equipment of companies wears on a day, by the rates and hours that they keep, to two decimals, and how many pieces do. */
  wornDaily: z.number(),
  machines: z.int(),
  /** How many whole days the available units last. */
  daysLeft: z.int(),
  supplier: z.nullable(ReplenishmentSupplier),
  /** Whether the units are sold before new ones can come. */
  urgent: z.boolean(),
  /** How many to buy. */
  advised: z.int(),
})
export type ReplenishmentRow = z.output<typeof ReplenishmentRow>

export const ReplenishmentSums = z.object({
  asOf: z.nullable(Instant),
  /** The days of the last year that count as well; null: the totals do not go back that far. */
  lastYear: z.nullable(z.object({ from: Day, to: Day })),
  skus: z.int(),
  urgentSkus: z.int(),
  /** SKUs for which no supplier has a price. */
  unpricedSkus: z.int(),
})
export type ReplenishmentSums = z.output<typeof ReplenishmentSums>

const replenishmentFilter = {
  shopId: z.optional(Id),
  supplierId: z.optional(Id),
  warehouseId: z.optional(Id),
  urgent: z.optional(z.boolean()),
  averageDays: z._default(AverageSalesDays, 30),
  coverDays: z._default(CoverDays, COVER_DAYS_DEFAULT),
}

const filter = { shopId: z.optional(Id), quietDays: z._default(DaysWithoutSale, DAYS_WITHOUT_SALE_DEFAULT) }

export const consoleStockReportEndpoints = defineEndpoints('/console-api/api/stock-report', {
  summary: readEndpoint({
    path: 'summary',
    mayLag: true,
    summary: '库存报表：库存、呆滞、缺货与等货人数',
    needs: { staff: 'stockReport' },
    input: z.strictObject(filter),
    output: StockReport,
  }),
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '库存报表的商品规格',
    needs: { staff: 'stockReport' },
    input: z.strictObject({ ...pageInput, ...filter, group: z._default(z.enum(keysOf(stockReportFilters), '库存分组不正确'), 'dead') }),
    output: pageOutput(StockReportRow),
  }),
  replenishment: readEndpoint({
    path: 'replenishment',
    mayLag: true,
    summary: '补货建议：需要采购的规格，最先售完的在前',
    needs: { staff: 'stockReport' },
    input: z.strictObject({ ...pageInput, ...replenishmentFilter }),
    output: pageOutput(ReplenishmentRow),
  }),
  replenishmentSums: readEndpoint({
    path: 'replenishment-sums',
    mayLag: true,
    summary: '补货建议：需要采购的规格数与计算口径',
    needs: { staff: 'stockReport' },
    input: z.strictObject(replenishmentFilter),
    output: ReplenishmentSums,
  }),
})
