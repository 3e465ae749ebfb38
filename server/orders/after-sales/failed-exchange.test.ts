import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { support, warehouse, finance, order, send, apply, approve, comeBack, pay } = await createAfterSaleHelpers(mall)
const { consoleAfterSale } = contract
const PAID = 33_000

type Ordered = Awaited<ReturnType<typeof order>>

/** Three at 100 yuan, of which some came back and are sent anew. */
async function exchanged(lin: Buyer, { units, method = 'wallet' }: { units: number; method?: 'credit' | 'wallet' }) {
  const bought = await order(lin, [{ price: '100.00', units: 3 }], method)
  await send(bought, { 1: 3 })
  const ref = await apply(bought, 'EXCHANGE', [[1, 'sent', units]])
  await approve(ref)
  await comeBack(lin, ref, [[1, units, units]])
  const { orderNo } = await support.api.consoleAfterSale.exchange(ref)
  return { bought, ref, anew: { ...bought, orderNo } }
}

const left = async ({ skuIds }: Ordered) => mall.countStock(skuIds[0] ?? '')
const cancels = async ({ buyer, enterpriseId, orderNo }: Ordered) => {
  await buyer.api.order.askCancel({ orderNo, reason: '不要了' })
  await support.api.consoleOrder.agreeCancel({ enterpriseId, orderNo })
}
const closesShort = ({ enterpriseId, orderNo }: Ordered) =>
  warehouse.api.consoleFulfilment.closeShort({ enterpriseId, orderNo, reason: '缺货' })

/** The one after-sale of an order that waits for somebody. */
async function openOf({ buyer, enterpriseId, orderNo }: Ordered) {
  const { dataList } = await buyer.api.afterSale.list({ state: 'open', orderNo })
  expect(dataList).toHaveLength(1)
  return { enterpriseId, id: dataList[0]?.id ?? '' }
}
const instead = (ref: { enterpriseId: string; id: string }) => support.api.consoleAfterSale.refundInstead({ ...ref, reason: '无货可换' })
const balance = async (buyer: Buyer) => (await buyer.api.wallet.overview({})).balance

