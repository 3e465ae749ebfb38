import * as z from 'zod/mini'
import { Day, Id, Instant, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** Both unit prices. */
export const SaleAndCreditPrice = z.object({ salePrice: Yuan, creditPrice: z.nullable(Yuan) })
export type SaleAndCreditPrice = z.output<typeof SaleAndCreditPrice>

/** Whether a list is in force, and if not, why. */
export const priceListStates = {
  active: { label: '生效中' },
  coming: { label: '未开始' },
  over: { label: '已结束' },
  stopped: { label: '已停用' },
} as const

export const PriceListRow = z.object({
  listId: Id,
  name: z.string(),
  /** A price list of a member level and all above it, or of one enterprise: exactly one of the two. */
  level: z.nullable(z.literal([1, 2, 3, 4])),
  enterpriseId: z.nullable(Id),
  enterpriseName: z.nullable(z.string()),
  fromDay: Day,
  /** The last day; null: no end. */
  untilDay: z.nullable(Day),
  enabled: z.boolean(),
  state: z.enum(keysOf(priceListStates)),
  items: z.int(),
  /** The version of its name, days and state. Its prices have their own version. */
  rowVersion: RowVersion,
  by: z.nullable(z.string()),
  createdAt: Instant,
})
export type PriceListRow = z.output<typeof PriceListRow>

/** A price of a list, next to the public unit price. */
export const PriceListItem = z.object({
  skuId: Id,
  goodsName: z.string(),
  code: z.string(),
  skuProps: SkuProps,
  from: z.int(),
  ...SaleAndCreditPrice.shape,
  base: SaleAndCreditPrice,
})
export type PriceListItem = z.output<typeof PriceListItem>

export const PriceChangeRow = z.object({
  id: Id,
  skuId: Id,
  code: z.string(),
  goodsName: z.string(),
  /** null: the public price. */
  listId: z.nullable(Id),
  listName: z.nullable(z.string()),
  from: z.int(),
  /** null: there was no price before, or there is none now. */
  was: z.nullable(SaleAndCreditPrice),
  is: z.nullable(SaleAndCreditPrice),
  by: z.string(),
  fileName: z.nullable(z.string()),
  at: Instant,
})
export type PriceChangeRow = z.output<typeof PriceChangeRow>

/** A price change above the threshold in the settings. `percent` has a sign and one decimal, rounded away from zero: 9900, -40.1. */
export const LargePriceChange = z.object({
  code: z.string(),
  from: z.int(),
  price: z.enum(['sale', 'credit']),
  was: Yuan,
  is: Yuan,
  percent: z.number(),
})
export type LargePriceChange = z.output<typeof LargePriceChange>
/** A cash price, from a quantity on, that would be below the cost of its SKU. What was found before tiers were checked is of one unit. */
export const PriceBelowCost = z.object({ code: z.string(), from: z._default(z.int(), 1), salePrice: Yuan, costPrice: Yuan })
export type PriceBelowCost = z.output<typeof PriceBelowCost>
/** Prices that somebody must confirm before they are written, as a trial has found them. */
export const PricesToConfirm = z.object({ changes: z.array(LargePriceChange), belowCost: z.array(PriceBelowCost) })
export type PricesToConfirm = z.output<typeof PricesToConfirm>

/**
 * The detail of the refusals PRICE_CHANGE_LARGE and PRICE_BELOW_COST: the first hundred changes, largest first. `count` is the total
 * number. One confirmation covers everything that is listed.
 */
export const PriceConfirmationRefusalDetail = z.object({
  percentMax: z.int(),
  count: z.int(),
  changes: z.array(LargePriceChange),
  belowCost: z.array(PriceBelowCost),
})
export type PriceConfirmationRefusalDetail = z.output<typeof PriceConfirmationRefusalDetail>

/** The result of one row of a price file. */
export const priceFileRowResults = {
  changed: { label: '变更' },
  added: { label: '新增' },
  removed: { label: '删除' },
  same: { label: '不变' },
  refused: { label: '有误' },
} as const
export const PriceFileRowResult = z.object({
  /** The row number as a spreadsheet program shows it. */
  row: z.int(),
  result: z.enum(keysOf(priceFileRowResults)),
  code: z.string(),
  goodsName: z.nullable(z.string()),
  from: z.nullable(z.int()),
  was: z.nullable(SaleAndCreditPrice),
  is: z.nullable(SaleAndCreditPrice),
  /** What is wrong with the row; empty: nothing. */
  text: z.string(),
})
export type PriceFileRowResult = z.output<typeof PriceFileRowResult>
