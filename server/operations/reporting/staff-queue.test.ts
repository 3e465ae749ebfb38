import { expect, test } from 'vitest'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { OrderQueue } from '#contract/orders/orders/console-api.ts'
import { insertSampleGoodsOnShelf } from '#server/catalog/goods/public.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { type Buyer, ONE_HOUR_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const admin = await mall.staff('admin')
const counted = async (kind: string) => (await admin.api.consoleQueue.list({})).find((item) => item.kind === kind)

/** A paid order of three picks. */
async function paidOrder(buyer: Buyer): Promise<string> {
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '200.00' }), goodsNum: 3 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return orders[0]?.orderNo ?? ''
}
const ship = (enterpriseId: string, orderNo: string, quantity: number) =>
  admin.api.consoleFulfilment.ship({
    enterpriseId,
    orderNo,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    lines: [{ lineNo: 1, quantity }],
  })

test('the count of sold-out SKUs matches the list and includes those that never had stock', async () => {
  await mall.createSku('有货', { stock: 5 })
  await mall.createSku('从未入库', { stock: 0 })
  const emptied = await mall.createSku('卖空', { stock: 5 })
  await admin.api.consoleSku.adjustStock({ skuId: emptied, change: -5, reason: '盘点' })
  const shelved = await mall.createSku('卖空并下架', { stock: 5 })
  await admin.api.consoleSku.adjustStock({ skuId: shelved, change: -5, reason: '盘点' })
  await createPriceAndShelfEdits(admin).setShelf({ skuId: shelved, onShelf: false })
  await mall.runInTransaction((tx) =>
    insertSampleGoodsOnShelf(tx, mall.moment(), {
      slug: 'two',
      shopId: mall.shopId,
      categoryId: 2,
      name: '两种规格',
      spec: '',
      unit: '支',
      parameters: [],
      description: '',
      hardness: null,
      position: 9,
      skus: ['KT-X', 'KT-Y'].map((code) => ({
        code,
        props: { 规格: code },
        minimum: 1,
        step: 1,
        weightGrams: 1,
        salePriceFen: yuanTextToFen('10'),
        creditPriceFen: null,
      })),
    }),
  )
  const { total } = await admin.api.consoleSku.list({ soldOut: true })
  expect(total).toBe(5)
  expect(await counted('stockOut')).toMatchObject({ count: total })
})

test('waiting orders are counted as listed, oldest first, without those whose buyer asks to cancel', async () => {
  const lin = await mall.buyer('林', { wallet: '10000' })
  const { enterpriseId } = lin
  const orderNos: string[] = []
  for (let at = 0; at < 6; at++) {
    orderNos.push(await paidOrder(lin))
    mall.clock.forward(ONE_HOUR_MS)
  }
  const [partSent = '', whole = '', askedLate = '', askedEarly = '', sent = '', last = ''] = orderNos
  // What is left of an order waits as long as the whole did: it is due first.
  await ship(enterpriseId, partSent, 1)
  await ship(enterpriseId, sent, 3)
  await lin.api.order.askCancel({ orderNo: askedEarly, reason: '买错' })
  mall.clock.forward(ONE_HOUR_MS)
  await lin.api.order.askCancel({ orderNo: askedLate, reason: '买错' })
  await mall.renew()

  const listed = async (queue: OrderQueue) => {
    const { dataList, total } = await admin.api.consoleOrder.list({ queue })
    expect(await counted(queue)).toMatchObject({ count: total })
    return dataList.map(({ orderNo }) => orderNo)
  }
  expect(await listed('waitSend')).toEqual([partSent, whole, last])
  expect(await listed('cancelAsked')).toEqual([askedEarly, askedLate])
  const second = await admin.api.consoleOrder.list({ queue: 'waitSend', pageNo: 2, pageSize: 2 })
  expect([second.total, second.dataList.map(({ orderNo }) => orderNo)]).toEqual([3, [last]])
  const newest = await admin.api.consoleOrder.list({})
  expect(newest.dataList.map(({ orderNo }) => orderNo)).toEqual(orderNos.reverse())
  expect(await admin.post('/console-api/api/order/list', { queue: 'sent' })).toMatchObject({ code: 400, msg: '待办格式不正确' })
  expect(await admin.post('/console-api/api/order/list', { cancelAsked: true })).toMatchObject({ code: 400 })
})

test('count sheets wait to be counted and for the second person, and only those of his shops for whoever keeps some', async () => {
  const keeper = await mall.staff('warehouse')
  const skuId = await mall.createSku('导向轮', { code: 'KT-QUEUE-1', stock: 4 })
  const { id } = await keeper.api.consoleStockCount.create({ warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes: ['KT-QUEUE-1'] })
  expect(await counted('stockCountOpen')).toMatchObject({ count: 1, oldestAt: mall.clock.now })
  expect(await counted('stockCount')).toMatchObject({ count: 0, oldestAt: null })
  mall.clock.forward(ONE_HOUR_MS)
  await keeper.api.consoleStockCount.enter({ id, lines: [{ lineNo: 1, counted: 4, before: null }] })
  await keeper.api.consoleStockCount.submit({ id, rowVersion: 0 })
  const { total } = await admin.api.consoleStockCount.list({ state: 'COUNTED' })
  expect(await counted('stockCount')).toMatchObject({ count: total, oldestAt: mall.clock.now })
  const { staffId = '' } = (await admin.api.consoleShop.staff({})).find(({ name }) => name === 'warehouse') ?? {}
  await admin.api.consoleShop.setStaff({ staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  const seen = (await keeper.api.consoleQueue.list({})).filter(({ kind }) => kind.startsWith('stockCount'))
  expect(seen.map(({ count }) => count)).toEqual([0, 0])
  await admin.api.consoleStockCount.approve({ id, rowVersion: 1 })
  expect([await counted('stockCount'), await mall.countStock(skuId)]).toMatchObject([{ count: 0 }, 4])
})
