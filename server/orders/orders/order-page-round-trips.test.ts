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

test('a page of orders needs three statements in two round trips after the session check, for any number of orders', async () => {
  const lin = await mall.buyer('林', { credit: '999999', wallet: '999999' })
  for (const more of [1, 3]) {
    await orders(lin, more)
    expect(await tripsOf(() => lin.api.order.list(PAGE))).toEqual(['select session', 'select order', 'select order_line + select shop'])
  }
  // A full page does not say how many there are; the count goes with it.
  expect(await tripsOf(() => lin.api.order.list({ pageNo: 1, pageSize: 1 }))).toEqual([
    'select session',
    'select order',
    'select order + select order_line + select shop',
  ])
  expect(await tripsOf(() => lin.api.order.list({ ...PAGE, state: 'DONE' }))).toEqual(['select session', 'select order'])
})

test('an order page of the console needs three round trips', async () => {
  const support = await mall.staff('support')
  expect(await tripsOf(() => support.api.consoleOrder.list(PAGE))).toEqual([
    'select staff_session',
    'select staff_shop + select delivery_terms + select holiday',
    'select order × 2 + select shop',
    'select enterprise + select tagged_order',
  ])
})
