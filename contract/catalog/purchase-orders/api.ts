import * as z from 'zod/mini'
import { receivedBatchFields } from '#contract/catalog/inventory/batches.ts'
import { TypedSkuCode } from '#contract/catalog/suppliers/api.ts'
import {
  defineEndpoints,
  downloadEndpoint,
  idempotentWriteEndpoint,
  readEndpoint,
  writeEndpoint,
} from '#contract/platform/core/endpoint.ts'
import {
  Day,
  Id,
  NullOutput,
  pageInput,
  pageOutput,
  Quantity,
  RequiredText,
  RowVersion,
  RowVersionIfAny,
  Text,
} from '#contract/platform/core/fields.ts'
import { PositiveYuan } from '#contract/platform/core/money.ts'
import {
  GoodsReceipt,
  PURCHASE_ORDER_LINES_MAX,
  PurchaseOrder,
  PurchaseOrderLine,
  PurchaseOrderNo,
  PurchaseOrderStateSchema,
  PurchaseTaxRateBp,
  SkuCost,
} from './shapes.ts'

const one = z.strictObject({ id: Id })
const refusals = ['PURCHASE_ORDER_NOT_FOUND'] as const

/** The fields of a purchase order that people edit. A line without a price has that of the supplier. */
export const purchaseOrderFields = {
  supplierId: Id,
  taxRate: PurchaseTaxRateBp,
  expectedDay: z.nullable(Day),
  note: Text(200),
  lines: z
    .array(z.strictObject({ skuCode: TypedSkuCode, quantity: Quantity, price: z.nullable(PositiveYuan) }))
    .check(z.minLength(1, '请至少填写一种商品'), z.maxLength(PURCHASE_ORDER_LINES_MAX, `一张采购单最多 ${PURCHASE_ORDER_LINES_MAX} 行`)),
}

