import * as z from 'zod/mini'
import { BinField } from '#contract/catalog/inventory/api.ts'
import { receivedBatchFields } from '#contract/catalog/inventory/batches.ts'
import { TypedSkuCode } from '#contract/catalog/suppliers/api.ts'
import { defineEndpoints, idempotentUploadEndpoint, idempotentWriteEndpoint, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, pageInput, pageOutput, Quantity, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { PositiveYuan } from '#contract/platform/core/money.ts'
import {
  STOCK_RECEIPT_BYTES_MAX,
  STOCK_RECEIPT_ROWS_MAX,
  STOCK_RECEIPT_TYPED_LINES_MAX,
  StockReceipt,
  StockReceiptLine,
  StockReceiptNo,
  StockReceiptTrialRow,
  stockReceiptFileHeadings,
  stockReceiptStates,
} from './shapes.ts'

const one = { id: Id }
const made = { id: Id, receiptNo: StockReceiptNo }
const placeRefusals = ['WAREHOUSE_NOT_FOUND', 'WAREHOUSE_CLOSED'] as const

/** The fields of a receipt that people type. A line without a cost comes at the average. */
export const stockReceiptFields = {
  /** Where the goods of rows lie that name no warehouse; nothing: the main one. */
  warehouseId: z.optional(Id),
  note: z._default(Text(100), ''),
  lines: z
    .array(
      z.strictObject({
        skuCode: TypedSkuCode,
        quantity: Quantity,
        unitCost: z.nullable(PositiveYuan),
        bin: BinField,
        ...receivedBatchFields,
      }),
    )
    .check(z.minLength(1, '请填写入库的商品'), z.maxLength(STOCK_RECEIPT_TYPED_LINES_MAX, `最多 ${STOCK_RECEIPT_TYPED_LINES_MAX} 行`)),
}

export const consoleStockReceiptEndpoints = defineEndpoints('/console-api/api/stock-receipt', {
  list: readEndpoint({
    path: 'list',
    summary: '入库单和撤销单，最新的在前',
    needs: { staff: 'purchaseView' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(z.enum(keysOf(stockReceiptStates), '入库单状态不正确')),
      receiptNo: z.optional(StockReceiptNo),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(StockReceipt),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一张入库单',
    needs: { staff: 'purchaseView' },
    input: z.strictObject(one),
    output: StockReceipt,
    refusals: ['STOCK_RECEIPT_NOT_FOUND'],
  }),
  lines: readEndpoint({
    path: 'lines',
    summary: '一张入库单的商品，按行号排列',
    needs: { staff: 'purchaseView' },
    input: z.strictObject({ ...pageInput, ...one }),
    output: pageOutput(StockReceiptLine),
    refusals: ['STOCK_RECEIPT_NOT_FOUND'],
  }),
  create: idempotentWriteEndpoint({
    path: 'create',
    summary: '手工入库：增加可售库存，填了不含税单价的计入移动平均成本；任何一行有误则全部不入库',
    needs: { staff: 'purchaseReceive' },
    audits: 'warehouse',
    input: z.strictObject(stockReceiptFields),
    output: z.object(made),
    refusals: [...placeRefusals, 'STOCK_RECEIPT_LINES', 'BATCH_WRONG'],
  }),
  import: idempotentUploadEndpoint({
    path: 'import',
    summary: `导入入库单：CSV 或 XLSX，最多 ${STOCK_RECEIPT_ROWS_MAX} 行，按表头识别${stockReceiptFileHeadings.join('、')}；先试算，逐行给出结果，带上试算的核对码再次上传即整单入库，有一行有误则全部不入库；同一文件在撤销前只入库一次`,
    needs: { staff: 'purchaseReceive' },
    audits: 'warehouse',
    input: z.strictObject({
      fileName: RequiredText(200, '请选择文件'),
      warehouseId: stockReceiptFields.warehouseId,
      /** The code that the trial returned. A request without it is a trial. */
      seen: z.optional(Text(64)),
    }),
    output: z.object({
      fileName: z.string(),
      rows: z.array(StockReceiptTrialRow),
      counts: z.object({ ready: z.int(), refused: z.int(), units: z.int() }),
      /** A code that identifies exactly what this trial would do. */
      seen: z.string(),
      /** The receipt that was made; null: this was a trial. */
      receipt: z.nullable(z.object(made)),
    }),
    refusals: [
      ...placeRefusals,
      'RECEIPTS_UNREADABLE',
      'RECEIPTS_TOO_LARGE',
      'RECEIPTS_KNOWN',
      'STOCK_RECEIPT_LINES',
      'STOCK_RECEIPT_CHANGED',
      'BATCH_WRONG',
    ],
    fileLimit: { bytesMax: STOCK_RECEIPT_BYTES_MAX, tooLarge: 'RECEIPTS_TOO_LARGE' },
  }),
  reverse: idempotentWriteEndpoint({
    path: 'reverse',
    summary: '撤销当天的一张入库单：整单退回，另记一张撤销单；已售出、被订单占用、入库后已盘点或之后又有入库计入成本的不能撤销',
    needs: { staff: 'purchaseReceive' },
    audits: 'row',
    input: z.strictObject({ ...one, reason: RequiredText(100, '请填写原因') }),
    output: z.object(made),
    refusals: [
      'STOCK_RECEIPT_NOT_FOUND',
      'STOCK_RECEIPT_REVERSED',
      'STOCK_RECEIPT_DAY',
      'STOCK_RECEIPT_SOLD',
      'STOCK_RECEIPT_COUNTED',
      'STOCK_RECEIPT_COSTED',
      'WAREHOUSE_TOO_FEW',
      'BATCH_TOO_FEW',
    ],
  }),
})
