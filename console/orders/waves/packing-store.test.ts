import { expect, test, vi } from 'vitest'
import type { BatchUnitsOfSku } from '#contract/catalog/inventory/batches.ts'
import type { WavePackingOrder } from '#contract/orders/waves/shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { PackingDeskStore, type SavedOpenParcel } from './packing-store.ts'

const weightTolerance = { percent: 5, grams: 200 }
const order = (place: number): WavePackingOrder => ({
  enterpriseId: 'e',
  enterpriseName: '某矿',
  orderNo: `20261118000000000${place}`,
  place,
  receiverName: '林',
  receiverRegion: '广东省',
  remark: '',
  waybill: null,
  lines: [
    {
      lineNo: 1,
      skuId: 'b',
      skuCode: 'BIT-1',
      barcode: '',
      goodsName: '截齿',
      skuProps: '{}',
      unit: '支',
      units: place,
      weightGrams: 620,
      batches: [],
    },
  ],
})

/** A desk with two orders, of one and of two units. `ship` is its call. */
function openStore(
  ship: ConstructorParameters<typeof PackingDeskStore>[0]['ship'],
  kept?: SavedOpenParcel,
  orders = [order(1), order(2)],
  lying: BatchUnitsOfSku[] = [],
  isWeighing = false,
) {
  const box = { now: kept }
  const outside = {
    ship: vi.fn(ship),
    beep: vi.fn(),
    refetch: vi.fn(),
    keepCarrier: vi.fn(),
    keepWeighing: vi.fn(),
    keepBox: (next: SavedOpenParcel | undefined) => {
      box.now = next
    },
    readBox: () => box.now,
    box,
  }
  const store = new PackingDeskStore(outside, { orders, lying, weightTolerance, carrier: '德邦快递', isWeighing })
  return { store, outside, desk: () => store.read().desk }
}

test('scans during a call wait for it, and then fill the next parcel', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { store, outside, desk } = openStore(() => promise)
  void store.scan('BIT-1')
  void store.scan('DPK202611180001')
  const last = store.scan('BIT-1')
  await vi.waitFor(() => expect(outside.ship).toHaveBeenCalledTimes(1))
  expect([store.read().sending, desk().parcel?.order.place]).toEqual([true, 1])
  resolve()
  await last
  await vi.waitFor(() => expect(desk().parcel?.counted).toEqual({ 1: 1 }))
  expect([desk().shipped, desk().parcel?.order.place, store.read().sending]).toEqual([1, 2, false])
  expect(outside.ship.mock.calls[0]?.[0]).toMatchObject({ trackingNo: 'DPK202611180001', lines: [{ lineNo: 1, quantity: 1 }] })
  expect(outside.keepCarrier.mock.calls).toEqual([['德邦快递']])
})

test('a used waybill number asks; later scans are dropped, and Y ships with it', async () => {
  const used = new Refusal('WAYBILL_IN_USE', { code: 409, msg: '同一单号已用于订单 1' })
  const { store, outside, desk } = openStore(({ sharedWaybill }) => (sharedWaybill ? Promise.resolve() : Promise.reject(used)))
  await store.scan('BIT-1')
  const shipping = store.scan('DPK202611180001')
  void store.scan('BIT-1')
  await shipping
  expect([desk().asked, desk().notice, desk().parcel?.counted]).toEqual(['DPK202611180001', { tone: 'ask', text: used.message }, { 1: 1 }])
  await store.scan('y')
  expect([desk().shipped, desk().asked, outside.ship.mock.calls.at(-1)?.[0].sharedWaybill]).toEqual([1, undefined, true])
  expect(outside.refetch).not.toHaveBeenCalled()
})

test('another refusal reads the wave again; an open parcel whose order has changed is emptied', async () => {
  const moved = new Refusal('ORDER_ACTION_NOT_ALLOWED', { code: 409, msg: '订单已取消' })
  const { store, outside, desk } = openStore(() => Promise.reject(moved))
  await store.scan('BIT-1')
  await store.scan('DPK202611180001')
  expect([desk().notice, outside.refetch.mock.calls.length, outside.beep.mock.calls.at(-1)]).toEqual([
    { tone: 'bad', text: moved.message },
    1,
    ['bad'],
  ])
  store.take({ orders: [order(2)], lying: [], weightTolerance })
  expect([desk().parcel, desk().orders.length]).toEqual([undefined, 1])
})

