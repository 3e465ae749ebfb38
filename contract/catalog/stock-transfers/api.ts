import * as z from 'zod/mini'
import { TypedSkuCode } from '#contract/catalog/suppliers/api.ts'
import { defineEndpoints, idempotentWriteEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Id,
  Instant,
  NullOutput,
  pageInput,
  pageOutput,
  Quantity,
  RequiredText,
  RowVersion,
  RowVersionIfAny,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { stockTransferLifecycle } from './stock-transfer-lifecycle.ts'

export const STOCK_TRANSFER_LINES_MAX = 200
/** After how many days on the way a transfer waits in the queue of the warehouse. */
export const STOCK_TRANSFER_LATE_DAYS = 5

export const StockTransferNo = z.string('请输入调拨单号').check(z.regex(/^DB\d{12}$/, '调拨单号为 DB 加 12 位数字'))
const State = z.enum(keysOf(stockTransferLifecycle.states), '调拨单状态不正确')

/** What becomes of units that were sent and do not come. */
export const missingTransferUnitOutcomes = { back: { label: '已退回发货仓' }, lost: { label: '途中损耗' } } as const

export const StockTransfer = z.object({
  id: Id,
  transferNo: StockTransferNo,
  state: State,
  fromId: Id,
  fromName: z.string(),
  toId: Id,
  toName: z.string(),
  note: z.string(),
  units: z.int(),
  received: z.int(),
  /** Units that were sent and did not come, once it was closed. */
  missing: z.int(),
  closedReason: z.string(),
  madeBy: z.string(),
  madeAt: Instant,
  sentAt: z.nullable(Instant),
  rowVersion: RowVersion,
})
export type StockTransfer = z.output<typeof StockTransfer>

export const StockTransferLine = z.object({
  lineNo: z.int(),
  skuId: Id,
  skuCode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  unit: z.string(),
  quantity: z.int(),
  received: z.int(),
  missing: z.int(),
  /** What lies in the warehouse that it leaves. */
  lying: z.int(),
})
export type StockTransferLine = z.output<typeof StockTransferLine>

const one = { id: Id }
const refusals = ['STOCK_TRANSFER_NOT_FOUND', 'STOCK_TRANSFER_STATE'] as const
const LineNo = z.int().check(z.minimum(1), z.maximum(STOCK_TRANSFER_LINES_MAX))

export const consoleStockTransferEndpoints = defineEndpoints('/console-api/api/stock-transfer', {
  list: readEndpoint({
    path: 'list',
    summary: '调拨单，最新的在前；在途的，发出早的在前',
    needs: { staff: 'warehouseView' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(State),
      transferNo: z.optional(StockTransferNo),
      warehouseId: z.optional(Id),
      /** Those that have been on the way for longer than is usual, the longest first. */
      late: z.optional(z.boolean()),
    }),
    output: pageOutput(StockTransfer),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一张调拨单及其商品',
    needs: { staff: 'warehouseView' },
    input: z.strictObject(one),
    output: z.object({ transfer: StockTransfer, lines: z.array(StockTransferLine) }),
    refusals: ['STOCK_TRANSFER_NOT_FOUND'],
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新建或修改调拨单草稿（新单的版本为 0）',
    needs: { staff: 'warehouseEdit' },
    audits: 'row',
    input: z.strictObject({
      id: z.optional(Id),
      fromId: Id,
      toId: Id,
      note: Text(100),
      lines: z
        .array(z.strictObject({ skuCode: TypedSkuCode, quantity: Quantity }))
        .check(z.minLength(1, '请填写要调拨的商品'), z.maxLength(STOCK_TRANSFER_LINES_MAX, `最多 ${STOCK_TRANSFER_LINES_MAX} 行`)),
      rowVersion: RowVersionIfAny,
    }),
    output: z.object(one),
    refusals: [...refusals, 'STOCK_TRANSFER_LINES', 'STOCK_TRANSFER_SAME', 'WAREHOUSE_NOT_FOUND', 'WAREHOUSE_CLOSED', 'ROW_CHANGED'],
  }),
  send: writeEndpoint({
    path: 'send',
    summary: '发出调拨单：商品离开发货仓，收到前计为在途',
    needs: { staff: 'warehouseEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: [...refusals, 'WAREHOUSE_CLOSED', 'WAREHOUSE_TOO_FEW', 'ROW_CHANGED'],
  }),
  receive: idempotentWriteEndpoint({
    path: 'receive',
    summary: '登记收到的数量，可分次；全部收到后自动完成',
    needs: { staff: 'warehouseEdit' },
    audits: 'row',
    input: z.strictObject({
      ...one,
      lines: z.array(z.strictObject({ lineNo: LineNo, quantity: Quantity })).check(
        z.minLength(1, '请填写收到的数量'),
        z.maxLength(STOCK_TRANSFER_LINES_MAX),
        z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, '同一行商品只能出现一次'),
      ),
    }),
    output: NullOutput,
    refusals: [...refusals, 'STOCK_TRANSFER_TOO_MANY'],
  }),
  closeShort: writeEndpoint({
    path: 'close-short',
    summary: '结束调拨：没有收到的退回发货仓，或按途中损耗核减库存',
    needs: { staff: 'warehouseEdit' },
    audits: 'row',
    input: z.strictObject({
      ...one,
      fate: z.enum(keysOf(missingTransferUnitOutcomes), '请选择去向'),
      reason: RequiredText(100, '请填写原因'),
    }),
    output: NullOutput,
    refusals: [...refusals, 'OUT_OF_STOCK'],
  }),
  cancel: writeEndpoint({
    path: 'cancel',
    summary: '取消还没有发出的调拨单',
    needs: { staff: 'warehouseEdit' },
    audits: 'row',
    input: z.strictObject(one),
    output: NullOutput,
    refusals,
  }),
})
