import type { OrderLine } from '#contract/orders/orders/shapes.ts'
import { unshippedUnits } from './order-view.ts'

/** The quantities of a parcel by line number, as form values; an empty field is null. */
export type Quantities = Record<string, number | null | undefined>

/** The lines with unshipped units. */
export const shippable = (lines: readonly OrderLine[]): OrderLine[] => lines.filter((line) => unshippedUnits(line) > 0)

/** All unshipped units: the default contents of a parcel. */
export const allUnshippedQuantities = (lines: readonly OrderLine[]): Quantities =>
  Object.fromEntries(shippable(lines).map((line) => [line.lineNo, unshippedUnits(line)]))

export const noQuantities = (lines: readonly OrderLine[]): Quantities =>
  Object.fromEntries(shippable(lines).map(({ lineNo }) => [lineNo, 0]))

/** Returns the input of the call: the lines with a quantity. */
export const parcelLines = (lines: readonly OrderLine[], quantities: Quantities): { lineNo: number; quantity: number }[] =>
  shippable(lines).flatMap(({ lineNo }) => {
    const quantity = quantities[lineNo] ?? 0
    return quantity > 0 ? [{ lineNo, quantity }] : []
  })

/** The units in the parcel, and the units that remain. */
export function parcelUnits(lines: readonly OrderLine[], quantities: Quantities): { leaving: number; staying: number } {
  const leaving = parcelLines(lines, quantities).reduce((units, { quantity }) => units + quantity, 0)
  return { leaving, staying: lines.reduce((units, line) => units + unshippedUnits(line), 0) - leaving }
}

/** Returns what is wrong with the quantity of a line; undefined: nothing. */
export function quantityError(line: OrderLine, quantity: number | null | undefined): string | undefined {
  if (quantity === null || quantity === undefined || quantity === 0) return undefined
  if (!Number.isInteger(quantity) || quantity < 0) return '数量必须为整数'
  return quantity > unshippedUnits(line) ? `最多还可发 ${unshippedUnits(line)}` : undefined
}
