import * as z from 'zod/mini'
import { SkuProps } from '../catalog/shapes.ts'
import { Day, Id, Instant } from '../fields.ts'
import { keysOf } from '../lifecycle.ts'
import { Yuan } from '../money.ts'

/** Both prices of a unit. */
export const Both = z.object({ salePrice: Yuan, creditPrice: z.nullable(Yuan) })
export type Both = z.output<typeof Both>

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
  ...Both.shape,
  base: Both,
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
  was: z.nullable(Both),
  is: z.nullable(Both),
  by: z.string(),
  fileName: z.nullable(z.string()),
  at: Instant,
})
export type PriceChangeRow = z.output<typeof PriceChangeRow>

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
  was: z.nullable(Both),
  is: z.nullable(Both),
  /** What is wrong with it; empty: nothing. */
  text: z.string(),
})
export type PriceRowResult = z.output<typeof PriceRowResult>
