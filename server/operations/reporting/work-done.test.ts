import { expect, test } from 'vitest'
import type { WorkDayCounts } from '#contract/operations/queue/api.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { createApplicantHelpers } from '#server/platform/testing/applicants.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createRequestedQuotationLine } from '#server/platform/testing/quotations.ts'
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

test('each role has the figures of its own work by day, limited to the shops that a person keeps', async () => {
  await mall.renew()
  const wu = await mall.buyer('吴', { wallet: '10000' })
  const keeper = await mall.staff('warehouse')
  const last = ({ series }: WorkDayCounts) => series.map(({ name, values }) => [name, ...values.slice(-2)])
  const before = last(await keeper.api.consoleQueue.shipments({}))
  const [first] = [await paidOrder(wu), await paidOrder(wu)]
  await ship(wu.enterpriseId, first, 3)
  const [sent, waiting] = last(await keeper.api.consoleQueue.shipments({}))
  expect([sent?.[2], waiting?.[2]]).toEqual([Number(before[0]?.[2]) + 1, Number(before[1]?.[2]) + 1])
  const lines = [createRequestedQuotationLine({ name: '刮板', goodsNum: 5 })]
  await wu.api.quotation.create({ title: '刮板', lines })
  const support = await mall.staff('support')
  expect(last(await support.api.consoleQueue.requests({}))).toMatchObject([
    ['询价', 0, 1],
    ['售后', 0, 0],
    ['留言', 0, 0],
  ])
  const { newcomer, agentForm, approves, reviewer } = await createApplicantHelpers(mall)
  for (const decided of [true, false]) {
    const person = await newcomer()
    await person.api.verification.agentAuth(await agentForm(person))
    if (decided) await approves(person)
  }
  const verifications = await reviewer.api.consoleQueue.verifications({})
  expect([verifications.days.length, verifications.days.at(-1)]).toEqual([14, toShanghaiDay(mall.clock.now)])
  expect(last(verifications)).toEqual([
    ['提交', 0, 2],
    ['尚未审核', 0, 1],
  ])
  await admin.api.consoleShop.setStaff({
    staffId: (await keeper.api.staff.me({})).staffId,
    shopIds: [await mall.newShop('二店')],
    rowVersion: 0,
  })
  expect((await keeper.api.consoleQueue.shipments({})).series.flatMap(({ values }) => values).every((value) => value === 0)).toBe(true)
})

test('claimed coupons and the orders that used one are counted by day from the totals', async () => {
  const { template } = await createCouponHelpers(mall)
  const zhao = await mall.buyer('赵', { wallet: '10000' })
  const today = toShanghaiDay(mall.clock.now)
  await zhao.api.coupon.claim({ templateId: await template({ fromDay: today, untilDay: addDays(today, 20) }) })
  await computeSalesTotalsOfUnclosedDays(mall.db, mall.moment())
  const { series } = await (await mall.staff('marketing')).api.consoleQueue.coupons({})
  expect(series.map(({ name, values }) => [name, values.at(-1)])).toEqual([
    ['领取', 1],
    ['用券成交', 0],
  ])
})