describe('an exchange order', () => {
  test('returns its goods to stock when it is cancelled, and staff can exchange them once more', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const { bought, ref, anew } = await exchanged(lin, { units: 2 })
    expect(await left(bought)).toBe(97)
    await cancels(anew)
    expect(await left(bought)).toBe(99)
    const again = await openOf(bought)
    expect(await lin.api.afterSale.detail({ id: again.id })).toMatchObject({ state: 'RECEIVED', type: 'EXCHANGE', units: 2 })
    expect((await lin.api.afterSale.detail({ id: ref.id })).entries.at(-1)?.text).toContain(`换货订单 ${anew.orderNo} 已取消`)
    expect((await support.api.consoleAfterSale.detail(again)).actions).toEqual(['exchange', 'refundInstead', 'say'])
    expect((await lin.api.message.list({ kind: 'order' })).dataList[0]?.title).toBe('换货未完成')
    expect(await mall.findInvariantBreaches()).toEqual({})

    const { orderNo } = await support.api.consoleAfterSale.exchange(again)
    await send({ ...bought, orderNo }, { 1: 2 })
    expect(await left(bought)).toBe(97)
    expect((await lin.api.afterSale.options({ orderNo: bought.orderNo })).lines[0]).toMatchObject({ sent: 1, settled: 2, asked: 0 })
    expect(await balance(lin)).toBe(100_000 - PAID)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test.each(['credit', 'wallet'] as const)('that is cancelled can be refunded up to what its goods cost on %s', async (method) => {
    const lin = await mall.buyer('林', { wallet: '1000', credit: '1000' })
    const { bought, anew } = await exchanged(lin, { units: 2, method })
    await cancels(anew)
    const again = await openOf(bought)
    await instead(again)
    expect(await pay(again)).toBe(20_000)
    if (method === 'wallet') expect(await balance(lin)).toBe(100_000 - PAID + 20_000)
    else expect(await lin.api.account.account({})).toMatchObject({ creditWaitReturnAmount: PAID - 20_000 })
    expect(await left(bought)).toBe(99)
    expect(await finance.post(consoleAfterSale.refund.path, { ...again, amount: 200 })).toMatchObject({ reason: 'AFTER_SALE_MOVED' })
    expect((await lin.api.afterSale.options({ orderNo: bought.orderNo })).lines[0]).toMatchObject({ sent: 1, settled: 2 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('that is closed short keeps what was sent; for the rest staff decide again', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const { bought, anew } = await exchanged(lin, { units: 3 })
    await send(anew, { 1: 1 })
    await closesShort(anew)
    expect(await left(bought)).toBe(99)
    expect((await lin.api.order.detail({ orderNo: anew.orderNo })).state).toBe('SENT')
    const again = await openOf(bought)
    expect(await lin.api.afterSale.detail({ id: again.id })).toMatchObject({ state: 'RECEIVED', units: 2 })
    await instead(again)
    expect(await pay(again)).toBe(20_000)
    expect(await balance(lin)).toBe(100_000 - PAID + 20_000)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('that is returned and exchanged again is refunded by the original order, after any number of exchanges', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const { bought, anew } = await exchanged(lin, { units: 2 })
    await send(anew, { 1: 2 })
    const second = await apply(anew, 'EXCHANGE', [[1, 'sent', 2]])
    await approve(second)
    await comeBack(lin, second, [[1, 2, 0]])
    const { orderNo } = await support.api.consoleAfterSale.exchange(second)
    const third = { ...bought, orderNo }
    await send(third, { 1: 1 })
    await closesShort(third)
    // The unit that was not sent a third time is open at the second order, which nobody paid for; its money is the first one's.
    const unsent = await openOf(anew)
    expect(await mall.findInvariantBreaches()).toEqual({})
    await instead(unsent)
    expect(await lin.api.afterSale.detail({ id: unsent.id })).toMatchObject({ state: 'REFUNDED', refunded: 0 })
    const first = await openOf(bought)
    expect(await lin.api.afterSale.detail({ id: first.id })).toMatchObject({
      state: 'RECEIVED',
      type: 'RETURN',
      preview: { total: 10_000 },
    })
    expect(await pay(first)).toBe(10_000)
    expect(await balance(lin)).toBe(100_000 - PAID + 10_000)
    expect(await mall.findInvariantBreaches()).toEqual({})

    // The one that did arrive comes back as well: down both exchanges, and so its money.
    const last = await apply(third, 'EXCHANGE', [[1, 'sent', 1]])
    await approve(last)
    await comeBack(lin, last, [[1, 1, 1]])
    await instead(last)
    expect(await pay(await openOf(bought))).toBe(10_000)
    expect(await balance(lin)).toBe(100_000 - PAID + 20_000)
    expect((await lin.api.afterSale.options({ orderNo: bought.orderNo })).lines[0]).toMatchObject({ sent: 1, settled: 2 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('for one accepted line of two returns the units to that line', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [
      { price: '100.00', units: 1 },
      { price: '50.00', units: 2 },
      { price: '30.00', units: 2 },
    ])
    await send(bought, { 1: 1, 2: 2, 3: 2 })
    const ref = await apply(bought, 'EXCHANGE', [
      [2, 'sent', 2],
      [3, 'sent', 2],
    ])
    await approve(ref)
    await comeBack(lin, ref, [
      [2, 0, 0],
      [3, 2, 2],
    ])
    const { orderNo } = await support.api.consoleAfterSale.exchange(ref)
    await cancels({ ...bought, orderNo })
    const again = await openOf(bought)
    expect((await lin.api.afterSale.detail({ id: again.id })).lines).toMatchObject([{ lineNo: 3, asked: 2, accepted: 2, restocked: 2 }])
    await instead(again)
    expect(await pay(again)).toBe(6_000)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is cancelled once under concurrent requests of staff', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const { bought, anew } = await exchanged(lin, { units: 2 })
    await lin.api.order.askCancel({ orderNo: anew.orderNo, reason: '不要了' })
    const ref = { enterpriseId: anew.enterpriseId, orderNo: anew.orderNo }
    const answers = await Promise.all(Array.from({ length: 4 }, () => support.post(contract.consoleOrder.agreeCancel.path, ref)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
    expect(await left(bought)).toBe(99)
    await openOf(bought)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})
