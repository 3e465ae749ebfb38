// Makes, finds and changes parcels: what left the house, when, with whom. parcel-view.ts says what is in them.
import { parcelKinds, type Tanker } from '../../contract/fulfilment/shapes.ts'
import type { Fen } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { addHours } from '../../contract/shanghai.ts'
import { anyOf, type Db, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

/** How a parcel travels: with a courier under a number, or by our own tanker. */
export interface Way {
  carrier?: string | undefined
  trackingNo?: string | undefined
  tanker?: Tanker | undefined
}

/** The way as people say it in a line. */
export const wayText = ({ carrier, trackingNo, tanker }: Way): string =>
  tanker ? `${parcelKinds.tanker.label} ${tanker.plate} ${tanker.driver}` : `${carrier} ${trackingNo}`

/** A carrier knows nothing of a parcel in its first hour. */
const FIRST_ASKED_HOURS = 1

/** The columns that say how a parcel travels, and when its carrier is to be asked first. */
const wayColumns = (moment: Moment, { carrier, trackingNo, tanker }: Way) => ({
  ...{
    kind: tanker ? ('tanker' as const) : ('courier' as const),
    carrier: tanker ? parcelKinds.tanker.label : (carrier ?? ''),
    tracking_no: trackingNo ?? '',
  },
  ...{ driver: tanker?.driver ?? null, plate: tanker?.plate ?? null, driver_mobile: tanker?.driverMobile ?? null },
  ...{ weigh_note_no: tanker?.weighNoteNo ?? null, net_kg: tanker?.netKg ?? null, litres: tanker?.litres ?? null },
  ...{ track_state: null, track_misses: 0, track_due: tanker ? null : addHours(moment.now, FIRST_ASKED_HOURS) },
})

export interface NewParcel {
  enterpriseId: string
  orderId: string
  id: string
  parcelNo: number
  way: Way
  /** What it posts to the credit account; 0 for an order paid otherwise. */
  postFen: Fen
  staffId: string
  lines: readonly { lineNo: number; units: number; postFen: Fen }[]
}

export async function insertParcel(tx: Tx, moment: Moment, parcel: NewParcel): Promise<void> {
  const { enterpriseId, id } = parcel
  await tx
    .insertInto('parcel')
    .values({
      ...{ enterprise_id: enterpriseId, id, order_id: parcel.orderId, parcel_no: parcel.parcelNo },
      ...{ post_fen: parcel.postFen, sent_by: parcel.staffId, sent_at: moment.now, ...wayColumns(moment, parcel.way) },
    })
    .execute()
  const rows = parcel.lines.map(({ lineNo, units, postFen }) => ({
    ...{ enterprise_id: enterpriseId, parcel_id: id, line_no: lineNo, quantity: units, post_fen: postFen },
  }))
  await tx.insertInto('parcel_line').values(rows).execute()
}

export async function countParcels(db: Db, enterpriseId: string, orderId: string): Promise<number> {
  const { total } = await db
    .selectFrom('parcel')
    .select(db.fn.countAll<number>().as('total'))
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return total
}

/** Which order each of some parcels belongs to; parcels of others are not there. */
export async function findParcels(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Map<string, { orderId: string }>> {
  const rows = await db
    .selectFrom('parcel')
    .select(['id', 'order_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, order_id }) => [id, { orderId: order_id }]))
}

/** The orders that some parcels of a company belong to. */
export const ordersOfParcels = async (db: Db, enterpriseId: string, ids: readonly string[]): Promise<string[]> => [
  ...new Set([...(await findParcels(db, enterpriseId, ids)).values()].map(({ orderId }) => orderId)),
]

/** A parcel as it is worked on. */
export interface SentParcel {
  enterpriseId: string
  orderId: string
  id: string
  parcelNo: number
  way: Way
  sentAt: Date
  receivedAt: Date | null
}

export interface ParcelRef {
  enterpriseId: string
  orderId: string
  parcelNo: number
}

const selectParcels = (db: Db) =>
  db
    .selectFrom('parcel')
    .select(['enterprise_id', 'id', 'order_id', 'parcel_no', 'carrier', 'tracking_no', 'driver', 'plate', 'driver_mobile'])
    .select(['weigh_note_no', 'net_kg', 'litres', 'sent_at', 'received_at', 'track_state', 'track_asked_at', 'track_misses'])

export type ParcelRow = Awaited<ReturnType<ReturnType<typeof selectParcels>['executeTakeFirstOrThrow']>>

/** Our own tanker, of a parcel that travels by it. */
export function tankerOf({ driver, plate, driver_mobile, weigh_note_no, net_kg, litres }: ParcelRow): Tanker | null {
  if (driver === null || plate === null || driver_mobile === null || weigh_note_no === null || net_kg === null || litres === null)
    return null
  return { driver, plate, driverMobile: driver_mobile, weighNoteNo: weigh_note_no, netKg: net_kg, litres }
}

export function wayOf(row: ParcelRow): Way {
  const tanker = tankerOf(row)
  return tanker ? { tanker } : { carrier: row.carrier, trackingNo: row.tracking_no }
}

const sentFrom = (row: ParcelRow): SentParcel => ({
  ...{ enterpriseId: row.enterprise_id, orderId: row.order_id, id: row.id, parcelNo: row.parcel_no },
  ...{ way: wayOf(row), sentAt: row.sent_at, receivedAt: row.received_at },
})

/** The rows of an order's parcels, the first in front. */
export const parcelRows = (db: Db, enterpriseId: string, orderId: string): Promise<ParcelRow[]> =>
  selectParcels(db).where('enterprise_id', '=', enterpriseId).where('order_id', '=', orderId).orderBy('parcel_no').execute()

/** One parcel of an order. Refuses PARCEL_NOT_FOUND. */
export async function demandParcel(db: Db, { enterpriseId, orderId, parcelNo }: ParcelRef): Promise<SentParcel> {
  const row = await selectParcels(db)
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .where('parcel_no', '=', parcelNo)
    .executeTakeFirst()
  return row ? sentFrom(row) : refuse('PARCEL_NOT_FOUND')
}

type Ref = Pick<SentParcel, 'enterpriseId' | 'id'>
const update = (tx: Tx, { enterpriseId, id }: Ref) =>
  tx.updateTable('parcel').where('enterprise_id', '=', enterpriseId).where('id', '=', id)

/** Changes how a parcel travels; what was known of the old way is of no use any more. */
export async function setWay(tx: Tx, moment: Moment, parcel: Ref, way: Way): Promise<void> {
  await update(tx, parcel)
    .set({ ...wayColumns(moment, way), track_asked_at: null })
    .execute()
}

export async function setReceived(tx: Tx, moment: Moment, parcel: Ref): Promise<void> {
  await update(tx, parcel).set({ received_at: moment.now }).execute()
}
