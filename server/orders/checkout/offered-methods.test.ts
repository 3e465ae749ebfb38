import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { createEnterpriseWithSubAccount } from '#server/platform/testing/enterprise.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'

const mall = await openMall()
await connectSandboxPaymentProvider(mall)
const skuId = await mall.createSku('截齿', { sale: '600.00', credit: '650.00' })

async function offered(buyer: Buyer, asked: { method?: PaymentMethod; preferred?: PaymentMethod }, goodsNum = 1) {
  const { method, methods } = await buyer.api.order.preview({ lines: [{ skuId, goodsNum }], ...asked })
  return { method, funds: Object.fromEntries(methods.map(({ method: name, funds }) => [name, funds])) }
}

test('each payment method shows what the enterprise has available before it is chosen', async () => {
  const lin = await mall.buyer('林', { wallet: '900', credit: '5000' })
  expect((await offered(lin, {})).funds).toEqual({
    credit: yuanTextToFen('5000'),
    wallet: yuanTextToFen('900'),
    online: null,
    transfer: null,
  })
  const poor = await mall.buyer('贫')
  expect((await offered(poor, {})).funds).toMatchObject({ credit: null, wallet: 0 })
})

test('the last used method is preselected if it is available; an explicitly requested one is used', async () => {
  const lin = await mall.buyer('林', { wallet: '900', credit: '5000' })
  const chosen = async (...asked: [{ method?: PaymentMethod; preferred?: PaymentMethod }, number?]) => (await offered(lin, ...asked)).method
  expect([await chosen({}), await chosen({ preferred: 'wallet' }), await chosen({ preferred: 'online' })]).toEqual([
    'credit',
    'wallet',
    'online',
  ])
  // Two pieces are more than the wallet holds.
  expect([await chosen({ preferred: 'wallet' }, 2), await chosen({ preferred: 'online', method: 'wallet' }, 2)]).toEqual([
    'credit',
    'wallet',
  ])
})

test('the method of the last order is preselected for whoever has submitted it, on every device of his', async () => {
  const { lin, li } = await createEnterpriseWithSubAccount(mall, { order: '99', month: '999999' }, { wallet: '900', credit: '5000' })
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  const chosen = async (buyer: Buyer, preferred?: PaymentMethod) => (await offered(buyer, preferred ? { preferred } : {})).method
  expect([await chosen(lin), await chosen(li), await chosen(lin, 'credit')]).toEqual(['wallet', 'credit', 'credit'])
})

test('paying online is offered while the mall has a payment provider, before and after the order is submitted', async () => {
  const lin = await mall.buyer('林')
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'online' })
  const { tradeId } = await lin.api.order.submit({ lines, method: 'online', addressId: lin.addressId, quote })
  const online = async () => {
    const answers = [await lin.api.order.preview({ lines, preferred: 'online' }), await lin.api.order.trade({ tradeId })]
    return answers.map(({ methods }) => methods.find(({ method }) => method === 'online')?.reason)
  }
  expect(await online()).toEqual([null, null])
  const before = mall.services.gateways
  mall.services.gateways = new Map()
  expect(await online()).toEqual(Array(2).fill('商城还没有开通在线支付，请选择其他支付方式'))
  expect((await lin.api.order.preview({ lines, preferred: 'online' })).method).toBe('transfer')
  // Who submits it nevertheless, or changes to it, is refused as whoever pays it.
  const refused = { code: 422, reason: 'CHANNEL_NOT_OFFERED', msg: '该支付渠道暂不可用，请选择其他渠道' }
  const { submit, changeMethod } = contract.order
  const asked = { lines, method: 'online', addressId: lin.addressId, quote }
  expect(await lin.post(submit.path, asked, { 'idempotency-key': randomUUID() })).toMatchObject(refused)
  const transfer = await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
  expect(await lin.post(changeMethod.path, { tradeId: transfer.tradeId, method: 'online' })).toMatchObject(refused)
  expect(await lin.post(contract.payment.create.path, { tradeId, channel: 'wechat' }, { 'idempotency-key': randomUUID() })).toMatchObject(
    refused,
  )
  mall.services.gateways = before
  expect(await lin.api.order.changeMethod({ tradeId: transfer.tradeId, method: 'online' })).toMatchObject({ method: 'online' })
})
