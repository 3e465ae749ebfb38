import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { refreshSearchAfterStockChange } from '#server/catalog/goods/public.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { sendBackInStockMessages } from './public.ts'

const mall = await openMall()
const lin = await mall.buyer('林', { wallet: '100000' })
const [warehouse, catalogue] = [await mall.staff('warehouse'), await mall.staff('catalogue')]

/** What the relay does with everything that was told of a SKU's stock since the last time. */
function relayOf(skuId: string) {
  let seen = 0
  return async () => {
    const rows = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'stock.changed').execute()
    const received = rows.filter(({ payload }) => (payload as { skuIds: string[] }).skuIds.includes(skuId)).length
    if (received > seen) {
      await refreshSearchAfterStockChange(mall.db, { skuIds: [skuId] })
      await sendBackInStockMessages(mall.db, mall.moment(), { skuIds: [skuId] })
    }
    seen = received
    const inStock = (await lin.api.goods.list({ keyword: '起订柴油', inStock: true })).total === 1
    const waits = (await lin.api.stockWait.list({})).some(({ sku }) => sku.skuId === skuId)
    return { inStock, waits }
  }
}

test('a SKU with minimum 200 is sold out at 50 in stock, and its stock wait ends only at 200', async () => {
  const skuId = await mall.createSku('起订柴油', { sale: '7.00', minimum: 200, step: 10, unit: '升', stock: 250 })
  const look = relayOf(skuId)
  expect(await look()).toEqual({ inStock: true, waits: false })
  expect(await lin.post(contract.stockWait.add.path, { skuId })).toMatchObject({ reason: 'STOCK_THERE' })

  const lines = [{ skuId, goodsNum: 200 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  expect(await look()).toEqual({ inStock: false, waits: false })
  await lin.api.stockWait.add({ skuId })
  await warehouse.api.consoleSku.adjustStock({ skuId, change: 140, reason: '到货' })
  expect(await look()).toEqual({ inStock: false, waits: true })
  await warehouse.api.consoleStock.count({ skuId, counted: 410, inHouse: 390, reason: '盘点' })
  expect(await look()).toEqual({ inStock: true, waits: false })

  await warehouse.api.consoleSku.adjustStock({ skuId, change: -150, reason: '报损' })
  await lin.api.stockWait.add({ skuId })
  expect(await look()).toEqual({ inStock: false, waits: true })
  await lin.api.order.cancel({ orderNo: orders[0]?.orderNo ?? '', reason: '不要了' })
  expect(await look()).toEqual({ inStock: true, waits: false })
})

test('stock that arrives while the SKU is off sale is announced once it can be ordered', async () => {
  const skuId = await mall.createSku('起订柴油二号', { stock: 0 })
  const look = relayOf(skuId)
  await lin.api.stockWait.add({ skuId })
  await createPriceAndShelfEdits(catalogue).setShelf({ skuId, onShelf: false })
  await warehouse.api.consoleSku.adjustStock({ skuId, change: 5, reason: '到货' })
  expect((await look()).waits).toBe(true)
  await createPriceAndShelfEdits(catalogue).setShelf({ skuId, onShelf: true })
  expect((await look()).waits).toBe(false)
})
