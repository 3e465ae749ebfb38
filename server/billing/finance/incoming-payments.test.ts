import { beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '#contract/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { noNoticeFaults } from '#sandbox/notices.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'

const mall = await openMall()
const provider = await connectSandboxPaymentProvider(mall)
const finance = await mall.staff('finance')
const receipt = finance.api.consoleReceipt

let lin: Buyer
let paid: { paymentId: string; outNo: string; reference: string }

const settles = (paymentId: string) =>
  vi.waitFor(async () => expect((await lin.api.payment.detail({ paymentId })).state).toBe('SETTLED'), { timeout: 20_000 })
const listed = async (input: Parameters<typeof receipt.list>[0]) => (await receipt.list(input)).dataList.map(({ id }) => id)

beforeAll(async () => {
  lin = await mall.buyer('林', { wallet: '100' })
  const { paymentId } = await lin.api.payment.topUp({ amount: fen(12_345), channel: 'wechat' })
  await provider.pays((await lin.api.payment.detail({ paymentId })).invitation)
  await settles(paymentId)
  const { reference } = await receipt.detail({ enterpriseId: lin.enterpriseId, id: paymentId })
  paid = { paymentId, outNo: paymentId.replaceAll('-', ''), reference: reference ?? expect.fail('no reference') }
})

describe('an incoming payment', () => {
  test('is found by our number with or without dashes, by the provider number, state, channel, day and enterprise', async () => {
    const today = toShanghaiDay(mall.clock.now)
    for (const number of [paid.paymentId, paid.outNo, paid.outNo.toUpperCase(), paid.reference])
      expect({ number, ids: await listed({ number }) }).toEqual({ number, ids: [paid.paymentId] })
    expect(await listed({ number: 'nobody' })).toEqual([])
    expect(await listed({ channel: 'wechat', state: 'SETTLED', dateFrom: today, dateTo: today, enterpriseId: lin.enterpriseId })).toEqual([
      paid.paymentId,
    ])
    expect(await listed({ channel: 'card' })).toEqual([])
    expect(await listed({ dateTo: '2020-01-01' })).toEqual([])
    const chen = await mall.buyer('陈')
    expect(await listed({ enterpriseId: chen.enterpriseId })).toEqual([])
  })

  test('shows its receipts, notices and queries', async () => {
    const detail = await receipt.detail({ enterpriseId: lin.enterpriseId, id: paid.paymentId })
    expect(detail).toMatchObject({
      purpose: 'topUp',
      amount: 12_345,
      state: 'SETTLED',
      outNo: paid.outNo,
      enterpriseName: '林矿业有限公司',
      orders: [],
      refunds: [],
      receipts: [{ reference: paid.reference, amount: 12_345, outcome: 'settled' }],
      queries: { nextAt: null },
    })
    expect(detail.notices.length).toBeGreaterThan(0)
    expect(detail.notices[0]).toMatchObject({ amount: 12_345 })
    const chen = await mall.buyer('陈二')
    const elsewhere = { enterpriseId: chen.enterpriseId, id: paid.paymentId }
    expect(await finance.post(contract.consoleReceipt.detail.path, elsewhere)).toMatchObject({ code: 404, reason: 'PAYMENT_NOT_FOUND' })
  })

  test('with an unknown result for an hour is listed first and can be queried immediately', async () => {
    Object.assign(provider.faults, { delayMs: 3_600_000 })
    const { paymentId } = await lin.api.payment.topUp({ amount: fen(777), channel: 'wechat' })
    await provider.pays((await lin.api.payment.detail({ paymentId })).invitation)
    Object.assign(provider.faults, noNoticeFaults)
    const ref = { enterpriseId: lin.enterpriseId, id: paymentId }
    await mall.db
      .updateTable('payment')
      .set({ state: 'UNKNOWN', next_query_at: null })
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('id', '=', paymentId)
      .execute()
    const unclear = async () => (await receipt.list({ unclear: true })).dataList.map(({ id }) => id)
    const counted = async () => (await finance.api.consoleQueue.list({})).find(({ kind }) => kind === 'paymentUnclear')?.count
    mall.clock.forward(3_599_000)
    expect([await unclear(), await counted()]).toEqual([[], 0])
    mall.clock.forward(1_000)
    expect([await unclear(), await counted()]).toEqual([[paymentId], 1])
    expect((await (await mall.staff('support')).post(contract.consoleReceipt.askNow.path, ref)).code).toBe(403)
    await receipt.askNow(ref)
    await provider.janitor()
    expect((await receipt.detail(ref)).state).toBe('SETTLED')
    expect(await unclear()).toEqual([])
    expect(await finance.post(contract.consoleReceipt.askNow.path, ref)).toMatchObject({ code: 409, reason: 'PAYMENT_OVER' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('a failed refund is in the queue, is found by its number, and only finance can retry it, once', async () => {
  await mall.renew()
  const { paymentId } = await lin.api.payment.topUp({ amount: fen(5_000), channel: 'card' })
  const { invitation } = await lin.api.payment.detail({ paymentId })
  await lin.api.payment.cancel({ paymentId })
  await provider.pays(invitation)
  const refunds = () => finance.api.consolePayment.refunds({ enterpriseId: lin.enterpriseId })
  await expect.poll(async () => (await refunds()).total).toBe(1)
  const [refund] = (await refunds()).dataList
  const ref = { enterpriseId: lin.enterpriseId, id: refund?.id ?? '' }
  const fails = mall.db.updateTable('refund').set({ state: 'FAILED', next_try_at: null }).where('enterprise_id', '=', lin.enterpriseId)
  await fails.where('id', '=', ref.id).execute()
  const counted = async () => (await finance.api.consoleQueue.list({})).find(({ kind }) => kind === 'refundFailed')?.count
  expect(await counted()).toBe(1)
  expect((await finance.api.consolePayment.refunds({ refundNo: refund?.refundNo ?? '' })).dataList).toMatchObject([{ id: ref.id }])
  expect((await finance.api.consolePayment.refunds({ refundNo: 'TK0' })).total).toBe(0)
  const { path } = contract.consolePayment.retryRefund
  expect((await (await mall.staff('support')).post(path, ref)).code).toBe(403)
  const twice = await Promise.all([finance.post(path, ref), finance.post(path, ref)])
  expect(twice.map(({ code }) => code).sort()).toEqual([200, 409])
  await provider.refunds()
  mall.clock.forward(10_000)
  await provider.refunds()
  expect(await counted()).toBe(0)
  expect((await finance.api.consoleReceipt.detail({ enterpriseId: lin.enterpriseId, id: paymentId })).refunds).toMatchObject([
    { id: ref.id, state: 'SETTLED' },
  ])
})

test('the export has a file name and one row per payment', async () => {
  const { bytes, name } = (await receipt.export({ format: 'csv', number: paid.outNo })) as { bytes: Uint8Array; name: string }
  expect(name).toMatch(/^支付记录-\d{4}-\d\d-\d\d\.csv$/)
  const lines = Buffer.from(bytes).toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(paid.reference)
})
