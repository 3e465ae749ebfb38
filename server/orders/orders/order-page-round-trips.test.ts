import { expect, test } from 'vitest'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { nameStatementsOfRoundTrips } from '#server/platform/testing/round-trips.ts'

const mall = await openMall()
const PAGE = { pageNo: 1, pageSize: 20 }

/** The waits for the database of one call, with the statements that were sent together. */
async function tripsOf(call: () => Promise<unknown>): Promise<string[]> {
  mall.roundTrips.length = 0
  await call()
  return nameStatementsOfRoundTrips(mall.roundTrips)
}

/** Orders one line each. */
async function orders(buyer: Buyer, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const lines = [{ skuId: await mall.createSku(`${count} 件 ${at}`), goodsNum: 1 }]
    const { quote } = await buyer.api.order.preview({ lines, method: 'credit' })
    await buyer.api.order.submit({ lines, method: 'credit', addressId: buyer.addressId, quote })
  }
}

const PAGE_OF_BUYER = ['select session', 'with order', 'select order_line + select shop']

test('a page of orders needs three statements in two round trips after the session check, for any number of orders, also when it is full', async () => {
  const lin = await mall.buyer('林', { credit: '999999', wallet: '999999' })
  for (const more of [1, 3]) {
    await orders(lin, more)
    expect(await tripsOf(() => lin.api.order.list(PAGE))).toEqual(PAGE_OF_BUYER)
  }
  for (const [pageNo, total] of [
    [1, 4],
    [2, 4],
  ] as const) {
    const page = { pageNo, pageSize: 2 }
    expect(await tripsOf(async () => expect(await lin.api.order.list(page)).toMatchObject({ total }))).toEqual(PAGE_OF_BUYER)
  }
  // A page behind the last one has no row that could give the total.
  expect(await tripsOf(async () => expect((await lin.api.order.list({ pageNo: 3, pageSize: 2 })).total).toBe(4))).toEqual([
    'select session',
    'with order',
    'select order',
  ])
  expect(await tripsOf(() => lin.api.order.list({ ...PAGE, state: 'DONE' }))).toEqual(['select session', 'with order'])
})

const PAGE_OF_STAFF = ['select staff_session', 'select staff_shop + select delivery_terms', 'with order']

test('an order page of the console needs three statements in two round trips after the session check, for any number of companies and tags', async () => {
  const support = await mall.staff('support')
  const wu = await mall.buyer('吴', { credit: '999999' })
  await orders(wu, 2)
  const [newest = expect.fail('no order')] = (await wu.api.order.list(PAGE)).dataList
  const { enterpriseId } = wu
  for (const name of ['送井口', '加急']) {
    const { tagId } = await support.api.consoleEnterpriseTag.save({ name, rowVersion: 0 })
    await support.api.consoleOrderTag.setOf({ enterpriseId, orderNo: newest.orderNo, addTagIds: [tagId], removeTagIds: [] })
  }
  for (const filter of [{}, { pageSize: 2 }, { pageNo: 2, pageSize: 2 }, { queue: 'waitSend' }, { shipDue: 'byToday' }] as const)
    expect(await tripsOf(() => support.api.consoleOrder.list({ ...PAGE, ...filter }))).toEqual(PAGE_OF_STAFF)
  const { dataList, total } = await support.api.consoleOrder.list(PAGE)
  expect(total).toBe(6)
  expect(new Set(dataList.map(({ enterpriseName }) => enterpriseName)).size).toBe(2)
  const named = dataList.map(({ orderNo, shopName, tags }) => ({ orderNo, shopName, tags: tags.map(({ name }) => name) }))
  expect(named.find(({ orderNo }) => orderNo === newest.orderNo)).toEqual({
    orderNo: newest.orderNo,
    shopName: newest.shopName,
    tags: ['加急', '送井口'],
  })
  expect(named.filter(({ tags }) => tags.length > 0)).toHaveLength(1)
})
