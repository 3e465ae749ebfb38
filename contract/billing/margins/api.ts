import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Month, OrderNo, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** What margins are sorted by. */
export const marginSortOrders = {
  most: { label: '毛利最高' },
  least: { label: '毛利最低' },
  revenue: { label: '收入最高' },
} as const

/** Whether the cost of what was sold is known. */
export const marginCostFilters = { known: { label: '有成本' }, unknown: { label: '没有成本' } } as const

const sums = {
  /** Units that were delivered, less those that came back into stock. */
  units: z.int(),
  /** Without tax. */
  revenue: Yuan,
  cost: Yuan,
  margin: Yuan,
  /** The margin in basis points of the revenue; null: there was none. */
  rate: z.nullable(z.int()),
}

/** What a SKU earned in a month. Without a known cost, `cost`, `margin`, `rate` and the margins before say nothing. */
export const SkuMonthMargin = z.object({
  skuId: Id,
  skuCode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  unit: z.string(),
  costKnown: z.boolean(),
  ...sums,
  /** Its margin in the month before, and in the same month of the year before; null: the cost of some of it is unknown. */
  before: z.nullable(Yuan),
  yearBefore: z.nullable(Yuan),
})
export type SkuMonthMargin = z.output<typeof SkuMonthMargin>

/**
 * What a month earned with goods whose cost is known, beside the month before and the same month of the year before, and the revenue of the others. If no
 * cost is known, `cost`, `margin` and `rate` say nothing.
 */
export const MonthMargin = z.object({
  month: Month,
  costKnown: z.boolean(),
  ...sums,
  unknownRevenue: Yuan,
  /** null: there is nothing of that month whose cost is known. */
  before: z.nullable(Yuan),
  yearBefore: z.nullable(Yuan),
})
export type MonthMargin = z.output<typeof MonthMargin>

/** What a line of an order earned. `cost`, `margin` and `rate` are null where the cost of some of it is unknown. */
export const OrderLineMargin = z.object({
  lineNo: z.int(),
  units: sums.units,
  revenue: Yuan,
  cost: z.nullable(Yuan),
  margin: z.nullable(Yuan),
  rate: sums.rate,
})
export type OrderLineMargin = z.output<typeof OrderLineMargin>

/** Until which day margins are there, and how many days that are over wait for theirs. */
export const MarginsMade = z.object({ until: z.nullable(Day), waiting: z.int() })
export type MarginsMade = z.output<typeof MarginsMade>

export const consoleMarginEndpoints = defineEndpoints('/console-api/api/margin', {
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '一个月各规格的毛利：不含税收入减移动平均成本，不含运费，与上月和去年同月对比',
    needs: { staff: 'margin' },
    input: z.strictObject({
      ...pageInput,
      month: Month,
      cost: z._default(z.enum(keysOf(marginCostFilters), '成本情况不正确'), 'known'),
      sort: z._default(z.enum(keysOf(marginSortOrders), '排序不正确'), 'most'),
      keyword: z.optional(Text(60)),
    }),
    output: pageOutput(SkuMonthMargin),
  }),
  made: readEndpoint({
    path: 'made',
    mayLag: true,
    summary: '毛利统计到哪一天，还有几天待补算',
    needs: { staff: 'margin' },
    input: EmptyInput,
    output: MarginsMade,
  }),
  order: readEndpoint({
    path: 'order',
    mayLag: true,
    summary: '一张订单各行的毛利：不含税收入减发货当日的移动平均成本，次日可见；还没有收入的行不列出',
    needs: { staff: 'margin' },
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo }),
    output: z.array(OrderLineMargin),
    refusals: ['ORDER_NOT_FOUND'],
  }),
  months: readEndpoint({
    path: 'months',
    mayLag: true,
    summary: '各月毛利，最近的在前',
    needs: { staff: 'margin' },
    input: z.strictObject(pageInput),
    output: pageOutput(MonthMargin),
  }),
})
