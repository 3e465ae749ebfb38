// 称重复核: what a scale says at the packing desk, before the waybill of a parcel is scanned.
import {
  computeExpectedGrams,
  formatGramsAsKg,
  formatWeightDifference,
  isWeightPlausible,
  parseWeight,
} from '#contract/orders/fulfilment/weight.ts'
import {
  answer,
  countOf,
  type DeskWeight,
  findCarrier,
  formatWaybillPrompt,
  type OpenParcel,
  type PackingDeskState,
  type ScanResult,
} from './open-parcel.ts'

/** What follows when the weight is settled. */
const formatNext = (state: PackingDeskState, { order }: OpenParcel): string => formatWaybillPrompt(state, order).replace('已齐，', '')

const withWeight = (state: PackingDeskState, parcel: OpenParcel, weight: DeskWeight): PackingDeskState =>
  Object.assign({}, state, { parcel: Object.assign({}, parcel, { weight }) })

/** The parcel leaves although it does not weigh what its goods do. */
export function confirmWeight(state: PackingDeskState, parcel: OpenParcel, { grams }: DeskWeight): ScanResult {
  const after = withWeight(state, parcel, { grams, state: 'confirmed' })
  return answer(after, 'good', `第 ${parcel.order.place} 单重量已确认，${formatNext(state, parcel)}`)
}

function compareWeight(
  state: PackingDeskState,
  parcel: OpenParcel,
  { grams, expected }: { grams: number; expected: number | null },
): ScanResult {
  const place = `第 ${parcel.order.place} 单`
  const weighed = `${place}实重 ${formatGramsAsKg(grams)}`
  if (expected === null) {
    const after = withWeight(state, parcel, { grams, state: 'unknown' })
    return answer(after, 'good', `${weighed}；有商品没有重量资料，没有复核，${formatNext(state, parcel)}`)
  }
  if (isWeightPlausible(grams, expected, state.weightTolerance)) {
    const after = withWeight(state, parcel, { grams, state: 'fits' })
    return answer(after, 'good', `${weighed}，与应重相符，${formatNext(state, parcel)}`)
  }
  const after = withWeight(state, parcel, { grams, state: 'differs' })
  return answer(after, 'bad', `${place}${formatWeightDifference(grams, expected)}`)
}

/** A scan before the waybill of a parcel that is weighed: what the scale says. undefined: it is something else, and may be taken. */
export function weigh(state: PackingDeskState, parcel: OpenParcel, text: string): ScanResult | undefined {
  const place = `第 ${parcel.order.place} 单`
  const grams = parseWeight(text)
  if (grams !== undefined) {
    const lines = parcel.order.lines.map((line) => ({ weightGrams: line.weightGrams, units: countOf(parcel, line) }))
    return compareWeight(state, parcel, { grams, expected: computeExpectedGrams(lines) })
  }
  if (findCarrier(text) !== undefined) return undefined
  if (parcel.weight === undefined) return answer(state, 'bad', `${place}请先称重，再扫运单号：由秤输入，或键入千克数`)
  return parcel.weight.state === 'differs' ? answer(state, 'bad', `${place}重量不符，请先核对`) : undefined
}

/** The server has compared the weight with the goods as they are now, and they differ. */
export function markWeightRefused(state: PackingDeskState, text: string): PackingDeskState {
  const { parcel } = state
  if (!parcel?.weight) return state
  const after = withWeight(state, parcel, { grams: parcel.weight.grams, state: 'differs' })
  return Object.assign({}, after, { notice: { tone: 'bad', text: `${text}；确认后重扫运单号` } })
}

/** Parcels are weighed from now on, or not any more. */
export const setDeskWeighing = (state: PackingDeskState, isWeighing: boolean): PackingDeskState => Object.assign({}, state, { isWeighing })
