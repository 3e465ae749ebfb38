import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { type CouponTemplateOptions, createCouponHelpers } from '#server/platform/testing/coupons.ts'
import {
  createEnterpriseWithSubAccount,
  fetchLatestPendingApprovalId,
  fetchOrderState,
  requestWalletPayment,
  selectFirstOrderNo,
  selectFirstOrderState,
} from '#server/platform/testing/enterprise.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { template } = await createCouponHelpers(mall)
const { preview, submit, changeMethod, cancel } = contract.order
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const why = { reason: '不要了' }

const buyer = (name = '林') => mall.buyer(name, { wallet: '50000', credit: '50000' })
/** A coupon in a company's hand, of a template of its own. */
const holds = async (who: Buyer, request: CouponTemplateOptions = {}) =>
  (await who.api.coupon.claim({ templateId: await template(request) })).couponId
const goodsOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()).goods_id
const hand = async (who: Buyer, couponId: string) => {
  const row = mall.db.selectFrom('coupon').select('state').where('enterprise_id', '=', who.enterpriseId).where('id', '=', couponId)
  return (await row.executeTakeFirstOrThrow()).state
}

interface Request {
  method?: PaymentMethod
  coupons?: Record<string, string | null>
}
const one = (skuId: string, goodsNum = 1) => [{ skuId, goodsNum }]
type Lines = ReturnType<typeof one>
const shows = (who: Buyer, lines: Lines, { method = 'wallet', ...rest }: Request = {}) => who.api.order.preview({ lines, method, ...rest })
const requests = async (who: Buyer, lines: Lines, request: Request = {}) => {
  const { quote } = await shows(who, lines, request)
  return { lines, method: 'wallet' as PaymentMethod, addressId: who.addressId, quote, ...request }
}
const posts = (who: Buyer, body: object) => who.post(submit.path, body, { 'idempotency-key': randomUUID() })
const orders = async (who: Buyer, lines: Lines, request: Request = {}) => who.api.order.submit(await requests(who, lines, request))

describe('the confirmation page', () => {
  test('preselects the best coupon, among equal ones the first to expire, and says why others cannot be used', async () => {
    const lin = await buyer()
    const sku = await mall.createSku('截齿', { sale: '600.00', credit: '630.00' })
    const other = await goodsOf(await mall.createSku('别的'))
    const later = await holds(lin, { name: '店铺券', amount: '30', untilDay: '2026-12-31' })
    const sooner = await holds(lin, { name: '商品券', amount: '30', untilDay: '2026-12-01', goodsIds: [await goodsOf(sku)] })
    const short = await holds(lin, { name: '大额', amount: '99', threshold: '620' })
    const away = await holds(lin, { name: '别的商品', goodsIds: [other] })
    const soon = await holds(lin, { name: '下月', fromDay: '2026-12-01' })
    const [shop] = (await shows(lin, one(sku))).shops
    expect(shop).toMatchObject({ couponId: sooner, couponAmount: 3_000, goodsAmount: 60_000, freight: 0, payable: 57_000 })
    expect(shop?.coupons.map(({ couponId, discount, reason }) => [couponId, discount, reason])).toEqual([
      [sooner, 3_000, null],
      [later, 3_000, null],
      ...[
        [away, null, '订单中没有指定商品'],
        [short, null, '订单金额还差 ¥20.00 可用'],
        [soon, null, '未到使用时间，2026-12-01 起可用'],
      ].sort(([left], [right]) => ((left ?? '') < (right ?? '') ? -1 : 1)),
    ])
    // The price on account passes the larger one's threshold.
    expect((await shows(lin, one(sku), { method: 'credit' })).shops[0]).toMatchObject({ couponId: short, payable: 53_100 })
    // The buyer's own choice, or none; one that cannot be used leaves the best.
    for (const [requested, shown] of [
      [later, later],
      [null, null],
      [short, sooner],
      [NO_ONE, sooner],
    ] as const)
      expect((await shows(lin, one(sku), { coupons: { [mall.shopId]: requested } })).shops[0]?.couponId).toBe(shown)
  })

  test('the cart shows the available coupons for its lines at cash and credit prices', async () => {
    const lin = await buyer()
    const sku = await mall.createSku('截齿', { sale: '600.00', credit: '630.00' })
    const couponId = await holds(lin, { amount: '99', threshold: '620' })
    await lin.api.cart.add({ skuId: sku, goodsNum: 1 })
    const cartIds = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ id }) => id))
    const [shop] = await lin.api.coupon.onHand({ cartIds })
    expect(shop?.sale).toMatchObject([{ couponId, discount: null, reason: '订单金额还差 ¥20.00 可用', missing: 2_000 }])
    expect(shop?.credit).toMatchObject([{ couponId, discount: 9_900, reason: null, missing: null }])
  })
})

