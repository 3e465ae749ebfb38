// How a refund goes on, try by try, until it is settled.
import type { RefundState } from '#contract/money/payments/payment-lifecycle.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findRefundById, type Refund, type RefundRef } from './refunds.ts'

/** Takes the turn to speak to the provider of a refund; whoever comes second finds the next try later and leaves it alone. */
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

/** What became of a try. Settled and failed ones are not tried again by themselves. */
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

/** Wakes the job of a refund that its provider tells of; false: none of ours. */
export async function scheduleRefundNow(tx: Tx, moment: Moment, id: string): Promise<boolean> {
  const refund = await findRefundById(tx, id)
  if (refund && (refund.state === 'SENT' || refund.state === 'UNKNOWN' || refund.state === 'WAIT'))
    await updateRefundState(tx, moment, refund, { to: refund.state, soon: true })
  return refund !== undefined
}
