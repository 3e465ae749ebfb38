import * as z from 'zod/mini'
import { PurchaseOrderNo } from '#contract/catalog/purchase-orders/shapes.ts'
import { defineEndpoints, idempotentWriteEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, NullOutput, pageInput, pageOutput, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { PositiveYuan, YuanUpTo } from '#contract/platform/core/money.ts'
import {
  SUPPLIER_INVOICE_LINES_MAX,
  SupplierInvoice,
  SupplierInvoiceCode,
  SupplierInvoiceLine,
  SupplierInvoiceLineInput,
  SupplierInvoiceNumber,
  SupplierInvoiceStateSchema,
  UninvoicedLine,
  UninvoicedSupplier,
} from './shapes.ts'

const one = { id: Id }
const versioned = { ...one, rowVersion: RowVersion }
const refusals = ['SUPPLIER_INVOICE_NOT_FOUND', 'SUPPLIER_INVOICE_STATE', 'ROW_CHANGED'] as const
const typedRefusals = [
  ...(['SUPPLIER_INVOICE_KNOWN', 'SUPPLIER_INVOICE_LINES', 'SUPPLIER_INVOICE_TOTALS', 'SUPPLIER_INVOICE_DAY'] as const),
  'PURCHASE_ORDER_NOT_FOUND',
] as const
const Reason = RequiredText(100, '请填写原因')

/** The fields of an invoice as people type it from the paper. */
export const supplierInvoiceFields = {
  invoiceCode: SupplierInvoiceCode,
  invoiceNumber: SupplierInvoiceNumber,
  invoicedOn: Day,
  net: PositiveYuan,
  tax: YuanUpTo(),
  total: PositiveYuan,
  note: Text(100),
  lines: z.array(SupplierInvoiceLineInput).check(
    z.minLength(1, '请至少填写一行'),
    z.maxLength(SUPPLIER_INVOICE_LINES_MAX, `一张发票最多 ${SUPPLIER_INVOICE_LINES_MAX} 行`),
    z.refine(
      (lines) => new Set(lines.map(({ purchaseOrderId, orderLineNo }) => `${purchaseOrderId} ${orderLineNo}`)).size === lines.length,
      '采购单的同一行只能出现一次',
    ),
  ),
}

/** A number on paper is only unique with its code. */
const numberFitsCode = z.refine<{ invoiceNumber: string; invoiceCode: string }>(
  ({ invoiceNumber, invoiceCode }) => (invoiceNumber.length === 8) === (invoiceCode !== ''),
  { message: '8 位号码的纸质发票须填写发票代码，数电票没有代码', path: ['invoiceCode'] },
)

const uninvoicedInput = z.strictObject({ ...pageInput, supplier: z.optional(Text(60)) })

export const consoleSupplierInvoiceEndpoints = defineEndpoints('/console-api/api/supplier-invoice', {
  list: readEndpoint({
    path: 'list',
    summary: '采购发票，最近登记的在前；有差异、已退回的，等得久的在前',
    needs: { staff: 'supplierInvoiceView' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(SupplierInvoiceStateSchema),
      invoiceNumber: z.optional(SupplierInvoiceNumber),
      orderNo: z.optional(PurchaseOrderNo),
      supplier: z.optional(Text(60)),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(SupplierInvoice),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一张采购发票：各行与采购单、入库的比对结果',
    needs: { staff: 'supplierInvoiceView' },
    input: z.strictObject(one),
    /** `own`: the reader has typed it, so somebody else accepts its differences. */
    output: z.object({ invoice: SupplierInvoice, lines: z.array(SupplierInvoiceLine), toleranceBp: z.int(), own: z.boolean() }),
    refusals: ['SUPPLIER_INVOICE_NOT_FOUND'],
  }),
  uninvoicedLines: readEndpoint({
    path: 'uninvoiced-lines',
    summary: `登记发票时带出的行：一个供应商或一张采购单已入库、还没有开票的，制单早的采购单在前，最多 ${SUPPLIER_INVOICE_LINES_MAX} 行`,
    needs: { staff: 'supplierInvoiceView' },
    input: z.strictObject({ supplierId: Id, purchaseOrderId: z.optional(Id) }),
    output: z.object({ lines: z.array(UninvoicedLine), toleranceBp: z.int() }),
  }),
  uninvoiced: readEndpoint({
    path: 'uninvoiced',
    summary: '已收未开票：各供应商已入库、还没有开票的数量和金额，金额大的在前',
    needs: { staff: 'supplierInvoiceView' },
    input: uninvoicedInput,
    output: pageOutput(UninvoicedSupplier),
  }),
  create: idempotentWriteEndpoint({
    path: 'create',
    summary: '登记采购发票，并与采购单、入库三单匹配：在允许的差异内为已匹配，否则为有差异；同一张发票只能登记一次',
    needs: { staff: 'supplierInvoiceEdit' },
    audits: 'supplier',
    input: z.strictObject({ supplierId: Id, ...supplierInvoiceFields }).check(numberFitsCode),
    output: z.object({ id: Id, state: SupplierInvoiceStateSchema, holdsUnits: z.boolean() }),
    refusals: typedRefusals,
  }),
  correct: writeEndpoint({
    path: 'correct',
    summary: '更正被退回的采购发票，并重新匹配',
    needs: { staff: 'supplierInvoiceEdit' },
    audits: 'row',
    input: z.strictObject({ ...versioned, ...supplierInvoiceFields }).check(numberFitsCode),
    output: z.object({ state: SupplierInvoiceStateSchema, holdsUnits: z.boolean() }),
    refusals: [...refusals, ...typedRefusals],
  }),
  rematch: writeEndpoint({
    path: 'rematch',
    summary: '重新匹配有差异的采购发票，例如货已补到；允许的差异以上次匹配时与现在的设置中较小的为准',
    needs: { staff: 'supplierInvoiceEdit' },
    audits: 'row',
    input: z.strictObject(versioned),
    output: z.object({ state: SupplierInvoiceStateSchema }),
    refusals: [...refusals, 'SUPPLIER_INVOICE_LINES'],
  }),
  accept: idempotentWriteEndpoint({
    path: 'accept',
    summary: '接受差异：由没有登记这张发票的另一人写明原因；数量多于已收未开票的不能接受',
    needs: { staff: 'supplierInvoiceDecide' },
    audits: 'row',
    input: z.strictObject({ ...versioned, reason: Reason }),
    output: NullOutput,
    refusals: [...refusals, 'SUPPLIER_INVOICE_UNITS', 'SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED'],
  }),
  sendBack: writeEndpoint({
    path: 'send-back',
    summary: '退回有差异的采购发票，更正后重新匹配，或作废',
    needs: { staff: 'supplierInvoiceDecide' },
    audits: 'row',
    input: z.strictObject({ ...versioned, reason: Reason }),
    output: NullOutput,
    refusals,
  }),
  void: writeEndpoint({
    path: 'void',
    summary: '作废采购发票：所占的数量回到已收未开票，号码可以重新登记；已匹配、已接受差异的由没有登记这张发票的另一人作废',
    needs: { staff: 'supplierInvoiceEdit' },
    audits: 'row',
    input: z.strictObject({ ...versioned, reason: Reason }),
    output: NullOutput,
    refusals: [...refusals, 'SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED'],
  }),
})
