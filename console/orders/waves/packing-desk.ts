// The packing desk without its screen: what a scan means, and what the desk says to it.
import { isCodeOfSku, parseScan } from '#console/platform/components/scanner/scanned-code.ts'
import { type BatchUnits, type BatchUnitsOfSku, shareBatchesOverLines } from '#contract/catalog/inventory/batches.ts'
import { type ParcelLines, toParcelLine } from '#contract/orders/fulfilment/shapes.ts'
import { getWaybillError, normaliseWaybillNumber } from '#contract/orders/fulfilment/waybill.ts'
import type { WavePacking, WavePackingOrder } from '#contract/orders/waves/shapes.ts'
import { confirmWeight, weigh } from './packing/desk-weight.ts'
import {
  answer,
  countOf,
  countUnitsToPack,
  findCarrier,
  formatReadyPrompt,
  isEmptyParcel,
  isParcelReadyToShip,
  type Line,
  listLacking,
  type OpenParcel,
  type PackingDeskNotice,
  type PackingDeskState,
  type ScanResult,
} from './packing/open-parcel.ts'

const START_SENTENCE: PackingDeskNotice = { tone: 'good', text: '请扫描商品条码，或订单号条码' }

export const createPackingDeskState = (
  { orders, lying, weightTolerance }: WavePacking,
  carrier: string,
  isWeighing = false,
): PackingDeskState => ({
  orders,
  lying,
  weightTolerance,
  parcel: undefined,
  carrier,
  isWeighing,
  notice: START_SENTENCE,
  shipped: 0,
  asked: undefined,
})

/**
 * Opens the box that was kept before the page was loaded again. Nothing is opened if its order no longer waits, or if more was scanned than is
 * to be packed now: then the box is scanned again.
 */
export function restoreOpenParcel(
  state: PackingDeskState,
  box: (Omit<OpenParcel, 'order' | 'weight'> & Partial<Pick<OpenParcel, 'weight'>> & { orderNo: string }) | undefined,
): PackingDeskState {
  const order = box && state.orders.find(({ orderNo }) => orderNo === box.orderNo)
  if (!order) return state
  const isRight = Object.entries(box.counted).every(([lineNo, units]) =>
    order.lines.some((line) => line.lineNo === Number(lineNo) && units <= line.units),
  )
  if (!isRight) return state
  const parcel: OpenParcel = { order, counted: box.counted, short: box.short, chosen: box.chosen, weight: box.weight }
  const left = listLacking(parcel)
  const next = isParcelReadyToShip(parcel)
    ? formatReadyPrompt(state, parcel)
    : `还差 ${left.map(({ line, lacking }) => `${line.skuCode}×${lacking}`).join('、')}`
  return Object.assign({}, state, { parcel, notice: { tone: 'good', text: `第 ${order.place} 单接着装：${next}` } })
}

/** What a parcel takes its batches from: those of the order, and what lies in the warehouse. */
type BatchSource = Pick<PackingDeskState, 'lying'> & { parcel: OpenParcel }

/** Lists the batches that may be taken for a line, in the order in which they leave. */
export const listBatchesOfLine = ({ lying }: Pick<PackingDeskState, 'lying'>, { skuId }: Line): BatchUnitsOfSku[] =>
  lying.filter((batch) => batch.skuId === skuId)

/**
 * Returns the batches of so many units of each line, by line number: the chosen one as far as it goes, else the proposed ones. Of a batch that nobody
 * has chosen the parcel takes no more than was proposed for it, because the rest of it is proposed for other orders.
 */
export function computeBatchesOfParcel(
  { parcel: { order, chosen }, lying }: BatchSource,
  quantityOf: (line: Line) => number,
): Map<number, BatchUnits[]> {
  const named = lying.filter(({ batchId }) => Object.values(chosen).includes(batchId))
  const proposed = order.lines.flatMap(({ skuId, batches }) => batches.map((batch) => Object.assign({ skuId }, batch)))
  const others = proposed.filter((batch) => !named.some(({ batchId }) => batchId === batch.batchId))
  // Lines of the same goods take parts of the same batch.
  const sums = [...Map.groupBy(others, ({ batchId }) => batchId).values()].flatMap((parts) =>
    parts.slice(0, 1).map((batch) => Object.assign({}, batch, { units: parts.reduce((sum, { units }) => sum + units, 0) })),
  )
  const shared = shareBatchesOverLines(
    order.lines.map((line) => ({ skuId: line.skuId, quantity: quantityOf(line), chosen: chosen[line.lineNo] })),
    [...sums, ...named],
  )
  return new Map(order.lines.map(({ lineNo }, at) => [lineNo, shared[at] ?? []]))
}

