import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const warehouse = await mall.staff('warehouse')
const lin = await mall.buyer('林', { wallet: '99999' })
const { consoleFulfilment, consoleSku, consoleWave } = warehouse.api
const { ship } = contract.consoleFulfilment
const near = await createSecondWarehouse(mall, ['海南省', '广东省'])
const far = await createSecondWarehouse(mall, ['辽宁省'], 'SY')

/** A SKU with so many units in the main warehouse, the near one, which serves the buyer's province, and the far one. */
async function stocked(name: string, units: readonly [main: number, near: number, far: number]): Promise<string> {
  const skuId = await mall.createSku(name, { stock: units[0], sale: '10.00' })
  for (const [at, warehouseId] of [near, far].entries()) {
    const change = units[at + 1] ?? 0
    if (change > 0) await consoleSku.adjustStock({ skuId, change, reason: '到货', warehouseId })
  }
  return skuId
}

async function order(wanted: readonly (readonly [skuId: string, goodsNum: number])[]) {
  const lines = wanted.map(([skuId, goodsNum]) => ({ skuId, goodsNum }))
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  mall.clock.forward(60_000)
  return { enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
}
type Named = Awaited<ReturnType<typeof order>>

const send = (named: Named, units: Record<number, number>, warehouseId?: string) =>
  warehouse.post(ship.path, {
    ...named,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    lines: Object.entries(units).map(([lineNo, quantity]) => ({ lineNo: Number(lineNo), quantity })),
    ...(warehouseId && { warehouseId }),
  })
const lying = async (skuId: string) => {
  const rows = await mall.db.selectFrom('warehouse_stock').select(['warehouse_id', 'units']).where('sku_id', '=', skuId).execute()
  const of = (id: string) => rows.find(({ warehouse_id }) => warehouse_id === id)?.units ?? 0
  return [of(MAIN_WAREHOUSE_ID), of(near), of(far)]
}
const proposed = async (named: Named) =>
  (await consoleFulfilment.warehouses(named)).map(({ name, serves, complete, lines }) => [
    name,
    serves,
    complete,
    lines.map(({ units }) => units),
  ])

test('the warehouse that serves the province is proposed if it has everything, else the next one that has', async () => {
  const [bit, oil] = [await stocked('截齿', [9, 9, 9]), await stocked('液压油', [0, 2, 9])]
  const first = await order([[bit, 3]])
  expect(await proposed(first)).toEqual([
    ['GZ 仓', true, true, [9]],
    ['主仓', false, true, [9]],
    ['SY 仓', false, true, [9]],
  ])
  const second = await order([
    [bit, 3],
    [oil, 5],
  ])
  expect(await proposed(second)).toEqual([
    ['SY 仓', false, true, [9, 9]],
    ['GZ 仓', true, false, [9, 2]],
    ['主仓', false, false, [9, 0]],
  ])
  // Nobody names a warehouse: the proposed one is taken.
  expect([await send(first, { 1: 3 }), await send(second, { 1: 3, 2: 5 })]).toMatchObject([{ code: 200 }, { code: 200 }])
  expect([await lying(bit), await lying(oil)]).toEqual([
    [9, 6, 6],
    [0, 2, 4],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a parcel is refused if its warehouse has too few, and the rest leaves from another one as a second parcel', async () => {
  const skuId = await stocked('钻头', [4, 6, 0])
  const named = await order([[skuId, 10]])
  const few = await send(named, { 1: 10 }, near)
  expect(few).toMatchObject({
    code: 409,
    reason: 'WAREHOUSE_TOO_FEW',
    msg: 'GZ 仓库存不足：现有 6，需要 10；请另选仓库、减少数量或先调拨',
    detail: { field: 'warehouseId', lines: [{ skuId, units: 6, quantity: 10 }] },
  })
  expect(await lying(skuId)).toEqual([4, 6, 0])
  expect(await send(named, { 1: 6 }, near)).toMatchObject({ code: 200 })
  expect(await send(named, { 1: 4 }, MAIN_WAREHOUSE_ID)).toMatchObject({ code: 200 })
  const { state } = await warehouse.api.consoleOrder.detail(named)
  const parcels = await mall.db
    .selectFrom('parcel')
    .innerJoin('order', (join) => join.onRef('order.enterprise_id', '=', 'parcel.enterprise_id').onRef('order.id', '=', 'parcel.order_id'))
    .select('warehouse_id')
    .where('parcel.enterprise_id', '=', lin.enterpriseId)
    .where('order.order_no', '=', named.orderNo)
    .orderBy('parcel_no')
    .execute()
  expect([state, parcels.map(({ warehouse_id }) => warehouse_id)]).toEqual(['SENT', [near, MAIN_WAREHOUSE_ID]])
  expect([await lying(skuId), await mall.findInvariantBreaches()]).toEqual([[0, 0, 0], {}])
})

test('of two parcels that race for the last units of a warehouse one leaves, and the other may leave from the next', async () => {
  const skuId = await stocked('销轴', [5, 5, 0])
  const [first, second] = [await order([[skuId, 5]]), await order([[skuId, 5]])]
  const answers = await runTwoCallsInLockOrder(mall, { table: 'sku_stock', id: skuId }, [
    () => send(first, { 1: 5 }, near),
    () => send(second, { 1: 5 }, near),
  ])
  expect(answers).toMatchObject([{ code: 200 }, { code: 409, reason: 'WAREHOUSE_TOO_FEW' }])
  expect(await send(second, { 1: 5 })).toMatchObject({ code: 200 })
  expect([await lying(skuId), await mall.findInvariantBreaches()]).toEqual([[0, 0, 0], {}])
})

test('goods are taken out of a warehouse while a parcel leaves it: the later one is refused', async () => {
  const skuId = await stocked('联轴器', [0, 5, 9])
  const named = await order([[skuId, 5]])
  const answers = await runTwoCallsInLockOrder(mall, { table: 'sku_stock', id: skuId }, [
    () => warehouse.post(contract.consoleSku.adjustStock.path, { skuId, change: -1, reason: '破损', warehouseId: near }),
    () => send(named, { 1: 5 }, near),
  ])
  expect(answers).toMatchObject([{ code: 200 }, { reason: 'WAREHOUSE_TOO_FEW' }])
  expect(await send(named, { 1: 5 })).toMatchObject({ code: 200 })
  expect([await lying(skuId), await mall.findInvariantBreaches()]).toEqual([[0, 4, 4], {}])
})

test('nothing leaves a closed warehouse, and it is not proposed', async () => {
  const closed = await createSecondWarehouse(mall, ['广东省'], 'GX')
  const skuId = await stocked('托辊', [5, 0, 0])
  await consoleSku.adjustStock({ skuId, change: 5, reason: '到货', warehouseId: closed })
  const fields = { code: 'GX', name: 'GX 仓', address: '', provinces: ['广东省'], warehouseId: closed, rowVersion: 0 }
  await warehouse.api.consoleWarehouse.save({ ...fields, open: false })
  const named = await order([[skuId, 5]])
  expect((await proposed(named))[0]).toEqual(['主仓', false, true, [5]])
  expect(await send(named, { 1: 5 }, closed)).toMatchObject({ reason: 'WAREHOUSE_CLOSED' })
  expect(await send(named, { 1: 5 })).toMatchObject({ code: 200 })
})

test('a wave is picked in the bins of its warehouse, takes the orders that it serves, and its parcels leave from it', async () => {
  const skuId = await stocked('密封圈', [9, 9, 0])
  await warehouse.api.consoleStock.setBin({ skuId, bin: 'A-1', rowVersion: 0 })
  await warehouse.api.consoleWarehouse.setBin({ warehouseId: near, skuId, bin: 'Z-9', rowVersion: 0 })
  const named = await order([[skuId, 2]])
  expect((await consoleWave.candidates({ warehouseId: far })).total).toBe(0)
  expect((await consoleWave.candidates({ warehouseId: near })).dataList.map(({ orderNo }) => orderNo)).toEqual([named.orderNo])
  const { id } = await consoleWave.create({ warehouseId: near, count: 5 })
  const { wave, rows } = await consoleWave.pickList({ id })
  expect([wave.warehouseName, wave.about, rows.map(({ bin }) => bin)]).toEqual(['GZ 仓', 'GZ 仓', ['Z-9']])
  const parcel = { ...named, carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 2 }] }
  await consoleWave.ship({ ...parcel, id })
  expect(await lying(skuId)).toEqual([9, 7, 0])
})
