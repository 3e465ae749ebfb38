// How a number is given back, or an unconfirmed waybill given up, as rows.
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { computeClaimEnd, type WaybillRef } from './waybill-store.ts'

/** A number that this call gives back. */
export interface ClaimedReturn extends WaybillRef {
  carrier: string
  trackingNo: string
  carrierOrderNo: string
  /** Whether nobody has tried before. The refusal of a later try may mean that an earlier one was obeyed. */
  isFirst: boolean
  claimedUntil: Date
}

const updateWaybill = (tx: Tx, { enterpriseId, id }: WaybillRef) =>
  tx.updateTable('waybill').where('enterprise_id', '=', enterpriseId).where('id', '=', id)

/** Locks a waybill for which no call is under way. Refuses WAYBILL_NOT_FOUND, WAYBILL_LATER. */
async function lockIdleWaybill(tx: Tx, moment: Moment, ref: WaybillRef) {
  const row = await tx
    .selectFrom('waybill')
    .select(['carrier', 'tracking_no', 'carrier_order_no', 'state', 'order_id', 'claimed_until'])
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('id', '=', ref.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) refuse('WAYBILL_NOT_FOUND')
  if (row.claimed_until !== null && row.claimed_until > moment.now)
    refuse('WAYBILL_LATER', { msg: '正在等待承运公司的答复，请一分钟后再试' })
  return row
}

/**
 * Claims a number to give it back, or one of which it is not known whether it was. The caller has locked its order, so that it is not shipped
 * meanwhile. Refuses WAYBILL_NOT_FOUND, WAYBILL_LATER, WAYBILL_NOT_TAKEN, WAYBILL_USED.
 */
export async function claimReturn(tx: Tx, moment: Moment, ref: WaybillRef): Promise<ClaimedReturn> {
  const row = await lockIdleWaybill(tx, moment, ref)
  if (row.state !== 'TAKEN' && row.state !== 'RETURNING') refuse('WAYBILL_NOT_TAKEN')
  const used = await tx
    .selectFrom('parcel')
    .select('parcel_no')
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('order_id', '=', row.order_id)
    .where('tracking_no', '=', row.tracking_no)
    .executeTakeFirst()
  if (used) refuse('WAYBILL_USED')
  const claimedUntil = computeClaimEnd(moment)
  await updateWaybill(tx, ref).set({ state: 'RETURNING', reason: '', state_at: moment.now, claimed_until: claimedUntil }).execute()
  const { carrier, tracking_no: trackingNo, carrier_order_no: carrierOrderNo } = row
  return { enterpriseId: ref.enterpriseId, id: ref.id, carrier, trackingNo, carrierOrderNo, isFirst: row.state === 'TAKEN', claimedUntil }
}

/**
 * Records how a return has ended. `RETURNING`: it is not known. That the number is given back is true whoever has the row by now; anything else is
 * only recorded by the claim that asked.
 */
export async function recordReturn(
  tx: Tx,
  moment: Moment,
  { claim, state, reason }: { claim: ClaimedReturn; state: 'RETURNED' | 'RETURNING' | 'TAKEN'; reason: string },
): Promise<void> {
  const update = updateWaybill(tx, claim).set({ state, reason, state_at: moment.now, claimed_until: null }).where('state', '=', 'RETURNING')
  await (state === 'RETURNED' ? update : update.where('claimed_until', '=', claim.claimedUntil)).execute()
}

/**
 * Gives up a waybill of which the provider has not said what became of it; its order is asked for under a new id afterwards. Refuses
 * WAYBILL_NOT_FOUND, WAYBILL_LATER, WAYBILL_CONFIRMED.
 */
export async function giveUpWaybill(tx: Tx, moment: Moment, { reason, ...ref }: WaybillRef & { reason: string }): Promise<void> {
  const { state } = await lockIdleWaybill(tx, moment, ref)
  if (state !== 'ASKED' && state !== 'RETURNING') refuse('WAYBILL_CONFIRMED')
  await updateWaybill(tx, ref).set({ state: 'ABANDONED', reason, state_at: moment.now, claimed_until: null }).execute()
}
