import { expect, test } from 'vitest'
import { webhookEventByQuotationState, webhookEvents } from '#contract/integration/integration/events.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { createIntegrationHelpers, startWebhookReceiver } from '#server/platform/testing/integration.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createOfferedQuotationLine, createRequestedQuotationLine } from '#server/platform/testing/quotations.ts'

const mall = await openMall()
const { relays, posts } = createIntegrationHelpers(mall)
const support = await mall.staff('support')
const { consoleQuotation } = support.api
const [bit, drill] = [await mall.createSku('截齿', { sale: '100.00' }), await mall.createSku('钻头', { sale: '600.00' })]
const events = keysOf(webhookEvents).filter((event) => event.startsWith('quotation.'))

async function subscribed(name: string) {
  const buyer = await mall.buyer(name, { wallet: '9000' })
  const receiver = await startWebhookReceiver()
  await buyer.api.webhook.add({ name: 'ERP', url: receiver.url, events, payPwd: TEST_USER_PAYMENT_PASSWORD })
  /** What has come about a quotation since the last look. */
  let seen = 0
  const takeNews = async (quotationNo: string) => {
    while ((await relays()) > 0);
    while ((await posts()) > 0);
    const got = receiver.state.got.slice(seen).map(({ body }) => JSON.parse(body) as { type: string; data: { quotationNo: string } })
    seen += got.length
    return got.filter(({ data }) => data.quotationNo === quotationNo).map(({ type, data }) => [type, data])
  }
  return { buyer, takeNews, receiver }
}

async function asks(buyer: Buyer, skuIds = [bit]) {
  const lines = skuIds.map((skuId) => createRequestedQuotationLine({ skuId, goodsNum: 2, note: '井下用' }))
  return { ...(await buyer.api.quotation.create({ title: '备件', lines })), enterpriseId: buyer.enterpriseId }
}
type Asked = Awaited<ReturnType<typeof asks>>
async function quotes({ id, enterpriseId }: Asked, skuIds = [bit], validDays = 5) {
  const { rowVersion } = await consoleQuotation.detail({ enterpriseId, id })
  const lines = skuIds.map((skuId, at) => createOfferedQuotationLine(at + 1, skuId, skuId === bit ? '90.00' : '550.00'))
  await consoleQuotation.quote({ enterpriseId, id, rowVersion, validDays, lines })
}
async function orders(buyer: Buyer, { id }: Asked, lineNos: number[]) {
  const given = { quotation: { quotationId: id, version: 1, lineNos }, method: 'wallet' as const }
  const { quote } = await buyer.api.order.preview(given)
  return (await buyer.api.order.submit({ ...given, addressId: buyer.addressId, quote })).orders[0]?.orderNo ?? ''
}

test('each step of a quotation is sent with its number and its state, and nothing of goods, prices or words', async () => {
  const { buyer: lin, takeNews, receiver } = await subscribed('林')
  const asked = await asks(lin, [bit, drill])
  const { id, enterpriseId, quotationNo } = asked
  const of = (type: string, state: string) => [[type, { quotationNo, state }]]
  expect(await takeNews(quotationNo)).toEqual(of('quotation.asked', 'REQUESTED'))
  await lin.api.quotation.sendMessage({ id, text: '机密价格' })
  expect(await takeNews(quotationNo)).toEqual([])
  await consoleQuotation.sendMessage({ enterpriseId, id, text: '机密答复' })
  expect(await takeNews(quotationNo)).toEqual([['quotation.message', { quotationNo }]])
  await quotes(asked, [bit, drill])
  expect(await takeNews(quotationNo)).toEqual(of('quotation.offered', 'QUOTED'))
  // A part of it is told by the order alone.
  await orders(lin, asked, [1])
  expect(await takeNews(quotationNo)).toEqual([])
  const orderNo = await orders(lin, asked, [2])
  expect(await takeNews(quotationNo)).toEqual(of('quotation.accepted', 'ACCEPTED'))
  mall.clock.forward(60_000)
  await lin.api.order.cancel({ orderNo, reason: '下错了' })
  await mall.runDeadlines()
  expect(await takeNews(quotationNo)).toEqual(of('quotation.offered', 'QUOTED'))
  await lin.api.quotation.finish({ id })
  expect(await takeNews(quotationNo)).toEqual(of('quotation.accepted', 'ACCEPTED'))
  expect(receiver.state.got.map(({ body }) => body).join()).not.toMatch(/机密|截齿|林/)
})

test('the ends of a quotation are sent too: declined, withdrawn, refused and expired', async () => {
  const { buyer: wu, takeNews } = await subscribed('吴')
  // Deliveries arrive in no fixed order.
  const typesOf = async ({ quotationNo }: Asked) => (await takeNews(quotationNo)).map(([type]) => type)
  const declined = await asks(wu)
  await quotes(declined)
  await wu.api.quotation.decline({ id: declined.id })
  expect(await typesOf(declined)).toContain('quotation.declined')
  const withdrawn = await asks(wu)
  await wu.api.quotation.withdraw({ id: withdrawn.id })
  expect(await typesOf(withdrawn)).toContain('quotation.withdrawn')
  const refused = await asks(wu)
  await consoleQuotation.refuse({ enterpriseId: refused.enterpriseId, id: refused.id, rowVersion: 0, reason: '停产' })
  expect(await typesOf(refused)).toContain('quotation.refused')
  const expired = await asks(wu)
  await quotes(expired, [bit], 1)
  mall.clock.forward(3 * ONE_DAY_MS)
  await mall.runDeadlines()
  expect(await typesOf(expired)).toContain('quotation.expired')
  await mall.renew()
})

test('a company hears nothing of another’s, and each event of a state can be chosen', async () => {
  const [ours, theirs] = [await subscribed('周'), await subscribed('郑')]
  const { quotationNo } = await asks(ours.buyer)
  expect(await theirs.takeNews(quotationNo)).toEqual([])
  expect(await ours.takeNews(quotationNo)).toHaveLength(1)
  expect(new Set([...Object.values(webhookEventByQuotationState), 'quotation.message'])).toEqual(new Set(events))
})
