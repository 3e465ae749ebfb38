// Reads and writes the table `parcel_track` and the tracking columns of a parcel.
import { sql } from 'kysely'
import type { ParcelTrackEntry } from '#contract/orders/fulfilment/shapes.ts'
import type { TrackingReport } from '#server/adapters/carrier-tracking/public.ts'
import { requireLockedOrder } from '#server/orders/orders/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { updateAutomaticReceiptDeadline } from './parcels.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The minimum time between two queries for the same parcel. */
export const MIN_MINUTES_BETWEEN_TRACKING_QUERIES = 30
/** The delay until the next query: fixed after an answer; doubling from the first to the maximum delay without one. */
const QUERY_EVERY_MS = 4 * HOUR_MS
const MISSED_MS = { first: 30 * MINUTE_MS, most: 12 * HOUR_MS }
/** After this time, queries stop. */
const ABANDONED_AFTER_MS = 30 * 24 * HOUR_MS

/** Lists the tracking entries of the given parcels, newest first. */
export async function listTrackingEntriesByParcel(
  db: Db,
  enterpriseId: string,
  parcelIds: readonly string[],
): Promise<Map<string, ParcelTrackEntry[]>> {
  const rows = await db
    .selectFrom('parcel_track')
    .select(['parcel_id', 'id', 'at', 'place', 'text', 'source'])
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', anyOfIdsSql(parcelIds))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const byParcel = Map.groupBy(rows, ({ parcel_id }) => parcel_id)
  return new Map([...byParcel].map(([id, own]) => [id, own.map(({ parcel_id: _, ...entry }) => entry)]))
}

interface ParcelId {
  enterpriseId: string
  id: string
}

export async function insertTrackingEntry(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: ParcelId,
  { at, place, text, staffId }: { at: Date; place: string; text: string; staffId: string },
): Promise<void> {
  const row = { enterprise_id: enterpriseId, parcel_id: id, id: moment.newId(), at, place, text, staff_id: staffId }
  await tx
    .insertInto('parcel_track')
    .values({ ...row, source: 'staff', noted_at: moment.now })
    .execute()
}

/** Deletes an entry that staff typed. Returns false if there is none, or if it is the carrier's. */
export async function deleteManualTrackingEntryRow(tx: Tx, { enterpriseId, id }: ParcelId, trackId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('parcel_track')
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', id)
    .where('id', '=', trackId)
    .where('source', '=', 'staff')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the carrier's entries, because they were queried with a wrong number. */
export async function deleteCarrierTrackingEntries(tx: Tx, { enterpriseId, id }: ParcelId): Promise<void> {
  await tx
    .deleteFrom('parcel_track')
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', id)
    .where('source', '=', 'carrier')
    .execute()
}

/** The query for a parcel. */
export interface TrackingQuery extends ParcelId {
  carrier: string
  trackingNo: string
  sentAt: Date
  misses: number
  mobile: string
  orderNo: string
  /** Whether the carrier has reported before that it was delivered. */
  wasDelivered: boolean
}

const DUE_BATCH = 50

/** Finds parcels of all enterprises that are due for a query, longest waiting first. */
export async function findParcelsDueForTracking(db: Db, moment: Moment): Promise<ParcelId[]> {
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('parcel')
    .select(['enterprise_id', 'id'])
    .where('track_due', '<=', moment.now)
    .orderBy('track_due')
    .limit(DUE_BATCH)
    .execute()
  return rows.map(({ enterprise_id, id }) => ({ enterpriseId: enterprise_id, id }))
}

/** Claims the next query of a parcel. Returns undefined if somebody has just queried it. */
export async function claimTrackingQuery(tx: Tx, moment: Moment, { enterpriseId, id }: ParcelId): Promise<TrackingQuery | undefined> {
  const before = new Date(moment.now.getTime() - MIN_MINUTES_BETWEEN_TRACKING_QUERIES * MINUTE_MS)
  const row = await tx
    .updateTable('parcel')
    .from('order')
    .set({ track_asked_at: moment.now, track_due: new Date(moment.now.getTime() + MIN_MINUTES_BETWEEN_TRACKING_QUERIES * MINUTE_MS) })
    .where('parcel.enterprise_id', '=', enterpriseId)
    .where('parcel.id', '=', id)
    .where('order.enterprise_id', '=', enterpriseId)
    .whereRef('order.id', '=', 'parcel.order_id')
    .where((eb) => eb.or([eb('track_asked_at', 'is', null), eb('track_asked_at', '<=', before)]))
    .returning(['parcel.carrier', 'parcel.tracking_no', 'parcel.sent_at', 'parcel.track_misses', 'parcel.track_state'])
    .returning(['order.receiver_mobile', 'order.order_no'])
    .executeTakeFirst()
  if (!row) return undefined
  return {
    enterpriseId,
    id,
    carrier: row.carrier,
    trackingNo: row.tracking_no,
    sentAt: row.sent_at,
    misses: row.track_misses,
    mobile: row.receiver_mobile,
    orderNo: row.order_no,
    wasDelivered: row.track_state === 'signed',
  }
}

/** Returns the time of the next query; null: never. */
function computeNextQueryAt(moment: Moment, { sentAt, misses }: TrackingQuery, sighting: TrackingReport | undefined): Date | null {
  const now = moment.now.getTime()
  if (sighting?.state === 'signed' || now - sentAt.getTime() > ABANDONED_AFTER_MS) return null
  const wait = sighting ? QUERY_EVERY_MS : Math.min(MISSED_MS.most, MISSED_MS.first * 2 ** misses)
  return new Date(now + wait)
}

/** Ends the queries for a parcel. */
export async function stopParcelTracking(tx: Tx, { enterpriseId, id }: ParcelId): Promise<void> {
  await tx.updateTable('parcel').set({ track_due: null }).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}

/**
 * Replaces the carrier's earlier entries by a new report. A report for a number that was corrected meanwhile is ignored. One that says, or no
 * longer says, that the parcel was delivered changes when its order is received automatically; then the order is locked first.
 */
export async function replaceCarrierTrackingEntries(
  tx: Tx,
  moment: Moment,
  query: TrackingQuery,
  sighting: TrackingReport | undefined,
): Promise<void> {
  const changesDelivery = sighting !== undefined && (sighting.state === 'signed') !== query.wasDelivered
  const order = changesDelivery ? await requireLockedOrder(tx, query) : undefined
  const sighted = sighting ? { track_state: sighting.state, track_misses: 0 } : { track_misses: sql<number>`least(track_misses + 1, 20)` }
  const { numUpdatedRows } = await tx
    .updateTable('parcel')
    .set({ ...sighted, track_due: computeNextQueryAt(moment, query, sighting) })
    .where('enterprise_id', '=', query.enterpriseId)
    .where('id', '=', query.id)
    .where('carrier', '=', query.carrier)
    .where('tracking_no', '=', query.trackingNo)
    .executeTakeFirst()
  if (numUpdatedRows === 0n || !sighting) return
  if (order) await updateAutomaticReceiptDeadline(tx, moment, order)
  if (sighting.entries.length === 0) return
  await deleteCarrierTrackingEntries(tx, query)
  const rows = sighting.entries.map(({ at, place, text }) => ({
    enterprise_id: query.enterpriseId,
    parcel_id: query.id,
    id: moment.newId(),
    at,
    place,
    text,
    source: 'carrier' as const,
    staff_id: null,
    noted_at: moment.now,
  }))
  await tx.insertInto('parcel_track').values(rows).execute()
}
