// Computes and records how refunds reduce what parcels have posted for an order on credit.
import { type Fen, minFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { readRefundableDrawdownFenByParcel } from '#server/money/payments/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'

/** The amount to reverse of a line, or of the freight if there is no line. The freight was posted with the first parcel. */
export interface LineReversal {
  lineNo: number | null
  amountFen: Fen
}

/** A part of a reversal, with the parcel and line whose posting it reduces. */
export interface ParcelReversal extends LineReversal {
  parcelId: string
}

/** Lists the parcels of an order that posted amounts of its lines, earliest first. */
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
 * Distributes a reversal over the parcels of an order on credit, earliest first, because their debt is due first. Amounts that a dispute
 * has already reversed are not reversed again, so the parts can sum to less.
 */
export async function distributeReversalOverParcels(
  db: Db,
  { enterpriseId, orderId, back }: { enterpriseId: string; orderId: string; back: readonly LineReversal[] },
): Promise<ParcelReversal[]> {
  const posted = await listPostings(db, enterpriseId, orderId)
  const left = await readRefundableDrawdownFenByParcel(db, enterpriseId, [...new Set(posted.map(({ id }) => id))])
  const parts: ParcelReversal[] = []
  const give = (parcelId: string, lineNo: number | null, wanted: Fen) => {
    const max = left.get(parcelId) ?? wanted
    const amountFen = minFen(wanted, max)
    if (amountFen === 0) return
    left.set(parcelId, subtractFen(max, amountFen))
    parts.push({ parcelId, lineNo, amountFen })
  }
  for (const { lineNo, amountFen } of back) {
    if (lineNo === null && posted[0]) give(posted[0].id, null, amountFen)
    let rest = lineNo === null ? ZERO_FEN : amountFen
    for (const row of posted.filter(({ line_no }) => line_no === lineNo)) {
      const part = minFen(rest, subtractFen(row.post_fen, row.returned_fen))
      rest = subtractFen(rest, part)
      give(row.id, row.line_no, part)
    }
    if (rest > 0) throw new Error(`more comes back of line ${lineNo} than its parcels posted`)
  }
  return parts
}

/** Records the parts on their parcels. Returns the reduced amount in fen by drawdown. The caller has locked the order. */
export async function recordReversedParcelAmounts(
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
