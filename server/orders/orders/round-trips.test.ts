import { expect, test } from 'vitest'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { createEnterpriseWithSubAccount } from '#server/platform/testing/enterprise.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { nameStatementsOfRoundTrips } from '#server/platform/testing/round-trips.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const LINES = [1, 3, 50]

/** The waits for the database of one call, with the statements that were sent together. */
async function tripsOf(call: () => Promise<unknown>): Promise<string[]> {
  mall.roundTrips.length = 0
  await call()
  return nameStatementsOfRoundTrips(mall.roundTrips)
}

const buys = (): Promise<Buyer> => mall.buyer('林', { credit: '999999', wallet: '999999' })

test('adding a SKU to the cart takes four round trips, for any number of lines', async () => {
  const lin = await buys()
  for (const count of LINES) {
    for (let at = 1; at < count; at++) await lin.api.cart.add({ skuId: await mall.createSku(`件 ${count} ${at}`), goodsNum: 1 })
    const skuId = await mall.createSku(`末件 ${count}`)
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
  for (let at = 0; at < count; at++) lines.push({ skuId: await mall.createSku(`${count} 行 ${at}`), goodsNum: 1 })
  await lin.api.cart.addMany({ lines })
  const shops = await lin.api.cart.list({})
  return { cartIds: shops.flatMap(({ cartList }) => cartList.map(({ id }) => id)) }
}

test('the confirmation page takes five round trips, for any number of lines', async () => {
  for (const count of LINES) {
    const lin = await buys()
    const request = await fills(lin, count)
    expect(await tripsOf(() => lin.api.order.preview({ ...request, addressId: lin.addressId, preferred: 'credit' }))).toEqual([
      'select session',
      'select cart_line + select address',
      'select sku + select goods + select sku_tier',
      'select freight_row + select level_gift + select coupon + select material_code',
      'select credit_account + select ledger_account + select setting',
    ])
  }
})

test('a browser that does not know how its member paid last costs a statement, and no round trip', async () => {
  const lin = await buys()
  const request = { ...(await fills(lin, 1)), addressId: lin.addressId }
  const trips = await tripsOf(() => lin.api.order.preview(request))
  expect([trips.length, trips[1]]).toEqual([5, 'select cart_line + select address + select trade'])
})

test('the confirmation page with coupons takes seven, also for a sub-account with limits', async () => {
  const { template } = await createCouponHelpers(mall)
  const { lin, li } = await createEnterpriseWithSubAccount(mall, { order: '99', month: '999999' }, { credit: '999999' })
  const requests = { lin: await fills(lin, 3), li: await fills(li, 3) }
  const { shops } = await lin.api.order.preview(requests.lin)
  const goodsIds = shops.flatMap(({ lines }) => lines.map(({ goodsId }) => goodsId))
  for (const options of [{}, { goodsIds }]) {
    await lin.api.coupon.claim({ templateId: await template(options) })
    const trips = [
      'select session',
      'select cart_line + select address',
      'select sku + select goods + select sku_tier',
      'select freight_row + select level_gift + select coupon + select material_code',
      'select category',
      'select row_edit + select credit_account + select ledger_account + select setting',
    ]
    const names = 'goodsIds' in options ? 'select goods + select category + select shop' : 'select category + select shop'
    expect(await tripsOf(() => lin.api.order.preview({ ...requests.lin, addressId: lin.addressId, preferred: 'credit' }))).toEqual([
      ...trips,
      names,
    ])
    expect(await tripsOf(() => li.api.order.preview({ ...requests.li, addressId: lin.addressId, preferred: 'credit' }))).toEqual([
      ...trips,
      `${names} + select membership + select order`,
    ])
  }
})

test('a submit takes six round trips, for any number of lines', async () => {
  for (const count of LINES) {
    const lin = await buys()
    const request = { ...(await fills(lin, count)), method: 'credit' as const, addressId: lin.addressId }
    const { quote } = await lin.api.order.preview(request)
    expect(await tripsOf(() => lin.api.order.submit({ ...request, quote }))).toEqual([
      'select session',
      'begin + select session for share + insert idempotency_key + select cart_line for update + select address',
      'select sku + select goods + select sku_tier',
      'select freight_row + select coupon + select level_gift for update + select generate_series',
      'select credit_account for update + select ledger_account + insert trade + insert order + insert order_line + delete cart_line + select patrol_finding for no key update + with sku_stock for no key update',
      'insert order_event + insert outbox + update idempotency_key + commit',
    ])
  }
})

/** A submitted trade of one order with so many lines, and what it takes to ship it. */
async function submits(lin: Buyer, count: number, method: 'credit' | 'wallet') {
  const lines = []
  for (let at = 0; at < count; at++) lines.push({ skuId: await mall.createSku(`${count} 行 ${at}`), goodsNum: 1 })
  const { quote } = await lin.api.order.preview({ lines, method })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method, addressId: lin.addressId, quote })
  return { tradeId, orderNo: orders[0]?.orderNo ?? '' }
}

