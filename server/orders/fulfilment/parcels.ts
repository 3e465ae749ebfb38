// Inserts, finds and changes parcels. parcel-view.ts reads their contents.

import { sql } from 'kysely'
import { parcelKinds, type TankerTransport } from '#contract/orders/fulfilment/shapes.ts'
import { toOurCarrierName } from '#contract/orders/fulfilment/waybill.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readAutomaticReceiptDaysAfterDelivery } from '#server/content/content/public.ts'
import { type Order, setOrderDeliveredByCarriers } from '#server/orders/orders/public.ts'
import { anyOfIdsSql, anyOfTextsSql, awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { toWeightColumns, type WeighedParcel } from './weighing/weigh-parcel.ts'

/** How a parcel travels: with a carrier and a tracking number, or with our own tanker. */
export interface ParcelTransport {
  carrier?: string | undefined
  trackingNo?: string | undefined
  tanker?: TankerTransport | undefined
}

/** Formats the transport as one line of text. */
export const formatParcelTransport = ({ carrier, trackingNo, tanker }: ParcelTransport): string =>
  tanker ? `${parcelKinds.tanker.label} ${tanker.plate} ${tanker.driver}` : `${carrier} ${trackingNo}`

/** Carriers know nothing about a parcel in its first hour. */
const FIRST_QUERY_HOURS = 1

/** The columns for the transport and for the time of the first tracking query. */
const wayColumns = (moment: Moment, { carrier, trackingNo, tanker }: ParcelTransport) => ({
  kind: tanker ? ('tanker' as const) : ('courier' as const),
  carrier: tanker ? parcelKinds.tanker.label : (carrier ?? ''),
  tracking_no: trackingNo ?? '',
  driver: tanker?.driver ?? null,
  plate: tanker?.plate ?? null,
  driver_mobile: tanker?.driverMobile ?? null,
  weigh_note_no: tanker?.weighNoteNo ?? null,
  net_kg: tanker?.netKg ?? null,
  litres: tanker?.litres ?? null,
  track_state: null,
  track_misses: 0,
  track_due: tanker ? null : addHours(moment.now, FIRST_QUERY_HOURS),
})

export interface NewParcel {
  enterpriseId: string
  orderId: string
  id: string
  parcelNo: number
  /** The warehouse that it leaves from. */
  warehouseId: string
  way: ParcelTransport
  /** The amount that it posts to the credit account; 0 for an order that is paid otherwise. */
  postFen: Fen
  staffId: string
  lines: readonly { lineNo: number; units: number; postedFen: Fen }[]
  /** undefined: it was not weighed. */
  weight: WeighedParcel | undefined
}

export async function insertParcel(tx: Tx, moment: Moment, parcel: NewParcel): Promise<void> {
  const { enterpriseId, id } = parcel
  const sent = {
    enterprise_id: enterpriseId,
    id,
    order_id: parcel.orderId,
    parcel_no: parcel.parcelNo,
    warehouse_id: parcel.warehouseId,
    post_fen: parcel.postFen,
    sent_by: parcel.staffId,
    sent_at: moment.now,
    ...toWeightColumns(parcel.weight),
    ...wayColumns(moment, parcel.way),
  }
  const rows = parcel.lines.map(({ lineNo, units, postedFen }) => ({
    enterprise_id: enterpriseId,
    parcel_id: id,
    line_no: lineNo,
    quantity: units,
    post_fen: postedFen,
  }))
  await awaitAllAndThrowFirstError(tx.insertInto('parcel').values(sent).execute(), tx.insertInto('parcel_line').values(rows).execute())
}

export async function countParcels(db: Db, enterpriseId: string, orderId: string): Promise<number> {
  return countRows(db.selectFrom('parcel').where('enterprise_id', '=', enterpriseId).where('order_id', '=', orderId))
}

/** Returns the order of each given parcel. Parcels of other enterprises are left out. */
export async function findOrderIdByParcel(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Map<string, { orderId: string }>> {
  const rows = await db
    .selectFrom('parcel')
    .select(['id', 'order_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  return new Map(rows.map(({ id, order_id }) => [id, { orderId: order_id }]))
}

/** Returns the ids of the orders of the given parcels. */
export const findOrderIdsOfParcels = async (db: Db, enterpriseId: string, ids: readonly string[]): Promise<string[]> => [
  ...new Set([...(await findOrderIdByParcel(db, enterpriseId, ids)).values()].map(({ orderId }) => orderId)),
]

/** A parcel that was shipped. */
export interface SentParcel {
  enterpriseId: string
  orderId: string
  id: string
  parcelNo: number
  way: ParcelTransport
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
    .select(['weighed_grams', 'expected_grams', 'weight_confirmed', 'sent_by'])
    .select(buildRowVersionSubquery('parcel', 'parcel.id').as('rowVersion'))

export type ParcelRow = Awaited<ReturnType<ReturnType<typeof selectParcels>['executeTakeFirstOrThrow']>>

/** The columns of a parcel that say how it travels. */
export const parcelTransportColumns = [
  'carrier',
  'tracking_no',
  'driver',
  'plate',
  'driver_mobile',
  'weigh_note_no',
  'net_kg',
  'litres',
] as const
type ParcelWayRow = Pick<ParcelRow, (typeof parcelTransportColumns)[number]>

/** Reads the tanker from a row; null for a parcel of a carrier. */
export function toTankerTransport({ driver, plate, driver_mobile, weigh_note_no, net_kg, litres }: ParcelWayRow): TankerTransport | null {
  if (driver === null || plate === null || driver_mobile === null || weigh_note_no === null || net_kg === null || litres === null)
    return null
  return { driver, plate, driverMobile: driver_mobile, weighNoteNo: weigh_note_no, netKg: net_kg, litres }
}

export function toParcelTransport(row: ParcelWayRow): ParcelTransport {
  const tanker = toTankerTransport(row)
  return tanker ? { tanker } : { carrier: row.carrier, trackingNo: row.tracking_no }
}

const sentFrom = (row: ParcelRow): SentParcel => ({
  enterpriseId: row.enterprise_id,
  orderId: row.order_id,
  id: row.id,
  parcelNo: row.parcel_no,
  way: toParcelTransport(row),
  sentAt: row.sent_at,
  receivedAt: row.received_at,
})

/** Lists the parcels of an order, first parcel first. */
export const listParcelRows = (db: Db, enterpriseId: string, orderId: string): Promise<ParcelRow[]> =>
  selectParcels(db).where('enterprise_id', '=', enterpriseId).where('order_id', '=', orderId).orderBy('parcel_no').execute()

/** Returns one parcel of an order. Refuses PARCEL_NOT_FOUND. */
export async function requireParcel(db: Db, { enterpriseId, orderId, parcelNo }: ParcelRef): Promise<SentParcel> {
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

/** Changes the transport of a parcel and resets its tracking. */
export async function updateParcelTransportAndResetTracking(
  tx: Tx,
  moment: Moment,
  parcel: Ref,
  transport: ParcelTransport,
): Promise<void> {
  await update(tx, parcel)
    .set({ ...wayColumns(moment, transport), track_asked_at: null })
    .execute()
}

export async function markParcelReceived(tx: Tx, moment: Moment, parcel: Ref): Promise<void> {
  await update(tx, parcel).set({ received_at: moment.now }).execute()
}

/** Whether everything of an order has arrived, as its carriers report or its buyer confirms. */
async function hasArrivedWhole(db: Db, { enterpriseId, id }: Order): Promise<boolean> {
  const { waiting } = await db
    .selectFrom('parcel')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', id)
    .where('received_at', 'is', null)
    .where(sql<boolean>`track_state is distinct from 'signed'`)
    .executeTakeFirstOrThrow()
  return waiting === 0
}

/**
 * Sets or removes the day on which a locked order is received automatically because its parcels were delivered. Whoever changes the state of
 * a parcel, or moves the order to SENT, calls it.
 */
export async function updateAutomaticReceiptDeadline(tx: Tx, moment: Moment, order: Order): Promise<void> {
  if (order.state !== 'SENT') return
  const [delivered, days] = await awaitAllAndThrowFirstError(hasArrivedWhole(tx, order), readAutomaticReceiptDaysAfterDelivery(tx))
  await setOrderDeliveredByCarriers(tx, moment, order, { delivered, days })
}

/** Parcels of any enterprise that a carrier takes, with their orders. */
const buildWaybillQuery = (db: Db) =>
  withoutTenantGuard(db, 'console')
    .selectFrom('parcel')
    .innerJoin('order', (join) => join.onRef('order.enterprise_id', '=', 'parcel.enterprise_id').onRef('order.id', '=', 'parcel.order_id'))
    .select(['parcel.enterprise_id', 'parcel.parcel_no', 'parcel.carrier', 'parcel.tracking_no', 'parcel.sent_at', 'order.order_no'])
    .where('parcel.driver', 'is', null)

const formatWaybillUse = ({ order_no, parcel_no, sent_at }: { order_no: string; parcel_no: number; sent_at: Date }): string =>
  `订单 ${order_no} 的包裹 ${parcel_no}（${toShanghaiDay(sent_at)} 发出）`

/** What is asked before a number is used again. `use` says where it is used. */
export const formatSharedWaybillQuestion = (use: string): string => `同一单号已用于${use}，确认合并发货？`

/**
 * Says which parcel has each of some numbers, by carrier and number with a space between. Of several the latest counts. Different spellings
 * of a carrier are equal. One statement.
 */
export async function findWaybillUseTextsByCarrierAndNumber(db: Db, numbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await buildWaybillQuery(db).where('parcel.tracking_no', '=', anyOfTextsSql(numbers)).orderBy('parcel.sent_at').execute()
  return new Map(rows.map((row) => [`${toOurCarrierName(row.carrier)} ${row.tracking_no}`, formatWaybillUse(row)]))
}

/** Different carriers may use the same number. At most this many parcels with one number are compared. */
const LOOKED_AT = 50

/**
 * Finds the latest parcel of any enterprise with a carrier's number. Different spellings of the carrier are equal. `except` is the id of a
 * parcel to leave out. One statement.
 */
async function findByWaybill(db: Db, { carrier, trackingNo }: { carrier: string; trackingNo: string }, except: string | undefined) {
  let query = buildWaybillQuery(db).where('parcel.tracking_no', '=', trackingNo).orderBy('parcel.sent_at', 'desc').limit(LOOKED_AT)
  if (except !== undefined) query = query.where('parcel.id', '!=', except)
  const rows = await query.execute()
  return rows.find((row) => toOurCarrierName(row.carrier) === toOurCarrierName(carrier))
}

/**
 * Refuses WAYBILL_IN_USE with the other order if a number is already on another parcel. Staff can confirm that it is intended; then this is
 * not called. It takes no lock: two concurrent shipments with one number both succeed.
 */
export async function requireUnusedWaybill(db: Db, { carrier, trackingNo }: ParcelTransport, except?: string): Promise<void> {
  if (carrier === undefined || trackingNo === undefined) return
  const used = await findByWaybill(db, { carrier, trackingNo }, except)
  if (!used) return
  refuse('WAYBILL_IN_USE', {
    msg: formatSharedWaybillQuestion(formatWaybillUse(used)),
    field: 'trackingNo',
    carrier,
    trackingNo,
    enterpriseId: used.enterprise_id,
    orderNo: used.order_no,
  })
}

/** Finds the warehouse that the latest parcel with each line of an order has left, by line. Lines that were not sent are left out. */
export async function findWarehouseOfLatestParcelByLine(
  db: Db,
  { enterpriseId, orderId }: { enterpriseId: string; orderId: string },
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('parcel_line as line')
    .innerJoin('parcel', (join) => join.onRef('parcel.enterprise_id', '=', 'line.enterprise_id').onRef('parcel.id', '=', 'line.parcel_id'))
    .distinctOn('line.line_no')
    .select(['line.line_no', 'parcel.warehouse_id'])
    .where('parcel.enterprise_id', '=', enterpriseId)
    .where('parcel.order_id', '=', orderId)
    .orderBy('line.line_no')
    .orderBy('parcel.parcel_no', 'desc')
    .execute()
  return new Map(rows.map(({ line_no, warehouse_id }) => [line_no, warehouse_id]))
}
