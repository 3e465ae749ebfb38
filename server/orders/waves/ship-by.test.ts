import { expect, test } from 'vitest'
import type { ShipDueFilter } from '#contract/sites/delivery-times/ship-by-day.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

// A Wednesday morning in Shanghai.
const mall = await openMall({ now: new Date('2026-11-25T02:00:00.000Z') })
const keeper = await mall.staff('warehouse')
const skuId = await mall.createSku('截齿', { stock: 500, sale: '10.00' })
const [lin, wu] = [await mall.buyer('林', { wallet: '9000' }), await mall.buyer('吴', { wallet: '9000' })]
const HOUR_MS = 3_600_000

async function pays(buyer: Buyer, goodsNum: number) {
  const lines = [{ skuId, goodsNum }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return { enterpriseId: buyer.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
}
const ships = (named: { enterpriseId: string; orderNo: string }, quantity: number) =>
  keeper.api.consoleFulfilment.ship({ ...named, carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity }] })
async function passes(hours: number) {
  mall.clock.forward(hours * HOUR_MS)
  await mall.renew()
}
/** The orders that are due so, as the list of orders and that of a new wave have them. */
async function due(shipDue: ShipDueFilter): Promise<string[]> {
  const listed = (await keeper.api.consoleOrder.list({ shipDue })).dataList.map(({ orderNo }) => orderNo)
  expect((await keeper.api.consoleWave.candidates({ shipDue })).dataList.map(({ orderNo }) => orderNo)).toEqual(listed)
  return listed
}
const overdueCard = async () => (await keeper.api.consoleQueue.list({})).find(({ kind }) => kind === 'shipOverdue')

const early = await pays(lin, 3)
await passes(7)
const evening = await pays(wu, 2)

test('an order is to be shipped on the day from which its promised day is counted', async () => {
  expect([await due('overdue'), await due('today'), await due('later')]).toEqual([[], [early.orderNo], [evening.orderNo]])
  const { dataList } = await keeper.api.consoleOrder.list({ queue: 'waitSend' })
  expect(dataList.map(({ orderNo, shipByDay }) => [orderNo, shipByDay])).toEqual([
    [early.orderNo, '2026-11-25'],
    [evening.orderNo, '2026-11-26'],
  ])
  expect((await keeper.api.consoleOrder.detail(evening)).shipByDay).toBe('2026-11-26')
})

test('an order of which a part has left is due as the whole was, and what is late is a card of the warehouse', async () => {
  expect(await overdueCard()).toMatchObject({ count: 0, oldestAt: null })
  await passes(15)
  await ships(early, 1)
  expect([await due('overdue'), await due('today'), await due('byToday')]).toEqual([
    [early.orderNo],
    [evening.orderNo],
    [early.orderNo, evening.orderNo],
  ])
  expect((await keeper.api.consoleOrder.detail(early)).shipByDay).toBe('2026-11-25')
  expect(await overdueCard()).toMatchObject({ count: 1, label: '超期未发的订单', oldestAt: new Date('2026-11-25T02:00:00.000Z') })
  await ships(early, 1)
  expect(await due('overdue')).toEqual([early.orderNo])
})

test('an order that an older program shipped in part is due by the time of that', async () => {
  await mall.pool.query('update "order" set to_ship_since = null where order_no = $1', [early.orderNo])
  expect(await due('overdue')).toEqual([])
  await mall.pool.query('update "order" set to_ship_since = $2 where order_no = $1', [early.orderNo, new Date('2026-11-25T02:00:00.000Z')])
})

test('a wave is made of what is due, what is due first at its first places', async () => {
  const third = await pays(lin, 1)
  await passes(9)
  const later = await pays(lin, 1)
  const { id, orders } = await keeper.api.consoleWave.create({ shipDue: 'byToday', count: 10 })
  expect(orders).toBe(3)
  expect((await keeper.api.consoleWave.orders({ id })).dataList.map(({ orderNo }) => orderNo)).toEqual(
    [early, evening, third].map(({ orderNo }) => orderNo),
  )
  expect((await keeper.api.consoleWave.detail({ id })).about).toBe('今天及以前应发')
  expect((await keeper.api.consoleWave.candidates({})).dataList).toMatchObject([{ orderNo: later.orderNo, shipByDay: '2026-11-27' }])
})

test('an order whose buyer asks to cancel it is not due, and one that has left has no day', async () => {
  await ships(early, 1)
  expect((await keeper.api.consoleOrder.detail(early)).shipByDay).toBeNull()
  await wu.api.order.askCancel({ orderNo: evening.orderNo, reason: '不要了' })
  expect((await keeper.api.consoleOrder.list({ shipDue: 'byToday' })).dataList.map(({ orderNo }) => orderNo)).not.toContain(evening.orderNo)
  expect(await mall.findInvariantBreaches()).toEqual({})
})
