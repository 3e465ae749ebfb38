// The only file that touches the tables `parcel` and `parcel_line`: what left the house, when, with whom.

import { type Fen, least, minus, sum, ZERO } from '../../contract/money.ts'
import type { Parcel } from '../../contract/ordering/shapes.ts'
import { listLines } from '../ordering/public.ts'
import { anyOf, type Db, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

export interface NewParcel {
  enterpriseId: string
  orderId: string
  id: string
  parcelNo: number
  carrier: string
  trackingNo: string
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
      ...{ carrier: parcel.carrier, tracking_no: parcel.trackingNo, post_fen: parcel.postFen },
      ...{ sent_by: parcel.staffId, sent_at: moment.now },
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

/** The parcels of an order with what is in them, the first in front. */
export async function listParcels(db: Db, enterpriseId: string, orderId: string): Promise<(Parcel & { id: string })[]> {
  const parcels = await db
    .selectFrom('parcel')
    .select(['id', 'parcel_no', 'carrier', 'tracking_no', 'sent_at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .orderBy('parcel_no')
    .execute()
  if (parcels.length === 0) return []
  const contents = await db
    .selectFrom('parcel_line')
    .select(['parcel_id', 'line_no', 'quantity'])
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', anyOf(parcels.map(({ id }) => id)))
    .orderBy('line_no')
    .execute()
  const ordered = new Map((await listLines(db, enterpriseId, [orderId])).map((line) => [line.lineNo, line]))
  return parcels.map(({ id, parcel_no, carrier, tracking_no, sent_at }) => ({
    id,
    parcelNo: parcel_no,
    carrier,
    trackingNo: tracking_no,
    sentAt: sent_at,
    lines: contents.flatMap(({ parcel_id, line_no, quantity }) => {
      const line = ordered.get(line_no)
      if (parcel_id !== id || !line) return []
      return [{ lineNo: line_no, goodsName: line.goodsName, skuProps: JSON.stringify(line.skuProps), unit: line.unit, quantity }]
    }),
  }))
}

/** What comes back of a line; or, without a line, of the freight, which was posted with the first parcel. */
export interface LineBack {
  lineNo: number | null
  amountFen: Fen
}

/**
 * Takes what comes back of an order on credit off the parcels that posted it, the earliest first, since what they drew is due soonest.
 * Returns how much of which parcel's drawdown that is. The order is the caller's to lock.
 */
export async function takeOffParcels(
  tx: Tx,
  { enterpriseId, orderId, back }: { enterpriseId: string; orderId: string; back: readonly LineBack[] },
): Promise<{ parcelId: string; amountFen: Fen }[]> {
  const posted = await tx
    .selectFrom('parcel_line as line')
    .innerJoin('parcel', (join) => join.onRef('parcel.enterprise_id', '=', 'line.enterprise_id').onRef('parcel.id', '=', 'line.parcel_id'))
    .select(['parcel.id', 'line.line_no', 'line.post_fen', 'line.returned_fen'])
    .where('line.enterprise_id', '=', enterpriseId)
    .where('parcel.order_id', '=', orderId)
    .orderBy('parcel.parcel_no')
    .execute()
  const parts = new Map<string, Fen>()
  const add = (parcelId: string, amountFen: Fen) => parts.set(parcelId, sum([parts.get(parcelId) ?? ZERO, amountFen]))
  for (const { lineNo, amountFen } of back) {
    if (lineNo === null && posted[0]) add(posted[0].id, amountFen)
    let rest = lineNo === null ? ZERO : amountFen
    for (const row of posted.filter(({ line_no }) => line_no === lineNo)) {
      const part = least(rest, minus(row.post_fen, row.returned_fen))
      if (part === 0) continue
      rest = minus(rest, part)
      add(row.id, part)
      await tx
        .updateTable('parcel_line')
        .set({ returned_fen: sum([row.returned_fen, part]) })
        .where('enterprise_id', '=', enterpriseId)
        .where('parcel_id', '=', row.id)
        .where('line_no', '=', row.line_no)
        .execute()
    }
    if (rest > 0) throw new Error(`more comes back of line ${lineNo} than its parcels posted`)
  }
  return [...parts].map(([parcelId, amountFen]) => ({ parcelId, amountFen })).filter(({ amountFen }) => amountFen > 0)
}
