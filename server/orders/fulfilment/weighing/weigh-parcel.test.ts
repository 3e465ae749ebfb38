import { expect, test } from 'vitest'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const warehouse = await mall.staff('warehouse')
const { consoleWave, consoleOrder, consoleHandoverList } = warehouse.api
const carrier = '德邦快递'
const bit = await mall.createSku('截齿', { code: 'BIT-1', stock: 500, sale: '10.00', weightGrams: 620 })
const unknown = await mall.createSku('密封圈', { code: 'SEAL-1', stock: 500, sale: '10.00', weightGrams: 0 })
const lin = await mall.buyer('林', { wallet: '9000' })

/** A paid order in a wave of its own. */
async function wave(buyer: Buyer, wanted: readonly (readonly [skuId: string, goodsNum: number])[]) {
  const lines = wanted.map(([skuId, goodsNum]) => ({ skuId, goodsNum }))
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  mall.clock.forward(60_000)
  const { id } = await consoleWave.create({ count: 1, carrier: '德邦' })
  const named = { enterpriseId: buyer.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
  return { id, ...named, named, units: wanted.map(([, quantity], at) => ({ lineNo: at + 1, quantity })) }
}
type Waved = Awaited<ReturnType<typeof wave>>
const ships = ({ id, enterpriseId, orderNo, units }: Waved, weight: { weighedGrams?: number; weightConfirmed?: boolean } = {}) =>
  consoleWave.ship({ id, enterpriseId, orderNo, carrier, trackingNo: createWaybillNo(), lines: units, ...weight })
const parcelOf = async ({ named }: Waved) => (await consoleOrder.detail(named)).parcels[0]

test('a parcel that weighs what its goods do leaves, and order and hand-over list show its weight', async () => {
  const waved = await wave(lin, [[bit, 20]])
  const { orders, weightTolerance } = await consoleWave.packing({ id: waved.id })
  expect([orders[0]?.lines[0]?.weightGrams, weightTolerance]).toEqual([620, { percent: 5, grams: 200 }])
  await ships(waved, { weighedGrams: 12_900 })
  expect((await parcelOf(waved))?.weight).toEqual({ grams: 12_900, expectedGrams: 12_400, confirmedBy: null })
  const row = (await consoleHandoverList.list({})).dataList.find(({ orderNo }) => orderNo === waved.orderNo)
  expect(row?.weighedGrams).toBe(12_900)
  const { bytes } = await warehouse.api.consoleDocuments.handoverList({ carrier })
  const text = parsePdfTextByPage(Buffer.from(bytes)).join('').replaceAll(/\s/g, '')
  expect([text.includes('12.90kg'), text.includes('共重12.90kg')]).toEqual([true, true])
})

test('a weight that differs is refused with both weights until somebody confirms it, who stands on the parcel and in the history', async () => {
  const waved = await wave(lin, [[bit, 20]])
  await expect(ships(waved, { weighedGrams: 10_100 })).rejects.toMatchObject({
    reason: 'WEIGHT_DIFFERS',
    message: '应重 12.40 kg，实重 10.10 kg，请核对',
    detail: { grams: 10_100, expectedGrams: 12_400 },
  })
  expect((await consoleOrder.detail(waved.named)).parcels).toEqual([])
  await ships(waved, { weighedGrams: 10_100, weightConfirmed: true })
  expect((await parcelOf(waved))?.weight).toEqual({ grams: 10_100, expectedGrams: 12_400, confirmedBy: 'warehouse' })
  const { events } = await consoleOrder.detail(waved.named)
  expect(events.some(({ note }) => note.endsWith('；实重 10.10 kg，应重 12.40 kg，核对后仍然发出'))).toBe(true)
})

test('what is confirmed without need is no difference, and only the packed units are compared', async () => {
  const waved = await wave(lin, [[bit, 20]])
  await ships({ ...waved, units: [{ lineNo: 1, quantity: 5 }] }, { weighedGrams: 3_100, weightConfirmed: true })
  expect((await parcelOf(waved))?.weight).toEqual({ grams: 3_100, expectedGrams: 3_100, confirmedBy: null })
  // Nothing of it waits for the next wave.
  await warehouse.api.consoleFulfilment.closeShort({ ...waved.named, reason: '缺货' })
})

test('goods without a weight are not compared', async () => {
  const waved = await wave(lin, [
    [bit, 1],
    [unknown, 1],
  ])
  await ships(waved, { weighedGrams: 99_000 })
  expect((await parcelOf(waved))?.weight).toEqual({ grams: 99_000, expectedGrams: null, confirmedBy: null })
})

test('staff set by how much a parcel may differ', async () => {
  const admin = await mall.staff('admin')
  await admin.api.consoleSetting.setWeighing({ percent: 0, grams: 10, rowVersion: 0 })
  const waved = await wave(lin, [[bit, 2]])
  await expect(ships(waved, { weighedGrams: 1_251 })).rejects.toMatchObject({ reason: 'WEIGHT_DIFFERS' })
  await ships(waved, { weighedGrams: 1_250 })
  await admin.api.consoleSetting.setWeighing({ percent: 5, grams: 200, rowVersion: 1 })
})

test('the comparison takes no round trip, and a parcel that is not weighed no statement', async () => {
  const [plain, light] = [await wave(lin, [[bit, 2]]), await wave(lin, [[bit, 2]])]
  const costOf = async (call: () => Promise<unknown>) => {
    mall.roundTrips.length = 0
    await call()
    return { trips: mall.roundTrips.length, statements: mall.roundTrips.flat().length }
  }
  const unweighed = await costOf(() => ships(plain))
  const weighed = await costOf(() => ships(light, { weighedGrams: 1_240 }))
  expect(weighed).toEqual({ trips: unweighed.trips, statements: unweighed.statements + 2 })
  expect((await parcelOf(plain))?.weight).toBeNull()
})
