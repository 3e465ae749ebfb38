import { shareBatchesOverLines } from '#contract/catalog/inventory/batches.ts'
import type { ConsoleParcel, Parcel } from '#contract/orders/fulfilment/shapes.ts'
import type { CarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import { listBatchesOfParcels, type ShippedBatch } from '#server/catalog/inventory/public.ts'
import { findOrderReceivedAt, listOrderLines, type Order, type OrderLineRow } from '#server/orders/orders/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { listParcelRows, type ParcelRow, toTankerTransport } from './parcels.ts'
import { listProofOfDeliveryFileIdsByParcel } from './proof-of-delivery.ts'
import { listTrackingEntriesByParcel } from './tracks.ts'

export type ParcelContents = Pick<Parcel, 'parcelNo' | 'sentAt' | 'lines'> & { id: string; row: ParcelRow }

/** Lists the contents of the parcels of an order, first parcel first. Three statements. */
export async function listParcelContents(db: Db, enterpriseId: string, orderId: string): Promise<ParcelContents[]> {
  const parcels = await listParcelRows(db, enterpriseId, orderId)
  if (parcels.length === 0) return []
  const contents = await db
    .selectFrom('parcel_line')
    .select(['parcel_id', 'line_no', 'quantity'])
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', anyOfIdsSql(parcels.map(({ id }) => id)))
    .orderBy('line_no')
    .execute()
  const ordered = new Map<number, OrderLineRow>((await listOrderLines(db, enterpriseId, [orderId])).map((line) => [line.lineNo, line]))
  return parcels.map((row) => ({
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
}

/** Lists the parcels of an order with tracking and proof of delivery. If the order is received, all its parcels are. */
export async function listParcelsWithTrackingAndProof(db: Db, express: CarrierTracking, order: Order): Promise<Parcel[]> {
  const { enterpriseId } = order
  const parcels = await listParcelContents(db, enterpriseId, order.id)
  if (parcels.length === 0) return []
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

/** Lists the parcels of an order as staff see them: with the batches that left with each line. */
export async function listParcelsWithTrackingProofAndBatches(db: Db, express: CarrierTracking, order: Order): Promise<ConsoleParcel[]> {
  const { enterpriseId } = order
  const parcels = await listParcelsWithTrackingAndProof(db, express, order)
  if (parcels.length === 0) return []
  const ids = new Map((await listParcelRows(db, enterpriseId, order.id)).map(({ id, parcel_no }) => [parcel_no, id]))
  const left = await listBatchesOfParcels(db, [...ids.values()])
  const skuIdOf = new Map((await listOrderLines(db, enterpriseId, [order.id])).map(({ lineNo, skuId }) => [lineNo, skuId]))
  return parcels.map(({ lines, ...parcel }) => {
    const own = left.filter(({ parcelId }) => parcelId === ids.get(parcel.parcelNo))
    const shared = shareBatchesOverLines(
      lines.map(({ lineNo, quantity }) => ({ skuId: skuIdOf.get(lineNo) ?? '', quantity })),
      own,
    )
    return Object.assign(parcel, { lines: lines.map((line, at) => Object.assign({ batches: shared[at] ?? [] }, line)) })
  })
}
