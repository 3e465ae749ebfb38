import * as z from 'zod/mini'
import { Id, Instant, QUANTITY_MAX, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { stockCountLifecycle } from './stock-count-lifecycle.ts'

/** How many SKUs one sheet has at most. A whole warehouse is counted in several, by ranges of bins. */
export const STOCK_COUNT_LINES_MAX = 1_000
export const STOCK_COUNT_BYTES_MAX = 2 * 1024 * 1024

export const StockCountNo = z.string('请输入盘点单号').check(z.regex(/^PD\d{12}$/, '盘点单号为 PD 加 12 位数字'))
export const StockCountStateSchema = z.enum(keysOf(stockCountLifecycle.states), '盘点单状态不正确')

/** Units that somebody has counted. */
export const CountedUnits = z.int('数量必须为整数').check(z.minimum(0, '数量不能小于 0'), z.maximum(99 * QUANTITY_MAX, '数量过大'))

/** The parts of a sheet that its lines can be narrowed to. */
export const stockCountParts = {
  waiting: { label: '未录入' },
  typed: { label: '已录入' },
  different: { label: '有差异' },
  moved: { label: '期间有变动' },
} as const
export type StockCountPart = keyof typeof stockCountParts

/** Which lines are counted again when a sheet is sent back. */
export const recountScopes = { different: { label: '只重盘有差异的' }, all: { label: '全部重盘' } } as const

/** 盘点单: what is counted in a warehouse, and how far it is. Differences are null as long as the sheet is blind and open. */
export const StockCount = z.object({
  id: Id,
  countNo: StockCountNo,
  state: StockCountStateSchema,
  warehouseId: Id,
  warehouseName: z.string(),
  /** What was chosen, in words. */
  about: z.string(),
  note: z.string(),
  blind: z.boolean(),
  round: z.int(),
  lines: z.int(),
  counted: z.int(),
  /** The lines that differ from the books, and the units more and less than these. */
  different: z.nullable(z.int()),
  surplus: z.nullable(z.int()),
  shortage: z.nullable(z.int()),
  rejectedReason: z.string(),
  madeBy: z.string(),
  madeAt: Instant,
  submittedBy: z.string(),
  submittedAt: z.nullable(Instant),
  approvedBy: z.string(),
  approvedAt: z.nullable(Instant),
  rowVersion: RowVersion,
})
export type StockCount = z.output<typeof StockCount>

/** What the differences of a sheet cost, for those who see costs. */
export const StockCountValue = z.object({
  surplus: Yuan,
  shortage: Yuan,
  /** How many lines with a difference have no known cost. */
  unknown: z.int(),
})
export type StockCountValue = z.output<typeof StockCountValue>

const sku = {
  lineNo: z.int(),
  skuId: Id,
  skuCode: z.string(),
  barcode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  unit: z.string(),
}

/** One SKU of a sheet. What the books say is null as long as the sheet is blind and open. */
export const StockCountLine = z.object({
  ...sku,
  bin: z.string(),
  /** The units that the books had when the sheet was made, and when the line was typed. */
  booked: z.nullable(z.int()),
  countedBooked: z.nullable(z.int()),
  counted: z.nullable(z.int()),
  difference: z.nullable(z.int()),
  /** The units that came or left between typing and posting, or have until now; null: it is not typed. */
  moved: z.nullable(z.int()),
  /** What the difference costs; null: the reader does not see costs, or nobody knows it. */
  value: z.nullable(Yuan),
  countedBy: z.string(),
  countedAt: z.nullable(Instant),
})
export type StockCountLine = z.output<typeof StockCountLine>

/** One SKU as the person sees it who types what was counted. */
export const StockCountEntryLine = z.object({
  ...sku,
  bin: z.string(),
  booked: z.nullable(z.int()),
  counted: z.nullable(z.int()),
  countedBy: z.string(),
})
export type StockCountEntryLine = z.output<typeof StockCountEntryLine>

export const countRowResults = {
  recorded: { label: '已录入' },
  unchanged: { label: '没有变化' },
  refused: { label: '有误' },
} as const

/** The result of one row of a file with counted units. */
export const CountRowResult = z.object({ row: z.int(), result: z.enum(keysOf(countRowResults)), text: z.string() })
export type CountRowResult = z.output<typeof CountRowResult>
