import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BatchUnits } from '#contract/catalog/inventory/batches.ts'
import { ParcelLines } from '#contract/orders/fulfilment/shapes.ts'
import type { WavePackingOrder } from '#contract/orders/waves/shapes.ts'
import { markWeightRefused, setDeskWeighing } from './packing/desk-weight.ts'
import type { PackingDeskState } from './packing/open-parcel.ts'
import {
  allowShippingIncompleteParcel,
  chooseBatchOfLine,
  computeScanResult,
  createPackingDeskState,
  discardOpenParcel,
  listBatchesOfLine,
  markParcelShipped,
  markShipmentRefused,
  toShippedLines,
} from './packing-desk.ts'

const weightTolerance = { percent: 5, grams: 200 }
const sku = (lineNo: number, skuCode: string, units: number, barcode = '') => ({
  batches: [],
  lineNo,
  skuId: skuCode,
  skuCode,
  barcode,
  goodsName: skuCode,
  skuProps: '{}',
  unit: '件',
  units,
  weightGrams: 620,
})
const order = (place: number, ...lines: ReturnType<typeof sku>[]): WavePackingOrder => ({
  enterpriseId: 'e',
  enterpriseName: '某矿',
  orderNo: `20261118000000000${place}`,
  place,
  receiverName: '林',
  receiverRegion: '广东省',
  remark: '',
  waybill: null,
  lines,
})
const orders = [
  order(1, sku(1, 'BIT-1', 2, '6901234567892'), sku(2, 'OIL-1', 1)),
  order(2, sku(1, 'BIT-1', 1, '6901234567892')),
  order(3, sku(1, 'BIT-1', 60, '6901234567892')),
]
/** Scans one text after another; the last result. */
const scans = (state: PackingDeskState, ...texts: string[]) =>
  texts.reduce<ReturnType<typeof computeScanResult>>((result, text) => computeScanResult(result.state, text), { state })
const desk = createPackingDeskState({ orders, lying: [], weightTolerance }, '德邦快递')

test('the first scan opens the order that can be completed first; the waybill finishes it', () => {
  const one = scans(desk, '6901234567892')
  expect([one.state.parcel?.order.place, one.state.notice.text]).toEqual([2, '第 2 单已齐，请扫德邦快递运单号'])
  const { trackingNo, state } = scans(one.state, 'DPK202611180001')
  expect(trackingNo).toBe('DPK202611180001')
  const next = markParcelShipped(state, 'DPK202611180001')
  expect([next.orders.length, next.shipped, next.parcel]).toEqual([2, 1, undefined])
  // The next of the same SKU is now for the order with the fewest units.
  expect(scans(next, 'bit-1').state.notice).toEqual({ tone: 'good', text: '第 1 单：还差 BIT-1×1、OIL-1×1' })
})

test('a wrong item is refused and changes nothing', () => {
  const { state } = scans(desk, orders[0]?.orderNo ?? '', 'OIL-1')
  const wrong = scans(state, 'OIL-1').state
  expect(wrong.notice).toEqual({ tone: 'bad', text: '第 1 单的 OIL-1 已够，请放回' })
  expect(scans(wrong, 'SEAL-9').state.notice).toEqual({ tone: 'bad', text: 'SEAL-9 不是待装箱的商品，还差 BIT-1 2 件' })
  expect(scans(wrong, '5*BIT-1').state.notice).toEqual({ tone: 'bad', text: '第 1 单的 BIT-1 只差 2 件，没有计入' })
  expect(scans(wrong, 'SEAL-9', '5*BIT-1').state.parcel?.counted).toEqual({ 2: 1 })
  expect(scans(wrong, '202611180000000002').state.notice.text).toBe('第 1 单还没有装完，装完或清空后再开下一单')
  const full = scans(wrong, '2*BIT-1').state
  expect(scans(full, 'BIT-1').state.notice).toEqual({ tone: 'bad', text: '第 1 单已齐，请先扫运单号发出' })
  expect(scans(desk, 'SEAL-9').state.notice).toEqual({ tone: 'bad', text: '没有订单需要 SEAL-9，请放回或核对条码' })
})

