import * as z from 'zod/mini'
import { defineEndpoints, idempotentWriteEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Day,
  EmptyInput,
  Id,
  Instant,
  Month,
  NullOutput,
  pageInput,
  pageOutput,
  Text,
  WechatAuthorisationCode,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { fromYuan, PositiveYuan, Yuan } from '#contract/platform/core/money.ts'
import { paymentLifecycle, refundDestinationLabels, refundLifecycle } from './payment-lifecycle.ts'

/** The channels of online payments. */
export const onlinePaymentChannels = {
  wechat: { label: '微信支付' },
  alipay: { label: '支付宝' },
  card: { label: '银行卡/企业网银' },
} as const
export type OnlinePaymentChannel = keyof typeof onlinePaymentChannels
const Channel = z.enum(keysOf(onlinePaymentChannels), '请选择支付渠道')

/**
 * Where a buyer pays: at a desk (a code for his phone, or a page), in the browser of his phone, or inside WeChat. A screen says where it is;
 * who says nothing pays at a desk.
 */
const Scene = z.enum(['desk', 'phone', 'wechat'], '请选择支付场景')
export type PaymentScene = z.output<typeof Scene>
const SceneOfPayer = z._default(Scene, 'desk')

/** The maximum of one top-up: 10,000,000 yuan. */
export const TOP_UP_YUAN_MAX = 10_000_000

const State = z.enum(keysOf(paymentLifecycle.states))

/**
 * `sandbox`: no real money moves, and the page that simulates the buyer's phone may be opened. `scenes`: where a buyer can pay by it;
 * elsewhere he pays as at a desk.
 */
const OfferedPaymentChannel = z.object({ channel: Channel, label: z.string(), sandbox: z.boolean(), scenes: z.array(Scene) })
export type OfferedPaymentChannel = z.output<typeof OfferedPaymentChannel>

/** What the page gives to `WeixinJSBridge`; the names are WeChat's. */
const WechatBridgeCall = z.object({
  appId: z.string(),
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.literal('RSA'),
  paySign: z.string(),
})
export type WechatBridgeCall = z.output<typeof WechatBridgeCall>

/**
 * What the buyer pays with: a code to scan with a phone, a page of the provider, or a call of WeChat's bridge. Before that call WeChat says
 * on its page who pays (`authorise`).
 */
const PaymentInvitation = z.discriminatedUnion('show', [
  z.object({ show: z.literal('qr'), codeUrl: z.string() }),
  z.object({ show: z.literal('redirect'), url: z.string() }),
  z.object({ show: z.literal('authorise'), url: z.string() }),
  z.object({ show: z.literal('bridge'), call: WechatBridgeCall }),
])
export type PaymentInvitation = z.output<typeof PaymentInvitation>

/** A payment as its buyer sees it. */
export const Payment = z.object({
  paymentId: Id,
  purpose: z.enum(['trade', 'topUp', 'repay']),
  /** For the payment of a trade. */
  tradeId: z.nullable(Id),
  channel: Channel,
  title: z.string(),
  amount: Yuan,
  state: State,
  /** Null until the provider has answered, and after the payment has ended. */
  invitation: z.nullable(PaymentInvitation),
  /** The reason why it was closed, in words for the buyer. */
  failure: z.nullable(z.string()),
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: z.nullable(Instant),
})
export type Payment = z.output<typeof Payment>

/** 充值记录: one top-up with any result. */
export const TopUp = z.object({
  id: Id,
  title: z.string(),
  amount: Yuan,
  status: z.enum(['充值中', '已完成', '已关闭']),
  at: Instant,
  method: z.enum(['online', 'transfer']),
  /** For one that can still be paid: the id for its payment page. */
  paymentId: z.nullable(Id),
})
export type TopUp = z.output<typeof TopUp>

const Made = z.object({ paymentId: Id })
const One = z.strictObject({ paymentId: Id })
/** Members who may start one of the kinds of payment may see it. */
const payers = ['buyPay', 'cashAccount', 'applyLimit'] as const
/** Refusals for a trade that cannot be paid, for every payment method. */
const unpayable = ['TRADE_NOT_FOUND', 'ALREADY_PAID', 'NEEDS_APPROVAL'] as const

export const paymentEndpoints = defineEndpoints('/pay-api/api/payment', {
  channels: readEndpoint({
    path: 'channels',
    summary: '可用的在线支付渠道',
    needs: payers,
    input: EmptyInput,
    output: z.array(OfferedPaymentChannel),
  }),
  create: idempotentWriteEndpoint({
    path: 'create',
    summary: '在线支付一笔交易：得到二维码、支付页或微信内的付款；同一笔交易同时只有一笔支付；超出限额的回到待审批',
    needs: 'buyPay',
    memberLimit: 'one at once for each trade; another follows what was cancelled or has expired.',
    input: z.strictObject({ tradeId: Id, channel: Channel, scene: SceneOfPayer }),
    output: Made,
    refusals: [...unpayable, 'METHOD_NOT_OFFERED', 'CHANNEL_NOT_OFFERED', 'PAYMENT_UNCLEAR', 'VOUCHER_IN_REVIEW'],
  }),
  topUp: idempotentWriteEndpoint({
    path: 'top-up',
    summary: '在线充值到现金钱包',
    needs: 'cashAccount',
    memberLimit: 300,
    input: z.strictObject({
      amount: PositiveYuan.check(z.refine((amount) => amount <= fromYuan(TOP_UP_YUAN_MAX), `单笔最多充值 ${TOP_UP_YUAN_MAX} 元`)),
      channel: Channel,
      scene: SceneOfPayer,
    }),
    output: Made,
    refusals: ['CHANNEL_NOT_OFFERED'],
  }),
  repay: idempotentWriteEndpoint({
    path: 'repay',
    summary: '在线还款：先利息，再指定或最早的账单，余款转入钱包',
    needs: 'buyPay',
    memberLimit: 300,
    input: z.strictObject({
      amount: PositiveYuan,
      channel: Channel,
      scene: SceneOfPayer,
      months: z._default(z.array(Month).check(z.maxLength(24, '最多选择 24 个月')), []),
    }),
    output: Made,
    refusals: ['CHANNEL_NOT_OFFERED', 'REPAY_TOO_MUCH'],
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一笔在线支付的状态；支付页轮询它',
    needs: payers,
    input: One,
    output: Payment,
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  authorise: writeEndpoint({
    path: 'authorise',
    summary: '微信内支付：凭微信授权码确认付款人，得到调起支付的参数；不保存付款人在微信的标识',
    needs: payers,
    memberLimit: 1000,
    input: z.strictObject({
      paymentId: Id,
      code: WechatAuthorisationCode,
      state: z.string('请重新授权').check(z.regex(/^[0-9a-f]{32}$/, '请重新授权')),
    }),
    output: NullOutput,
    refusals: ['PAYMENT_NOT_FOUND', 'WECHAT_NOT_AUTHORISED', 'PAYMENT_UNCLEAR'],
  }),
  cancel: writeEndpoint({
    path: 'cancel',
    summary: '关闭未支付的在线支付',
    needs: payers,
    memberLimit: 1000,
    input: One,
    output: NullOutput,
    refusals: ['PAYMENT_NOT_FOUND', 'ALREADY_PAID', 'PAYMENT_UNCLEAR'],
  }),
  topUps: readEndpoint({
    path: 'top-ups',
    summary: '充值记录，按月',
    needs: 'cashAccount',
    input: z.strictObject({ ...pageInput, month: z.optional(Month) }),
    output: pageOutput(TopUp),
  }),
})

/** A refund as staff see it. */
export const ConsoleRefund = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  id: Id,
  refundNo: z.string(),
  paymentId: Id,
  orderId: z.nullable(Id),
  amount: Yuan,
  way: z.enum(keysOf(refundDestinationLabels)),
  /** 去向: where the money went, in words. */
  destination: z.string(),
  state: z.enum(keysOf(refundLifecycle.states)),
  title: z.string(),
  reason: z.string(),
  failure: z.nullable(z.string()),
  tries: z.int(),
  createdAt: Instant,
  settledAt: z.nullable(Instant),
})
export type ConsoleRefund = z.output<typeof ConsoleRefund>

/** A difference between the sides of the reconciliation, with the reason that follows from the amounts. */
export const ReconciliationDifference = z.object({
  channel: Channel,
  kind: z.enum(['pay', 'refund']),
  /** The provider's number, and the mall's. */
  reference: z.string(),
  outNo: z.string(),
  /** The amounts in the provider's bill, in the mall's rows and in the ledger; null: missing. */
  bill: z.nullable(Yuan),
  ours: z.nullable(Yuan),
  books: z.nullable(Yuan),
  reason: z.string(),
})
export type ReconciliationDifference = z.output<typeof ReconciliationDifference>

export const consoleRefundAndReconcileEndpoints = defineEndpoints('/console-api/api/payment', {
  refunds: readEndpoint({
    path: 'refunds',
    summary: '退款，最近的在前；可只看未完成的',
    needs: { staff: 'refund' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(z.enum(keysOf(refundLifecycle.states))),
      refundNo: z.optional(Text(40)),
      enterpriseId: z.optional(Id),
    }),
    output: pageOutput(ConsoleRefund),
  }),
  retryRefund: writeEndpoint({
    path: 'retry-refund',
    summary: '重新提交异常的退款，仍原路退回',
    needs: { staff: 'refund' },
    audits: 'row',
    input: z.strictObject({ enterpriseId: Id, id: Id }),
    output: NullOutput,
    refusals: ['REFUND_NOT_FOUND', 'REFUND_STATE'],
  }),
  reconcile: readEndpoint({
    path: 'reconcile',
    summary: '某日对账：支付机构账单、支付与退款、账簿三方比对，列出差异及原因',
    needs: { staff: 'refund' },
    input: z.strictObject({ day: Day }),
    output: z.object({ day: Day, unavailable: z.array(Channel), differences: z.array(ReconciliationDifference) }),
  }),
})
