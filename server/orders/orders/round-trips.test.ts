import { expect, test } from 'vitest'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { nameRoundTrips } from '#server/platform/testing/round-trips.ts'

const mall = await openMall()
const LINES = [1, 3, 50]

/** The waits for the database of one call, with the statements that were sent together. */
async function tripsOf(call: () => Promise<unknown>): Promise<string[]> {
  mall.roundTrips.length = 0
  await call()
  return nameRoundTrips(mall.roundTrips)
}

const buys = (): Promise<Buyer> => mall.buyer('林', { credit: '999999', wallet: '999999' })

test('a SKU goes into the cart in four round trips, however many lines are there', async () => {
  const lin = await buys()
  for (const count of LINES) {
    for (let at = 1; at < count; at++) await lin.api.cart.add({ skuId: await mall.shelves(`件 ${count} ${at}`), goodsNum: 1 })
    const skuId = await mall.shelves(`末件 ${count}`)
    expect(await tripsOf(() => lin.api.cart.add({ skuId, goodsNum: 1 }))).toEqual([
      'select session',
      'begin + select session for share + select sku + select goods',
      'select pg_advisory_xact_lock + insert cart_line + select cart_line',
      'commit',
    ])
  }
})

/** A request of so many SKUs in the cart. */
async function fills(lin: Buyer, count: number) {
  const lines = []
  for (let at = 0; at < count; at++) lines.push({ skuId: await mall.shelves(`${count} 行 ${at}`), goodsNum: 1 })
  await lin.api.cart.addMany({ lines })
  const shops = await lin.api.cart.list({})
  return { cartIds: shops.flatMap(({ cartList }) => cartList.map(({ id }) => id)) }
}

test('a confirmation page needs five round trips, however many lines there are', async () => {
  for (const count of LINES) {
    const lin = await buys()
    const wish = await fills(lin, count)
    expect(await tripsOf(() => lin.api.order.preview({ ...wish, addressId: lin.addressId }))).toEqual([
      'select session',
      'select cart_line + select address',
      'select sku + select goods + select sku_tier',
      'select freight_row + select level_gift + select coupon + select material_code',
      'select ledger_account + select credit_account + select ledger_account + select credit_agreement + with setting + select setting',
    ])
  }
})

test('an order is submitted in eight round trips, however many lines it has', async () => {
  for (const count of LINES) {
    const lin = await buys()
    const wish = { ...(await fills(lin, count)), method: 'credit' as const, addressId: lin.addressId }
    const { quote } = await lin.api.order.preview(wish)
    const times = count === 1 ? '' : ` × ${count}`
    expect(await tripsOf(() => lin.api.order.submit({ ...wish, quote }))).toEqual([
      'select session',
      'begin + select session for share + insert idempotency_key + select cart_line for update + select address',
      'select sku + select goods + select sku_tier',
      'select freight_row + select coupon + select level_gift for update',
      'select credit_account for update + select ledger_account + select credit_agreement + with setting',
      `update sku_stock${times} + select generate_series`,
      'insert trade + insert order + insert order_line + delete cart_line + select patrol_finding + insert order_event + insert outbox',
      'update idempotency_key + commit',
    ])
  }
})
