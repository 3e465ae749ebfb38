import * as z from 'zod/mini'
import { call, download, endpoints, moneyCall, read } from '../endpoint.ts'
import { Done, Id, Nothing, page, pageInput } from '../fields.ts'
import { keysOf } from '../lifecycle.ts'
import { OrderNo } from '../ordering/shapes.ts'
import { exportRefusals } from '../sheet/export.ts'
import { SheetFormat } from '../sheet/format.ts'
import { invoiceStandings } from './invoice-lifecycle.ts'
import {
  askFields,
  FormatField,
  InvoiceDetail,
  InvoicePreview,
  InvoiceRow,
  OpenOrder,
  OpenStatement,
  sourceFields,
  Title,
  TitleChange,
  TitleInput,
} from './shapes.ts'

const One = z.strictObject({ id: Id })
const sourceRefusals = ['ORDER_NOT_FOUND', 'INVOICE_SHOPS', 'INVOICE_NOTHING', 'INVOICE_NOT_YET'] as const
const titleRefusals = ['INVOICE_TITLE_NOT_FOUND', 'INVOICE_TITLE_OTHER'] as const
const standing = z.enum(keysOf(invoiceStandings), '发票状态不正确')

export const invoiceTitle = endpoints('/user-api/api/invoice-title', {
  list: read({ path: 'list', summary: '发票抬头，默认的在前', needs: 'lookOrder', input: Nothing, output: z.array(Title) }),
  prefill: read({
    path: 'prefill',
    summary: '按已认证的企业资料预填的抬头',
    needs: 'main',
    input: Nothing,
    output: z.object({ name: z.string(), taxNo: z.string() }),
  }),
  add: call({
    path: 'add',
    summary: '新增发票抬头：普票两项，专票六项',
    needs: 'main',
    input: TitleInput,
    output: One,
    refusals: ['INVOICE_TITLES_FULL', 'INVOICE_TITLE_OTHER'],
  }),
  modify: call({
    path: 'modify',
    summary: '修改发票抬头；已提交的申请不变',
    needs: 'main',
    input: TitleChange,
    output: Done,
    refusals: titleRefusals,
  }),
  delete: call({ path: 'delete', summary: '删除发票抬头', needs: 'main', input: One, output: Done, refusals: ['INVOICE_TITLE_NOT_FOUND'] }),
})

export const invoice = endpoints('/order-api/api/invoice', {
  openOrders: read({
    path: 'open-orders',
    summary: '可开票的订单：已发完货、有未开票金额',
    needs: 'lookOrder',
    input: z.strictObject({ ...pageInput }),
    output: page(OpenOrder),
  }),
  openStatements: read({
    path: 'open-statements',
    summary: '可开票的月账单，按店铺',
    needs: 'lookOrder',
    input: Nothing,
    output: z.array(OpenStatement),
  }),
  preview: read({
    path: 'preview',
    summary: '试算发票：逐行金额、税额、合计',
    needs: 'lookOrder',
    input: z.strictObject(sourceFields),
    output: InvoicePreview,
    refusals: sourceRefusals,
  }),
  apply: moneyCall({
    path: 'apply',
    summary: '申请开票：一个店铺的若干订单，或一份月账单；每行商品只开一次',
    needs: 'lookOrder',
    input: z.strictObject({ ...sourceFields, ...askFields }),
    output: z.object({ id: Id, invoiceNo: z.string() }),
    refusals: [...sourceRefusals, ...titleRefusals],
  }),
  reapply: moneyCall({
    path: 'reapply',
    summary: '驳回后重新申请，金额按现在计算',
    needs: 'lookOrder',
    input: z.strictObject({ id: Id, ...askFields }),
    output: z.object({ id: Id, invoiceNo: z.string() }),
    refusals: [...sourceRefusals, ...titleRefusals, 'INVOICE_NOT_FOUND', 'INVOICE_MOVED'],
  }),
  list: read({
    path: 'list',
    summary: '发票，最新的在前；可只看含某张订单的',
    needs: 'lookOrder',
    input: z.strictObject({ ...pageInput, standing: z.optional(standing), orderNo: z.optional(OrderNo) }),
    output: page(InvoiceRow),
  }),
  count: read({
    path: 'count',
    summary: '各状态的发票数',
    needs: 'lookOrder',
    input: Nothing,
    output: z.object({ wait: z.int(), issued: z.int(), rejected: z.int(), red: z.int() }),
  }),
  detail: read({
    path: 'detail',
    summary: '发票详情：抬头、明细、号码、进度、红字发票',
    needs: 'lookOrder',
    input: One,
    output: InvoiceDetail,
    refusals: ['INVOICE_NOT_FOUND'],
  }),
  file: download({
    path: 'file',
    summary: '下载发票：PDF、OFD、XML',
    needs: 'lookOrder',
    input: z.strictObject({ id: Id, issueId: Id, format: FormatField }),
    refusals: ['INVOICE_NOT_FOUND', 'INVOICE_FILE_NOT_FOUND'],
  }),
  export: download({
    path: 'export',
    summary: '导出发票：CSV（UTF-8，带 BOM）或 Excel',
    needs: 'lookOrder',
    input: z.strictObject({ standing: z.optional(standing), format: SheetFormat }),
    refusals: [...exportRefusals],
  }),
})
