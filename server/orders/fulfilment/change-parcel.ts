import { formatThingChange } from '#contract/platform/core/changed-cases.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  type OrderRef,
  recordOrderEventWithoutTransition,
  refuseOrderAction,
  requireLockedOrder,
  transitionOrders,
} from '#server/orders/orders/public.ts'
import { awaitAllAndThrowFirstError, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { recordRowEdit, requireRowAtVersion } from '#server/platform/core/row-edits.ts'
import {
  formatParcelTransport,
  listParcelRows,
  markParcelReceived,
  type ParcelTransport,
  requireParcel,
  requireUnusedWaybill,
  updateAutomaticReceiptDeadline,
  updateParcelTransportAndResetTracking,
} from './parcels.ts'
import type { NumberRule } from './ship-parcel.ts'
import { deleteCarrierTrackingEntries, deleteManualTrackingEntryRow, insertTrackingEntry } from './tracks.ts'

/** How calls identify a parcel. */
export interface ParcelNumberRef extends OrderRef {
  parcelNo: number
}

/** Locks the order and returns the parcel. Refuses ORDER_NOT_FOUND, PARCEL_NOT_FOUND. */
async function lockParcel(tx: Tx, { parcelNo, ...ref }: ParcelNumberRef) {
  const order = await requireLockedOrder(tx, ref)
  return { order, parcel: await requireParcel(tx, { enterpriseId: order.enterpriseId, orderId: order.id, parcelNo }) }
}

/**
 * 确认收货 of one parcel. When everything is shipped and all parcels have arrived, the order is received. Refuses PARCEL_RECEIVED, and
 * ORDER_ACTION_NOT_ALLOWED if the order has ended.
 */
export async function confirmParcelReceipt(
  tx: Tx,
  moment: Moment,
  { userId, ...ref }: ParcelNumberRef & { userId: string },
): Promise<void> {
  const order = await requireLockedOrder(tx, ref)
  const parcels = await listParcelRows(tx, order.enterpriseId, order.id)
  const parcel = parcels.find(({ parcel_no }) => parcel_no === ref.parcelNo) ?? refuse('PARCEL_NOT_FOUND')
  if (parcel.received_at !== null) refuse('PARCEL_RECEIVED')
  if (order.state !== 'PART_SENT' && order.state !== 'SENT') await refuseOrderAction(tx, moment, order)
  const actor = { kind: 'member', userId } as const
  const waiting = parcels.some((other) => other !== parcel && other.received_at === null)
  await awaitAllAndThrowFirstError(
    markParcelReceived(tx, moment, { enterpriseId: order.enterpriseId, id: parcel.id }),
    recordOrderEventWithoutTransition(tx, moment, order, { verb: 'receiveParcel', actor, note: `包裹 ${parcel.parcel_no}` }),
    order.state === 'SENT' && !waiting ? transitionOrders(tx, moment, [order], { verb: 'receive', actor }) : Promise.resolve(),
  )
  // The others may have been delivered: then this was the last one that was awaited.
  if (waiting && parcels.some(({ track_state }) => track_state === 'signed')) await updateAutomaticReceiptDeadline(tx, moment, order)
}

/**
 * Corrects the carrier or tracking number of a parcel. The tracking of the wrong number is deleted. Refuses PARCEL_RECEIVED, ROW_CHANGED,
 * PARCEL_UNCHANGED, and what `requireNumber` refuses.
 */
export async function correctParcelTransport(
  tx: Tx,
  moment: Moment,
  {
    way,
    sharedWaybill,
    reason,
    rowVersion,
    staffId,
    requireNumber,
    ...ref
  }: ParcelNumberRef & {
    way: ParcelTransport
    sharedWaybill: boolean
    reason: string
    rowVersion: number
    staffId: string
    requireNumber: NumberRule
  },
): Promise<void> {
  const { order, parcel } = await lockParcel(tx, ref)
  if (parcel.receivedAt !== null)
    refuse('PARCEL_RECEIVED', { msg: formatThingChange('这个包裹', { at: parcel.receivedAt, what: '签收' }, moment.now) })
  const row = { kind: 'parcel', key: parcel.id } as const
  await requireRowAtVersion(tx, { ...row, seen: rowVersion })
  const same =
    JSON.stringify(parcel.way.tanker ?? formatParcelTransport(parcel.way)) === JSON.stringify(way.tanker ?? formatParcelTransport(way))
  if (same) refuse('PARCEL_UNCHANGED')
  await requireNumber(tx, { orderNo: order.orderNo, trackingNo: way.trackingNo })
  if (!sharedWaybill) await requireUnusedWaybill(tx, way, parcel.id)
  await updateParcelTransportAndResetTracking(tx, moment, parcel, way)
  await deleteCarrierTrackingEntries(tx, parcel)
  // The carrier's report was about another parcel.
  if (order.receiveBy !== null) await updateAutomaticReceiptDeadline(tx, moment, order)
  const what = `${formatParcelTransport(parcel.way)} 更正为 ${formatParcelTransport(way)}`
  await recordRowEdit(tx, moment, { ...row, staffId, what })
  const note = `包裹 ${parcel.parcelNo}：${what}，${reason}`
  await recordOrderEventWithoutTransition(tx, moment, order, { verb: 'correctParcel', actor: { kind: 'staff', staffId }, note })
}

interface Typed {
  at: Date
  place: string
  text: string
  staffId: string
}

/** Adds a tracking entry that staff have typed. Refuses TRACK_BEFORE_SENT if its time is before the shipment or in the future. */
export async function addManualTrackingEntry(
  tx: Tx,
  moment: Moment,
  { at, place, text, staffId, ...ref }: ParcelNumberRef & Typed,
): Promise<void> {
  const { parcel } = await lockParcel(tx, ref)
  // The typed time has no seconds.
  const leftAt = Math.floor(parcel.sentAt.getTime() / 60_000) * 60_000
  if (at.getTime() < leftAt || at > moment.now) refuse('TRACK_BEFORE_SENT')
  await insertTrackingEntry(tx, moment, parcel, { at, place, text, staffId })
}

/** Deletes a tracking entry that staff typed by mistake. Refuses TRACK_NOT_FOUND. */
export async function removeManualTrackingEntry(tx: Tx, { trackId, ...ref }: ParcelNumberRef & { trackId: string }): Promise<void> {
  const { parcel } = await lockParcel(tx, ref)
  if (!(await deleteManualTrackingEntryRow(tx, parcel, trackId))) refuse('TRACK_NOT_FOUND')
}
