import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { order, send, warehouse } = await createAfterSaleHelpers(mall)
const lin = await mall.buyer('林', { wallet: '90000' })
const { count } = contract.consoleStock

const stockOf = async (skuId: string) =>
  mall.db.selectFrom('sku_stock').select(['available', 'reserved', 'sold']).where('sku_id', '=', skuId).executeTakeFirstOrThrow()
const movementsOf = async (skuId: string) => (await warehouse.api.consoleStock.movements({ skuId })).dataList

describe('the stock movements of a SKU', () => {
  test('show who, when, why and the stock in the warehouse after it, parcels included, latest first', async () => {
    const bought = await order(lin, [{ price: '10.00', units: 30 }])
    const skuId = bought.skuIds[0] ?? ''
    await send(bought, { 1: 12 })
    await warehouse.api.consoleSku.adjustStock({ skuId, change: -8, reason: '破损' })
    await warehouse.api.consoleSku.adjustStock({ skuId, change: 50, reason: '采购入库' })
    const rows = await movementsOf(skuId)
    expect(rows.map(({ kind, change, balance, reason, by }) => [kind, change, balance, reason, by])).toEqual([
      ['receipt', 50, 130, '采购入库', 'warehouse'],
      ['adjustment', -8, 80, '破损', 'warehouse'],
      ['shipment', -12, 88, `订单 ${bought.orderNo} 包裹 1`, 'warehouse'],
      ['receipt', 100, 100, '期初', '系统'],
    ])
    expect((await warehouse.api.consoleStock.movements({ skuId, kind: 'shipment', pageSize: 1 })).total).toBe(1)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('a stock count', () => {
  test('books the difference as a movement, and includes units reserved for orders', async () => {
    const bought = await order(lin, [{ price: '10.00', units: 30 }])
    const skuId = bought.skuIds[0] ?? ''
    const counts = (counted: number, inHouse: number) => warehouse.post(count.path, { skuId, counted, inHouse })
    expect(await counts(97, 100)).toMatchObject({ code: 200, data: { difference: -3 } })
    expect(await stockOf(skuId)).toEqual({ available: 67, reserved: 30, sold: 0 })
    expect(await counts(97, 97)).toMatchObject({ code: 200, data: { difference: 0 } })
    expect(await counts(90, 100)).toMatchObject({ reason: 'STOCK_MOVED', msg: '盘点期间库存由 100 变为 97，请核对后重新填写' })
    expect(await counts(29, 97)).toMatchObject({ reason: 'COUNTED_TOO_FEW', msg: '订单已占用 30，盘点数量 29 少于占用；请先处理订单缺货' })
    expect(await counts(30, 97)).toMatchObject({ code: 200 })
    expect(await stockOf(skuId)).toEqual({ available: 0, reserved: 30, sold: 0 })
    expect((await movementsOf(skuId)).map(({ kind, change }) => [kind, change])).toEqual([
      ['count', -67],
      ['count', 0],
      ['count', -3],
      ['receipt', 100],
    ])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('after goods have left is refused with what left and when, and is accepted when repeated', async () => {
    const bought = await order(lin, [{ price: '10.00', units: 30 }])
    const skuId = bought.skuIds[0] ?? ''
    const counts = (counted: number, inHouse: number) => warehouse.post(count.path, { skuId, counted, inHouse })
    await send(bought, { 1: 12 })
    await warehouse.api.consoleSku.adjustStock({ skuId, change: -1, reason: '破损' })
    const at = mall.clock.now.toISOString()
    expect(await counts(98, 100)).toMatchObject({
      code: 409,
      reason: 'STOCK_MOVED',
      detail: {
        inHouse: 87,
        reserved: 18,
        moved: [
          { kind: 'adjustment', change: -1, reason: '破损', at },
          { kind: 'shipment', change: -12, reason: `订单 ${bought.orderNo} 包裹 1`, at },
        ],
      },
    })
    expect(await counts(86, 87)).toMatchObject({ code: 200, data: { difference: -1 } })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('during fifty concurrent purchases never makes stock negative and keeps every reservation', async () => {
    const skuId = await mall.createSku('截齿', { stock: 60, sale: '10.00' })
    const lines = [{ skuId, goodsNum: 2 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    const buys = () =>
      lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote }).then(
        () => true,
        () => false,
      )
    const [bought, counted] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, buys)),
      Promise.all([60, 41, 60].map((inHouse) => warehouse.post(count.path, { skuId, counted: 41, inHouse }))),
    ])
    const { available, reserved } = await stockOf(skuId)
    expect(available).toBeGreaterThanOrEqual(0)
    expect(reserved).toBe(2 * bought.filter(Boolean).length)
    // Whichever came first: the count stands, or was refused because more was promised already.
    const stands = counted.some(({ code }) => code === 200)
    expect(available + reserved).toBe(stands ? 41 : 60)
    expect(bought.filter(Boolean).length).toBe(stands ? 20 : 30)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('the SKU list shows which SKUs are low in stock', async () => {
  await mall.createSku('稀有齿', { code: 'LOW-9', stock: 9 })
  await mall.createSku('常备齿', { code: 'LOW-99', stock: 99 })
  const { dataList } = await warehouse.api.consoleSku.list({ keyword: 'LOW-', lowStock: true })
  expect(dataList.map(({ code }) => code)).toEqual(['LOW-9'])
})
