import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'

/** An incoming payment. The provider or the bank decides its result, never a browser. */
export const paymentLifecycle = defineLifecycle({
  initial: ['CREATED', 'SETTLED'],
  states: {
    CREATED: { label: '待支付' },
    PENDING: { label: '待支付' },
    /**
     * The provider was called, or a voucher was uploaded, and the result is not known yet. The provider must be queried, the voucher
     * reviewed.
     */
    UNKNOWN: { label: '确认中' },
    SETTLED: { label: '已支付' },
    CLOSED: { label: '已关闭', final: true },
    /** Staff have taken the receipt back on its day. What the buyer had announced waits on in another payment with the same remark code. */
    UNDONE: { label: '到账已撤销', final: true },
  },
  verbs: {
    invite: { from: ['CREATED', 'UNKNOWN', 'PENDING'], to: 'PENDING', by: ['system'], label: '可支付' },
    lose: { from: ['CREATED', 'PENDING'], to: 'UNKNOWN', by: ['system'], label: '结果不明' },
    settle: { from: ['CREATED', 'PENDING', 'UNKNOWN'], to: 'SETTLED', by: ['system'], label: '到账' },
    close: { from: ['CREATED', 'PENDING', 'UNKNOWN'], to: 'CLOSED', by: ['buyer', 'clock', 'system'], label: '关闭' },
    undo: { from: ['SETTLED'], to: 'UNDONE', by: ['staff'], label: '撤销到账' },
  },
})
export type PaymentState = StateOf<typeof paymentLifecycle>

/** A refund by a provider. Refunds to the wallet or to credit are settled when they are created. */
export const refundLifecycle = defineLifecycle({
  initial: ['WAIT', 'SETTLED'],
  states: {
    WAIT: { label: '待退款' },
    SENT: { label: '退款中' },
    UNKNOWN: { label: '确认中' },
    SETTLED: { label: '已退款', final: true },
    /** The provider cannot refund it. Staff must solve the problem and try again. */
    FAILED: { label: '退款异常' },
  },
  verbs: {
    send: { from: ['WAIT', 'SENT', 'UNKNOWN'], to: 'SENT', by: ['system'], label: '提交退款' },
    lose: { from: ['WAIT', 'SENT', 'UNKNOWN'], to: 'UNKNOWN', by: ['system'], label: '结果不明' },
    settle: { from: ['WAIT', 'SENT', 'UNKNOWN', 'FAILED'], to: 'SETTLED', by: ['system'], label: '退款到账' },
    fail: { from: ['WAIT', 'SENT', 'UNKNOWN'], to: 'FAILED', by: ['system'], label: '退款异常' },
    retry: { from: ['FAILED'], to: 'WAIT', by: ['staff'], label: '重新退款' },
  },
})
export type RefundState = StateOf<typeof refundLifecycle>

/** The destinations of a refund. */
export const refundDestinationLabels = { credit: '释放额度', wallet: '退回钱包', gateway: '原路退回' } as const

interface RefundDestinationParts {
  /** Of an online payment: its channel in words; else ''. */
  channelLabel: string
  /** Of a refund of drawdowns: what lowered the debt, and what had been repaid and went to the wallet. */
  offset?: { toDebt: Fen; toWallet: Fen } | undefined
}

/** 去向: where the money of a refund went, in words. A refund that went to two places says how much to each. */
export function formatRefundDestination(
  way: keyof typeof refundDestinationLabels,
  { channelLabel, offset }: RefundDestinationParts,
): string {
  if (way === 'gateway') return channelLabel === '' ? '原路退回' : `原路退回（${channelLabel}）`
  if (way === 'wallet' || offset === undefined) return refundDestinationLabels[way]
  const { toDebt, toWallet } = offset
  if (toWallet === 0) return '冲减欠款'
  return toDebt === 0 ? '退回钱包' : `冲减欠款 ${formatMoney(toDebt)}，退回钱包 ${formatMoney(toWallet)}`
}
