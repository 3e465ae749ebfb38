import * as z from 'zod/mini'
import { ConsoleRefund, onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { paymentLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, NullOutput, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { EnterpriseRecordKeyInput, enterpriseIdAndNameFields } from './enterprise-fields.ts'

/** The purpose of a payment. */
export const incomingPaymentPurposes = { trade: { label: '订单' }, topUp: { label: '充值' }, repay: { label: '还款' } } as const
const Channel = z.enum(keysOf(onlinePaymentChannels), '支付渠道不正确')
const State = z.enum(keysOf(paymentLifecycle.states), '状态不正确')
const Method = z.enum(['credit', 'wallet', 'online', 'transfer'], '支付方式不正确')

/** How long a payment may be UNKNOWN before staff should look at it. */
export const UNKNOWN_PAYMENT_HOURS_BEFORE_ALERT = 1

export const IncomingPaymentRow = z.object({
  ...enterpriseIdAndNameFields,
  id: Id,
  purpose: z.enum(['trade', 'topUp', 'repay']),
  method: Method,
  channel: z.nullable(Channel),
  title: z.string(),
  amount: Yuan,
  state: State,
  /** Our number of the payment, which the provider also knows. */
  outNo: z.string(),
  /** The number of the provider or of the bank. */
  reference: z.nullable(z.string()),
  createdAt: Instant,
  paidAt: z.nullable(Instant),
})
export type IncomingPaymentRow = z.output<typeof IncomingPaymentRow>

export const IncomingPaymentDetail = z.object({
  ...IncomingPaymentRow.shape,
  failure: z.nullable(z.string()),
  months: z.array(z.string()),
  remarkCode: z.nullable(z.string()),
  valueDay: z.nullable(Day),
  expiresAt: z.nullable(Instant),
  /** What the background job has done: how often it has asked the provider, when it did so last, and when it will do so next. */
  queries: z.object({ count: z.int(), askedAt: z.nullable(Instant), nextAt: z.nullable(Instant) }),
  orders: z.array(z.object({ orderNo: z.string(), amount: Yuan, refunded: Yuan })),
  receipts: z.array(
    z.object({ reference: z.string(), amount: Yuan, outcome: z.enum(['settled', 'late', 'mismatch']), valueDay: Day, at: Instant }),
  ),
  notices: z.array(z.object({ noticeId: z.string(), told: z.string(), amount: z.nullable(Yuan), verdict: z.string(), at: Instant })),
  refunds: z.array(ConsoleRefund),
})
export type IncomingPaymentDetail = z.output<typeof IncomingPaymentDetail>

const filter = {
  state: z.optional(State),
  channel: z.optional(Channel),
  method: z.optional(Method),
  enterpriseId: z.optional(Id),
  /** Our number, the provider's number or a remark code, always complete. */
  number: z.optional(Text(64)),
  dateFrom: z.optional(Day),
  dateTo: z.optional(Day),
  /** Online payments whose result has been unknown for `UNKNOWN_PAYMENT_HOURS_BEFORE_ALERT`, the oldest first. */
  unclear: z.optional(z.boolean()),
}

export const consoleIncomingPaymentEndpoints = defineEndpoints('/console-api/api/receipt', {
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '支付记录：按状态、渠道、日期、单号',
    needs: { staff: 'bankView' },
    input: z.strictObject({ ...pageInput, ...filter }),
    output: pageOutput(IncomingPaymentRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一笔支付：到账、通知、查询、退款',
    needs: { staff: 'bankView' },
    input: EnterpriseRecordKeyInput,
    output: IncomingPaymentDetail,
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  askNow: writeEndpoint({
    path: 'ask-now',
    summary: '让系统立即向支付机构查询一笔未完成的支付',
    needs: { staff: 'bankEdit' },
    audits: 'row',
    input: EnterpriseRecordKeyInput,
    output: NullOutput,
    refusals: ['PAYMENT_NOT_FOUND', 'PAYMENT_OVER'],
  }),
  export: downloadEndpoint({
    path: 'export',
    mayLag: true,
    summary: '导出支付记录：CSV 或 Excel',
    needs: { staff: 'bankView' },
    input: z.strictObject({ ...filter, format: SheetFormat }),
    refusals: [...exportRefusals],
  }),
})