test('a scan can include a quantity', () => {
  const { state } = scans(desk, '60*BIT-1')
  expect([state.parcel?.order.place, state.parcel?.counted]).toEqual([3, { 1: 60 }])
})

test('a tracking number that does not fit its carrier is refused; the carrier is scanned as a code', () => {
  const { state } = scans(desk, '6901234567892')
  expect(scans(state, 'SF1234567890123').state.notice).toEqual({
    tone: 'bad',
    text: '德邦快递的运单号应为 DPK 加 12 位数字，或 8 至 10 位数字，请核对',
  })
  const other = scans(state, 'sf', 'SF1234567890123')
  expect([other.state.carrier, other.trackingNo]).toEqual(['顺丰速运', 'SF1234567890123'])
  expect(
    scans(createPackingDeskState({ orders, lying: [], weightTolerance }, ''), '6901234567892', 'DPK202611180001').state.notice.text,
  ).toBe('请先扫或选择承运公司')
})

test('a duplicate tracking number asks for confirmation: Y confirms, another number replaces it', () => {
  const { state } = scans(desk, '6901234567892', 'DPK202611180001')
  const asked = markShipmentRefused(state, { text: '同一单号已用于…，确认合并发货？', asked: 'DPK202611180001' })
  expect(computeScanResult(asked, 'y')).toMatchObject({ trackingNo: 'DPK202611180001', sharedWaybill: true })
  expect(computeScanResult(asked, 'DPK202611180002')).toEqual({ state: asked, trackingNo: 'DPK202611180002' })
  // Without a question Y is no number.
  expect(computeScanResult(state, 'y').trackingNo).toBeUndefined()
})

test('an incomplete order ships short if the packer says so; a cleared parcel starts over', () => {
  const { state } = scans(desk, orders[0]?.orderNo ?? '', 'BIT-1')
  const short = allowShippingIncompleteParcel(state)
  const { trackingNo } = computeScanResult(short, 'DPK202611180003')
  expect([trackingNo, short.parcel && toShippedLines({ parcel: short.parcel, lying: [] })]).toEqual([
    'DPK202611180003',
    [{ lineNo: 1, quantity: 1 }],
  ])
  expect(allowShippingIncompleteParcel(scans(desk, orders[0]?.orderNo ?? '').state).parcel?.short).toBe(false)
  expect(discardOpenParcel(state).parcel).toBeUndefined()
})

test('a parcel whose number was taken before takes its own label and no other', () => {
  const labelled = orders.map((one) =>
    Object.assign({}, one, { waybill: { id: 'w', carrier: '顺丰速运', trackingNo: `SF90000000000${one.place}0` } }),
  )
  const { state } = scans(createPackingDeskState({ orders: labelled, lying: [], weightTolerance }, '德邦快递'), '6901234567892')
  expect(state.notice.text).toBe('第 2 单已齐，请扫面单 …0020')
  expect(scans(state, 'SF9000000000010').state.notice).toEqual({
    tone: 'bad',
    text: '这是第 1 单的面单，第 2 单的面单是 SF9000000000020',
  })
  expect(scans(state, 'DPK202611180001').state.notice.text).toBe('第 2 单的面单是 SF9000000000020，要用别的单号请先取消面单')
  const right = scans(state, 'sf9000000000020')
  expect([right.trackingNo, right.state.carrier]).toEqual(['SF9000000000020', '顺丰速运'])
})

test('the label of another order is not for a parcel whose own number was not taken', () => {
  const labelled = orders.map((one) =>
    Object.assign({}, one, { waybill: one.place === 1 ? { id: 'w', carrier: '德邦快递', trackingNo: 'DPK900000000001' } : null }),
  )
  const { state } = scans(createPackingDeskState({ orders: labelled, lying: [], weightTolerance }, '德邦快递'), '6901234567892')
  const wrong = scans(state, 'DPK900000000001')
  expect([wrong.trackingNo, wrong.state.notice.text]).toEqual([undefined, '这是第 1 单的面单，第 2 单没有取到面单'])
  expect(scans(state, 'DPK900000000002').trackingNo).toBe('DPK900000000002')
})

