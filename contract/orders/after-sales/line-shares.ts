import { type Fen, fen, maxFen, subtract, ZERO } from '#contract/platform/core/money.ts'

/** A line as far as what comes back of it goes. */
export interface LineUnits {
  /** After its share of the discount. */
  netFen: Fen
  quantity: number
  shipped: number
  /** Units that were refunded before they left, and what they came to. */
  dropped: number
  droppedFen: Fen
  /** Units that were refunded after they had left, and what they came to. */
  returned: number
  returnedFen: Fen
}

const portion = (whole: Fen, part: number, of: number): Fen => (of === 0 ? ZERO : fen(Number((BigInt(whole) * BigInt(part)) / BigInt(of))))

/** What the units of a line come to that have left the order one way or the other: sent, or refunded before they were. */
const settledValue = ({ netFen, quantity, shipped, dropped }: LineUnits, more = 0): Fen =>
  portion(netFen, shipped + dropped + more, quantity)

/**
 * What the next units of a line come to, sent or dropped: the line's net × units gone by then ÷ ordered, rounded down, less the same
 * before. Parcels and drops share one count, so together they always add up to the line (domain §6).
 */
export function computeNextLineShare(line: LineUnits, units: number): Fen {
  if (units < 0 || line.shipped + line.dropped + units > line.quantity) throw new RangeError('more units than are left of the line')
  return subtract(settledValue(line, units), settledValue(line))
}

/** What the units that have left come to. */
export const sentValue = (line: LineUnits): Fen => subtract(settledValue(line), line.droppedFen)

/**
 * What comes back for units that have left: the value of what left × units back by then ÷ units that left, rounded down, less what came
 * back before. The last one takes the rest, and none is ever below zero.
 */
export function computeReturnShare(line: LineUnits, units: number): Fen {
  const back = line.returned + units
  if (units < 0 || back > line.shipped) throw new RangeError('more units come back than have left')
  return maxFen(ZERO, subtract(portion(sentValue(line), back, line.shipped), line.returnedFen))
}
