import { type BatchUnits, shareBatchesOverLines } from '#contract/catalog/inventory/batches.ts'
import { type ParcelLines, toParcelLine } from '#contract/orders/fulfilment/shapes.ts'
import type { OrderLine } from '#contract/orders/orders/shapes.ts'
import { getShippableUnits } from './order-view.ts'

/** The quantities of a parcel by line number, as form values; an empty field is null. */
export type ParcelQuantitiesByLineNo = Record<string, number | null | undefined>

/** The lines with unshipped units. */
export const listShippableLines = (lines: readonly OrderLine[]): OrderLine[] => lines.filter((line) => getShippableUnits(line) > 0)

/** All unshipped units: the default contents of a parcel. */
export const allUnshippedQuantities = (lines: readonly OrderLine[]): ParcelQuantitiesByLineNo =>
  Object.fromEntries(listShippableLines(lines).map((line) => [line.lineNo, getShippableUnits(line)]))

/** Limits quantities to what lies in the warehouse, by line number. */
export const limitToUnitsInWarehouse = (
  quantities: ParcelQuantitiesByLineNo,
  lying: ReadonlyMap<number, number>,
): ParcelQuantitiesByLineNo =>
  Object.fromEntries(Object.entries(quantities).map(([lineNo, units]) => [lineNo, Math.min(units ?? 0, lying.get(Number(lineNo)) ?? 0)]))

export const zeroParcelQuantities = (lines: readonly OrderLine[]): ParcelQuantitiesByLineNo =>
  Object.fromEntries(listShippableLines(lines).map(({ lineNo }) => [lineNo, 0]))

/** Which batches lie in the warehouse of a parcel, by line number, and which the person has chosen; nothing: those that end first. */
export interface BatchesToTake {
  lying: ReadonlyMap<number, readonly BatchUnits[]>
  chosen: Record<string, string | undefined>
}

/**
 * Returns the batches that each line takes, by line number: the chosen one as far as it goes, else those that end first. What one line takes, the
 * next line of the same goods finds no more.
 */
export function computeBatchesToTake(
  lines: readonly OrderLine[],
  quantities: ParcelQuantitiesByLineNo,
  { lying, chosen }: BatchesToTake,
): Map<number, BatchUnits[]> {
  const leaving = listShippableLines(lines)
  // Lines of the same goods have the same batches.
  const batches = new Map(
    leaving.flatMap(({ lineNo, skuId }) =>
      (lying.get(lineNo) ?? []).map((batch) => [batch.batchId, Object.assign({ skuId }, batch)] as const),
    ),
  )
  const shared = shareBatchesOverLines(
    leaving.map(({ lineNo, skuId }) => ({ skuId, quantity: quantities[lineNo] ?? 0, chosen: chosen[lineNo] })),
    [...batches.values()],
  )
  return new Map(leaving.map(({ lineNo }, at) => [lineNo, shared[at] ?? []]))
}

/** Returns the input of the call: the lines with a quantity, and the batches that the form has shown. */
export const toParcelLines = (
  lines: readonly OrderLine[],
  quantities: ParcelQuantitiesByLineNo,
  batches: BatchesToTake = { lying: new Map(), chosen: {} },
): ParcelLines => {
  const taking = computeBatchesToTake(lines, quantities, batches)
  return listShippableLines(lines).flatMap(({ lineNo }) => {
    const quantity = quantities[lineNo] ?? 0
    return quantity > 0 ? [toParcelLine({ lineNo, quantity }, taking.get(lineNo) ?? [])] : []
  })
}

/** The units in the parcel, and the units that remain. */
export function sumParcelUnitsByProgress(
  lines: readonly OrderLine[],
  quantities: ParcelQuantitiesByLineNo,
): { leaving: number; staying: number } {
  const leaving = toParcelLines(lines, quantities).reduce((units, { quantity }) => units + quantity, 0)
  return { leaving, staying: lines.reduce((units, line) => units + getShippableUnits(line), 0) - leaving }
}

/** Whether a parcel takes everything that is left to be shipped. */
export const takesEverythingLeft = (lines: readonly OrderLine[], sent: readonly { quantity: number }[]): boolean =>
  sent.reduce((units, { quantity }) => units + quantity, 0) === lines.reduce((units, line) => units + getShippableUnits(line), 0)

/** Returns what is wrong with the quantity of a line; undefined: nothing. */
export function parcelQuantityError(line: OrderLine, quantity: number | null | undefined): string | undefined {
  if (quantity === null || quantity === undefined || quantity === 0) return undefined
  if (!Number.isInteger(quantity) || quantity < 0) return '数量必须为整数'
  return quantity > getShippableUnits(line) ? `最多还可发 ${getShippableUnits(line)}` : undefined
}
