import { beforeEach, describe, expect, test } from 'vitest'
import { noWaybillFaults } from '#sandbox/waybills/provider.ts'
import { createKuaidi100WaybillNumbers } from '#server/adapters/waybill-numbers/public.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'
import { startWaybillSandbox } from '#server/platform/testing/waybill-sandbox.ts'

const mall = await openMall()
const sandbox = await startWaybillSandbox()
mall.services.waybills = createKuaidi100WaybillNumbers(sandbox.account)
const { consoleWaybill, consoleWave, consoleFulfilment } = (await mall.staff('warehouse')).api
const carrier = '德邦快递'
const skuId = await mall.createSku('截齿', { code: 'BIT-1', stock: 2_000, sale: '10.00' })
const lin = await mall.buyer('林', { wallet: '90000' })

/** A paid order of some units. */
async function order(units = 1) {
  const lines = [{ skuId, goodsNum: units }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  mall.clock.forward(60_000)
  return { enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
}
type Ref = Awaited<ReturnType<typeof order>>

const take = async (...orders: Ref[]) =>
  (await consoleWaybill.take({ carrier, orders })).rows.map(({ result, trackingNo, text }) => [result, trackingNo, text])
const takeOne = async (ref: Ref): Promise<string> => (await take(ref))[0]?.[1] || expect.fail('no number')
const waybillsOf = async ({ orderNo }: Ref) => (await consoleWaybill.list({ orderNo })).dataList
const end = async (ref: Ref, more: { giveUp?: boolean } = {}) => {
  const [waybill] = await waybillsOf(ref)
  return consoleWaybill.giveBack({ enterpriseId: ref.enterpriseId, id: waybill?.id ?? expect.fail('none'), reason: '改地址', ...more })
}
const ship = (ref: Ref, trackingNo: string, more: { sharedWaybill?: boolean } = {}) =>
  consoleFulfilment.ship({ ...ref, carrier, trackingNo, lines: [{ lineNo: 1, quantity: 1 }], ...more })

beforeEach(() => void Object.assign(sandbox.faults, noWaybillFaults))

describe('the number of one order', () => {
  test('is not good for another one that has none, wherever it leaves or is corrected', async () => {
    const [one, other] = [await order(), await order(2)]
    const { id } = await consoleWave.create({ count: 200 })
    const number = await takeOne(one)
    const refusal = { reason: 'WAYBILL_OF_ANOTHER_ORDER', message: `这是订单 ${one.orderNo} 的面单，请核对` }
    const lines = [{ lineNo: 1, quantity: 1 }]
    await expect(consoleWave.ship({ ...other, id, carrier, trackingNo: number, lines })).rejects.toMatchObject(refusal)
    await expect(ship(other, number)).rejects.toMatchObject(refusal)
    await expect(ship(other, number, { sharedWaybill: true })).rejects.toMatchObject(refusal)
    const file = new Blob([`订单号,承运公司,运单号\n${other.orderNo},德邦,${number}\n${one.orderNo},德邦,${number}\n`])
    expect((await consoleWave.importWaybills({ fileName: '运单.csv' }, { file })).rows).toMatchObject([
      { result: 'refused', text: refusal.message },
      { result: 'ready' },
    ])
    await ship(other, 'DPK202611180911')
    const correction = { ...other, parcelNo: 1, rowVersion: 0, carrier, trackingNo: number, reason: '写错', sharedWaybill: true }
    await expect(consoleFulfilment.correctParcel(correction)).rejects.toMatchObject(refusal)
    // When its own parcel has left, a second one may be in the same box, which is asked about as with any number.
    await ship(one, number)
    await expect(ship(other, number)).rejects.toMatchObject({ reason: 'WAYBILL_IN_USE' })
    await ship(other, number, { sharedWaybill: true })
    await consoleWave.close({ id }).catch(() => undefined)
  })

  test('is good for none when it was cancelled, also outside of waves', async () => {
    const [one, other] = [await order(), await order()]
    const number = await takeOne(one)
    await end(one)
    for (const ref of [one, other]) await expect(ship(ref, number)).rejects.toMatchObject({ reason: 'WAYBILL_GIVEN_BACK' })
  })

  test('that the wave shows is the one of the parcel that leaves next', async () => {
    const one = await order(3)
    const { id } = await consoleWave.create({ count: 200 })
    const number = await takeOne(one)
    const shown = async () =>
      (await consoleWave.orders({ id, pageSize: 100 })).dataList.find(({ orderNo }) => orderNo === one.orderNo)?.trackingNo
    expect(await shown()).toBe(number)
    await ship(one, 'DPK202611180921')
    expect(await shown()).toBe('')
    const next = await takeOne(one)
    expect([next === number, await shown()]).toEqual([false, next])
    await consoleWave.close({ id })
  })
})

describe('cancelling whose answer is lost', () => {
  test('after it was done: a refusal of the second press does not bring the dead number back', async () => {
    const one = await order()
    const number = await takeOne(one)
    sandbox.faults.mute = 1
    await expect(end(one)).rejects.toMatchObject({ reason: 'WAYBILL_LATER' })
    expect(await take(one)).toEqual([['unknown', '', '面单正在取消，取消完成后再取号']])
    await expect(ship(one, number)).rejects.toMatchObject({ reason: 'WAYBILL_GIVEN_BACK' })
    await expect(end(one)).rejects.toMatchObject({ reason: 'WAYBILL_KEPT_BY_CARRIER', message: expect.stringContaining('单号可能已失效') })
    expect(await waybillsOf(one)).toMatchObject([{ state: 'RETURNING' }])
    await expect(ship(one, number)).rejects.toMatchObject({ reason: 'WAYBILL_GIVEN_BACK' })
    await end(one, { giveUp: true })
    const next = await takeOne(one)
    expect(next).not.toBe(number)
    await expect(ship(one, number)).rejects.toMatchObject({ reason: 'WAYBILL_GIVEN_BACK' })
    await ship(one, next)
    expect((await waybillsOf(one)).map(({ state }) => state).sort()).toEqual(['ABANDONED', 'TAKEN'])
  })

  test('before it arrived: the second press does it', async () => {
    const one = await order()
    await takeOne(one)
    sandbox.faults.deaf = 1
    await expect(end(one)).rejects.toMatchObject({ reason: 'WAYBILL_LATER' })
    await end(one)
    expect(await waybillsOf(one)).toMatchObject([{ state: 'RETURNED', reason: '改地址' }])
  })
})

test('of two people who cancel at once one asks the carrier', async () => {
  const one = await order()
  await takeOne(one)
  sandbox.faults.slowMs = 1_500
  const first = end(one)
  await expect.poll(() => waybillsOf(one)).toMatchObject([{ state: 'RETURNING' }])
  await expect(end(one)).rejects.toMatchObject({ reason: 'WAYBILL_LATER', message: '正在等待承运公司的答复，请一分钟后再试' })
  await first
  expect(await waybillsOf(one)).toMatchObject([{ state: 'RETURNED' }])
})

describe('a number that nobody can confirm', () => {
  test('is given up by a person, and the order gets one under a new id', async () => {
    const one = await order()
    sandbox.faults.deaf = 1
    await take(one)
    sandbox.faults.balance = 0
    expect(await take(one)).toEqual([['refused', '', '账号单量不足，请充值（30004）']])
    expect(await waybillsOf(one)).toMatchObject([{ state: 'ASKED' }])
    await expect(end(one)).rejects.toMatchObject({ reason: 'WAYBILL_NOT_TAKEN' })
    await end(one, { giveUp: true })
    sandbox.faults.balance = -1
    const before = (await waybillsOf(one))[0]?.id
    await takeOne(one)
    const [now] = await waybillsOf(one)
    expect([now?.state, now?.id === before]).toEqual(['TAKEN', false])
    await expect(end(one, { giveUp: true })).rejects.toMatchObject({ reason: 'WAYBILL_CONFIRMED' })
  })

  test('is not given up while a call is under way; an answer that comes after its time does not count', async () => {
    const one = await order()
    const before = sandbox.all().length
    sandbox.faults.slowMs = 1_500
    const late = take(one)
    await expect.poll(() => waybillsOf(one)).toMatchObject([{ state: 'ASKED' }])
    await expect(end(one, { giveUp: true })).rejects.toMatchObject({ reason: 'WAYBILL_LATER' })
    mall.clock.forward(61_000)
    const [next, first] = [await take(one), await late]
    expect(first).toEqual([['unknown', '', '正在取号，请一分钟后再看']])
    expect(next).toEqual([['taken', sandbox.all().at(-1)?.kuaidinum, '']])
    expect(sandbox.all()).toHaveLength(before + 1)
  })

  test('is asked for again from the warehouse that it was first asked for', async () => {
    const [one, warehouseId] = [await order(), await createSecondWarehouse(mall)]
    const stored = async () => {
      const rows = mall.db.selectFrom('waybill').select('warehouse_id').where('enterprise_id', '=', one.enterpriseId)
      return (await rows.where('id', '=', (await waybillsOf(one))[0]?.id ?? '').executeTakeFirst())?.warehouse_id
    }
    sandbox.faults.deaf = 1
    await consoleWaybill.take({ carrier, warehouseId, orders: [one] })
    await takeOne(one)
    expect(await stored()).toBe(warehouseId)
  })
})

test('a number that its carrier would not give is kept with the reason, and can be cancelled', async () => {
  const one = await order()
  sandbox.faults.odd = true
  const kept = ['unknown', expect.stringMatching(/^DPK\d{1,3}$/), expect.stringContaining('已保留，但不能发出：德邦快递的运单号应为')]
  expect(await take(one)).toEqual([kept])
  expect(await take(one)).toEqual([kept])
  expect(await waybillsOf(one)).toMatchObject([{ state: 'TAKEN', reason: expect.stringContaining('德邦快递的运单号应为') }])
  await end(one)
  sandbox.faults.odd = false
  expect(await takeOne(one)).toMatch(/^DPK9/)
  expect(await mall.findInvariantBreaches()).toEqual({})
})
