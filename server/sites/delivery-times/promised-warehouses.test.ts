import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Address } from '#contract/sites/address/api.ts'
import { createPromisedDayLookup } from '#contract/sites/delivery-times/promised-day.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'

// A Wednesday morning.
const mall = await openMall({ now: new Date('2026-11-25T02:00:00.000Z') })
const keeper = await mall.staff('warehouse')
const lin = await mall.buyer('林', { credit: '99999' })
const { save } = contract.consoleWarehouse
const south = { code: 'GZ', name: '广州仓', address: '', provinces: ['广东省'], open: true, servedDays: 1, moreDays: 4 }
const north = { code: 'SY', name: '沈阳仓', address: '', provinces: ['辽宁省'], open: true, servedDays: null, moreDays: 2 }
const { warehouseId: southId } = await keeper.api.consoleWarehouse.save(south)
const { warehouseId: northId } = await keeper.api.consoleWarehouse.save(north)

async function stocked(units: { main: number; south?: number; north?: number }): Promise<string> {
  const skuId = await mall.createSku('截齿', { stock: units.main })
  for (const [warehouseId, change = 0] of [[southId, units.south] as const, [northId, units.north] as const])
    if (change > 0) await keeper.api.consoleSku.adjustStock({ skuId, change, reason: '到货', warehouseId })
  return skuId
}

/** The promised days as the screens compute them. */
async function lookup(province: string, paidAt: Date = mall.clock.now) {
  const { terms, days, warehouses, closedWarehouses } = await lin.api.deliveryTime.calendar({})
  const special = new Map(days.map(({ day, working }) => [day, working]))
  return createPromisedDayLookup({ paidAt, province }, { terms, special, warehouses, closedWarehouses })
}
const provinceOf = ({ areaCode }: Address) => areaCode.slice(0, 2)

/** The promised day of a line as cart, card, page and confirmation page say it, which must be one. */
async function promised(skuId: string, goodsNum: number): Promise<string | undefined> {
  await lin.api.cart.add({ skuId, goodsNum })
  const inCart = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList).find((line) => line.skuId === skuId)
  const goodsId = inCart?.goodsId ?? expect.fail('no line')
  const preview = await lin.api.order.preview({ lines: [{ skuId, goodsNum }], method: 'credit' })
  const [confirmed] = preview.shops.flatMap(({ lines }) => lines)
  const [onPage] = (await lin.api.goods.detail({ goodsId })).skus
  const { ofLines } = await lookup(provinceOf(preview.address ?? expect.fail('no address')))
  const days = [inCart, confirmed, onPage].map(
    (one) => ofLines([{ skuId, quantity: goodsNum, unitsByWarehouse: one?.unitsByWarehouse }])[0],
  )
  expect(new Set(days).size).toBe(1)
  return days[0]
}

const GUANGDONG = '44'
const [BY_SOUTH, BY_MAIN, BY_NORTH] = ['2026-11-26', '2026-11-28', '2026-11-30']

test('goods arrive by the terms of the warehouse that serves the address, if it has them', async () => {
  expect(await promised(await stocked({ main: 9, south: 9 }), 3)).toBe(BY_SOUTH)
})

test('another warehouse sends what it has too few of, by the terms of that one', async () => {
  expect(await promised(await stocked({ main: 9, south: 2 }), 3)).toBe(BY_MAIN)
  expect(await promised(await stocked({ main: 1, south: 2, north: 9 }), 3)).toBe(BY_NORTH)
})

test('goods that no warehouse has alone arrive with the last parcel', async () => {
  expect(await promised(await stocked({ main: 2, south: 2 }), 3)).toBe(BY_MAIN)
})

test('goods that lie in the main warehouse alone say nothing of warehouses, and arrive by its terms', async () => {
  const skuId = await stocked({ main: 9 })
  expect(await promised(skuId, 3)).toBe(BY_MAIN)
  const lines = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)
  expect(lines.find((line) => line.skuId === skuId)).not.toHaveProperty('unitsByWarehouse')
})

test('units that orders may claim are promised from nowhere in particular', async () => {
  const skuId = await stocked({ main: 4, south: 4 })
  expect(await promised(skuId, 3)).toBe(BY_SOUTH)
  await orders(await mall.buyer('吴', { credit: '99999' }), skuId, 2)
  // The two units may be taken in Guangzhou, where two are left then.
  expect(await promised(skuId, 3)).toBe(BY_MAIN)
})

test('where none is left, nothing is in stock to be promised, and the day of the supplier is said', async () => {
  const skuId = await stocked({ main: 1, south: 0 })
  await mall.pool.query("update sku_stock set restock_days = '{2026-12-05}' where sku_id = $1", [skuId])
  await lin.api.cart.add({ skuId, goodsNum: 3 })
  const lines = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)
  expect(lines.find((line) => line.skuId === skuId)).toMatchObject({ fault: 'SHORT', stock: 1, restockDay: '2026-12-05' })
  await mall.pool.query("update sku_stock set restock_days = '{}' where sku_id = $1", [skuId])
})