describe('the threshold of a coupon', () => {
  const NOTE = '，按指定商品金额计算门槛'

  test('of a shop coupon counts the order; of a product coupon its goods or categories, as its texts say', async () => {
    const lin = await buyer()
    const [tooth, seat] = [
      await mall.createSku('截齿', { sale: '560.00', credit: null }),
      await mall.createSku('齿座', { sale: '50.00', credit: null }),
    ]
    await mall.runInTransaction((tx) => tx.updateTable('goods').set({ category_id: 1 }).where('name', '=', '齿座').execute())
    const whole = await holds(lin, { name: '全店', threshold: '599' })
    const goods = await holds(lin, { name: '指定商品', threshold: '599', goodsIds: [await goodsOf(tooth)] })
    const category = await holds(lin, { name: '指定分类', threshold: '599', categoryIds: [2] })
    const free = await holds(lin, { name: '无门槛', threshold: '0', amount: '1', goodsIds: [await goodsOf(seat)] })
    const lines = [...one(tooth), ...one(seat)]
    const listDiscounts = async (of: Lines) => {
      const shown = (await shows(lin, of)).shops[0]?.coupons ?? []
      return new Map(shown.map(({ couponId, discount, reason }) => [couponId, reason ?? discount]))
    }
    // 610 yuan of goods: enough for the whole shop, not for the teeth in it.
    expect(Object.fromEntries(await listDiscounts(lines))).toEqual({
      [whole]: 1_000,
      [free]: 100,
      [goods]: '指定商品金额还差 ¥39.00 可用',
      [category]: '指定商品金额还差 ¥39.00 可用',
    })
    expect(Object.fromEntries(await listDiscounts(one(seat)))).toEqual({
      [whole]: '订单金额还差 ¥549.00 可用',
      [free]: 100,
      [goods]: '订单中没有指定商品',
      [category]: '订单中没有指定商品',
    })
    const body = await requests(lin, lines)
    expect(await posts(lin, { ...body, coupons: { [mall.shopId]: goods } })).toMatchObject({
      code: 422,
      reason: 'COUPON_NOT_MET',
      msg: '「指定商品」指定商品金额还差 ¥39.00 可用',
    })
    const notes = (await lin.api.coupon.list({})).dataList.map(({ couponId, scopeNote }) => [couponId, scopeNote])
    expect(Object.fromEntries(notes)).toEqual({
      [whole]: '仅限购买岩锋自营商品',
      [goods]: `仅限购买截齿商品${NOTE}`,
      [category]: `仅限购买合金系列商品${NOTE}`,
      [free]: '仅限购买齿座商品',
    })
    const exported = await lin.api.exports.coupons({ format: 'csv' })
    expect(Buffer.from(exported.bytes).toString('utf8')).toContain(`仅限购买截齿商品${NOTE}`)
  })
})

test('a price and a quantity beyond the maximum are refused in the coupon lookup without an error', async () => {
  const lin = await buyer()
  await holds(lin, { amount: '99', threshold: '620' })
  const sku = await mall.createSku('天价', { sale: '38.50' })
  await lin.api.cart.add({ skuId: sku, goodsNum: 999_999 })
  await createPriceAndShelfEdits(await mall.staff('catalogue')).setPrice({
    skuId: sku,
    salePrice: yuanTextToFen('1000000000'),
    creditPrice: null,
  })
  const cart = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)
  expect(cart[0]?.saleAmount).toBe(yuanTextToFen('1000000000'))
  expect(await lin.post(contract.coupon.onHand.path, { cartIds: cart.map(({ id }) => id) })).toMatchObject({
    status: 200,
    code: 422,
    reason: 'ORDER_TOO_LARGE',
  })
})