export const consolePurchaseOrderEndpoints = defineEndpoints('/console-api/api/purchase-order', {
  list: readEndpoint({
    path: 'list',
    summary: '采购单，最新的在前；到期未到货的，到货日早的在前',
    needs: { staff: 'purchaseView' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(PurchaseOrderStateSchema),
      orderNo: z.optional(PurchaseOrderNo),
      /** Those that have not all come although their day is here or over, the longest first. */
      due: z.optional(z.boolean()),
      supplier: z.optional(Text(60)),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(PurchaseOrder),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一张采购单及其商品和入库记录',
    needs: { staff: 'purchaseView' },
    input: one,
    output: z.object({ order: PurchaseOrder, lines: z.array(PurchaseOrderLine), receipts: z.array(GoodsReceipt) }),
    refusals,
  }),
  costs: readEndpoint({
    path: 'costs',
    summary: '库存成本：各规格的移动平均成本（不含可抵扣的进项税）和库存价值，最近入库的在前',
    needs: { staff: 'margin' },
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(60)) }),
    output: pageOutput(SkuCost),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新建采购单或修改草稿（新采购单的版本为 0）；单价留空取供应商报价，单价均含税',
    needs: { staff: 'purchaseEdit' },
    audits: 'supplier',
    input: z.strictObject({ id: z.optional(Id), ...purchaseOrderFields, rowVersion: RowVersionIfAny }),
    output: z.object({ id: Id }),
    refusals: [
      ...refusals,
      'PURCHASE_ORDER_STATE',
      'PURCHASE_LINES',
      'PURCHASE_SHOPS',
      'PURCHASE_TOO_LARGE',
      'SUPPLIER_NOT_FOUND',
      'SUPPLIER_STOPPED',
      'ROW_CHANGED',
    ],
  }),
  place: writeEndpoint({
    path: 'place',
    summary: '采购单下单：之后只能改到货日，等待入库',
    needs: { staff: 'purchaseEdit' },
    audits: 'row',
    input: z.strictObject({ id: Id, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: [...refusals, 'PURCHASE_ORDER_STATE', 'SUPPLIER_NOT_FOUND', 'SUPPLIER_STOPPED', 'ROW_CHANGED'],
  }),
  setExpectedDay: writeEndpoint({
    path: 'set-expected-day',
    summary: '修改待入库采购单的供应商承诺到货日；缺货商品向买家显示的到货日随之改变',
    needs: { staff: 'purchaseEdit' },
    audits: 'row',
    input: z.strictObject({ id: Id, expectedDay: z.nullable(Day), rowVersion: RowVersion }),
    output: NullOutput,
    refusals: [...refusals, 'PURCHASE_ORDER_STATE', 'ROW_CHANGED'],
  }),
  cancel: writeEndpoint({
    path: 'cancel',
    summary: '取消还没有入库的采购单',
    needs: { staff: 'purchaseEdit' },
    audits: 'row',
    input: one,
    output: NullOutput,
    refusals: [...refusals, 'PURCHASE_ORDER_STATE', 'PURCHASE_BEGUN'],
  }),
  closeShort: writeEndpoint({
    path: 'close-short',
    summary: '结束采购：没有到的不再等待',
    needs: { staff: 'purchaseEdit' },
    audits: 'row',
    input: z.strictObject({ id: Id, reason: RequiredText(100, '请填写原因') }),
    output: NullOutput,
    refusals: [...refusals, 'PURCHASE_ORDER_STATE', 'PURCHASE_NOTHING_CAME'],
  }),
  receive: idempotentWriteEndpoint({
    path: 'receive',
    summary: '按采购单入库：增加可售库存，并计入移动平均成本；超过未到数量须写明原因',
    needs: { staff: 'purchaseReceive' },
    audits: 'row',
    input: z.strictObject({
      id: Id,
      lines: z
        .array(
          z.strictObject({
            lineNo: z.int().check(z.minimum(1), z.maximum(PURCHASE_ORDER_LINES_MAX)),
            quantity: Quantity,
            ...receivedBatchFields,
          }),
        )
        .check(
          z.minLength(1, '请填写入库数量'),
          z.maxLength(PURCHASE_ORDER_LINES_MAX),
          z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, '同一行商品只能出现一次'),
        ),
      note: z._default(Text(100), ''),
      /** Where they came; nothing: the main warehouse. */
      warehouseId: z.optional(Id),
    }),
    output: z.object({ receiptNo: z.int() }),
    refusals: [
      ...refusals,
      'PURCHASE_ORDER_STATE',
      'PURCHASE_LINE_NOT_FOUND',
      'PURCHASE_TOO_MANY',
      'WAREHOUSE_NOT_FOUND',
      'WAREHOUSE_CLOSED',
      'BATCH_WRONG',
    ],
  }),
  reverse: idempotentWriteEndpoint({
    path: 'reverse',
    summary: '冲销一次入库：数量和成本退回，采购单重新等待入库',
    needs: { staff: 'purchaseReceive' },
    audits: 'row',
    input: z.strictObject({
      id: Id,
      receiptNo: z.int('入库次序不正确').check(z.minimum(1, '入库次序不正确'), z.maximum(100_000, '入库次序不正确')),
      reason: RequiredText(100, '请填写原因'),
    }),
    output: z.object({ receiptNo: z.int() }),
    refusals: [
      ...refusals,
      'GOODS_RECEIPT_NOT_FOUND',
      'GOODS_RECEIPT_REVERSED',
      'GOODS_RECEIPT_INVOICED',
      'OUT_OF_STOCK',
      'WAREHOUSE_TOO_FEW',
      'BATCH_TOO_FEW',
    ],
  }),
})

/** The printed order, with stamp and hash. */
export const consolePurchaseOrderPrintoutEndpoints = defineEndpoints('/console-api/api/purchase-order-printout', {
  print: downloadEndpoint({
    path: 'print',
    summary: '下载采购单（PDF，带印章、校验码）；下单后才能下载',
    needs: { staff: 'purchaseView' },
    input: one,
    refusals: [...refusals, 'PURCHASE_ORDER_STATE'],
  }),
})
