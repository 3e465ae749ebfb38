import { findStaleTransfers, lockPayment, updatePaymentState } from '#server/money/payments/public.ts'
import { type Db, inTransaction } from '#server/platform/core/db.ts'
import { forEachIsolated } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Top-ups and repayments that nobody has transferred in time are closed: 充值中 → 已关闭. What comes all the same, finance finds by its code. */
export async function closeStaleTransfers(db: Db, moment: Moment): Promise<number> {
  return forEachIsolated(await findStaleTransfers(db, moment.now), (ref) =>
    inTransaction(db, async (tx) => {
      const payment = await lockPayment(tx, ref)
      const stale = payment && payment.state !== 'UNKNOWN' && payment.expiresAt !== null && payment.expiresAt <= moment.now
      return stale ? updatePaymentState(tx, moment, payment, { to: 'CLOSED', failure: '超时未到账，已关闭' }) : false
    }),
  )
}