/** The third order, of goods that lie in batches. So many units of each batch are proposed for it, and more may lie there. */
function batchedDesk(proposed: readonly BatchUnits[], lying: readonly BatchUnits[] = proposed) {
  const ofSku = lying.map((batch) => Object.assign({ skuId: 'OIL-9' }, batch))
  const units = proposed.reduce((sum, batch) => sum + batch.units, 0)
  const oil = Object.assign(sku(1, 'OIL-9', units), { unit: '桶', batches: proposed })
  return createPackingDeskState({ orders: [order(1, oil)], lying: ofSku, weightTolerance }, '德邦快递')
}
const batch = (batchNo: string, units: number): BatchUnits => ({ batchId: randomUUID(), batchNo, bestBefore: '2027-06-30', units })
const shippedOf = ({ parcel, lying }: PackingDeskState) => parcel && toShippedLines({ parcel, lying })

test('of very many batches a parcel names as many as the contract allows, and ships all units', () => {
  const { state } = scans(batchedDesk(Array.from({ length: 25 }, (_, at) => batch(`B${at}`, 2))), '50*OIL-9')
  const lines = shippedOf(state)
  expect(ParcelLines.parse(lines)).toEqual(lines)
  expect([lines?.[0]?.quantity, lines?.[0]?.batches?.length]).toEqual([50, 20])
})

test('the packer takes another batch than the proposed one, as far as it goes, and the proposed one again', () => {
  const [first, second, other] = [batch('A', 2), batch('B', 2), batch('C', 3)]
  const desk9 = batchedDesk([first, second], [Object.assign({}, first, { units: 9 }), second, other])
  const { state } = scans(desk9, '3*OIL-9')
  expect(state.parcel && listBatchesOfLine(state, state.parcel.order.lines[0] ?? expect.fail()).map(({ batchNo }) => batchNo)).toEqual([
    'A',
    'B',
    'C',
  ])
  const taken = (after: PackingDeskState) => shippedOf(after)?.[0]?.batches?.map(({ batchId, quantity }) => [batchId, quantity])
  // Of A lie more than two, but the others are proposed for another order.
  expect(taken(state)).toEqual([
    [first.batchId, 2],
    [second.batchId, 1],
  ])
  const chosen = chooseBatchOfLine(state, { lineNo: 1, batchId: other.batchId })
  expect(taken(chosen)).toEqual([[other.batchId, 3]])
  // What is scanned after it is still of the chosen batch, which has no more than three.
  const full = scans(chosen, 'OIL-9').state
  expect(taken(full)).toEqual([
    [other.batchId, 3],
    [first.batchId, 1],
  ])
  expect(taken(chooseBatchOfLine(full, { lineNo: 1, batchId: undefined }))).toEqual([
    [first.batchId, 2],
    [second.batchId, 2],
  ])
  expect(chooseBatchOfLine(discardOpenParcel(full), { lineNo: 1, batchId: other.batchId }).parcel).toBeUndefined()
})

test('what has left with one parcel is not offered for the next', () => {
  const [first, second] = [batch('A', 4), batch('B', 100)]
  const { state } = scans(batchedDesk([first], [first, second]), '4*OIL-9')
  const left = markParcelShipped(state, 'DPK202611180001')
  expect(left.lying.map(({ batchId, units }) => [batchId, units])).toEqual([[second.batchId, 100]])
  const chosen = markParcelShipped(chooseBatchOfLine(state, { lineNo: 1, batchId: second.batchId }), 'DPK202611180001')
  expect(chosen.lying.map(({ batchId, units }) => [batchId, units])).toEqual([
    [first.batchId, 4],
    [second.batchId, 96],
  ])
})

