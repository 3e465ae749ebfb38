import { findExpiredNonTradeBankTransferRefs, lockPayment, updatePaymentState } from '#server/money/payments/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/**
 * Closes top-ups and repayments by transfer that were not paid in time: 充值中 → 已关闭. If the money arrives later, finance finds it by its
 * remark code.
 */
export async function closeExpiredTransfersWithoutTrade(db: Db, moment: Moment): Promise<number> {
  return forEachCollectingErrors(await findExpiredNonTradeBankTransferRefs(db, moment.now), (ref) =>
    runInTransaction(db, async (tx) => {
      const payment = await lockPayment(tx, ref)
      const stale = payment && payment.state !== 'UNKNOWN' && payment.expiresAt !== null && payment.expiresAt <= moment.now
      return stale ? updatePaymentState(tx, moment, payment, { to: 'CLOSED', failure: '超时未到账，已关闭' }) : false
    }),
  )
}