/** The packer takes another batch for a line; undefined: the proposed ones again. */
export function chooseBatchOfLine(
  state: PackingDeskState,
  { lineNo, batchId }: { lineNo: number; batchId: string | undefined },
): PackingDeskState {
  const { parcel } = state
  if (!parcel) return state
  const chosen = Object.assign({}, parcel.chosen, { [lineNo]: batchId })
  return Object.assign({}, state, { parcel: Object.assign({}, parcel, { chosen }) })
}

/** Returns the scanned units as lines of the call, of the batches that the desk has shown. */
export function toShippedLines(source: BatchSource): ParcelLines {
  const { parcel } = source
  const taken = computeBatchesOfParcel(source, (line) => countOf(parcel, line))
  return parcel.order.lines.flatMap((line) => {
    const quantity = countOf(parcel, line)
    return quantity > 0 ? [toParcelLine({ lineNo: line.lineNo, quantity }, taken.get(line.lineNo) ?? [])] : []
  })
}

/** Puts units into the open parcel, spread over its lines of this SKU. */
function count(state: PackingDeskState, parcel: OpenParcel, { units, code }: { units: number; code: string }): ScanResult {
  const place = `第 ${parcel.order.place} 单`
  const own = parcel.order.lines.filter((line) => isCodeOfSku(line, code))
  const [first] = own
  if (!first) {
    const next = listLacking(parcel)[0]
    const known = state.orders.some(({ lines }) => lines.some((line) => isCodeOfSku(line, code)))
    const what = known ? `${place}不需要 ${code}` : `${code} 不是待装箱的商品`
    return answer(state, 'bad', `${what}，还差 ${next?.line.skuCode ?? ''} ${next?.lacking ?? 0} ${next?.line.unit ?? ''}`)
  }
  const lacking = own.reduce((sum, line) => sum + line.units - countOf(parcel, line), 0)
  if (lacking === 0) return answer(state, 'bad', `${place}的 ${first.skuCode} 已够，请放回`)
  if (units > lacking) return answer(state, 'bad', `${place}的 ${first.skuCode} 只差 ${lacking} ${first.unit}，没有计入`)
  let rest = units
  const counted: Record<number, number> = Object.assign({}, parcel.counted)
  for (const line of own) {
    const added = Math.min(rest, line.units - countOf(parcel, line))
    counted[line.lineNo] = countOf(parcel, line) + added
    rest -= added
  }
  const next: OpenParcel = { order: parcel.order, counted, short: false, chosen: parcel.chosen, weight: undefined }
  const after = Object.assign({}, state, { parcel: next })
  if (isParcelReadyToShip(next)) return answer(after, 'good', `${place}${formatReadyPrompt(state, next)}`)
  const left = listLacking(next)
  return answer(after, 'good', `${place}：还差 ${left.map(({ line, lacking: more }) => `${line.skuCode}×${more}`).join('、')}`)
}

/** Opens the order that is complete soonest with a scanned SKU: the one with the fewest units, of these the first place. */
function open(state: PackingDeskState, scan: { units: number; code: string }): ScanResult {
  const parcelOf = (order: WavePackingOrder): OpenParcel => ({ order, counted: {}, short: false, chosen: {}, weight: undefined })
  const named = state.orders.find(({ orderNo }) => orderNo === scan.code)
  if (named) return answer(Object.assign({}, state, { parcel: parcelOf(named) }), 'good', `第 ${named.place} 单：请扫描商品`)
  const [order] = state.orders
    .filter(({ lines }) => lines.filter((line) => isCodeOfSku(line, scan.code)).reduce((sum, { units }) => sum + units, 0) >= scan.units)
    .toSorted((a, b) => countUnitsToPack(a) - countUnitsToPack(b) || a.place - b.place)
  if (order) return count(state, parcelOf(order), scan)
  const carrier = findCarrier(scan.code)
  if (carrier !== undefined) return answer(Object.assign({}, state, { carrier }), 'good', `承运公司：${carrier}`)
  const unit = state.orders.flatMap(({ lines }) => lines).find((line) => isCodeOfSku(line, scan.code))?.unit ?? '件'
  return answer(state, 'bad', `没有订单需要 ${scan.code}${scan.units > 1 ? ` ${scan.units} ${unit}` : ''}，请放回或核对条码`)
}

/** A scan while a parcel is complete: the label of another order is wrong for any parcel, and of one whose number was taken only its own label is right. */
function finishWithTakenNumber(state: PackingDeskState, number: string, { place, waybill }: WavePackingOrder): ScanResult | undefined {
  if (waybill && number === normaliseWaybillNumber(waybill.trackingNo))
    return { state: Object.assign({}, state, { carrier: waybill.carrier }), trackingNo: number }
  const other = state.orders.find((order) => order.waybill && normaliseWaybillNumber(order.waybill.trackingNo) === number)
  const own = waybill ? `第 ${place} 单的面单是 ${waybill.trackingNo}` : `第 ${place} 单没有取到面单`
  if (other) return answer(state, 'bad', `这是第 ${other.place} 单的面单，${own}`)
  return waybill ? answer(state, 'bad', `${own}，要用别的单号请先取消面单`) : undefined
}

