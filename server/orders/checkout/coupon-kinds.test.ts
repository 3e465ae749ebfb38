import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { sum } from '#contract/platform/core/money.ts'
import { reserveCouponForOrder } from '#server/catalog/coupons/public.ts'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { type CouponTemplateOptions, createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { selectFirstOrderNo } from '#server/platform/testing/enterprise.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'

const mall = await openMall()
const { template, typed, desk } = await createCouponHelpers(mall)
const back = await createAfterSaleHelpers(mall)
const why = { reason: '不要了' }

const buyer = (name = '林') => mall.buyer(name, { wallet: '50000', credit: '50000' })
const claims = async (who: Buyer, options: CouponTemplateOptions) => {
  const templateId = await template(options)
  return { templateId, couponId: (await who.api.coupon.claim({ templateId })).couponId }
}
const one = (skuId: string, goodsNum = 1) => [{ skuId, goodsNum }]
type Lines = ReturnType<typeof one>
const requests = async (who: Buyer, lines: Lines, method: PaymentMethod = 'wallet', coupons?: Record<string, string | null>) => {
  const given = { lines, method, ...(coupons ? { coupons } : {}) }
  const { quote } = await who.api.order.preview(given)
  return { ...given, addressId: who.addressId, quote }
}
const orders = async (who: Buyer, lines: Lines, method: PaymentMethod = 'wallet') =>
  who.api.order.submit(await requests(who, lines, method))
const posts = (who: Buyer, body: object) => who.post(contract.order.submit.path, body, { 'idempotency-key': randomUUID() })

test('折扣券 takes a share off, at most its cap, and refunds by the unit give back what was paid to the fen', async () => {
  const lin = await buyer()
  await claims(lin, { couponKind: 'percent', offBasisPoints: 1_250, amount: '100', threshold: '300' })
  const goods = [
    { price: '33.35', units: 3 },
    { price: '166.67', units: 2 },
    { price: '99.99', units: 1 },
  ]
  const ordered = await back.order(lin, goods)
  // 12.5 % of 533.38 is 66.6725.
  const detail = await lin.api.order.detail({ orderNo: ordered.orderNo })
  expect(detail).toMatchObject({ goodsAmount: 53_338, couponAmount: 6_667, payable: 46_671 })
  expect(sum(detail.lines.map(({ couponShare }) => couponShare))).toBe(6_667)
  await back.send(ordered, { 1: 1, 2: 2, 3: 1 })
  const refunded = []
  for (const [lineNo, stage] of [
    [1, 'sent'],
    [1, 'unsent'],
    [2, 'sent'],
    [2, 'sent'],
    [1, 'unsent'],
    [3, 'sent'],
  ] as const)
    refunded.push(await back.refunds(ordered, [[lineNo, stage, 1]]))
  expect(sum(refunded)).toBe(46_671)
  await claims(lin, { couponKind: 'percent', offBasisPoints: 5_000, amount: '50', threshold: '0' })
  const { quote: _, ...capped } = await lin.api.order.preview({
    lines: one(await mall.createSku('截齿', { sale: '600.00' })),
    method: 'wallet',
  })
  expect(capped).toMatchObject({ couponAmount: 5_000, payable: 55_000, shops: [{ coupons: [{ type: '折扣券', discount: 5_000 }] }] })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('运费券 takes off freight and no goods: the rest of the freight is paid, invoiced and refunded', async () => {
  const lin = await buyer()
  const sku = await mall.createSku('截齿', { sale: '120.00', credit: '130.00' })
  const { templateId, couponId } = await claims(lin, { couponKind: 'freight', amount: '20', threshold: '100' })
  expect((await lin.api.coupon.list({})).dataList).toMatchObject([{ type: '运费券', couponKind: 'freight' }])
  const trade = await orders(lin, one(sku), 'transfer')
  const orderNo = selectFirstOrderNo(trade)
  const shown = { goodsAmount: 12_000, freight: 3_000, couponAmount: 2_000, payable: 13_000 }
  expect(await lin.api.order.detail({ orderNo })).toMatchObject({ ...shown, couponName: '满减', lines: [{ couponShare: 0 }] })
  // Another method prices it again and keeps the coupon.
  await lin.api.order.changeMethod({ tradeId: trade.tradeId, method: 'credit' })
  expect(await lin.api.order.detail({ orderNo })).toMatchObject({
    goodsAmount: 13_000,
    freight: 3_000,
    couponAmount: 2_000,
    payable: 14_000,
  })
  await lin.api.order.changeMethod({ tradeId: trade.tradeId, method: 'wallet' })
  await lin.api.order.payByWallet({ tradeId: trade.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const ordered = { buyer: lin, enterpriseId: lin.enterpriseId, orderNo, skuIds: [sku] }
  await back.send(ordered, { 1: 1 })
  const invoices = await createInvoiceHelpers(mall)
  await invoices.issued(lin, [orderNo])
  const [invoice] = (await lin.api.invoice.list({})).dataList
  expect(invoice).toMatchObject({ amount: 13_000 })
  expect(await desk.template({ templateId })).toMatchObject({ used: 1, given: 2_000 })
  // Cancelled before the shipment, all of it comes back, and so does the coupon.
  const other = await claims(lin, { couponKind: 'freight', amount: '50', threshold: '100' })
  const free = await back.order(lin, [{ price: '120.00', units: 1 }])
  expect(await lin.api.order.detail({ orderNo: free.orderNo })).toMatchObject({ freight: 3_000, couponAmount: 3_000, payable: 12_000 })
  expect(await back.refunds(free, [[1, 'unsent', 1]])).toBe(12_000)
  const unused = (await lin.api.coupon.list({})).dataList.map((coupon) => coupon.couponId)
  expect([unused.includes(other.couponId), unused.includes(couponId)]).toEqual([true, false])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

describe('a coupon for the first order', () => {
  test('is used once, by the first order that stands, and comes back with it', async () => {
    const lin = await buyer()
    const sku = await mall.createSku('截齿', { sale: '600.00' })
    await claims(lin, { firstOrder: true, amount: '100' })
    await claims(lin, { firstOrder: true, amount: '50' })
    const first = await orders(lin, one(sku))
    expect(first.payable).toBe(50_000)
    const later = async () => (await lin.api.order.preview({ lines: one(sku), method: 'wallet' })).shops[0]
    expect(await later()).toMatchObject({ couponAmount: 0, coupons: [{ reason: '仅限首单，贵企业已有订单' }] })
    await lin.api.order.cancel({ orderNo: selectFirstOrderNo(first), ...why })
    expect(await later()).toMatchObject({ couponAmount: 10_000 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is in one of many orders at once, and in one order of a submit with several shops', async () => {
    const lin = await buyer()
    const sku = await mall.createSku('截齿', { sale: '600.00', stock: 100 })
    const held = []
    for (let at = 0; at < 6; at++) held.push(await claims(lin, { firstOrder: true, amount: String(10 + at) }))
    const bodies = []
    for (const { couponId } of held) bodies.push(await requests(lin, one(sku), 'wallet', { [mall.shopId]: couponId }))
    const answers = (await Promise.all(bodies.map((body) => posts(lin, body)))) as { code: number; reason?: string }[]
    const taken = answers.filter(({ code }) => code === 200)
    const refused = answers.filter(({ reason }) => reason === 'COUPON_NOT_MET')
    expect([taken.length, refused.length]).toEqual([1, 5])
    // An order that was submitted at the same moment and has not seen the first: the key refuses it, and its transaction ends.
    const unused = (await lin.api.coupon.list({})).dataList.find(({ state }) => state === 'unused')?.couponId ?? ''
    const order = { enterpriseId: lin.enterpriseId, id: randomUUID(), orderNo: '1' }
    await expect(runInTransaction(mall.db, (tx) => reserveCouponForOrder(tx, order, unused))).rejects.toMatchObject({
      reason: 'COUPON_NOT_MET',
      message: '仅限首单，贵企业已有订单',
    })
    expect(await mall.findInvariantBreaches()).toEqual({})
    const wu = await buyer('吴')
    const shopId = await mall.newShop('二店')
    const both = [...one(sku), ...one(await mall.createSku('钻头', { sale: '600.00', shopId }))]
    await claims(wu, { firstOrder: true, amount: '30' })
    const { couponId } = await claims(wu, { firstOrder: true, amount: '20', shopId })
    const discounts = async (coupons?: Record<string, string | null>) =>
      (await wu.api.order.preview({ lines: both, method: 'wallet', ...(coupons ? { coupons } : {}) })).shops.map(
        (shop) => shop.couponAmount,
      )
    expect([await discounts(), await discounts({ [shopId]: couponId })]).toEqual([
      [3_000, 0],
      [0, 2_000],
    ])
    // With another coupon of 25 in the first shop, the one for the first order saves 5 there and 20 in the second.
    await claims(wu, { amount: '25' })
    expect(await discounts()).toEqual([2_500, 2_000])
    for (const line of both) await wu.api.cart.add(line)
    const cartIds = (await wu.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ id }) => id))
    const inCart = await wu.api.coupon.onHand({ cartIds })
    const atCash = new Map(inCart.map(({ shopId: id, sale: [best] }) => [id, best?.discount]))
    expect([atCash.get(mall.shopId), atCash.get(shopId)]).toEqual([2_500, 2_000])
    await wu.api.order.submit(await requests(wu, both))
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('a coupon for chosen companies is shown to, claimed by and granted to them alone', async () => {
  const [lin, wu] = [await buyer(), await buyer('吴')]
  const chosen = { enterpriseIds: [lin.enterpriseId] }
  const templateId = await template({ ...chosen, name: '大客户' })
  const names = async (who: Buyer) => (await who.api.coupon.centre({ pageSize: 100 })).dataList.map(({ name }) => name)
  expect([(await names(lin)).includes('大客户'), (await names(wu)).includes('大客户')]).toEqual([true, false])
  expect(await wu.post(contract.coupon.claim.path, { templateId })).toMatchObject({ code: 422, reason: 'COUPON_OTHER_COMPANIES' })
  await lin.api.coupon.claim({ templateId })
  const granted = await template({ ...chosen, way: 'grant' })
  const gives = (enterpriseIds: string[]) => desk.grant({ templateId: granted, batchId: randomUUID(), enterpriseIds })
  await expect(gives([lin.enterpriseId, wu.enterpriseId])).rejects.toMatchObject({
    reason: 'COUPON_OTHER_COMPANIES',
    message: expect.stringContaining('吴'),
  })
  expect(await gives([lin.enterpriseId])).toEqual({ granted: 1 })
  expect(await desk.template({ templateId })).toMatchObject({ enterprises: [{ enterpriseId: lin.enterpriseId }] })
  expect((await desk.templates({ couponKind: 'percent', keyword: '大客户' })).total).toBe(0)
  await expect(template({ enterpriseIds: [randomUUID()] })).rejects.toMatchObject({ reason: 'ENTERPRISE_NOT_FOUND' })
  await expect(template({ couponKind: 'percent' })).rejects.toMatchObject({ code: 400 })
  // A console of the release before does not know the four fields: without them a change is refused.
  const { couponKind, offBasisPoints, firstOrder, enterpriseIds, ...older } = typed({})
  const change = { ...older, amount: 10, threshold: 599, templateId: await template(), rowVersion: 0 }
  const catalogue = await mall.staff('catalogue')
  const saves = (body: object) => catalogue.post(contract.consoleCoupon.modify.path, body)
  expect(await saves(change)).toMatchObject({ code: 400 })
  expect(await saves({ ...change, couponKind, offBasisPoints, firstOrder, enterpriseIds })).toMatchObject({ code: 200 })
  // A benefit goes to every company of a level.
  const benefits = createSettingsHelpers(mall).setsBenefits({ level: 1, templateIds: [granted] })
  await expect(benefits).rejects.toMatchObject({ reason: 'COUPON_OTHER_COMPANIES' })
  // Once the day is over, the totals of all these coupons are what the orders say, freight with them (I-53e).
  await computeSalesTotalsOfUnclosedDays(mall.db, { ...mall.moment(), now: new Date(mall.clock.now.getTime() + ONE_DAY_MS) })
  expect(await mall.findInvariantBreaches()).toEqual({})
})