describe('a coupon', () => {
  test('is locked at submit and used at payment, and its discount is on the order', async () => {
    const lin = await buyer()
    const couponId = await holds(lin)
    const trade = await orders(lin, one(await mall.createSku('截齿', { sale: '600.00' })), { coupons: { [mall.shopId]: couponId } })
    expect([trade.payable, await hand(lin, couponId)]).toEqual([59_000, 'locked'])
    expect((await lin.api.coupon.list({})).dataList).toMatchObject([{ couponId, state: 'locked', orderNo: selectFirstOrderNo(trade) }])
    await requestWalletPayment(lin, trade)
    expect(await hand(lin, couponId)).toBe('used')
    expect((await lin.api.coupon.list({ state: 'used' })).dataList).toMatchObject([{ couponId, state: 'used', usedAt: mall.clock.now }])
    expect(await lin.api.order.detail({ orderNo: selectFirstOrderNo(trade) })).toMatchObject({
      couponAmount: 1_000,
      couponName: '满减',
      payable: 59_000,
      lines: [{ amount: 60_000, couponShare: 1_000 }],
    })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('held by an unpaid order is not counted as available, is listed last, and is free after a cancel', async () => {
    const lin = await buyer()
    const [held, free] = [await holds(lin, { untilDay: '2026-11-30' }), await holds(lin, { name: '另一张', untilDay: '2026-12-31' })]
    const counts = () => lin.api.coupon.count({})
    expect(await counts()).toEqual({ unused: 2, locked: 0, used: 0, expired: 0 })
    const trade = await orders(lin, one(await mall.createSku('截齿', { sale: '600.00' })), { coupons: { [mall.shopId]: held } })
    expect(await counts()).toEqual({ unused: 1, locked: 1, used: 0, expired: 0 })
    const { dataList, total } = await lin.api.coupon.list({ state: 'unused' })
    expect(dataList.map(({ couponId, state, orderNo }) => [couponId, state, orderNo])).toEqual([
      [free, 'unused', null],
      [held, 'locked', selectFirstOrderNo(trade)],
    ])
    expect(total).toBe(2)
    const support = await mall.staff('support')
    expect((await support.api.consoleCoupon.ofEnterprise({ enterpriseId: lin.enterpriseId })).counts).toEqual(await counts())
    await lin.api.order.cancel({ orderNo: selectFirstOrderNo(trade), ...why })
    expect(await counts()).toEqual({ unused: 2, locked: 0, used: 0, expired: 0 })
  })

  // I1
  test('in 50 concurrent orders is used in one', async () => {
    const lin = await buyer()
    const couponId = await holds(lin)
    const body = await requests(lin, one(await mall.createSku('截齿', { sale: '600.00' })), { coupons: { [mall.shopId]: couponId } })
    const answers = await Promise.all(Array.from({ length: 50 }, () => posts(lin, body)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code, reason }) => code === 410 && reason === 'COUPON_TAKEN')).toHaveLength(49)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  // I2, I10
  test('is the only input accepted: no list, no other shape, no coupon twice', async () => {
    const lin = await buyer()
    const [sku, second] = [await mall.createSku('截齿', { sale: '600.00' }), await mall.newShop('二店')]
    const there = await mall.createSku('二店货', { sale: '600.00', shopId: second })
    const [shopCoupon, goodsCoupon] = [await holds(lin), await holds(lin, { goodsIds: [await goodsOf(sku)], amount: '20' })]
    const body = await requests(lin, one(sku))
    for (const requested of [
      [shopCoupon, goodsCoupon],
      [shopCoupon, shopCoupon],
      `${shopCoupon},${goodsCoupon}`,
      -1,
      1.5,
      1e30,
      '1e2',
      '007',
    ])
      expect(await posts(lin, { ...body, coupons: { [mall.shopId]: requested } })).toMatchObject({ code: 400, reason: 'INVALID_INPUT' })
    const both = [...one(sku), ...one(there)]
    const twice = { ...(await requests(lin, both)), coupons: { [mall.shopId]: shopCoupon, [second]: shopCoupon } }
    expect(await posts(lin, twice)).toMatchObject({ code: 404, reason: 'COUPON_NOT_FOUND' })
    expect((await orders(lin, one(sku))).payable).toBe(58_000)
    expect([await hand(lin, shopCoupon), await hand(lin, goodsCoupon)]).toEqual(['unused', 'locked'])
  })

  // I3
  test('is refused if only freight meets its threshold, or if a line was removed since', async () => {
    const lin = await buyer()
    const [small, big] = [await mall.createSku('小件', { sale: '90.00' }), await mall.createSku('大件', { sale: '510.00' })]
    const hundred = await holds(lin, { threshold: '100' })
    expect((await shows(lin, one(small))).shops[0]).toMatchObject({ freight: 3_000, couponId: null, payable: 12_000 })
    const body = await requests(lin, one(small))
    expect(await posts(lin, { ...body, coupons: { [mall.shopId]: hundred } })).toMatchObject({
      code: 422,
      reason: 'COUPON_NOT_MET',
      msg: '「满减」订单金额还差 ¥10.00 可用',
    })
    const whole = await requests(lin, [...one(small), ...one(big)], { coupons: { [mall.shopId]: await holds(lin, { amount: '25' }) } })
    expect(await posts(lin, { ...whole, lines: one(small) })).toMatchObject({ code: 422, reason: 'COUPON_NOT_MET' })
    // Left to the mall, the discount that was shown is gone: that is a change.
    const { coupons: _, ...left } = whole
    expect(await posts(lin, { ...left, lines: one(big) })).toMatchObject({
      code: 409,
      reason: 'ORDER_CHANGED',
      detail: { couponMoved: true },
    })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  // I5
  test('of another enterprise, another shop or a shop without lines in the order is not found', async () => {
    const [lin, chen] = [await buyer(), await buyer('陈')]
    const second = await mall.newShop('三店')
    const body = await requests(lin, one(await mall.createSku('截齿', { sale: '600.00' })))
    const theirs = await holds(chen)
    const elsewhere = await holds(lin, { shopId: second })
    for (const coupons of [{ [mall.shopId]: theirs }, { [mall.shopId]: elsewhere }, { [second]: elsewhere }, { [mall.shopId]: NO_ONE }])
      expect(await posts(lin, { ...body, coupons })).toMatchObject({ code: 404, reason: 'COUPON_NOT_FOUND', data: null })
  })

  test('whose amount differs from the quote stops the submit; so does a better one received meanwhile', async () => {
    const lin = await buyer()
    const sku = await mall.createSku('截齿', { sale: '600.00' })
    const body = await requests(lin, one(sku))
    await holds(lin)
    expect(await posts(lin, body)).toMatchObject({ code: 409, reason: 'ORDER_CHANGED', detail: { changes: [], couponMoved: true } })
    expect(await posts(lin, { ...body, coupons: { [mall.shopId]: null } })).toMatchObject({ code: 200, data: { payable: 600 } })
  })
})

describe('an amount reduced by a coupon', () => {
  // I6
  test('is never negative; an order of zero has no payment and is ready to ship with its coupon used', async () => {
    const lin = await buyer()
    const couponId = await holds(lin, { amount: '5000', threshold: '0' })
    const trade = await orders(lin, one(await mall.createSku('截齿', { sale: '600.00' })))
    expect([trade.payable, selectFirstOrderState(trade), await hand(lin, couponId)]).toEqual([0, 'WAIT_SEND', 'used'])
    expect(await requestWalletPayment(lin, trade)).toMatchObject({ code: 409, reason: 'ALREADY_PAID' })
    await lin.api.order.askCancel({ orderNo: selectFirstOrderNo(trade), ...why })
    await (await mall.staff('support')).api.consoleOrder.agreeCancel({ enterpriseId: lin.enterpriseId, orderNo: selectFirstOrderNo(trade) })
    expect([await fetchOrderState(lin, trade), await hand(lin, couponId)]).toEqual(['CANCELLED', 'unused'])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('may be zero for one shop of a trade; the other shop is paid on its own', async () => {
    const lin = await buyer()
    const second = await mall.newShop('四店')
    const [free, priced] = [await mall.createSku('免', { sale: '600.00' }), await mall.createSku('付', { sale: '700.00', shopId: second })]
    await holds(lin, { amount: '600' })
    const trade = await orders(lin, [...one(free), ...one(priced)])
    expect(trade.orders.map(({ payable, state }) => [payable, state])).toEqual([
      [0, 'WAIT_SEND'],
      [70_000, 'WAIT_PAY'],
    ])
    expect(await requestWalletPayment(lin, trade)).toMatchObject({ code: 200 })
    expect((await lin.api.order.trade({ tradeId: trade.tradeId })).orders.map(({ state }) => state)).toEqual(['WAIT_SEND', 'WAIT_SEND'])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('of zero above a purchase limit still waits for the approval, and then for nothing else', async () => {
    const { lin, li, limit } = await createEnterpriseWithSubAccount(mall, {}, { wallet: '10000' })
    const sku = await mall.createSku('截齿', { sale: '600.00' })
    await orders(li, one(sku))
    await limit({ month: '500' })
    const couponId = await holds(lin, { amount: '600' })
    const trade = await orders(li, one(sku))
    expect([trade.payable, selectFirstOrderState(trade), await hand(lin, couponId)]).toEqual([0, 'WAIT_APPROVAL', 'locked'])
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    expect([await fetchOrderState(li, trade), await hand(lin, couponId)]).toEqual(['WAIT_SEND', 'used'])
    // Nothing is to be paid any more, so no other method makes something of it that nobody agreed to.
    expect(await li.post(changeMethod.path, { tradeId: trade.tradeId, method: 'transfer', withoutCoupons: true })).toMatchObject({
      code: 409,
      reason: 'ALREADY_PAID',
    })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('frees the coupon when the main account rejects the trade', async () => {
    const { lin, li } = await createEnterpriseWithSubAccount(mall, { order: '100' }, { wallet: '10000' })
    const couponId = await holds(lin)
    const trade = await orders(li, one(await mall.createSku('截齿', { sale: '600.00' })))
    expect([selectFirstOrderState(trade), await hand(lin, couponId)]).toEqual(['WAIT_APPROVAL', 'locked'])
    await lin.api.approval.reject({ id: await fetchLatestPendingApprovalId(lin), ...why })
    expect([await fetchOrderState(li, trade), await hand(lin, couponId)]).toEqual(['CANCELLED', 'unused'])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('returning a coupon', () => {
  // I7
  test('happens once when its unpaid order is cancelled, and it can be used for the next order', async () => {
    const lin = await buyer()
    const couponId = await holds(lin)
    const sku = await mall.createSku('截齿', { sale: '600.00' })
    const first = await orders(lin, one(sku))
    await lin.api.order.cancel({ orderNo: selectFirstOrderNo(first), ...why })
    expect(await hand(lin, couponId)).toBe('unused')
    const second = await orders(lin, one(sku))
    expect(await lin.post(cancel.path, { orderNo: selectFirstOrderNo(first), ...why })).toMatchObject({ code: 409 })
    expect([await hand(lin, couponId), second.payable]).toEqual(['locked', 59_000])
    expect(await lin.api.order.detail({ orderNo: selectFirstOrderNo(first) })).toMatchObject({
      state: 'CANCELLED',
      couponAmount: 1_000,
      couponName: null,
    })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  // I4
  test('after its last day makes it expired; an order submitted in time keeps it, whenever it is paid', async () => {
    const lin = await buyer()
    const sku = await mall.createSku('截齿', { sale: '600.00' })
    const [kept, lapsing, late] = [
      await holds(lin, { amount: '30', untilDay: '2026-11-20' }),
      await holds(lin, { amount: '20', untilDay: '2026-11-20' }),
      await holds(lin, { amount: '10', untilDay: '2026-11-20' }),
    ]
    mall.clock.now = new Date('2026-11-20T15:59:59Z')
    await mall.renew()
    const request = (couponId: string) => ({ coupons: { [mall.shopId]: couponId } })
    const [paid, cancelled] = [await orders(lin, one(sku), request(kept)), await orders(lin, one(sku), request(lapsing))]
    const body = await requests(lin, one(sku), request(late))
    mall.clock.forward(1_000)
    expect(await posts(lin, body)).toMatchObject({ code: 410, reason: 'COUPON_EXPIRED' })
    expect(await requestWalletPayment(lin, paid)).toMatchObject({ code: 200, data: { payable: 570 } })
    await lin.api.order.cancel({ orderNo: selectFirstOrderNo(cancelled), ...why })
    expect(await lin.api.coupon.count({})).toEqual({ unused: 0, locked: 0, used: 1, expired: 2 })
    expect((await shows(lin, one(sku))).shops[0]?.coupons).toEqual([])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('changing the payment method', () => {
  test('judges the coupon by the new prices; one below its threshold is refused by name or given up', async () => {
    const lin = await buyer()
    const sku = await mall.createSku('截齿', { sale: '600.00', credit: '630.00' })
    const couponId = await holds(lin, { amount: '50', threshold: '620' })
    const trade = await orders(lin, one(sku), { method: 'credit' })
    expect(trade.payable).toBe(58_000)
    const change = { tradeId: trade.tradeId, method: 'wallet' as const }
    expect(await lin.post(changeMethod.path, change)).toMatchObject({
      code: 422,
      reason: 'COUPON_NOT_MET',
      msg: '按现金价计算，优惠券「满减」订单金额还差 ¥20.00 可用；可不用优惠券继续更换',
    })
    expect([(await lin.api.order.trade({ tradeId: trade.tradeId })).payable, await hand(lin, couponId)]).toEqual([58_000, 'locked'])
    expect(await lin.api.order.changeMethod({ ...change, withoutCoupons: true })).toMatchObject({ method: 'wallet', payable: 60_000 })
    expect(await hand(lin, couponId)).toBe('unused')
    expect(await lin.api.order.changeMethod({ ...change, method: 'credit' })).toMatchObject({ payable: 63_000 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('to another and back without the coupon does not charge a colleague more than his page shows', async () => {
    const lin = await buyer()
    const sku = await mall.createSku('截齿', { sale: '600.00', credit: '630.00' })
    await holds(lin, { amount: '50', threshold: '620' })
    const trade = await orders(lin, one(sku), { method: 'credit' })
    const { tradeId } = trade
    const pays = (seenPayable: number) =>
      lin.post(
        contract.order.payByCredit.path,
        { tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD, seenPayable: seenPayable / 100 },
        { 'idempotency-key': randomUUID() },
      )
    const colleague = await mall.subAccount(lin, ['buyPay'])
    await colleague.api.order.changeMethod({ tradeId, method: 'wallet', withoutCoupons: true })
    await colleague.api.order.changeMethod({ tradeId, method: 'credit' })
    expect(await pays(trade.payable)).toMatchObject({ code: 409, reason: 'PAY_AMOUNT_CHANGED' })
    expect(await fetchOrderState(lin, trade)).toBe('WAIT_PAY')
    expect(await pays(63_000)).toMatchObject({ code: 200, data: { payable: 630 } })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('keeps a valid coupon with shares of the new prices; an order of zero is then ready to ship', async () => {
    const lin = await buyer()
    const sku = await mall.createSku('截齿', { sale: '600.00', credit: '630.00' })
    const couponId = await holds(lin, { amount: '600' })
    const trade = await orders(lin, one(sku), { method: 'credit' })
    expect(trade.payable).toBe(3_000)
    expect(await lin.api.order.changeMethod({ tradeId: trade.tradeId, method: 'wallet' })).toMatchObject({
      payable: 0,
      orders: [{ payable: 0, state: 'WAIT_SEND' }],
    })
    expect(await hand(lin, couponId)).toBe('used')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('a preview by a client without coupon support is unchanged', async () => {
  const lin = await buyer()
  const lines = one(await mall.createSku('截齿', { sale: '600.00' }))
  expect(await lin.post(preview.path, { lines, method: 'wallet' })).toMatchObject({ code: 200, data: { couponAmount: 0, payable: 600 } })
  const trade: SubmittedTrade = await orders(lin, lines)
  expect(trade.payable).toBe(60_000)
})
