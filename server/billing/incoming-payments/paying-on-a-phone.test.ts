import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { OnlinePaymentChannel, PaymentScene } from '#contract/money/payments/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { openPaymentGateways } from '#server/adapters/gateway/public.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'

const mall = await openMall()
const provider = await connectSandboxPaymentProvider(mall)
const MINUTE = 60_000

/** An order of 600 to be paid online. */
async function owes(buyer: Buyer) {
  const skuId = await mall.createSku('截齿', { sale: '600.00' })
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'online' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'online', addressId: buyer.addressId, quote })
  return { tradeId, orderNo: orders[0]?.orderNo ?? '' }
}
const begins = async (buyer: Buyer, tradeId: string, scene: PaymentScene, channel: OnlinePaymentChannel = 'wechat') => {
  const { paymentId } = await buyer.api.payment.create({ tradeId, channel, scene })
  return buyer.api.payment.detail({ paymentId })
}
const detail = (buyer: Buyer, paymentId: string) => buyer.api.payment.detail({ paymentId })
const becomes = (buyer: Buyer, paymentId: string, state: string) =>
  expect.poll(async () => (await detail(buyer, paymentId)).state).toBe(state)
const pageIn = ({ invitation }: { invitation: { show: string; url?: string } | null }): string =>
  invitation?.url ?? expect.fail('no page to open')

/** Opens the page as the phone does, and returns where WeChat leads back to. */
async function answersInWechat(url: string, answer: 'pay' | 'refuse'): Promise<string> {
  const page = await fetch(url, { headers: { referer: `${mall.services.publicUrl}/` } })
  const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? expect.fail('no button')
  const back = new URL(url).searchParams.get('redirect_url') ?? ''
  const body = new URLSearchParams({ answer, redirect_url: back })
  return (await fetch(new URL(action, url), { method: 'POST', body, redirect: 'manual' })).headers.get('location') ?? ''
}