test('an open parcel keeps what was scanned when other batches are proposed for it, and leaves with those', async () => {
  const bestBefore = '2027-06-30'
  const of = (batchId: string): WavePackingOrder => ({
    ...order(2),
    lines: order(2).lines.map((line) => ({ ...line, batches: [{ batchId, batchNo: batchId, bestBefore, units: 2 }] })),
  })
  const { store, outside, desk } = openStore(async () => undefined, undefined, [of('A')])
  await store.scan('BIT-1')
  store.take({ orders: [of('B')], lying: [], weightTolerance })
  expect(desk().parcel?.counted).toEqual({ 1: 1 })
  await store.scan('BIT-1')
  await store.scan('DPK202611180001')
  expect(outside.ship.mock.calls[0]?.[0].lines).toEqual([{ lineNo: 1, quantity: 2, batches: [{ batchId: 'B', quantity: 2 }] }])
})

test('a batch that the packer chose survives a reload, leaves with the parcel, and then the wave is read again', async () => {
  const [line] = order(1).lines
  const of = (batchId: string) => ({ batchId, batchNo: batchId, bestBefore: '2027-06-30', units: 2 })
  const batched = { ...order(1), lines: line ? [{ ...line, batches: [of('A')] }] : [] }
  const lying = ['A', 'B'].map((batchId) => ({ ...of(batchId), skuId: 'b' }))
  const first = openStore(async () => undefined, undefined, [batched], lying)
  await first.store.scan('BIT-1')
  first.store.chooseBatch(1, 'B')
  const again = openStore(async () => undefined, first.outside.box.now, [batched], lying)
  await again.store.scan('DPK202611180001')
  expect(again.outside.ship.mock.calls[0]?.[0].lines).toEqual([{ lineNo: 1, quantity: 1, batches: [{ batchId: 'B', quantity: 1 }] }])
  expect(again.outside.refetch).toHaveBeenCalledTimes(1)
})

test('the open box is kept until it is shipped or emptied, and a page that is loaded again goes on with it', async () => {
  const first = openStore(async () => undefined)
  await first.store.scan(order(2).orderNo)
  await first.store.scan('BIT-1')
  expect(first.outside.box.now).toEqual({ orderNo: order(2).orderNo, counted: { 1: 1 }, short: false, chosen: {} })
  const again = openStore(async () => undefined, first.outside.box.now)
  expect([again.desk().parcel?.counted, again.desk().notice]).toEqual([{ 1: 1 }, { tone: 'good', text: '第 2 单接着装：还差 BIT-1×1' }])
  await again.store.scan('BIT-1')
  expect(openStore(async () => undefined, again.outside.box.now).desk().notice.text).toBe('第 2 单接着装：已齐，请扫德邦快递运单号')
  await again.store.scan('DPK202611180001')
  expect([again.desk().shipped, again.outside.box.now]).toEqual([1, undefined])
  const emptied = openStore(async () => undefined, { orderNo: order(2).orderNo, counted: { 1: 1 }, short: true, chosen: {} })
  emptied.store.clear()
  expect(emptied.outside.box.now).toBe(undefined)
})

test('a kept box is not opened if its order has left, has another line or needs fewer units', () => {
  const opened = (counted: SavedOpenParcel['counted'], orders: WavePackingOrder[]) =>
    openStore(async () => undefined, { orderNo: order(2).orderNo, counted, short: false, chosen: {} }, orders).desk().parcel
  expect(opened({ 1: 1 }, [order(1)])).toBe(undefined)
  expect(opened({ 2: 1 }, [order(2)])).toBe(undefined)
  expect(opened({ 1: 3 }, [order(2)])).toBe(undefined)
  expect(opened({ 1: 2 }, [order(2)])?.counted).toEqual({ 1: 2 })
})

test('a weighed parcel is sent with its weight; one that the server finds different is confirmed and sent again', async () => {
  const differs = new Refusal('WEIGHT_DIFFERS', { code: 409, msg: '应重 1.40 kg，实重 0.62 kg，请核对' })
  const { store, outside, desk } = openStore(
    ({ weightConfirmed }) => (weightConfirmed ? Promise.resolve() : Promise.reject(differs)),
    undefined,
    undefined,
    [],
    true,
  )
  await store.scan('BIT-1')
  await store.scan('0.62')
  await store.scan('DPK202611180001')
  expect(outside.ship.mock.calls[0]?.[0]).toMatchObject({ weighedGrams: 620, weightConfirmed: undefined })
  expect([desk().parcel?.weight?.state, desk().notice.tone, outside.beep.mock.calls.at(-1), outside.refetch.mock.calls.length]).toEqual([
    'differs',
    'bad',
    ['bad'],
    0,
  ])
  await store.scan('')
  await store.scan('DPK202611180001')
  expect([desk().shipped, outside.ship.mock.calls.at(-1)?.[0]]).toEqual([
    1,
    expect.objectContaining({ weighedGrams: 620, weightConfirmed: true }),
  ])
  store.setWeighing(false)
  expect([desk().isWeighing, outside.keepWeighing.mock.calls]).toEqual([false, [[false]]])
})
