// What parcels posted of an order on credit, as it is taken off them again.
import { type Fen, least, minus, sum, ZERO } from '../../contract/money.ts'
import type { Tx } from '../platform/db.ts'

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
