// Records the attempts of a refund until it is settled.
import type { RefundState } from '#contract/money/payments/payment-lifecycle.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findRefundById, type Refund, type RefundRef } from './refunds.ts'

/** Claims the right to call the provider of a refund. A second caller finds the next attempt scheduled for later and does nothing. */
export async function claimRefundAttempt(
  tx: Tx,
  { enterpriseId, id, tries }: Refund,
  { now, next }: { now: Date; next: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('refund')
    .set({ tries: tries + 1, next_try_at: next })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('next_try_at', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records the result of an attempt. Settled and failed refunds are not tried again automatically. */
export async function updateRefundState(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: RefundRef,
  { to, failure, reference, soon }: { to: RefundState; failure?: string; reference?: string; soon?: true },
): Promise<void> {
  await tx
    .updateTable('refund')
    .set({
      state: to,
      settled_at: to === 'SETTLED' ? moment.now : null,
      ...(to === 'SETTLED' || to === 'FAILED' ? { next_try_at: null } : {}),
      ...(soon ? { next_try_at: moment.now } : {}),
      ...(failure === undefined ? {} : { failure }),
      ...(reference === undefined ? {} : { reference }),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Schedules the job of a refund at once because its provider has reported about it. False if the refund is unknown. */
export async function scheduleRefundJobNow(tx: Tx, moment: Moment, id: string): Promise<boolean> {
  const refund = await findRefundById(tx, id)
  if (refund && (refund.state === 'SENT' || refund.state === 'UNKNOWN' || refund.state === 'WAIT'))
    await updateRefundState(tx, moment, refund, { to: refund.state, soon: true })
  return refund !== undefined
}
