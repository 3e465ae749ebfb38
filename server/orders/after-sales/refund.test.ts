import { describe, expect, test } from 'vitest'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'

const mall = await openMall()
const stories = await createAfterSaleHelpers(mall)
const { order, send, refunds, returns, apply, approve, comeBack, pay, finance } = stories

const account = async (buyer: Buyer) => {
  const { heldAmount, creditWaitReturnAmount, creditUseableAmount } = (await buyer.api.account.account({})) ?? {}
  return { held: heldAmount, drawn: creditWaitReturnAmount, usable: creditUseableAmount }
}
const balance = async (buyer: Buyer) => (await buyer.api.wallet.overview({})).balance
const at = async (instant: string) => {
  mall.clock.now = new Date(instant)
  await mall.renew()
}

describe('a refund of an order on credit', () => {
  test('releases the hold for unsent units, lowers the open month for sent ones, and frees the limit', async () => {
    const lin = await mall.buyer('林', { credit: '1000' })
    const bought = await order(lin, [{ price: '33.33', units: 10 }], 'credit')
    await send(bought, { 1: 4 })
    expect(await account(lin)).toEqual({ held: 19_998, drawn: 16_332, usable: 100_000 - 36_330 })
    expect(
      await refunds(bought, [
        [1, 'unsent', 3],
        [1, 'sent', 2],
      ]),
    ).toBe(9_999 + 6_666)
    expect(await account(lin)).toEqual({ held: 9_999, drawn: 16_332 - 6_666, usable: 100_000 - 36_330 + 16_665 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('after closing offsets its own month, earliest parcel first; repaid amounts go to the wallet', async () => {
    await at('2026-11-28T06:00:00Z')
    const lin = await mall.buyer('林', { credit: '2000', wallet: '600' })
    const bought = await order(lin, [{ price: '100.00', units: 6 }], 'credit')
    await send(bought, { 1: 3 })
    await at('2026-12-02T06:00:00Z')
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    await send(bought, { 1: 3 })
    const month = async (name: string) => {
      const { total, settled } = await lin.api.statement.detail({ month: name })
      return { total, settled }
    }
    expect(await month('2026-11')).toEqual({ total: 30_000, settled: 0 })
    // 200 of November are repaid; of two units that come back, 100 are still owed and 100 are not.
    const key = { amount: yuanTextToFen('200'), months: ['2026-11'], payPwd: '135790' }
    await lin.api.statement.repayByWallet(key)
    expect(await returns(bought, [[1, 'sent', 2]])).toBe(20_000)
    expect(await month('2026-11')).toEqual({ total: 30_000, settled: 30_000 })
    expect(await balance(lin)).toBe(60_000 - 20_000 + 10_000)
    // The next two: the last of November, which is repaid, and the first of December, which is open.
    expect(await returns(bought, [[1, 'sent', 2]])).toBe(20_000)
    expect(await balance(lin)).toBe(60_000)
    expect((await account(lin)).drawn).toBe(20_000)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('returns the freight posted with the first parcel separately and once', async () => {
    const lin = await mall.buyer('林', { credit: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 2 }], 'credit')
    expect(await refunds(bought, [[1, 'unsent', 1]], { freight: true })).toBe(13_000)
    expect(await account(lin)).toEqual({ held: 10_000, drawn: 0, usable: 90_000 })
    await send(bought, { 1: 1 })
    expect(await account(lin)).toEqual({ held: 0, drawn: 10_000, usable: 90_000 })

    const other = await order(lin, [{ price: '100.00', units: 2 }], 'credit')
    await send(other, { 1: 2 })
    expect(await refunds(other, [], { freight: true })).toBe(3_000)
    expect((await account(lin)).drawn).toBe(10_000 + 20_000)
    expect(await lin.api.afterSale.options({ orderNo: other.orderNo })).toMatchObject({ freightLeft: 0 })
    await expect(apply(other, 'REFUND', [], { freight: true })).rejects.toMatchObject({ message: '没有可退的运费，或已在售后中' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('does not repay a drawdown that a dispute already reversed', async () => {
    await at('2027-01-20T06:00:00Z')
    const lin = await mall.buyer('林', { credit: '2000' })
    const bought = await order(lin, [{ price: '300.00', units: 2 }], 'credit')
    await send(bought, { 1: 2 })
    await at('2027-02-02T06:00:00Z')
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    const ref = await apply(bought, 'REFUND', [[1, 'sent', 1]])
    await approve(ref)
    const { lines } = await lin.api.statement.detail({ month: '2027-01' })
    const line = { month: '2027-01', id: lines[0]?.id ?? '' }
    await lin.api.statement.dispute({ ...line, reason: '数量不对' })
    await finance.api.consoleStatement.decideDispute({ enterpriseId: lin.enterpriseId, ...line, forBuyer: true, opinion: '属实' })
    expect((await account(lin)).drawn).toBe(0)
    const TAKEN = { text: '已随账单异议退回，不再重复退款', amount: 30_000 }
    expect(await finance.api.consoleAfterSale.detail(ref)).toMatchObject({ preview: { total: 0, ways: [TAKEN] } })
    expect(await pay(ref)).toBe(0)
    expect(await lin.api.afterSale.detail({ id: ref.id })).toMatchObject({ state: 'REFUNDED', refunded: 0, refunds: [] })
    expect([(await account(lin)).drawn, await balance(lin)]).toEqual([0, 0])
    // And there is nothing to ask for any more.
    await expect(apply(bought, 'REFUND', [[1, 'sent', 1]])).rejects.toMatchObject({ reason: 'AFTER_SALE_NO_MONEY' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('does not offer the freight if a dispute reversed the drawdown of the order', async () => {
    await at('2027-02-20T06:00:00Z')
    const lin = await mall.buyer('林', { credit: '2000' })
    const bought = await order(lin, [{ price: '100.00', units: 2 }], 'credit')
    await send(bought, { 1: 2 })
    await at('2027-03-02T06:00:00Z')
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    expect(await lin.api.afterSale.options({ orderNo: bought.orderNo })).toMatchObject({ freightLeft: 3_000 })
    const { lines } = await lin.api.statement.detail({ month: '2027-02' })
    const line = { month: '2027-02', id: lines[0]?.id ?? '' }
    await lin.api.statement.dispute({ ...line, reason: '没有收到' })
    await finance.api.consoleStatement.decideDispute({ enterpriseId: lin.enterpriseId, ...line, forBuyer: true, opinion: '属实' })
    expect(await lin.api.afterSale.options({ orderNo: bought.orderNo })).toMatchObject({ freightLeft: 0 })
    await expect(apply(bought, 'REFUND', [], { freight: true })).rejects.toMatchObject({ message: '没有可退的运费，或已在售后中' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('with one of two parcels in dispute refunds the other parcel and completes the after-sale', async () => {
    await at('2027-03-10T06:00:00Z')
    const lin = await mall.buyer('林', { credit: '2000' })
    const bought = await order(lin, [{ price: '300.00', units: 3 }], 'credit')
    await send(bought, { 1: 1 })
    await at('2027-03-11T06:00:00Z')
    await send(bought, { 1: 2 })
    await at('2027-04-02T06:00:00Z')
    await closeMonthsAndChargeInterest(mall.db, mall.moment())
    const ref = await apply(bought, 'RETURN', [[1, 'sent', 2]])
    await approve(ref)
    await comeBack(lin, ref, [[1, 2, 2]])
    const { lines } = await lin.api.statement.detail({ month: '2027-03' })
    const line = { month: '2027-03', id: lines.find(({ amount }) => amount === 30_000)?.id ?? '' }
    await lin.api.statement.dispute({ ...line, reason: '没有收到' })
    await finance.api.consoleStatement.decideDispute({ enterpriseId: lin.enterpriseId, ...line, forBuyer: true, opinion: '属实' })
    expect((await account(lin)).drawn).toBe(60_000)
    expect(await pay(ref)).toBe(30_000)
    expect(await lin.api.afterSale.detail({ id: ref.id })).toMatchObject({ state: 'REFUNDED', refunded: 30_000 })
    expect((await account(lin)).drawn).toBe(30_000)
    // The last unit brings back what is left: in all what was paid, and not a fen more.
    expect(await returns(bought, [[1, 'sent', 1]])).toBe(30_000)
    expect([(await account(lin)).drawn, await balance(lin)]).toEqual([0, 0])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

/** Every way to take an order apart, thrown at the server: what came back is at no time more than was paid, and all of it at the end. */
test.each([
  ['credit', 1],
  ['credit', 2],
  ['credit', 3],
  ['wallet', 4],
  ['wallet', 5],
] as const)(
  'any order of sending, refunding and returning on %s (seed %i) gives back at most what was paid, and exactly that in the end',
  async (method, seed) => {
    const random = createSeededRandom(seed)
    const lin = await mall.buyer('林', method === 'credit' ? { credit: '5000' } : { wallet: '5000' })
    const goods = [
      { price: '0.01', units: 3 },
      { price: '33.33', units: 1 + random.below(6) },
      { price: '10.07', units: 1 + random.below(6) },
    ]
    const bought = await order(lin, goods, method)
    const { payable } = await lin.api.order.detail({ orderNo: bought.orderNo })
    let back = 0
    const some = (most: number) => 1 + random.below(most)
    const takeApart = async (every: boolean) => {
      const { lines, freightLeft, why } = await lin.api.afterSale.options({ orderNo: bought.orderNo })
      if (why !== null) return
      const asked = lines.flatMap(({ lineNo, unsent, sent }) => [
        ...(unsent > 0 && (every || random.below(2) === 0) ? [[lineNo, 'unsent', every ? unsent : some(unsent)] as const] : []),
        ...(sent > 0 && (every || random.below(2) === 0) ? [[lineNo, 'sent', every ? sent : some(sent)] as const] : []),
      ])
      const freight = freightLeft > 0 && (every || random.below(4) === 0)
      // Units of which none comes to a fen yet have nothing to be paid; they come along with the others.
      back += await refunds(
        bought,
        asked.map((one) => [...one]),
        { freight },
      ).catch((error: { reason?: string }) => {
        if (error.reason !== 'AFTER_SALE_NO_MONEY' && error.reason !== 'AFTER_SALE_NOT_ALLOWED') throw error
        return 0
      })
    }
    for (let at = 0; at < 8; at++) {
      const { lines, state } = await lin.api.order.detail({ orderNo: bought.orderNo })
      const line = random.pick(lines)
      if (random.below(2) === 0 && line.left > 0 && (state === 'WAIT_SEND' || state === 'PART_SENT'))
        await send(bought, { [line.lineNo]: some(line.left) })
      else await takeApart(false)
      expect(back).toBeLessThanOrEqual(payable)
      expect(await mall.findInvariantBreaches(), `seed ${seed}, step ${at}`).toEqual({})
    }
    await takeApart(true)
    expect(back).toBe(payable)
    if (method === 'credit') expect(await account(lin)).toEqual({ held: 0, drawn: 0, usable: 500_000 })
    else expect(await balance(lin)).toBe(500_000)
    expect(await mall.findInvariantBreaches()).toEqual({})
  },
)

test('a refund of an online payment goes through its provider in numbered parts and completes on arrival', async () => {
  const provider = await connectSandboxPaymentProvider(mall)
  const lin = await mall.buyer('林')
  const skuId = await mall.createSku('截齿', { sale: '200.00' })
  const lines = [{ skuId, goodsNum: 3 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'online' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'online', addressId: lin.addressId, quote })
  const { paymentId } = await lin.api.payment.create({ tradeId, channel: 'wechat' })
  await provider.pays((await lin.api.payment.detail({ paymentId })).invitation)
  await expect.poll(async () => (await lin.api.payment.detail({ paymentId })).state).toBe('SETTLED')
  const bought = { buyer: lin, enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? '', skuIds: [skuId] }
  await send(bought, { 1: 2 })
  expect(await refunds(bought, [[1, 'unsent', 1]])).toBe(20_000)
  const ref = await apply(bought, 'REFUND', [[1, 'sent', 2]])
  await approve(ref)
  expect(await pay(ref)).toBe(40_000)
  const { refunds: waiting } = await lin.api.afterSale.detail({ id: ref.id })
  expect(waiting).toMatchObject([{ amount: 40_000, way: '原路退回（微信支付）', state: 'WAIT' }])
  await provider.refunds()
  mall.clock.forward(10_000)
  await provider.refunds()
  expect((await lin.api.afterSale.detail({ id: ref.id })).refunds).toMatchObject([{ state: 'SETTLED' }])
  expect(await balance(lin)).toBe(0)
  expect(await mall.findInvariantBreaches()).toEqual({})
})
