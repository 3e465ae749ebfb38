import { onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { formatRefundDestination } from '#contract/money/payments/payment-lifecycle.ts'
import { sumDrawdownOffsetsByRefundId } from '#server/money/statements/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { findPayments } from './external-payments.ts'
import type { Refund } from './refunds.ts'

/**
 * 去向: says where the money of each refund went: 原路退回 with the channel of the payment, 退回钱包, 冲减欠款 or 释放额度; a refund of a drawdown can be
 * of two kinds, each with its amount.
 */
export async function addDestinationToRefunds<R extends Refund>(db: Db, refunds: readonly R[]): Promise<(R & { destination: string })[]> {
  if (refunds.length === 0) return []
  const ids = (of: (refund: R) => string) => [...new Set(refunds.map(of))]
  const payments = await findPayments(
    db,
    refunds.map(({ enterpriseId, paymentId }) => ({ enterpriseId, id: paymentId })),
  )
  const offsets = await sumDrawdownOffsetsByRefundId(db, {
    enterpriseIds: ids(({ enterpriseId }) => enterpriseId),
    documents: ids(({ id }) => id),
  })
  return refunds.map((refund) => {
    const channel = payments.get(refund.paymentId)?.channel
    const offset = offsets.get(refund.id)
    const channelLabel = channel ? onlinePaymentChannels[channel].label : ''
    return { ...refund, destination: formatRefundDestination(refund.way, { channelLabel, offset }) }
  })
}
