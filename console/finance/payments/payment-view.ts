import type { ReceiptRow } from '../../../contract/finance/receipts-api.ts'
import type { RefundState } from '../../../contract/payment/payment-lifecycle.ts'
import type { Tone } from '../../kit/tag.tsx'

export const paymentTones: Record<ReceiptRow['state'], Tone> = {
  ...{ CREATED: 'wait', PENDING: 'wait', UNKNOWN: 'bad', SETTLED: 'good', CLOSED: 'over' },
}
export const refundTones: Record<RefundState, Tone> = { WAIT: 'wait', SENT: 'way', UNKNOWN: 'wait', SETTLED: 'good', FAILED: 'bad' }
export const outcomes = { settled: '已入账', late: '迟到，原路退回', mismatch: '金额不符，待查' } as const
export const ways = { credit: '释放额度', wallet: '退回钱包', gateway: '原路退回' } as const
