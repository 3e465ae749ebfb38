import {
  CONTAINER_UNITS,
  MEASURE_UNIT_FACTORS,
  type OrderAmount,
  PACK_UNITS,
  PIECE_UNITS,
  PIECES_PER_GROUP_UNIT,
} from '#contract/orders/quick-order/chat/amounts.ts'

/** What a SKU says of its unit and packs. */
export interface SkuUnits {
  unit: string
  props: Readonly<Record<string, string>>
}

/** How an amount becomes a number of a SKU's own unit. `certain`: by its own unit or the pack that it is sold in. */
export interface ConvertedAmount {
  quantity: number
  certain: boolean
}

interface Pack {
  pack: string
  holds: number
  of: string
}

const PACKS = new RegExp(
  `(\\d{1,6}(?:\\.\\d{1,3})?)\\s?(公斤|升|[${PIECE_UNITS}${CONTAINER_UNITS}])\\s?(?:装)?\\s?一?([${PACK_UNITS}${CONTAINER_UNITS}])|([${PACK_UNITS}])装\\s?(\\d{1,6})\\s?([${PIECE_UNITS}])`,
  'gu',
)

/** The packs of a SKU: 10 支一箱, 盒装 50 支, 5 公斤筒. */
export const listPacks = ({ props }: SkuUnits): Pack[] =>
  Object.values(props).flatMap((value) =>
    [...value.normalize('NFKC').matchAll(PACKS)].map(([, holds, of = '', pack, boxed, boxes, ofBox = '']) =>
      pack === undefined ? { pack: boxed ?? '', holds: Number(boxes), of: ofBox } : { pack, holds: Number(holds), of },
    ),
  )

const isPiece = (unit: string): boolean => unit.length === 1 && PIECE_UNITS.includes(unit)
const isContainer = (unit: string): boolean => /^(?:大|小|吨)?[桶壶罐]$/.test(unit)
const toWhole = (value: number): number | undefined => {
  const near = Math.round(value)
  return near > 0 && Math.abs(near - value) < 1e-6 ? near : undefined
}

/** Whether an amount would need the weight of a litre: tons of what is sold by litres. */
export const isDensityNeededForAmount = ({ unit }: OrderAmount, sku: SkuUnits): boolean => {
  const measure = MEASURE_UNIT_FACTORS[unit]
  return measure !== undefined && measure.base !== sku.unit && Object.values(MEASURE_UNIT_FACTORS).some(({ base }) => base === sku.unit)
}

/** Litres or kilograms as a number of the SKU's unit: its own, or the containers that hold them. */
function convertMeasure(number: number, measure: { base: string; factor: number }, sku: SkuUnits): ConvertedAmount | undefined {
  const amount = number * measure.factor
  if (sku.unit === measure.base) {
    const quantity = toWhole(amount)
    return quantity === undefined ? undefined : { quantity, certain: true }
  }
  const filled = listPacks(sku).find(({ of, pack }) => of === measure.base && pack === sku.unit)
  const quantity = filled && toWhole(amount / filled.holds)
  return quantity === undefined ? undefined : { quantity, certain: false }
}

/**
 * Converts an amount to the unit of a SKU: 两箱 of 10 支一箱 → 20, 六斤 → 3 公斤. Undefined: the SKU is not sold so, or it would be no whole
 * number.
 */
export function convertAmountToSkuUnit({ number, unit }: OrderAmount, sku: SkuUnits): ConvertedAmount | undefined {
  const count = (factor: number, certain = true): ConvertedAmount | undefined => {
    const quantity = toWhole(number * factor)
    return quantity === undefined ? undefined : { quantity, certain }
  }
  if (unit === '' || unit === sku.unit) return count(1)
  const measure = MEASURE_UNIT_FACTORS[unit]
  if (measure) return convertMeasure(number, measure, sku)
  const pack = listPacks(sku).find((one) => one.pack === unit && (one.of === sku.unit || (isPiece(one.of) && isPiece(sku.unit))))
  if (pack) return count(pack.holds)
  const group = PIECES_PER_GROUP_UNIT[unit]
  // A pair may be a left and a right one.
  if (group !== undefined) return isPiece(sku.unit) ? count(group, false) : undefined
  const counts = isPiece(unit) || isContainer(unit)
  if (isContainer(unit) && isContainer(sku.unit)) return count(1)
  return counts && isPiece(unit) && (isPiece(sku.unit) || isContainer(sku.unit)) ? count(1) : undefined
}
