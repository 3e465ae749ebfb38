import { shareBatchesOverLines } from '#contract/catalog/inventory/batches.ts'
import type { ConsoleParcel, Parcel } from '#contract/orders/fulfilment/shapes.ts'
import type { CarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import { listBatchesOfParcels, type ShippedBatch } from '#server/catalog/inventory/public.ts'
import { findOrderReceivedAt, listOrderLines, type Order, type OrderLineRow } from '#server/orders/orders/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { listParcelRows, type ParcelRow, toTankerTransport } from './parcels.ts'
import { listProofOfDeliveryFileIdsByParcel } from './proof-of-delivery.ts'
import { listTrackingEntriesByParcel } from './tracks.ts'

export type ParcelContents = Pick<Parcel, 'parcelNo' | 'sentAt' | 'lines'> & { id: string; row: ParcelRow }

/** Lists the contents of the parcels of an order, first parcel first. Three statements. */
export async function listParcelContents(db: Db, enterpriseId: string, orderId: string): Promise<ParcelContents[]> {
  return (await readParcelsAndOrderLines(db, enterpriseId, orderId)).parcels
}

/** Reads the contents of the parcels of an order with the lines of the order by number. */
async function readParcelsAndOrderLines(
  db: Db,
  enterpriseId: string,
  orderId: string,
): Promise<{ parcels: ParcelContents[]; ordered: ReadonlyMap<number, OrderLineRow> }> {
  const rows = await listParcelRows(db, enterpriseId, orderId)
  if (rows.length === 0) return { parcels: [], ordered: new Map() }
  const contents = await db
    .selectFrom('parcel_line')
    .select(['parcel_id', 'line_no', 'quantity'])
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', anyOfIdsSql(rows.map(({ id }) => id)))
    .orderBy('line_no')
    .execute()
  const ordered = new Map<number, OrderLineRow>((await listOrderLines(db, enterpriseId, [orderId])).map((line) => [line.lineNo, line]))
  const parcels = rows.map((row) => ({
    id: row.id,
    row,
    parcelNo: row.parcel_no,
    sentAt: row.sent_at,
    lines: contents.flatMap(({ parcel_id, line_no, quantity }) => {
      const line = ordered.get(line_no)
      if (parcel_id !== row.id || !line) return []
      return [{ lineNo: line_no, goodsName: line.goodsName, skuProps: JSON.stringify(line.skuProps), unit: line.unit, quantity }]
    }),
  }))
  return { parcels, ordered }
}

/** Finds the carrier of the last parcel of a company that no tanker of ours has brought; '': there is none. */
export async function findCarrierOfLastParcel(db: Db, enterpriseId: string): Promise<string> {
  const last = await db
    .selectFrom('parcel')
    .select('carrier')
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', 'courier')
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.carrier ?? ''
}

/** Lists the parcels of an order with tracking and proof of delivery. If the order is received, all its parcels are. */
export async function listParcelsWithTrackingAndProof(db: Db, express: CarrierTracking, order: Order): Promise<Parcel[]> {
  return addTrackingAndProof(db, express, order, await listParcelContents(db, order.enterpriseId, order.id))
}

async function addTrackingAndProof(db: Db, express: CarrierTracking, order: Order, parcels: readonly ParcelContents[]): Promise<Parcel[]> {
  if (parcels.length === 0) return []
  const { enterpriseId } = order
  const ids = parcels.map(({ id }) => id)
  const tracks = await listTrackingEntriesByParcel(db, enterpriseId, ids)
  const receipts = await listProofOfDeliveryFileIdsByParcel(db, enterpriseId, ids)
  const received = (await findOrderReceivedAt(db, order)) ?? null
  return parcels.map(({ id, row, ...contents }) => ({
    ...contents,
    kind: row.driver === null ? 'courier' : 'tanker',
    carrier: row.carrier,
    trackingNo: row.tracking_no,
    tanker: toTankerTransport(row),
    receivedAt: row.received_at ?? received,
    rowVersion: row.rowVersion,
    trackState: row.track_state,
    trackAskedAt: row.track_asked_at,
    asks: row.driver === null && express.supports(row.carrier),
    track: tracks.get(id) ?? [],
    receipts: receipts.get(id) ?? [],
  }))
}

/** Lists the batches that left with all parcels of an order. */
export async function listBatchesShippedWithOrder(
  db: Db,
  { enterpriseId, id }: Pick<Order, 'enterpriseId' | 'id'>,
): Promise<ShippedBatch[]> {
  const parcels = await listParcelRows(db, enterpriseId, id)
  return listBatchesOfParcels(
    db,
    parcels.map((parcel) => parcel.id),
  )
}

function describeWeight(row: ParcelRow | undefined, names: ReadonlyMap<string, string>): ConsoleParcel['weight'] {
  if (!row || row.weighed_grams === null) return null
  const confirmedBy = row.weight_confirmed ? (names.get(row.sent_by) ?? '') : null
  return { grams: row.weighed_grams, expectedGrams: row.expected_grams, confirmedBy }
}

/** Lists the parcels of an order as staff see them: with their weight and the batches that left with each line. */
export async function listParcelsWithTrackingProofAndBatches(db: Db, express: CarrierTracking, order: Order): Promise<ConsoleParcel[]> {
  const { parcels, ordered } = await readParcelsAndOrderLines(db, order.enterpriseId, order.id)
  const left = await listBatchesOfParcels(
    db,
    parcels.map(({ id }) => id),
  )
  const names = parcels.some(({ row }) => row.weight_confirmed) ? await listStaffNamesById(db) : new Map<string, string>()
  return (await addTrackingAndProof(db, express, order, parcels)).map(({ lines, ...parcel }, place) => {
    const weight = describeWeight(parcels[place]?.row, names)
    const own = left.filter(({ parcelId }) => parcelId === parcels[place]?.id)
    const shared = shareBatchesOverLines(
      lines.map(({ lineNo, quantity }) => ({ skuId: ordered.get(lineNo)?.skuId ?? '', quantity })),
      own,
    )
    return Object.assign(parcel, { weight, lines: lines.map((line, at) => Object.assign({ batches: shared[at] ?? [] }, line)) })
  })
}
