import * as z from 'zod/mini'
import {
  defineEndpoints,
  downloadEndpoint,
  idempotentWriteEndpoint,
  readEndpoint,
  writeEndpoint,
} from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, NullOutput, OrderNo, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { INTEREST_PERMISSION } from './interest.ts'
import { buyerInvoiceStatuses } from './invoice-lifecycle.ts'
import {
  CreateInvoiceTitleInput,
  InvoiceableInterest,
  InvoiceableOrder,
  InvoiceableStatement,
  InvoiceDetail,
  InvoiceFileFormatSchema,
  InvoicePreview,
  InvoiceRow,
  InvoiceTitle,
  invoiceApplicationFields,
  invoiceSourceFields,
  UpdateInvoiceTitleInput,
} from './shapes.ts'

const One = z.strictObject({ id: Id })
const sourceRefusals = ['ORDER_NOT_FOUND', 'INVOICE_SHOPS', 'INVOICE_NOTHING', 'INVOICE_NOT_YET'] as const
const titleRefusals = ['INVOICE_TITLE_NOT_FOUND', 'INVOICE_TITLE_OTHER'] as const
const BuyerInvoiceStatusSchema = z.enum(keysOf(buyerInvoiceStatuses), '发票状态不正确')

export const invoiceTitleEndpoints = defineEndpoints('/user-api/api/invoice-title', {
  list: readEndpoint({
    path: 'list',
    summary: '发票抬头，默认的在前',
    needs: 'lookOrder',
    input: EmptyInput,
    output: z.array(InvoiceTitle),
  }),
  prefill: readEndpoint({
    path: 'prefill',
    summary: '按已认证的企业资料预填的抬头',
    needs: 'main',
    input: EmptyInput,
    output: z.object({ name: z.string(), taxNo: z.string() }),
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '新增发票抬头：普票两项，专票六项',
    needs: 'main',
    memberLimit: '20 titles; one that is deleted leaves nothing.',
    input: CreateInvoiceTitleInput,
    output: One,
    refusals: ['INVOICE_TITLES_FULL', 'INVOICE_TITLE_OTHER'],
  }),
  modify: writeEndpoint({
    path: 'modify',
    summary: '修改发票抬头；已提交的申请不变',
    needs: 'main',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: UpdateInvoiceTitleInput,
    output: NullOutput,
    refusals: titleRefusals,
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除发票抬头',
    needs: 'main',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: One,
    output: NullOutput,
    refusals: ['INVOICE_TITLE_NOT_FOUND'],
  }),
})

export const invoiceEndpoints = defineEndpoints('/order-api/api/invoice', {
  openOrders: readEndpoint({
    path: 'open-orders',
    summary: '可开票的订单：已全部发货、有未开票金额',
    needs: 'lookOrder',
    input: z.strictObject({ ...pageInput }),
    output: pageOutput(InvoiceableOrder),
  }),
  openStatements: readEndpoint({
    path: 'open-statements',
    summary: '可开票的月账单，按店铺',
    needs: 'lookOrder',
    input: EmptyInput,
    output: z.array(InvoiceableStatement),
  }),
  openInterest: readEndpoint({
    path: 'open-interest',
    summary: '可开票利息：已付、已开与可开的逾期利息，按税率；付款当天收取的利息次日可开',
    needs: INTEREST_PERMISSION,
    input: EmptyInput,
    output: InvoiceableInterest,
  }),
  preview: readEndpoint({
    path: 'preview',
    summary: '试算发票：逐行金额、税额、合计',
    needs: 'lookOrder',
    input: z.strictObject(invoiceSourceFields),
    output: InvoicePreview,
    refusals: sourceRefusals,
  }),
  apply: idempotentWriteEndpoint({
    path: 'apply',
    summary: '申请开票：一个店铺的若干订单、一份月账单，或已付的逾期利息；每行商品只开一次',
    needs: 'lookOrder',
    memberLimit: 300,
    input: z.strictObject({ ...invoiceSourceFields, ...invoiceApplicationFields }),
    output: z.object({ id: Id, invoiceNo: z.string() }),
    refusals: [...sourceRefusals, ...titleRefusals],
  }),
  reapply: idempotentWriteEndpoint({
    path: 'reapply',
    summary: '驳回后重新申请，金额按现在计算',
    needs: 'lookOrder',
    memberLimit: 300,
    input: z.strictObject({ id: Id, ...invoiceApplicationFields }),
    output: z.object({ id: Id, invoiceNo: z.string() }),
    refusals: [...sourceRefusals, ...titleRefusals, 'INVOICE_NOT_FOUND', 'INVOICE_MOVED'],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '发票，最新的在前；可只看含某张订单的',
    needs: 'lookOrder',
    input: z.strictObject({ ...pageInput, standing: z.optional(BuyerInvoiceStatusSchema), orderNo: z.optional(OrderNo) }),
    output: pageOutput(InvoiceRow),
  }),
  count: readEndpoint({
    path: 'count',
    summary: '各状态的发票数',
    needs: 'lookOrder',
    input: EmptyInput,
    output: z.object({ wait: z.int(), issued: z.int(), rejected: z.int(), red: z.int() }),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '发票详情：抬头、明细、号码、进度、红字发票',
    needs: 'lookOrder',
    input: One,
    output: InvoiceDetail,
    refusals: ['INVOICE_NOT_FOUND'],
  }),
  file: downloadEndpoint({
    path: 'file',
    summary: '下载发票：PDF、OFD、XML',
    needs: 'lookOrder',
    input: z.strictObject({ id: Id, issueId: Id, format: InvoiceFileFormatSchema }),
    refusals: ['INVOICE_NOT_FOUND', 'INVOICE_FILE_NOT_FOUND'],
  }),
  export: downloadEndpoint({
    path: 'export',
    summary: '导出发票：CSV（UTF-8，带 BOM）或 Excel',
    needs: 'lookOrder',
    input: z.strictObject({ standing: z.optional(BuyerInvoiceStatusSchema), format: SheetFormat }),
    refusals: [...exportRefusals],
  }),
})
