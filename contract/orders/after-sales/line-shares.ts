import { type Fen, fen, maxFen, subtractFen, ZERO_FEN } from '#contract/platform/core/money.ts'

/** The amounts and units of a line that its refunds are computed from, in fen. */
export interface AfterSaleLineAmountsAndUnits {
  /** The net amount after its share of the discount. */
  netFen: Fen
  quantity: number
  shipped: number
  /** Units that were refunded before they were shipped, and their amount. */
  dropped: number
  droppedFen: Fen
  /** Units that were refunded after they were shipped, and their amount. */
  returned: number
  returnedFen: Fen
}

const portion = (whole: Fen, part: number, of: number): Fen =>
  of === 0 ? ZERO_FEN : fen(Number((BigInt(whole) * BigInt(part)) / BigInt(of)))

/** Computes the amount of all units that have left the order, shipped or refunded before that. */
const settledValue = ({ netFen, quantity, shipped, dropped }: AfterSaleLineAmountsAndUnits, more = 0): Fen =>
  portion(netFen, shipped + dropped + more, quantity)

/**
 * Computes the amount of the next units of a line, shipped or refunded before that: net × units gone by then ÷ units ordered, rounded down,
 * minus the same for earlier units. Parcels and refunds share one count, so together they always add up to the line (domain §6).
 */
export function computeAmountOfNextUnitsOfLine(line: AfterSaleLineAmountsAndUnits, units: number): Fen {
  if (units < 0 || line.shipped + line.dropped + units > line.quantity) throw new RangeError('more units than are left of the line')
  return subtractFen(settledValue(line, units), settledValue(line))
}

/** Computes the amount of the units that were shipped. */
export const computeAmountOfShippedUnits = (line: AfterSaleLineAmountsAndUnits): Fen => subtractFen(settledValue(line), line.droppedFen)

/**
 * Computes the refund for units that were shipped: the amount shipped × units back by then ÷ units shipped, rounded down, minus earlier
 * refunds. The last unit gets the rest. No refund is below zero.
 */
export function computeRefundOfReturnedUnits(line: AfterSaleLineAmountsAndUnits, units: number): Fen {
  const back = line.returned + units
  if (units < 0 || back > line.shipped) throw new RangeError('more units come back than have left')
  return maxFen(ZERO_FEN, subtractFen(portion(computeAmountOfShippedUnits(line), back, line.shipped), line.returnedFen))
}
