import * as z from 'zod/mini'
import { defineEndpoints, idempotentUploadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Id,
  Instant,
  NullOutput,
  pageInput,
  pageOutput,
  QUANTITY_MAX,
  RequiredText,
  RowVersion,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** Why units came or left. */
export const stockMovementKinds = {
  receipt: { label: '入库' },
  adjustment: { label: '调整' },
  count: { label: '盘点' },
  shipment: { label: '发货' },
  return: { label: '退货入库' },
  scrap: { label: '报废' },
  transfer: { label: '调拨' },
} as const
export type StockMovementKind = keyof typeof stockMovementKinds

/** Units that came or left: who recorded it, when, why, and the stock after it. */
export const StockMovement = z.object({
  id: Id,
  kind: z.enum(keysOf(stockMovementKinds)),
  change: z.int(),
  balance: z.int(),
  reason: z.string(),
  /** Where they came to or left. */
  warehouseName: z.string(),
  by: z.string(),
  at: Instant,
})

/**
 * The movements during a stock count, the latest first: the detail `moved` of the refusal STOCK_MOVED, beside the current `inHouse` and
 * `reserved`.
 */
export const StockMovementsDuringStockCount = z.array(
  z.object({ kind: z.enum(keysOf(stockMovementKinds)), change: z.int(), reason: z.string(), at: Instant }),
)
export type StockMovementsDuringStockCount = z.output<typeof StockMovementsDuringStockCount>

export const BIN_FILE_BYTES_MAX = 2 * 1024 * 1024

export type StockMovement = z.output<typeof StockMovement>

export const binFileRowResults = { changed: { label: '已登记' }, unchanged: { label: '没有变化' }, refused: { label: '有误' } } as const

/** The result of one row of a file of bins. */
export const BinFileRowResult = z.object({ row: z.int(), result: z.enum(keysOf(binFileRowResults)), text: z.string() })
export type BinFileRowResult = z.output<typeof BinFileRowResult>

/** 货位: where a SKU lies in the house, such as A-03-2; '' if it has no place. Upper case, so that one place is written in one way. */
export const BinField = Text(20, '货位最多 20 个字符').check(
  z.overwrite((text) => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase()),
  z.regex(/^[A-Z0-9\u4e00-\u9fff-]*$/, '货位只能由字母、数字、汉字和“-”组成'),
)

export const consoleStockEndpoints = defineEndpoints('/console-api/api/stock', {
  movements: readEndpoint({
    path: 'movements',
    summary: '一个规格的库存流水：何时、何人、何故、结存；最新的在前',
    needs: { staff: 'skuView' },
    input: z.strictObject({ ...pageInput, skuId: Id, kind: z.optional(z.enum(keysOf(stockMovementKinds), '流水类型不正确')) }),
    output: pageOutput(StockMovement),
  }),
  count: writeEndpoint({
    path: 'count',
    summary: '盘点：填实盘数量（含订单已占用的），差额记为一条盘点流水',
    needs: { staff: 'stock' },
    audits: 'sku',
    input: z.strictObject({
      skuId: Id,
      counted: z.int('数量必须为整数').check(z.minimum(0, '数量不能小于 0'), z.maximum(99 * QUANTITY_MAX, '数量过大')),
      /** The stock in the system when the count began. If it has changed, the count is refused. */
      inHouse: z.int('数量必须为整数').check(z.minimum(0, '数量不能小于 0'), z.maximum(2_147_483_647, '数量过大')),
      reason: z._default(Text(100), ''),
    }),
    output: z.object({ difference: z.int() }),
    refusals: ['SKU_NOT_FOUND', 'STOCK_MOVED', 'COUNTED_TOO_FEW', 'WAREHOUSE_TOO_FEW', 'STOCK_COUNT_OPEN'],
  }),
  setBin: writeEndpoint({
    path: 'set-bin',
    summary: '登记一个规格的货位，拣货单按货位排序；留空表示没有固定货位',
    needs: { staff: 'stock' },
    audits: 'sku',
    input: z.strictObject({ skuId: Id, bin: BinField, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['SKU_NOT_FOUND', 'ROW_CHANGED'],
  }),
  importBins: idempotentUploadEndpoint({
    path: 'import-bins',
    summary:
      '导入货位：CSV 或 XLSX，最多 1000 行，第一列商品编码、第二列货位，可有“仓库”列（名称或编码，不填为主仓；其他仓库另需“仓库设置与调拨”权限），逐行给出结果',
    needs: { staff: 'stock' },
    input: z.strictObject({ fileName: RequiredText(200, '请选择文件') }),
    output: z.object({ fileName: z.string(), changed: z.int(), refused: z.int(), rows: z.array(BinFileRowResult) }),
    refusals: ['BINS_UNREADABLE', 'BINS_TOO_LARGE'],
    fileLimit: { bytesMax: BIN_FILE_BYTES_MAX, tooLarge: 'BINS_TOO_LARGE' },
  }),
})