/** A scan while the parcel is complete: a carrier, the answer to a question, or the waybill. */
function finish(state: PackingDeskState, text: string): ScanResult {
  const number = normaliseWaybillNumber(text)
  if (state.asked !== undefined && number === 'Y') return { state, trackingNo: state.asked, sharedWaybill: true }
  const carrier = findCarrier(text)
  if (carrier !== undefined) return answer(Object.assign({}, state, { carrier }), 'good', `承运公司：${carrier}，请扫运单号`)
  if (state.orders.some(({ orderNo, lines }) => orderNo === number || lines.some((line) => isCodeOfSku(line, number))))
    return answer(state, 'bad', `第 ${state.parcel?.order.place ?? ''} 单已齐，请先扫运单号发出`)
  const taken = state.parcel && finishWithTakenNumber(state, number, state.parcel.order)
  if (taken) return taken
  if (state.carrier === '') return answer(state, 'bad', '请先扫或选择承运公司')
  const fault = getWaybillError(state.carrier, number)
  return fault === undefined ? { state, trackingNo: number } : answer(state, 'bad', fault)
}

/** What a scan or a typed text means at the desk. Nothing but Enter answers whether a parcel leaves with a weight that differs. */
export function computeScanResult(state: PackingDeskState, text: string): ScanResult {
  const { parcel } = state
  if (text.trim() === '') return parcel?.weight?.state === 'differs' ? confirmWeight(state, parcel, parcel.weight) : { state }
  if (!parcel) return open(state, parseScan(text))
  if (isParcelReadyToShip(parcel)) return (state.isWeighing ? weigh(state, parcel, text) : undefined) ?? finish(state, text)
  const given = parseScan(text)
  const other = state.orders.find(({ orderNo }) => orderNo === given.code)
  if (other && other !== parcel.order) return answer(state, 'bad', `第 ${parcel.order.place} 单还没有装完，装完或清空后再开下一单`)
  return count(state, parcel, given)
}

/** Empties the open parcel: its units go back to the table. */
export const discardOpenParcel = (state: PackingDeskState): PackingDeskState =>
  Object.assign({}, state, { parcel: undefined, notice: START_SENTENCE, asked: undefined })

/** Ships what is scanned although something is lacking. */
export function allowShippingIncompleteParcel(state: PackingDeskState): PackingDeskState {
  const { parcel } = state
  if (!parcel || isEmptyParcel(parcel)) return state
  const next: OpenParcel = Object.assign({}, parcel, { short: true })
  const text = `第 ${parcel.order.place} 单按已扫数量发出：${formatReadyPrompt(state, next).replace('已齐，', '')}`
  return Object.assign({}, state, { parcel: next, notice: { tone: 'good', text } })
}

/** What lies in the warehouse after a parcel has left. */
function computeBatchesLeft(source: BatchSource): BatchUnitsOfSku[] {
  const taken = [...computeBatchesOfParcel(source, (line) => countOf(source.parcel, line)).values()].flat()
  const unitsOf = (id: string) => taken.reduce((sum, { batchId, units }) => (batchId === id ? sum + units : sum), 0)
  const left = source.lying.map((batch) => Object.assign({}, batch, { units: batch.units - unitsOf(batch.batchId) }))
  return left.filter(({ units }) => units > 0)
}

/** The parcel has left. */
export function markParcelShipped(state: PackingDeskState, trackingNo: string): PackingDeskState {
  const { parcel, orders, shipped, carrier, lying, isWeighing, weightTolerance } = state
  if (!parcel) return state
  const rest = orders.filter((order) => order !== parcel.order)
  const next = rest.length === 0 ? '波次已全部装完' : '请扫下一件商品'
  const notice: PackingDeskNotice = { tone: 'good', text: `第 ${parcel.order.place} 单已发出：${carrier} ${trackingNo}。${next}` }
  return {
    orders: rest,
    lying: computeBatchesLeft({ parcel, lying }),
    parcel: undefined,
    carrier,
    isWeighing,
    weightTolerance,
    notice,
    shipped: shipped + 1,
    asked: undefined,
  }
}

/** The server has refused to ship. A number that is used twice is asked about; the parcel stays open in any case. */
export const markShipmentRefused = (
  state: PackingDeskState,
  { text, asked }: { text: string; asked?: string | undefined },
): PackingDeskState => Object.assign({}, state, { notice: { tone: asked === undefined ? 'bad' : 'ask', text }, asked })
