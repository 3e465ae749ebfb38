import * as z from 'zod/mini'
import { Day, Id, Instant, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** Both prices of a unit. */
export const PricePair = z.object({ salePrice: Yuan, creditPrice: z.nullable(Yuan) })
export type PricePair = z.output<typeof PricePair>

/** Whether a list holds now, and if not, why. */
export const listStates = {
  active: { label: '生效中' },
  coming: { label: '未开始' },
  over: { label: '已结束' },
  stopped: { label: '已停用' },
} as const

export const PriceListRow = z.object({
  listId: Id,
  name: z.string(),
  /** Of a member level and all above it, or a company's contract: exactly one of the two. */
  level: z.nullable(z.literal([1, 2, 3, 4])),
  enterpriseId: z.nullable(Id),
  enterpriseName: z.nullable(z.string()),
  fromDay: Day,
  /** The last day; null: until further notice. */
  untilDay: z.nullable(Day),
  enabled: z.boolean(),
  state: z.enum(keysOf(listStates)),
  items: z.int(),
  /** Of its name, days and state; its prices have their own. */
  rowVersion: RowVersion,
  by: z.nullable(z.string()),
  createdAt: Instant,
})
export type PriceListRow = z.output<typeof PriceListRow>

/** A price of a list, beside what everybody pays for one unit. */
export const PriceItem = z.object({
  skuId: Id,
  goodsName: z.string(),
  code: z.string(),
  skuProps: SkuProps,
  from: z.int(),
  ...PricePair.shape,
  base: PricePair,
})
export type PriceItem = z.output<typeof PriceItem>

export const PriceChangeRow = z.object({
  id: Id,
  skuId: Id,
  code: z.string(),
  goodsName: z.string(),
  /** null: the price of everybody. */
  listId: z.nullable(Id),
  listName: z.nullable(z.string()),
  from: z.int(),
  /** null: there was none; there is none any more. */
  was: z.nullable(PricePair),
  is: z.nullable(PricePair),
  by: z.string(),
  fileName: z.nullable(z.string()),
  at: Instant,
})
export type PriceChangeRow = z.output<typeof PriceChangeRow>

/** A price that moves further than the setting lets pass without a question. `percent` has its sign, and one decimal, away from zero: 9900, -40.1. */
export const LargePriceChange = z.object({
  code: z.string(),
  from: z.int(),
  price: z.enum(['sale', 'credit']),
  was: Yuan,
  is: Yuan,
  percent: z.number(),
})
export type LargePriceChange = z.output<typeof LargePriceChange>
/** The detail of the refusal PRICE_CHANGE_LARGE: the largest changes in front, of many the first hundred; `count`: how many there are. */
export const LargePriceChanges = z.object({ percentMax: z.int(), count: z.int(), changes: z.array(LargePriceChange) })
export type LargePriceChanges = z.output<typeof LargePriceChanges>

/** What becomes of a row of a sheet. */
export const priceRowResults = {
  changed: { label: '变更' },
  added: { label: '新增' },
  removed: { label: '删除' },
  same: { label: '不变' },
  refused: { label: '有误' },
} as const
export const PriceRowResult = z.object({
  /** As the file's own program counts them. */
  row: z.int(),
  result: z.enum(keysOf(priceRowResults)),
  code: z.string(),
  goodsName: z.nullable(z.string()),
  from: z.nullable(z.int()),
  was: z.nullable(PricePair),
  is: z.nullable(PricePair),
  /** What is wrong with it; empty: nothing. */
  text: z.string(),
})
export type PriceRowResult = z.output<typeof PriceRowResult>
