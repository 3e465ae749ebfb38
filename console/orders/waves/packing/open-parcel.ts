// What the packing desk knows: the open parcel and what is scanned into it.
import type { BatchUnitsOfSku } from '#contract/catalog/inventory/batches.ts'
import { carrierNames, toOurCarrierName } from '#contract/orders/fulfilment/waybill.ts'
import type { WavePacking, WavePackingOrder } from '#contract/orders/waves/shapes.ts'

/**
 * The weight of the open parcel. `unknown`: a SKU has no weight, so nothing was compared. `differs`: it waits until somebody weighs again or says
 * that it leaves as it is (`confirmed`).
 */
export interface DeskWeight {
  grams: number
  state: 'fits' | 'unknown' | 'differs' | 'confirmed'
}

/** What was scanned into the parcel that is being packed. */
export interface OpenParcel {
  order: WavePackingOrder
  /** Scanned units by line number. */
  counted: Readonly<Record<number, number>>
  /** The packer ships what is scanned, although something is lacking. */
  short: boolean
  /** The batches that the packer takes instead of the proposed ones, by line number. */
  chosen: Readonly<Record<number, string | undefined>>
  /** What it weighs; undefined: it was not weighed since the last scan of goods. */
  weight: DeskWeight | undefined
}

/** What the desk says. `ask`: a number that is on another parcel. */
export interface PackingDeskNotice {
  tone: 'good' | 'bad' | 'ask'
  text: string
}

export interface PackingDeskState {
  /** The orders that still wait, by place. */
  orders: readonly WavePackingOrder[]
  /** What lies of the batches of their goods. */
  lying: readonly BatchUnitsOfSku[]
  parcel: OpenParcel | undefined
  carrier: string
  /** 称重复核: each parcel is weighed before its waybill is scanned. */
  isWeighing: boolean
  weightTolerance: WavePacking['weightTolerance']
  notice: PackingDeskNotice
  shipped: number
  /** The number that another parcel has, until it is confirmed or replaced. */
  asked: string | undefined
}

/** What a scan leads to: the next state, and the number to ship the parcel with if there is one. */
export interface ScanResult {
  state: PackingDeskState
  trackingNo?: string
  sharedWaybill?: boolean
}

export type Line = WavePackingOrder['lines'][number]

export const countOf = ({ counted }: OpenParcel, { lineNo }: Line): number => counted[lineNo] ?? 0

/** Returns the lines of a parcel that lack something, with how much. */
export const listLacking = (parcel: OpenParcel): { line: Line; lacking: number }[] =>
  parcel.order.lines.flatMap((line) => {
    const lacking = line.units - countOf(parcel, line)
    return lacking > 0 ? [{ line, lacking }] : []
  })

/** Whether nothing was scanned into a parcel. */
export const isEmptyParcel = ({ counted }: OpenParcel): boolean => Object.values(counted).every((units) => units === 0)

/** Whether the next scan is the waybill. */
export const isParcelReadyToShip = (parcel: OpenParcel): boolean => parcel.short || listLacking(parcel).length === 0

export const answer = (state: PackingDeskState, tone: PackingDeskNotice['tone'], text: string): ScanResult => ({
  state: Object.assign({}, state, { notice: { tone, text }, asked: undefined }),
})

export const findCarrier = (code: string): string | undefined => {
  const name = toOurCarrierName(code)
  return carrierNames.includes(name) ? name : undefined
}

/** The last digits of a number, by which a label is found in the pile. */
const TAIL = 4

export const formatWaybillPrompt = ({ carrier }: PackingDeskState, order: WavePackingOrder): string => {
  if (order.waybill) return `已齐，请扫面单 …${order.waybill.trackingNo.slice(-TAIL)}`
  return carrier === '' ? '已齐，请扫承运公司，再扫运单号' : `已齐，请扫${carrier}运单号`
}

/** What is asked for when the goods are complete: the scale, a decision about its weight, or the waybill. */
export const formatReadyPrompt = (state: PackingDeskState, { order, weight }: OpenParcel): string => {
  if (!state.isWeighing || weight?.state === 'confirmed' || weight?.state === 'fits' || weight?.state === 'unknown')
    return formatWaybillPrompt(state, order)
  return weight === undefined ? '已齐，请称重' : '已齐，重量不符，请核对'
}

/** How many units go into the parcel of an order. */
export const countUnitsToPack = ({ lines }: WavePackingOrder): number => lines.reduce((sum, { units }) => sum + units, 0)
