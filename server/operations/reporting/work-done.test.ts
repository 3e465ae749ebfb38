import { expect, test } from 'vitest'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const admin = await mall.staff('admin')

/** A paid order of three picks. */
async function paidOrder(buyer: Buyer): Promise<string> {
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '200.00' }), goodsNum: 3 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return orders[0]?.orderNo ?? ''
}
const ship = (enterpriseId: string, orderNo: string, quantity: number) =>
  admin.api.consoleFulfilment.ship({
    enterpriseId,
    orderNo,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    lines: [{ lineNo: 1, quantity }],
  })

test('what was done is counted by day in Shanghai, of everybody and of oneself, for the work that one may do', async () => {
  const lin = await mall.buyer('林', { wallet: '10000' })
  const [clerk, finance, auditor] = [await mall.staff('warehouse'), await mall.staff('finance'), await mall.staff('auditor')]
  const shipped = async () => {
    const { days, kinds } = await clerk.api.consoleQueue.done({})
    return { last: days.slice(-2), kind: kinds.find(({ kind }) => kind === 'shipment'), kinds: kinds.map(({ kind }) => kind) }
  }
  const [first, second] = [await paidOrder(lin), await paidOrder(lin)]
  await ship(lin.enterpriseId, first, 1)
  const parcel = { enterpriseId: lin.enterpriseId, orderNo: second, carrier: '德邦快递', trackingNo: createWaybillNo() }
  await clerk.api.consoleFulfilment.ship({ ...parcel, lines: [{ lineNo: 1, quantity: 1 }] })
  // A refused call is no work that was done.
  await expect(clerk.api.consoleFulfilment.ship({ ...parcel, lines: [{ lineNo: 1, quantity: 9 }] })).rejects.toThrow()
  // Nor is one that somebody was not allowed to make, which the audit trail has as well.
  await expect(finance.api.consoleFulfilment.ship({ ...parcel, lines: [{ lineNo: 1, quantity: 1 }] })).rejects.toThrow()
  const { kind, kinds, last } = await shipped()
  expect(kinds).toEqual(['shipment', 'warehouse', 'afterSale'])
  expect(kind).toMatchObject({ all: 2, own: 1, today: { own: 1 } })
  expect(last.at(-1)).toMatchObject({ day: toShanghaiDay(mall.clock.now), own: 1 })
  expect((await finance.api.consoleQueue.done({})).kinds.map((one) => one.kind)).not.toContain('shipment')
  // Whoever does no work of any kind sees all of it.
  expect((await auditor.api.consoleQueue.done({})).kinds).toHaveLength(10)
  const seenBy = async (staff: Promise<typeof clerk>) =>
    (await (await staff).api.consoleQueue.done({})).kinds.find((one) => one.kind === 'shipment')
  mall.clock.forward(ONE_DAY_MS)
  expect(await seenBy(mall.staff('warehouse', 'support'))).toMatchObject({ all: 2, own: 0, today: { all: 0, own: 0 } })
  mall.clock.forward(13 * ONE_DAY_MS)
  expect(await seenBy(mall.staff('warehouse', 'finance'))).toMatchObject({ all: 0, own: 0 })
})
