import { refuse } from '../../contract/refusals.ts'
import { demandOrder, moveOrders, noteOrder, type OrderRef } from '../ordering/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { demandParcel, parcelRows, setReceived, setWay, type Way, wayText } from './parcels.ts'
import { deleteTyped, forgetCarrier, insertTrack } from './tracks.ts'

/** A parcel as calls name it. */
export interface NamedParcel extends OrderRef {
  parcelNo: number
}

/** The order, locked, and the parcel. Refuses ORDER_NOT_FOUND, PARCEL_NOT_FOUND. */
async function lockParcel(tx: Tx, { parcelNo, ...ref }: NamedParcel) {
  const order = await demandOrder(tx, ref)
  return { order, parcel: await demandParcel(tx, { enterpriseId: order.enterpriseId, orderId: order.id, parcelNo }) }
}

/**
 * 确认收货 of one parcel. Once everything is sent and every parcel has come the order is received. Refuses PARCEL_RECEIVED, and
 * ORDER_ACTION_NOT_ALLOWED where the order is over.
 */
export async function receiveParcel(tx: Tx, moment: Moment, { userId, ...named }: NamedParcel & { userId: string }): Promise<void> {
  const { order, parcel } = await lockParcel(tx, named)
  if (parcel.receivedAt !== null) refuse('PARCEL_RECEIVED')
  if (order.state !== 'PART_SENT' && order.state !== 'SENT') refuse('ORDER_ACTION_NOT_ALLOWED')
  await setReceived(tx, moment, parcel)
  const actor = { kind: 'member', userId } as const
  await noteOrder(tx, moment, order, { verb: 'receiveParcel', actor, note: `包裹 ${parcel.parcelNo}` })
  const waiting = (await parcelRows(tx, order.enterpriseId, order.id)).filter(({ received_at }) => received_at === null)
  if (order.state === 'SENT' && waiting.length === 0) await moveOrders(tx, moment, [order], { verb: 'receive', actor })
}

/** Corrects how a parcel travels, such as a number that was mistyped: what was known of the old way goes. Refuses PARCEL_RECEIVED, PARCEL_UNCHANGED. */
export async function correctParcel(
  tx: Tx,
  moment: Moment,
  { way, reason, staffId, ...named }: NamedParcel & { way: Way; reason: string; staffId: string },
): Promise<void> {
  const { order, parcel } = await lockParcel(tx, named)
  if (parcel.receivedAt !== null) refuse('PARCEL_RECEIVED')
  const same = JSON.stringify(parcel.way.tanker ?? wayText(parcel.way)) === JSON.stringify(way.tanker ?? wayText(way))
  if (same) refuse('PARCEL_UNCHANGED')
  await setWay(tx, moment, parcel, way)
  await forgetCarrier(tx, parcel)
  const note = `包裹 ${parcel.parcelNo}：${wayText(parcel.way)} 更正为 ${wayText(way)}，${reason}`
  await noteOrder(tx, moment, order, { verb: 'correctParcel', actor: { kind: 'staff', staffId }, note })
}

interface Typed {
  at: Date
  place: string
  text: string
  staffId: string
}

/** Staff say where a parcel is. Refuses TRACK_BEFORE_SENT for a time before it left, or after now. */
export async function typeTrack(tx: Tx, moment: Moment, { at, place, text, staffId, ...named }: NamedParcel & Typed): Promise<void> {
  const { parcel } = await lockParcel(tx, named)
  // What is typed knows minutes alone.
  const leftAt = Math.floor(parcel.sentAt.getTime() / 60_000) * 60_000
  if (at.getTime() < leftAt || at > moment.now) refuse('TRACK_BEFORE_SENT')
  await insertTrack(tx, moment, parcel, { at, place, text, staffId })
}

/** Takes back what staff typed by mistake. Refuses TRACK_NOT_FOUND. */
export async function untypeTrack(tx: Tx, { trackId, ...named }: NamedParcel & { trackId: string }): Promise<void> {
  const { parcel } = await lockParcel(tx, named)
  if (!(await deleteTyped(tx, parcel, trackId))) refuse('TRACK_NOT_FOUND')
}
