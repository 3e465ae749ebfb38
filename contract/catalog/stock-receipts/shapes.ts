import * as z from 'zod/mini'
import { BatchName } from '#contract/catalog/inventory/batches.ts'
import { Id, Instant } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** How many rows one receipt has at most. */
export const STOCK_RECEIPT_ROWS_MAX = 2_000
export const STOCK_RECEIPT_BYTES_MAX = 2 * 1024 * 1024
/** The headings that a file of a receipt has; all but the first two may be missing, the last three where no goods have batches. */
export const stockReceiptFileHeadings = ['商品编码', '数量', '不含税单价', '仓库', '货位', '批号', '保质期至', '生产日期'] as const
/** How many lines of it are typed by hand. */
export const STOCK_RECEIPT_TYPED_LINES_MAX = 200

export const StockReceiptNo = z.string('请输入入库单号').check(z.regex(/^RK\d{12}$/, '入库单号为 RK 加 12 位数字'))

/** What became of a receipt. A counter receipt takes back all of another one. */
export const stockReceiptStates = {
  posted: { label: '已入库' },
  reversed: { label: '已撤销' },
  counter: { label: '撤销单' },
} as const
export type StockReceiptState = keyof typeof stockReceiptStates

/** 入库单: goods that came without a purchase order, by file or typed, or what takes such goods back. */
export const StockReceipt = z.object({
  id: Id,
  receiptNo: StockReceiptNo,
  state: z.enum(keysOf(stockReceiptStates)),
  /** '' if it was typed by hand. */
  fileName: z.string(),
  note: z.string(),
  /** The names of its warehouses. */
  warehouses: z.string(),
  lines: z.int(),
  /** Below zero for a counter receipt. */
  units: z.int(),
  /** The receipt that it takes back, or that takes it back; null: neither. */
  counterId: z.nullable(Id),
  counterNo: z.string(),
  /** Whether it can be taken back: it is of today, and was not yet. */
  reversible: z.boolean(),
  madeBy: z.string(),
  madeAt: Instant,
})
export type StockReceipt = z.output<typeof StockReceipt>

const goods = { skuCode: z.string(), goodsName: z.string(), warehouseName: z.string(), bin: z.string() }

export const StockReceiptLine = z.object({
  ...goods,
  lineNo: z.int(),
  skuId: Id,
  skuProps: SkuProps,
  unit: z.string(),
  quantity: z.int(),
  /** What 100 units cost without tax; null: they came at the average cost. */
  hundredCost: z.nullable(Yuan),
  ...BatchName.shape,
  madeOn: z.nullable(z.string()),
})
export type StockReceiptLine = z.output<typeof StockReceiptLine>

export const stockReceiptRowResults = { ready: { label: '可入库' }, refused: { label: '有误' } } as const

/** One row of a file: what it would do, or why it cannot. What is not known of a wrong row is '' or null. */
export const StockReceiptTrialRow = z.object({
  ...goods,
  ...BatchName.shape,
  /** The row number as a spreadsheet program shows it. */
  row: z.int(),
  result: z.enum(keysOf(stockReceiptRowResults)),
  text: z.string(),
  quantity: z.nullable(z.int()),
  /** What lies in the warehouse before the row, and after it. */
  unitsBefore: z.nullable(z.int()),
  unitsAfter: z.nullable(z.int()),
  hundredCost: z.nullable(Yuan),
  /** The average cost of 100 units before the receipt and after it; null: nobody knows it, or the reader does not see costs. */
  averageBefore: z.nullable(Yuan),
  averageAfter: z.nullable(Yuan),
})
export type StockReceiptTrialRow = z.output<typeof StockReceiptTrialRow>