test('a refused quantity is said in the unit of the goods', () => {
  expect(scans(batchedDesk([batch('A', 2)]), '9*OIL-9').state.notice.text).toBe('没有订单需要 OIL-9 9 桶，请放回或核对条码')
})

/** The first order is complete: two of BIT-1 and one of OIL-1, 620 g each. */
const packed = (isWeighing = true) => scans(setDeskWeighing(desk, isWeighing), orders[0]?.orderNo ?? '', '2*BIT-1', 'OIL-1').state

test('a desk that weighs asks for the scale before the waybill; one that does not asks for nothing more', () => {
  expect(packed(false).notice.text).toBe('第 1 单已齐，请扫德邦快递运单号')
  const full = packed()
  expect(full.notice.text).toBe('第 1 单已齐，请称重')
  const early = scans(full, 'DPK202611180001')
  expect([early.trackingNo, early.state.notice]).toEqual([
    undefined,
    { tone: 'bad', text: '第 1 单请先称重，再扫运单号：由秤输入，或键入千克数' },
  ])
  const { state } = scans(full, 'ST,GS,+  1.90kg')
  expect(state.notice).toEqual({ tone: 'good', text: '第 1 单实重 1.90 kg，与应重相符，请扫德邦快递运单号' })
  expect(state.parcel?.weight).toEqual({ grams: 1_900, state: 'fits' })
  expect(scans(state, 'DPK202611180001').trackingNo).toBe('DPK202611180001')
})

test('a weight that differs beeps and waits for a second Enter, a carrier or a number do not answer it', () => {
  const { state } = scans(packed(), '1.01')
  expect(state.notice.tone).toBe('bad')
  expect(state.notice.text).toBe('第 1 单应重 1.86 kg，实重 1.01 kg，请核对')
  expect(scans(state, 'DPK202611180001').trackingNo).toBeUndefined()
  expect(scans(state, '顺丰', 'DPK202611180001').trackingNo).toBeUndefined()
  const confirmed = scans(state, '').state
  expect(confirmed.parcel?.weight).toEqual({ grams: 1_010, state: 'confirmed' })
  expect(scans(confirmed, 'DPK202611180001').trackingNo).toBe('DPK202611180001')
  // Weighed again, it fits; and a second Enter says nothing where nothing is asked.
  expect(scans(state, '1.9').state.parcel?.weight?.state).toBe('fits')
  expect(scans(packed(), '').state.parcel?.weight).toBeUndefined()
})

test('goods without a weight are not compared, and the desk says so', () => {
  const [first] = orders
  const light = { ...first, lines: (first?.lines ?? []).map((line) => ({ ...line, weightGrams: line.lineNo === 2 ? 0 : 620 })) }
  const state = setDeskWeighing(
    createPackingDeskState({ orders: [light as WavePackingOrder], lying: [], weightTolerance }, '德邦快递'),
    true,
  )
  const weighed = scans(state, first?.orderNo ?? '', '2*BIT-1', 'OIL-1', '99').state
  expect(weighed.notice).toEqual({
    tone: 'good',
    text: '第 1 单实重 99.00 kg；有商品没有重量资料，没有复核，请扫德邦快递运单号',
  })
  expect(weighed.parcel?.weight?.state).toBe('unknown')
})

test('what is scanned after the scale is weighed again, and what the server refuses is asked again', () => {
  const short = scans(setDeskWeighing(desk, true), orders[0]?.orderNo ?? '', '2*BIT-1').state
  const weighed = scans(allowShippingIncompleteParcel(short), '1.24').state
  expect([weighed.notice.text, weighed.parcel?.weight?.state]).toEqual(['第 1 单实重 1.24 kg，与应重相符，请扫德邦快递运单号', 'fits'])
  const refused = markWeightRefused(weighed, '应重 3.00 kg，实重 1.24 kg，请核对')
  expect([refused.parcel?.weight?.state, refused.notice.tone]).toEqual(['differs', 'bad'])
  expect(scans(refused, '', 'DPK202611180001').trackingNo).toBe('DPK202611180001')
})
