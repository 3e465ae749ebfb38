import * as z from 'zod/mini'
import { defineEndpoints, downloadEndpoint, readEndpoint, uploadEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, NullOutput, OrderNo, pageInput, pageOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import {
  ConsoleInvoice,
  ConsoleInvoiceRow,
  INVOICE_REASON_LENGTH_MAX,
  InvoiceFileFormatSchema,
  InvoiceStateSchema,
  InvoiceTitleKindSchema,
} from './shapes.ts'

/** Why an invoice waits for finance. */
export const invoiceQueues = {
  decide: { label: '待审核' },
  uncoded: { label: '缺税收编码' },
  failed: { label: '开票失败' },
  red: { label: '待红冲' },
  confirm: { label: '待购方确认' },
} as const
export type InvoiceQueue = keyof typeof invoiceQueues

/** The largest file of an invoice that is entered by hand, in bytes. */
export const INVOICE_FILE_BYTES_MAX = 5 * 1024 * 1024

const one = { enterpriseId: Id, id: Id }
const Reason = RequiredText(INVOICE_REASON_LENGTH_MAX, '请填写原因')
const moves = ['INVOICE_NOT_FOUND', 'INVOICE_MOVED'] as const
/** 数电票 have 20 digits, invoices on paper 8. */
const TaxNumber = z.string('请输入发票号码').check(z.regex(/^(\d{20}|\d{8})$/, '发票号码为 20 位（数电票）或 8 位（纸质）数字'))
/** A 红字信息确认单 of the tax bureau. */
const RedConfirmationNumber = z.string('请输入确认单编号').check(z.regex(/^\d{16,20}$/, '确认单编号为 16 至 20 位数字'))
const entered = { number: TaxNumber, issuedDay: Day }
const enteredRefusals = ['INVOICE_FILE_UNREADABLE', 'INVOICE_FILE_TOO_LARGE', 'INVOICE_NUMBER_USED', 'INVOICE_DAY_TO_COME'] as const
const fileLimit = { bytesMax: INVOICE_FILE_BYTES_MAX, tooLarge: 'INVOICE_FILE_TOO_LARGE' } as const

const filter = {
  queue: z.optional(z.enum(keysOf(invoiceQueues))),
  state: z.optional(InvoiceStateSchema),
  kind: z.optional(InvoiceTitleKindSchema),
  invoiceNo: z.optional(Text(30)),
  number: z.optional(Text(20)),
  orderNo: z.optional(OrderNo),
  enterpriseId: z.optional(Id),
}

export const consoleInvoiceEndpoints = defineEndpoints('/console-api/api/invoice', {
  list: readEndpoint({
    path: 'list',
    summary: '发票申请：等着处理的，等得最久的在前；否则最新的在前',
    needs: { staff: 'invoiceView' },
    input: z.strictObject({ ...pageInput, ...filter }),
    output: pageOutput(ConsoleInvoiceRow),
  }),
  queues: readEndpoint({
    path: 'queues',
    summary: '各环节等待的发票数',
    needs: { staff: 'invoiceView' },
    input: EmptyInput,
    output: z.object({
      queues: z.array(z.object({ queue: z.enum(keysOf(invoiceQueues)), count: z.int() })),
      /** Whether a provider issues the approved invoices. Otherwise people enter them by hand. */
      provider: z.enum(['on', 'sandbox', 'off']),
    }),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '发票详情：抬头、明细、开具与红冲记录、可做的操作',
    needs: { staff: 'invoiceView' },
    input: z.strictObject(one),
    output: ConsoleInvoice,
    refusals: ['INVOICE_NOT_FOUND'],
  }),
  file: downloadEndpoint({
    path: 'file',
    summary: '下载发票：PDF、OFD、XML',
    needs: { staff: 'invoiceView' },
    input: z.strictObject({ ...one, issueId: Id, format: InvoiceFileFormatSchema }),
    refusals: ['INVOICE_NOT_FOUND', 'INVOICE_FILE_NOT_FOUND'],
  }),
  approve: writeEndpoint({
    path: 'approve',
    summary: '同意开票，由开票服务商开具；商品都要有税收分类编码',
    needs: { staff: 'invoiceEdit' },
    audits: 'row',
    input: z.strictObject(one),
    output: NullOutput,
    refusals: [...moves, 'INVOICE_PROVIDER_OFF', 'INVOICE_TAX_CODE_MISSING'],
  }),
  recode: writeEndpoint({
    path: 'recode',
    summary: '更新发票的税收分类编码：开出之前，按商品现在的编码',
    needs: { staff: 'invoiceEdit' },
    audits: 'row',
    input: z.strictObject(one),
    output: NullOutput,
    refusals: [...moves, 'INVOICE_TAX_CODES_UNCHANGED'],
  }),
  reject: writeEndpoint({
    path: 'reject',
    summary: '驳回，说明原因；商品可以重新申请',
    needs: { staff: 'invoiceEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, reason: Reason }),
    output: NullOutput,
    refusals: moves,
  }),
  retry: writeEndpoint({
    path: 'retry',
    summary: '开票失败后重新开具，使用新的流水号',
    needs: { staff: 'invoiceEdit' },
    audits: 'row',
    input: z.strictObject(one),
    output: NullOutput,
    refusals: [...moves, 'INVOICE_PROVIDER_OFF', 'INVOICE_TAX_CODE_MISSING'],
  }),
  enter: uploadEndpoint({
    path: 'enter',
    summary: '登记在税务局或纸质开具的发票：号码、日期、文件（PDF、OFD、XML）',
    needs: { staff: 'invoiceEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, ...entered }),
    output: NullOutput,
    refusals: [...moves, ...enteredRefusals],
    fileLimit,
  }),
  enterRed: uploadEndpoint({
    path: 'enter-red',
    summary: '登记手工开具的红字发票',
    needs: { staff: 'invoiceEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, issueId: Id, ...entered }),
    output: NullOutput,
    refusals: [...moves, ...enteredRefusals, 'INVOICE_RED_UNCONFIRMED'],
    fileLimit,
  }),
  enterRedConfirmation: writeEndpoint({
    path: 'enter-red-confirmation',
    summary:
      '登记红字信息确认单编号：在税务平台申请、无需购方确认或购方已确认的；由服务商开具的随后自动红冲。红字发票开出之前，登记错的编号写明原因后可以更正',
    needs: { staff: 'invoiceEdit' },
    audits: 'row',
    input: z.strictObject({
      ...one,
      issueId: Id,
      confirmationNumber: RedConfirmationNumber,
      /** Why the number that was typed before is replaced. */
      correctionReason: z.optional(Reason),
    }),
    output: NullOutput,
    refusals: [...moves, 'RED_CONFIRMATION_UNCHANGED', 'INVOICE_NUMBER_USED'],
  }),
  retryRed: writeEndpoint({
    path: 'retry-red',
    summary: '红冲失败后重新红冲；专票的确认单被拒绝或超时的，先再次申请',
    needs: { staff: 'invoiceEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, issueId: Id }),
    output: NullOutput,
    refusals: [...moves, 'INVOICE_PROVIDER_OFF'],
  }),
  takeBack: writeEndpoint({
    path: 'take-back',
    summary: '开票有误：全额红冲，红冲后商品可以重新开票',
    needs: { staff: 'invoiceEdit' },
    audits: 'row',
    input: z.strictObject({ ...one, reason: Reason }),
    output: NullOutput,
    refusals: [...moves, 'INVOICE_NOTHING'],
  }),
  export: downloadEndpoint({
    path: 'export',
    summary: '导出发票：CSV 或 Excel',
    needs: { staff: 'invoiceView' },
    input: z.strictObject({ ...filter, format: SheetFormat }),
    refusals: [...exportRefusals],
  }),
})