const PASSED = 'begin + select session for share + savepoint + select payment_password for update + select idempotency_key'
const LOCKED = 'begin + select session for share + select order for no key update'
const MOVED = 'update order + select membership + select message_text'
const NOTIFICATIONS = 'insert order_event + insert message + insert outbox'
const ANSWERED = 'update idempotency_key + commit'
const PAID = `insert payment + insert payment_allocation + ${MOVED}`
/** What a payment does once the orders are locked. The wallet is charged after its balance is known, because it may not become negative. */
const settled = {
  credit: [
    `select credit_account for update + select ledger_account + update ledger_account + ${PAID}`,
    `insert ledger_transfer + ${NOTIFICATIONS} + ${ANSWERED}`,
  ],
  wallet: [
    `select ledger_account for update + ${PAID}`,
    'update ledger_account',
    `${NOTIFICATIONS} + insert ledger_transfer + ${ANSWERED}`,
  ],
}
const drawn = {
  credit: {
    locks: 'with sku_stock for no key update + select ledger_account for update + select statement',
    posts: ['insert outbox + insert stock_movement + update ledger_account × 2', `${NOTIFICATIONS} + insert ledger_transfer`],
  },
  wallet: { locks: 'with sku_stock for no key update', posts: ['insert outbox + insert stock_movement', NOTIFICATIONS] },
}

test.each(['credit', 'wallet'] as const)(
  'an order is paid by %s in at most six round trips, shipped in at most seven and received in four',
  async (method) => {
    const warehouse = await mall.staff('warehouse')
    for (const count of LINES) {
      const lin = await buys()
      const { tradeId, orderNo } = await submits(lin, count, method)
      const pay = method === 'credit' ? lin.api.order.payByCredit : lin.api.order.payByWallet
      expect(await tripsOf(() => pay({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD }))).toEqual([
        'select session',
        PASSED,
        'rollback to + insert idempotency_key + select order for no key update',
        ...settled[method],
      ])
      const sent = {
        enterpriseId: lin.enterpriseId,
        orderNo,
        carrier: '德邦快递',
        trackingNo: createWaybillNo(),
        lines: Array.from({ length: count }, (_, at) => ({ lineNo: at + 1, quantity: 1 })),
      }
      const { locks, posts } = drawn[method]
      expect(await tripsOf(() => warehouse.api.consoleFulfilment.ship(sent))).toEqual([
        'select staff_session',
        'select staff_shop',
        'begin + select staff_session for share + select order for no key update',
        'select order_line + select parcel × 2 + select warehouse + select parcel',
        `${locks} + update order_line + insert parcel + insert parcel_line + ${MOVED}`,
        posts[0],
        `${posts[1]} + insert audit_log + commit`,
      ])
      expect(await tripsOf(() => lin.api.order.receive({ orderNo }))).toEqual([
        'select session',
        LOCKED,
        MOVED,
        `${NOTIFICATIONS} + commit`,
      ])
    }
  },
)

test('payment by a sub-account with limits takes six round trips', async () => {
  const { li } = await createEnterpriseWithSubAccount(mall, { order: '99999', month: '999999' }, { credit: '999999' })
  const { tradeId } = await submits(li, 3, 'credit')
  expect(await tripsOf(() => li.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD }))).toEqual([
    'select session',
    PASSED,
    'rollback to + insert idempotency_key + select membership for no key update + select order for no key update',
    'select approval + select order',
    ...settled.credit,
  ])
})

test('a cancel takes six round trips, for any number of lines', async () => {
  const lin = await buys()
  for (const count of LINES) {
    const { orderNo } = await submits(lin, count, 'credit')
    expect(await tripsOf(() => lin.api.order.cancel({ orderNo, reason: '不要了' }))).toEqual([
      'select session',
      LOCKED,
      'select payment for no key update + select order_line',
      `select sku + with sku_stock for no key update + ${MOVED}`,
      `${NOTIFICATIONS} + insert daily_call`,
      'commit',
    ])
  }
})
