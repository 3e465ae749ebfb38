// The cost of a SKU by moving average (decision 350). Costs are without tax, in fen for 100 units. It neither reads nor writes.
import { type BasisPoints, type Fen, fen } from '#contract/platform/core/money.ts'

/** A quotient of whole numbers above zero, half rounded up. */
const divide = (value: bigint, by: bigint): Fen => fen(Number((2n * value + by) / (2n * by)))

/** What 100 units cost without the tax that is in the price of one. */
export const computeNetCostOf100UnitsFen = (priceFen: Fen, rateBp: BasisPoints): Fen =>
  divide(BigInt(priceFen) * 1_000_000n, BigInt(10_000 + rateBp))

/** Units that came (negative: were taken back) at a cost for 100, to units in the house with an average; null: nobody knows it. */
export interface MovingAverageCostInput {
  inHouse: number
  beforeFen: Fen | null
  units: number
  hundredFen: Fen
}

/**
 * The average after a receipt. Units that were in the house without a cost are taken to cost what the first receipt costs. Where taking
 * back leaves no units, or a value of nothing, the average stays.
 */
export function computeMovingAverageOf100UnitsFen({ inHouse, beforeFen, units, hundredFen }: MovingAverageCostInput): Fen | null {
  if (beforeFen === null) return units > 0 ? hundredFen : null
  const left = BigInt(inHouse + units)
  const value = BigInt(inHouse) * BigInt(beforeFen) + BigInt(units) * BigInt(hundredFen)
  return left > 0n && value > 0n ? divide(value, left) : beforeFen
}

/** What units in the house are worth at a cost for 100, half a fen rounded up. */
export const computeStockValueFen = (inHouse: number, hundredFen: Fen): Fen => divide(BigInt(inHouse) * BigInt(hundredFen), 100n)
