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

test('an order page of the console needs three round trips', async () => {
  const support = await mall.staff('support')
  expect(await tripsOf(() => support.api.consoleOrder.list(PAGE))).toEqual([
    'select staff_session',
    'select staff_shop + select delivery_terms + select holiday',
    'with order + select shop',
    'select enterprise + select tagged_order',
  ])
})