/** Orders and pays. */
async function orders(buyer: Buyer, skuId: string, goodsNum: number): Promise<string> {
  const lines = [{ skuId, goodsNum }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'credit' })
  const { tradeId, orders: made } = await buyer.api.order.submit({ lines, method: 'credit', addressId: buyer.addressId, quote })
  await buyer.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return made[0]?.orderNo ?? expect.fail('no order')
}

test('an order keeps its promised day when the goods move, and when the warehouse takes longer for later orders', async () => {
  const skuId = await stocked({ main: 9, south: 9 })
  const orderNo = await orders(lin, skuId, 3)
  const ofOrder = async () => {
    const { promisedFrom, paidAt } = await lin.api.order.detail({ orderNo })
    return (await lookup(GUANGDONG, paidAt ?? expect.fail('not paid'))).ofWarehouses(promisedFrom)
  }
  expect(await ofOrder()).toBe(BY_SOUTH)
  mall.clock.forward(60_000)
  await keeper.api.consoleSku.adjustStock({ skuId, change: -9, reason: '盘点', warehouseId: southId })
  await keeper.api.consoleWarehouse.save(Object.assign({ warehouseId: southId, rowVersion: 0 }, south, { servedDays: 2 }))
  expect([await ofOrder(), await promised(await stocked({ main: 0, south: 9 }), 3)]).toEqual([BY_SOUTH, '2026-11-27'])
  const { dataList } = await keeper.api.consoleWarehouse.list({ keyword: 'GZ' })
  expect(dataList).toMatchObject([{ servedDays: 2, moreDays: 4 }])
  expect(await keeper.post(save.path, { ...south, warehouseId: southId, rowVersion: 0 })).toMatchObject({
    reason: 'ROW_CHANGED',
    detail: { what: '服务省份承运天数 由 1 改为 2' },
  })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('each line of an order names the warehouse that it is planned from, so that each has its own day', async () => {
  const lines = [
    { skuId: await stocked({ main: 0, south: 9 }), goodsNum: 2 },
    { skuId: await stocked({ main: 0, north: 9 }), goodsNum: 2 },
    { skuId: await stocked({ main: 9 }), goodsNum: 2 },
  ]
  const { quote } = await lin.api.order.preview({ lines, method: 'credit' })
  const { orders: made } = await lin.api.order.submit({ lines, method: 'credit', addressId: lin.addressId, quote })
  const order = await lin.api.order.detail({ orderNo: made[0]?.orderNo ?? '' })
  expect([order.state, order.paidAt]).toEqual(['WAIT_PAY', null])
  const planned = new Map(order.lines.map(({ skuId, plannedFrom }) => [skuId, plannedFrom]))
  expect(lines.map(({ skuId }) => planned.get(skuId))).toEqual([southId, northId, undefined])
})

test('an order from the main warehouse alone stores no warehouse', async () => {
  const orderNo = await orders(lin, await stocked({ main: 9 }), 3)
  expect(await lin.api.order.detail({ orderNo })).not.toHaveProperty('promisedFrom')
})

test.each([
  [{ servedDays: 0 }, '天数至少为 1'],
  [{ servedDays: 61 }, '天数最多 60'],
  [{ moreDays: -1 }, '天数至少为 0'],
  [{ moreDays: 1.5 }, '天数必须为整数'],
])('a warehouse with %j is refused', async (given, msg) => {
  expect(await keeper.post(save.path, { ...south, code: 'X', name: 'X', ...given })).toMatchObject({ code: 400, msg })
})

test('a closed warehouse sends nothing more, and an order that was paid before keeps its day and says that it will be later', async () => {
  const { warehouseId } = await keeper.api.consoleWarehouse.save({
    ...north,
    code: 'CC',
    name: '长春仓',
    provinces: ['广东省'],
    servedDays: 1,
  })
  const { rowVersion } = (await keeper.api.consoleWarehouse.list({ keyword: 'GZ' })).dataList[0] ?? expect.fail('no warehouse')
  await keeper.api.consoleWarehouse.save({ ...south, warehouseId: southId, rowVersion, provinces: [] })
  const skuId = await mall.createSku('封闭仓的截齿', { stock: 9 })
  await keeper.api.consoleSku.adjustStock({ skuId, change: 9, reason: '到货', warehouseId })
  const orderNo = await orders(lin, skuId, 3)
  const ofOrder = async () => {
    const { promisedFrom, paidAt } = await lin.api.order.detail({ orderNo })
    const { ofWarehouses, ofOrderToSend } = await lookup(GUANGDONG, paidAt ?? expect.fail('not paid'))
    return [ofWarehouses(promisedFrom), ofOrderToSend(promisedFrom, mall.clock.now)]
  }
  expect(await ofOrder()).toEqual([BY_SOUTH, BY_SOUTH])
  mall.clock.forward(60_000)
  await keeper.api.consoleWarehouse.save({
    ...north,
    warehouseId,
    code: 'CC',
    name: '长春仓',
    provinces: ['广东省'],
    servedDays: 1,
    open: false,
    rowVersion: 0,
  })
  expect(await ofOrder()).toEqual([BY_SOUTH, BY_MAIN])
  const { warehouses } = await lin.api.deliveryTime.calendar({})
  expect(warehouses.map((one) => one.warehouseId)).not.toContain(warehouseId)
  expect(await promised(skuId, 3)).toBe(BY_MAIN)
})
