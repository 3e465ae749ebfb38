import type { ParcelLines } from '#contract/orders/fulfilment/shapes.ts'
import { computeExpectedGrams, formatGramsAsKg, formatWeightDifference, isWeightPlausible } from '#contract/orders/fulfilment/weight.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readWeightTolerance } from '#server/content/content/public.ts'
import { awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'

/** What a scale said of a parcel, and what its goods weigh; null: one of them has no weight. */
export interface WeighedParcel {
  grams: number
  expectedGrams: number | null
  /** They differ by more than is allowed, and it leaves all the same. */
  isConfirmed: boolean
}

interface OrderIds {
  enterpriseId: string
  orderId: string
}

/** What a person says of the weight of a parcel; without grams it was not weighed. */
export interface GivenWeight {
  weighedGrams?: number | undefined
  /** It leaves although it does not weigh what its goods do. */
  weightConfirmed?: boolean | undefined
}

/** The weight of a unit of each line of an order, as its SKU has it now. */
async function readGramsByLine(db: Db, { enterpriseId, orderId }: OrderIds): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('order_line as line')
    .innerJoin('sku', 'sku.id', 'line.sku_id')
    .select(['line.line_no', 'sku.weight_grams'])
    .where('line.enterprise_id', '=', enterpriseId)
    .where('line.order_id', '=', orderId)
    .execute()
  return new Map(rows.map(({ line_no, weight_grams }) => [line_no, weight_grams]))
}

/**
 * Compares what a scale says of a parcel with the weight of its goods. No statement if it was not weighed, else two that go out together. Refuses
 * WEIGHT_DIFFERS if they differ by more than the setting allows, unless the person has confirmed it.
 */
export async function requirePlausibleWeight(
  tx: Tx,
  { shipment, ...order }: OrderIds & { shipment: GivenWeight & { lines: ParcelLines } },
): Promise<WeighedParcel | undefined> {
  const { weighedGrams: grams, weightConfirmed = false, lines } = shipment
  if (grams === undefined) return undefined
  const [gramsByLine, tolerance] = await awaitAllAndThrowFirstError(readGramsByLine(tx, order), readWeightTolerance(tx))
  const expectedGrams = computeExpectedGrams(
    lines.map(({ lineNo, quantity }) => ({ weightGrams: gramsByLine.get(lineNo) ?? 0, units: quantity })),
  )
  const isPlausible = isWeightPlausible(grams, expectedGrams, tolerance)
  if (!isPlausible && expectedGrams !== null && !weightConfirmed)
    refuse('WEIGHT_DIFFERS', { msg: formatWeightDifference(grams, expectedGrams), grams, expectedGrams })
  return { grams, expectedGrams, isConfirmed: !isPlausible }
}

/** What the history of an order says of the weight of a parcel: ''; '实重 12.38 kg'; '实重 10.10 kg，应重 12.40 kg，核对后仍然发出'. */
export function formatParcelWeight(weight: WeighedParcel | undefined): string {
  if (!weight) return ''
  const { grams, expectedGrams, isConfirmed } = weight
  const weighed = `实重 ${formatGramsAsKg(grams)}`
  return isConfirmed && expectedGrams !== null ? `${weighed}，应重 ${formatGramsAsKg(expectedGrams)}，核对后仍然发出` : weighed
}

export const toWeightColumns = (weight: WeighedParcel | undefined) => ({
  weighed_grams: weight?.grams ?? null,
  expected_grams: weight?.expectedGrams ?? null,
  weight_confirmed: weight?.isConfirmed ?? false,
})