test('a phone opens WeChat, comes back unpaid, opens it again and pays once', async () => {
  const lin = await mall.buyer('林')
  const { tradeId, orderNo } = await owes(lin)
  const open = await begins(lin, tradeId, 'phone')
  expect(open).toMatchObject({ state: 'PENDING', amount: 60_000, invitation: { show: 'redirect' } })
  const back = `${mall.services.publicUrl}/#/order_pay_online_pay?paymentId=${open.paymentId}&back=1`
  expect(await answersInWechat(pageIn(open), 'refuse')).toBe(back)
  expect(await detail(lin, open.paymentId)).toMatchObject({ state: 'PENDING', invitation: open.invitation })
  expect((await lin.api.payment.create({ tradeId, channel: 'wechat', scene: 'phone' })).paymentId).toBe(open.paymentId)
  expect(await answersInWechat(pageIn(open), 'pay')).toBe(back)
  await becomes(lin, open.paymentId, 'SETTLED')
  expect(await lin.api.order.detail({ orderNo })).toMatchObject({ state: 'WAIT_SEND', method: 'online' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a code becomes a page and back: the earlier charge is closed at the provider, and is refunded if it was paid', async () => {
  const lin = await mall.buyer('林')
  const { tradeId } = await owes(lin)
  const code = await begins(lin, tradeId, 'desk')
  const page = await begins(lin, tradeId, 'phone')
  expect(page.paymentId).not.toBe(code.paymentId)
  expect(await detail(lin, code.paymentId)).toMatchObject({ state: 'CLOSED', failure: '已重新发起支付', invitation: null })
  await provider.tellsClosed()
  // Nobody can pay the code any more.
  await provider.pays(code.invitation)
  expect(await lin.api.payment.detail({ paymentId: code.paymentId })).toMatchObject({ state: 'CLOSED' })
  const again = await begins(lin, tradeId, 'desk')
  expect(again.invitation?.show).toBe('qr')
  // The job has not closed the page yet: money that is paid on it goes back.
  await answersInWechat(pageIn(page), 'pay')
  const refunds = () =>
    mall.db.selectFrom('refund').select(['amount_fen', 'source', 'way']).where('enterprise_id', '=', lin.enterpriseId).execute()
  await expect.poll(refunds).toEqual([{ amount_fen: 60_000, source: 'suspense', way: 'gateway' }])
  await provider.pays(again.invitation)
  await becomes(lin, again.paymentId, 'SETTLED')
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the page is renewed before it ends, while the buyer’s page asks; the job asks for none', async () => {
  const lin = await mall.buyer('林')
  const { paymentId } = await lin.api.payment.topUp({ amount: fen(5_000), channel: 'wechat', scene: 'phone' })
  const first = await detail(lin, paymentId)
  const invitedAt = async () =>
    (await mall.db.selectFrom('payment').select('invited_at').where('enterprise_id', '=', lin.enterpriseId).execute())[0]?.invited_at
  const begun = await invitedAt()
  mall.clock.forward(3 * MINUTE)
  await detail(lin, paymentId)
  expect(await invitedAt()).toEqual(begun)
  mall.clock.forward(MINUTE)
  await provider.janitor()
  expect(await invitedAt()).toEqual(begun)
  // Nor does a colleague who looks on: the page would belong to the address of his device.
  const wu = await mall.subAccount(lin, ['cashAccount'])
  await wu.api.payment.detail({ paymentId })
  expect(await invitedAt()).toEqual(begun)
  mall.clock.forward(4_000)
  await detail(lin, paymentId)
  expect(await invitedAt()).toEqual(mall.clock.now)
  mall.clock.forward(4 * MINUTE - 1)
  expect(pageIn(await detail(lin, paymentId))).toBe(pageIn(first))
  await answersInWechat(pageIn(first), 'pay')
  await becomes(lin, paymentId, 'SETTLED')
  expect((await lin.api.wallet.overview({})).balance).toBe(5_000)
})

test('a provider that cannot be reached leaves a phone’s payment unclear until its page asks again', async () => {
  const lin = await mall.buyer('林')
  const { tradeId } = await owes(lin)
  const before = mall.services.gateways
  mall.services.gateways = openPaymentGateways({ wechat: { ...provider.settings.wechat, base: 'http://127.0.0.1:1' } })
  const { paymentId } = await lin.api.payment.create({ tradeId, channel: 'wechat', scene: 'phone' })
  expect(await detail(lin, paymentId)).toMatchObject({ state: 'UNKNOWN', invitation: null })
  mall.services.gateways = before
  mall.clock.forward(MINUTE)
  await provider.janitor()
  expect(await mall.db.selectFrom('payment').select('state').where('enterprise_id', '=', lin.enterpriseId).execute()).toEqual([
    { state: 'UNKNOWN' },
  ])
  expect(await detail(lin, paymentId)).toMatchObject({ state: 'PENDING', invitation: { show: 'redirect' } })
})

test('a channel or an account that knows no phones is paid as at a desk, and the browser names no address to return to', async () => {
  const lin = await mall.buyer('林')
  const { tradeId } = await owes(lin)
  const card = await begins(lin, tradeId, 'phone', 'card')
  expect((await begins(lin, tradeId, 'desk', 'card')).paymentId).toBe(card.paymentId)
  const before = mall.services.gateways
  mall.services.gateways = openPaymentGateways({ wechat: { ...provider.settings.wechat, h5: false } })
  expect(await lin.api.payment.channels({})).toMatchObject([{ channel: 'wechat', scenes: ['desk', 'wechat'] }])
  expect((await begins(lin, tradeId, 'phone')).invitation?.show).toBe('qr')
  mall.services.gateways = before
  const { path } = contract.payment.create
  for (const field of ['returnUrl', 'redirect_url', 'payerIp'])
    expect(
      await lin.post(path, { tradeId, channel: 'wechat', scene: 'phone', [field]: 'https://evil.test' }, { 'idempotency-key': field }),
    ).toMatchObject({ code: 400 })
  expect(await lin.post(path, { tradeId, channel: 'wechat', scene: 'tv' }, { 'idempotency-key': 'tv' })).toMatchObject({ code: 400 })
})
