import type { Parcel } from '../../contract/fulfilment/shapes.ts'
import type { Express } from '../express/public.ts'
import { type Line, listLines, type Order, receivedAt } from '../ordering/public.ts'
import { anyOf, type Db } from '../platform/db.ts'
import { type ParcelRow, parcelRows, tankerOf } from './parcels.ts'
import { listReceipts } from './receipts.ts'
import { listTracks } from './tracks.ts'

export type ParcelContents = Pick<Parcel, 'parcelNo' | 'sentAt' | 'lines'> & { id: string; row: ParcelRow }

/** What is in an order's parcels, the first in front. Three statements. */
export async function listContents(db: Db, enterpriseId: string, orderId: string): Promise<ParcelContents[]> {
  const parcels = await parcelRows(db, enterpriseId, orderId)
  if (parcels.length === 0) return []
  const contents = await db
    .selectFrom('parcel_line')
    .select(['parcel_id', 'line_no', 'quantity'])
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', anyOf(parcels.map(({ id }) => id)))
    .orderBy('line_no')
    .execute()
  const ordered = new Map<number, Line>((await listLines(db, enterpriseId, [orderId])).map((line) => [line.lineNo, line]))
  return parcels.map((row) => ({
    ...{ id: row.id, row, parcelNo: row.parcel_no, sentAt: row.sent_at },
    lines: contents.flatMap(({ parcel_id, line_no, quantity }) => {
      const line = ordered.get(line_no)
      if (parcel_id !== row.id || !line) return []
      return [{ lineNo: line_no, goodsName: line.goodsName, skuProps: JSON.stringify(line.skuProps), unit: line.unit, quantity }]
    }),
  }))
}

/** An order's parcels with their ways and receipts. Whoever has received the order has received them all. */
export async function listParcels(db: Db, express: Express, { enterpriseId, id: orderId }: Order): Promise<Parcel[]> {
  const parcels = await listContents(db, enterpriseId, orderId)
  if (parcels.length === 0) return []
  const ids = parcels.map(({ id }) => id)
  const tracks = await listTracks(db, enterpriseId, ids)
  const receipts = await listReceipts(db, enterpriseId, ids)
  const received = (await receivedAt(db, { enterpriseId, id: orderId })) ?? null
  return parcels.map(({ id, row, ...contents }) => ({
    ...contents,
    ...{ kind: row.driver === null ? 'courier' : 'tanker', carrier: row.carrier, trackingNo: row.tracking_no, tanker: tankerOf(row) },
    ...{ receivedAt: row.received_at ?? received, trackState: row.track_state, trackAskedAt: row.track_asked_at },
    ...{ asks: row.driver === null && express.knows(row.carrier), track: tracks.get(id) ?? [], receipts: receipts.get(id) ?? [] },
  }))
}
