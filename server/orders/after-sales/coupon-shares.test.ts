import { expect, test } from 'vitest'
import { sum } from '#contract/platform/core/money.ts'
import { type AfterSaleLineTuples, createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const back = await createAfterSaleHelpers(mall)
const { template } = await createCouponHelpers(mall)

/** Three lines of odd fen: 3 × 33.35 + 2 × 166.67 + 1 × 99.99 = 533.38. */
const goods = [
  { price: '33.35', units: 3 },
  { price: '166.67', units: 2 },
  { price: '99.99', units: 1 },
]
const units = goods.flatMap((line, at) => Array.from({ length: line.units }, () => at + 1))

const couponOf = async (enterpriseId: string) =>
  (await mall.db.selectFrom('coupon').select('state').where('enterprise_id', '=', enterpriseId).executeTakeFirstOrThrow()).state

/** A company with a coupon, which its next order takes by itself. */
async function holder(amount: string) {
  const lin = await mall.buyer('林', { wallet: '5000', credit: '5000' })
  await lin.api.coupon.claim({ templateId: await template({ amount, threshold: '500' }) })
  return lin
}

// I9, and odd fen at a third: 33.33 % of 533.38 is 177.78.
test.each(['wallet', 'credit'] as const)(
  'a coupon of a third (%s), refunded per unit before shipping, returns the paid amount and the coupon',
  async (method) => {
    const lin = await holder('177.78')
    const ordered = await back.order(lin, goods, method)
    const detail = () => lin.api.order.detail({ orderNo: ordered.orderNo })
    expect(await detail()).toMatchObject({ goodsAmount: 53_338, couponAmount: 17_778, payable: 35_560 })
    const refunded = []
    for (const lineNo of units) {
      expect(await couponOf(lin.enterpriseId)).toBe('used')
      refunded.push(await back.refunds(ordered, [[lineNo, 'unsent', 1]]))
    }
    expect([sum(refunded), (await detail()).state, await couponOf(lin.enterpriseId)]).toEqual([
      yuanTextToFen('355.60'),
      'CANCELLED',
      'unused',
    ])
    expect(await mall.findInvariantBreaches()).toEqual({})
  },
)

test.each(['wallet', 'credit'] as const)(
  'the same after shipping (%s) returns the paid amount, and the coupon stays used',
  async (method) => {
    const lin = await holder('177.78')
    const ordered = await back.order(lin, goods, method)
    await back.send(ordered, { 1: 2, 2: 1 })
    await back.send(ordered, { 1: 1, 2: 1, 3: 1 })
    const refunded = []
    for (const lineNo of units) refunded.push(await back.refunds(ordered, [[lineNo, 'sent', 1]]))
    expect([sum(refunded), await couponOf(lin.enterpriseId)]).toEqual([yuanTextToFen('355.60'), 'used'])
    expect(await mall.findInvariantBreaches()).toEqual({})
  },
)

test('a coupon that leaves one fen: the paid fen is refunded', async () => {
  const lin = await holder('533.37')
  const ordered = await back.order(lin, goods)
  const all: AfterSaleLineTuples = goods.map((line, at) => [at + 1, 'unsent', line.units])
  expect([await back.refunds(ordered, all), await couponOf(lin.enterpriseId)]).toEqual([1, 'unused'])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a coupon of the full amount leaves nothing to pay and nothing to refund', async () => {
  const lin = await holder('533.38')
  const lines = []
  for (const { price, units: goodsNum } of goods) lines.push({ skuId: await mall.createSku('截齿', { sale: price }), goodsNum })
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const trade = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  expect(trade).toMatchObject({ payable: 0, orders: [{ state: 'WAIT_SEND' }] })
  const orderNo = trade.orders[0]?.orderNo ?? ''
  const ordered = { buyer: lin, enterpriseId: lin.enterpriseId, orderNo, skuIds: lines.map(({ skuId }) => skuId) }
  await expect(back.refunds(ordered, [[1, 'unsent', 1]])).rejects.toMatchObject({ reason: 'AFTER_SALE_NOT_ALLOWED' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})
