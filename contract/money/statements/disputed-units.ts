import * as z from 'zod/mini'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { type Fen, fen, minFen, sum } from '#contract/platform/core/money.ts'

export const DISPUTE_PICTURES_MAX = 6
const DISPUTED_LINES_MAX = 200

/** Units of a line of the parcel that a dispute is about. */
export const DisputedUnits = z.strictObject({
  lineNo: z.int().check(z.minimum(1), z.maximum(1_000)),
  quantity: z.int().check(z.minimum(1), z.maximum(QUANTITY_MAX)),
})
export type DisputedUnits = z.output<typeof DisputedUnits>

export const DisputedUnitsList = z.array(DisputedUnits).check(
  z.minLength(1, '请选择有异议的商品和数量'),
  z.maxLength(DISPUTED_LINES_MAX, `最多选择 ${DISPUTED_LINES_MAX} 行商品`),
  z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, '同一行商品只能出现一次'),
)

/** A line of a parcel, as it can be disputed. */
export interface DisputableLine {
  lineNo: number
  /** The units in the parcel. */
  quantity: number
  /** What all its units were charged after discounts, in fen. */
  chargedAmount: Fen
  /** What is left of that after returns. */
  leftAmount: Fen
}

/**
 * Computes the amount of units of a parcel: of each line, what it was charged × units ÷ units in the parcel, rounded down, and at most what
 * is left of it after returns, which is also the amount of all units. undefined: the parcel does not have these units.
 */
export function computeAmountOfDisputedUnits(lines: readonly DisputableLine[], units: readonly DisputedUnits[]): Fen | undefined {
  const parts = units.map(({ lineNo, quantity }) => {
    const line = lines.find((known) => known.lineNo === lineNo)
    if (!line || quantity > line.quantity) return undefined
    if (quantity === line.quantity) return line.leftAmount
    return minFen(fen(Number((BigInt(line.chargedAmount) * BigInt(quantity)) / BigInt(line.quantity))), line.leftAmount)
  })
  return parts.every((part) => part !== undefined) ? sum(parts) : undefined
}

/** Disputed units with the goods that they are of. */
export const DisputedGoods = z.object({ ...DisputedUnits.shape, goodsName: z.string(), unit: z.string() })
export type DisputedGoods = z.output<typeof DisputedGoods>

/** Formats the goods of a dispute: 「U84 采煤截齿 20 支、锂基脂 1 桶」. */
export const formatDisputedGoods = (goods: readonly DisputedGoods[]): string =>
  goods.map(({ goodsName, quantity, unit }) => `${goodsName} ${quantity} ${unit}`).join('、')

/** Formats which units a dispute is about, and why: 「U84 采煤截齿 2 支，实收数量少」. */
export const formatDisputeReason = ({ units, reason }: { units: readonly DisputedGoods[] | null; reason: string }): string =>
  units === null ? reason : `${formatDisputedGoods(units)}，${reason}`
