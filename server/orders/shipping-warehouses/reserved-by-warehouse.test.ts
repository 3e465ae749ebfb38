import { expect, test } from 'vitest'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { nameStatementsOfRoundTrips } from '#server/platform/testing/round-trips.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const keeper = await mall.staff('warehouse')
const lin = await mall.buyer('林', { wallet: '99999' })
/** It serves the buyer's province. */
const near = await createSecondWarehouse(mall)

async function stocked(main: number, other: number): Promise<string> {
  const skuId = await mall.createSku('截齿', { stock: main, sale: '10.00' })
  await keeper.api.consoleSku.adjustStock({ skuId, change: other, reason: '到货', warehouseId: near })
  return skuId
}
async function submits(skuId: string, goodsNum: number) {
  const lines = [{ skuId, goodsNum }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  mall.clock.forward(60_000)
  return { enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order'), tradeId }
}
async function pays(skuId: string, goodsNum: number) {
  const { tradeId, ...named } = await submits(skuId, goodsNum)
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return named
}
const ships = (named: { enterpriseId: string; orderNo: string }, quantity: number, warehouseId?: string) =>
  keeper.api.consoleFulfilment.ship({
    ...named,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    lines: [{ lineNo: 1, quantity }],
    ...(warehouseId && { warehouseId }),
  })
/** 现存, 已预留 and 可用 in the main warehouse and in the near one, which the page of the SKU and the lists of both say alike. */
async function unitsOf(skuId: string) {
  const { warehouses, reserved } = await keeper.api.consoleSku.detail({ skuId })
  const shown = warehouses.map((one) => [one.units, one.reserved, one.available])
  for (const [at, warehouseId] of [MAIN_WAREHOUSE_ID, near].entries()) {
    const row = (await keeper.api.consoleWarehouse.stock({ warehouseId, pageSize: 100 })).dataList.find((one) => one.skuId === skuId)
    if (row) expect([row.units, row.reservedHere, row.availableHere]).toEqual(shown[at])
  }
  expect(warehouses.reduce((sum, one) => sum + one.reserved, 0)).toBe(reserved)
  return shown
}
const proposed = async (named: { enterpriseId: string; orderNo: string }) =>
  (await keeper.api.consoleFulfilment.warehouses(named)).map(({ name, complete, unclaimed }) => [name, complete, unclaimed])

test('what orders are planned to take from a warehouse is reserved there until it leaves or the order ends', async () => {
  const skuId = await stocked(9, 9)
  const first = await pays(skuId, 5)
  expect(await unitsOf(skuId)).toEqual([
    [9, 0, 9],
    [9, 5, 4],
  ])
  // Six are too many for what is left in the near one.
  const unpaid = await submits(skuId, 6)
  expect(await unitsOf(skuId)).toEqual([
    [9, 6, 3],
    [9, 5, 4],
  ])
  // The near one still has four that nobody has reserved, though eleven units are reserved in all.
  await submits(skuId, 4)
  expect(await unitsOf(skuId)).toEqual([
    [9, 6, 3],
    [9, 9, 0],
  ])
  await lin.api.order.cancel({ orderNo: unpaid.orderNo, reason: '不要了' })
  await ships(first, 2, near)
  expect(await unitsOf(skuId)).toEqual([
    [9, 0, 9],
    [7, 7, 0],
  ])
  // From another warehouse than planned: the plan is met all the same.
  await ships(first, 3, MAIN_WAREHOUSE_ID)
  expect(await unitsOf(skuId)).toEqual([
    [6, 0, 6],
    [7, 4, 3],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a warehouse that has everything beside what other orders have reserved is proposed before one that would take theirs', async () => {
  const skuId = await stocked(9, 6)
  const early = await pays(skuId, 5)
  const late = await pays(skuId, 4)
  expect(await proposed(early)).toEqual([
    ['GZ 仓', true, true],
    ['主仓', true, true],
  ])
  expect(await proposed(late)).toEqual([
    ['主仓', true, true],
    ['GZ 仓', true, false],
  ])
  await ships(late, 4)
  expect(await unitsOf(skuId)).toEqual([
    [5, 0, 5],
    [6, 5, 1],
  ])
})

test('cart and confirmation say what is left beside the reserved units of each warehouse', async () => {
  const skuId = await stocked(9, 9)
  await submits(skuId, 5)
  await lin.api.cart.add({ skuId, goodsNum: 3 })
  const inCart = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList).find((line) => line.skuId === skuId)
  const { shops } = await lin.api.order.preview({ lines: [{ skuId, goodsNum: 3 }], method: 'wallet' })
  const left = [
    { warehouseId: MAIN_WAREHOUSE_ID, units: 9 },
    { warehouseId: near, units: 4 },
  ]
  expect([inCart?.unitsByWarehouse, shops[0]?.lines[0]?.unitsByWarehouse]).toEqual([left, left])
})

test('only goods that lie in several warehouses ask for it, and a submit waits no longer', async () => {
  const statements = async (skuId: string) => {
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    mall.roundTrips.length = 0
    await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    return nameStatementsOfRoundTrips(mall.roundTrips)
  }
  const [alone, spread] = [await statements(await mall.createSku('钎头', { stock: 9 })), await statements(await stocked(9, 9))]
  expect(spread).toHaveLength(alone.length)
  const differing = spread.flatMap((trip, at) => (trip === alone[at] ? [] : [[alone[at], trip]]))
  expect(differing).toEqual([
    [
      'select freight_row + select coupon + select level_gift for update + select generate_series',
      'select freight_row + select coupon + select level_gift for update + select order_line + select generate_series',
    ],
  ])
})
