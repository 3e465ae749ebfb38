// What parcels posted of an order on credit, as it is taken off them again.
import { type Fen, minFen, subtract, sum, ZERO } from '#contract/platform/core/money.ts'
import { getRefundableByParcel } from '#server/money/payments/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'

/** What comes back of a line; or, without a line, of the freight, which was posted with the first parcel. */
export interface LineReversal {
  lineNo: number | null
  amountFen: Fen
}

/** A part of what comes back: of which parcel's drawdown, and of which line's posting there. */
export interface ParcelReversal extends LineReversal {
  parcelId: string
}

/** The parcels of an order that posted something of its lines, the earliest first. */
const listPostings = (db: Db, enterpriseId: string, orderId: string) =>
  db
    .selectFrom('parcel_line as line')
    .innerJoin('parcel', (join) => join.onRef('parcel.enterprise_id', '=', 'line.enterprise_id').onRef('parcel.id', '=', 'line.parcel_id'))
    .select(['parcel.id', 'line.line_no', 'line.post_fen', 'line.returned_fen'])
    .where('line.enterprise_id', '=', enterpriseId)
    .where('parcel.order_id', '=', orderId)
    .orderBy('parcel.parcel_no')
    .execute()

/**
 * Finds the parcels that bear what comes back of an order on credit: those that posted it, the earliest first, since what they drew is due
 * soonest. What a dispute has taken back of a parcel's drawdown does not come back again, so the parts may add up to less.
 */
export async function computeParcelReversals(
  db: Db,
  { enterpriseId, orderId, back }: { enterpriseId: string; orderId: string; back: readonly LineReversal[] },
): Promise<ParcelReversal[]> {
  const posted = await listPostings(db, enterpriseId, orderId)
  const left = await getRefundableByParcel(db, enterpriseId, [...new Set(posted.map(({ id }) => id))])
  const parts: ParcelReversal[] = []
  const give = (parcelId: string, lineNo: number | null, wanted: Fen) => {
    const most = left.get(parcelId) ?? wanted
    const amountFen = minFen(wanted, most)
    if (amountFen === 0) return
    left.set(parcelId, subtract(most, amountFen))
    parts.push({ parcelId, lineNo, amountFen })
  }
  for (const { lineNo, amountFen } of back) {
    if (lineNo === null && posted[0]) give(posted[0].id, null, amountFen)
    let rest = lineNo === null ? ZERO : amountFen
    for (const row of posted.filter(({ line_no }) => line_no === lineNo)) {
      const part = minFen(rest, subtract(row.post_fen, row.returned_fen))
      rest = subtract(rest, part)
      give(row.id, row.line_no, part)
    }
    if (rest > 0) throw new Error(`more comes back of line ${lineNo} than its parcels posted`)
  }
  return parts
}

/** Takes parts off the parcels that bear them; returns how much of which parcel's drawdown that is. The order is the caller's to lock. */
export async function recordParcelReversals(
  tx: Tx,
  enterpriseId: string,
  parts: readonly ParcelReversal[],
): Promise<{ parcelId: string; amountFen: Fen }[]> {
  for (const { parcelId, lineNo, amountFen } of parts) {
    if (lineNo === null) continue
    await tx
      .updateTable('parcel_line')
      .set(({ eb }) => ({ returned_fen: eb('returned_fen', '+', amountFen) }))
      .where('enterprise_id', '=', enterpriseId)
      .where('parcel_id', '=', parcelId)
      .where('line_no', '=', lineNo)
      .execute()
  }
  const byParcel = Map.groupBy(parts, ({ parcelId }) => parcelId)
  return [...byParcel].map(([parcelId, own]) => ({ parcelId, amountFen: sum(own.map(({ amountFen }) => amountFen)) }))
}
