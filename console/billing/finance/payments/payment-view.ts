import type { TagTone } from '#console/platform/components/tag.tsx'
import type { IncomingPaymentRow } from '#contract/billing/finance/incoming-payments-api.ts'
import type { RefundState } from '#contract/money/payments/payment-lifecycle.ts'

export const incomingPaymentTones: Record<IncomingPaymentRow['state'], TagTone> = {
  CREATED: 'wait',
  PENDING: 'wait',
  UNKNOWN: 'bad',
  SETTLED: 'good',
  CLOSED: 'over',
  UNDONE: 'over',
}
/** The filters of the list. A buyer sees the first two as 待支付. Here they differ by whether the provider knows the payment. */
export const incomingPaymentStateFilters = {
  CREATED: { label: '已创建' },
  PENDING: { label: '待支付' },
  UNKNOWN: { label: '确认中' },
  SETTLED: { label: '已支付' },
  CLOSED: { label: '已关闭' },
  UNDONE: { label: '到账已撤销' },
} as const
export const refundTones: Record<RefundState, TagTone> = { WAIT: 'wait', SENT: 'way', UNKNOWN: 'wait', SETTLED: 'good', FAILED: 'bad' }
export const incomingPaymentOutcomeLabels = { settled: '已入账', late: '迟到，原路退回', mismatch: '金额不符，待查' } as const
