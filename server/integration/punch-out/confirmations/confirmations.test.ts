import { describe, expect, test } from 'vitest'
import { createWebhookSender } from '#server/integration/webhooks/public.ts'
import { findXmlElement, parseXml, readXmlText } from '#server/integration/xml/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { findCxmlFaults } from '#server/platform/testing/cxml-document-type.ts'
import { createIntegrationHelpers, startWebhookReceiver } from '#server/platform/testing/integration.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { connectProcurementSystem } from '#server/platform/testing/procurement-system.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
mall.services.publicUrl = 'https://mall.example'
const { relays, posts } = createIntegrationHelpers(mall)
const afterSales = await createAfterSaleHelpers(mall)
const support = await mall.staff('support')
const [bit, holder] = [
  await mall.createSku('截齿', { sale: '120.00', credit: '126.00' }),
  await mall.createSku('齿座', { sale: '9.00', credit: '9.50' }),
]
const SECRET = 'Ap&3<x>"7'
const pay = { payPwd: TEST_USER_PAYMENT_PASSWORD }

/** What a confirmation says, in a form that reads well. */
function read(body: string) {
  const document = parseXml(body)
  expect(findCxmlFaults(document)).toEqual([])
  const request = findXmlElement(document, 'Request', 'ConfirmationRequest')
  const header = findXmlElement(request, 'ConfirmationHeader')
  const lines = request?.children
    .filter(({ name }) => name === 'ConfirmationItem')
    .map(({ attributes, children }) => {
      const statuses = children.filter(({ name }) => name === 'ConfirmationStatus')
      const content = statuses.map((status) => `${status.attributes.get('type')} ${status.attributes.get('quantity')}`)
      return `${attributes.get('lineNumber')}: ${content.join(', ')} of ${attributes.get('quantity')}`
    })
  return {
    document,
    request,
    content: [header?.attributes.get('operation'), header?.attributes.get('type'), ...(lines ?? [])],
    payloadId: document.attributes.get('payloadID'),
    confirmId: header?.attributes.get('confirmID'),
    refersTo: findXmlElement(header, 'DocumentReference')?.attributes.get('payloadID'),
  }
}

const answer = (code: number) => ({
  status: 200,
  body: `<?xml version="1.0"?>\n<cXML payloadID="1@erp" timestamp="2026-11-30T10:00:00+08:00"><Response><Status code="${code}" text="OK"/></Response></cXML>`,
})

/** A company whose system orders in cXML and takes confirmations. */
async function connected(name: string, { onCredit = true } = {}) {
  const buyer: Buyer = await mall.buyer(name, { credit: '90000.00', wallet: '90000.00' })
  const identities = { fromDomain: 'DUNS', fromIdentity: `65652314-${name}`, senderDomain: 'NetworkId', senderIdentity: 'AN01000002' }
  const erp = await connectProcurementSystem(mall, buyer, { protocol: 'CXML', onCredit, ...identities })
  const { url, state } = await startWebhookReceiver()
  state.says = answer(200)
  await buyer.api.punchOutSetup.saveConfirmation({ url, secret: SECRET, ...pay })
  const orders = async (orderID: string, lines: readonly [lineNumber: number, skuId: string, quantity: number, price: string][]) => {
    const items = lines.map(
      ([lineNumber, skuId, quantity, price]) =>
        `<ItemOut quantity="${quantity}" lineNumber="${lineNumber}"><ItemID><SupplierPartID>${skuId}</SupplierPartID></ItemID><ItemDetail><UnitPrice><Money currency="CNY">${price}</Money></UnitPrice></ItemDetail></ItemOut>`,
    )
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<cXML payloadID="${orderID}.1@erp" timestamp="2026-11-29T16:14:00+08:00"><Header>
  <From><Credential domain="DUNS"><Identity>${identities.fromIdentity}</Identity></Credential></From>
  <To><Credential domain="DUNS"><Identity>83528721</Identity></Credential></To>
  <Sender><Credential domain="NetworkId"><Identity>AN01000002</Identity><SharedSecret>${erp.secret}</SharedSecret></Credential><UserAgent>x</UserAgent></Sender>
</Header><Request><OrderRequest><OrderRequestHeader orderID="${orderID}" orderDate="2026-11-29T16:20:00+08:00" type="new"/>${items.join('')}</OrderRequest></Request></cXML>`
    const headers = { 'content-type': 'text/xml; charset=utf-8' }
    const response = await mall.app.http.inject({ method: 'POST', url: '/api/punch-out/cxml', payload: body, headers })
    expect(findXmlElement(parseXml(response.body), 'Response', 'Status')?.attributes.get('code')).toBe('200')
    const found = (await buyer.api.order.list({ pageSize: 100 })).dataList.find(({ poNumber }) => poNumber === orderID)
    return found ?? expect.fail('no order')
  }
  let seen = 0
  /** The bodies that have come since the last look. */
  const takeBodies = async () => {
    while ((await relays()) > 0);
    await relays()
    while ((await posts()) > 0);
    const got = state.got.slice(seen).map(({ body }) => body)
    seen = state.got.length
    return got
  }
  const takeNews = async () => (await takeBodies()).map(read)
  const endpoint = async () => (await buyer.api.punchOutSetup.overview({})).confirmation ?? expect.fail('no endpoint')
  const log = async () => (await buyer.api.webhook.deliveries({ webhookId: (await endpoint()).id })).dataList
  const ship = async (orderNo: string, lines: readonly { lineNo: number; quantity: number }[]) =>
    (await mall.staff('warehouse')).api.consoleFulfilment.ship({
      enterpriseId: buyer.enterpriseId,
      orderNo,
      carrier: '德邦快递',
      trackingNo: createWaybillNo(),
      lines: [...lines],
    })
  return { buyer, erp, url, state, orders, takeBodies, takeNews, endpoint, log, ship }
}

describe('an order of a procurement system', () => {
  test('is confirmed when it is taken, partly shipped, partly refunded and done, each time by an update of the one before', async () => {
    const { buyer, orders, takeNews, takeBodies, ship, log } = await connected('林')
    const { orderNo } = await orders('4500012345', [
      [10, bit, 2, '126.00'],
      [20, holder, 3, '9.50'],
      [30, bit, 2, '126.00'],
    ])
    const [sent = '', ...others] = await takeBodies()
    const first = read(sent)
    expect([first.content, others]).toEqual([['new', 'accept'], []])
    const { document, request } = first
    expect(readXmlText(document, 'Header', 'From', 'Credential', 'Identity')).toBe('83528721')
    expect(readXmlText(document, 'Header', 'To', 'Credential', 'Identity')).toBe('65652314-林')
    expect(readXmlText(document, 'Header', 'Sender', 'Credential', 'SharedSecret')).toBe(SECRET)
    const reference = findXmlElement(request, 'OrderReference')
    expect([...(reference?.attributes ?? [])]).toEqual([
      ['orderID', '4500012345'],
      ['orderDate', '2026-11-29T16:20:00+08:00'],
    ])
    expect(findXmlElement(reference, 'DocumentReference')?.attributes.get('payloadID')).toBe('4500012345.1@erp')
    expect(readXmlText(request, 'ConfirmationHeader', 'Comments')).toBe(`商城订单 ${orderNo}：待发货`)

    // Our two lines are three of the buyer's: two of his name the same goods.
    await ship(orderNo, [{ lineNo: 1, quantity: 3 }])
    const [part, ...more] = await takeNews()
    expect([part?.content, more]).toEqual([
      ['update', 'except', '10: accept 2 of 2', '20: backordered 3 of 3', '30: accept 1, backordered 1 of 2'],
      [],
    ])
    expect([part?.refersTo, part?.confirmId]).toEqual([first.payloadId, first.confirmId])

    await afterSales.refunds({ buyer, enterpriseId: buyer.enterpriseId, orderNo, skuIds: [] }, [[2, 'unsent', 1]])
    const [refunded] = await takeNews()
    expect(refunded?.content).toEqual([
      'update',
      'except',
      '10: accept 2 of 2',
      '20: backordered 2, reject 1 of 3',
      '30: accept 1, backordered 1 of 2',
    ])
    expect(refunded?.refersTo).toBe(part?.payloadId)

    await ship(orderNo, [
      { lineNo: 1, quantity: 1 },
      { lineNo: 2, quantity: 2 },
    ])
    expect((await takeNews()).map(({ content }) => content)).toEqual([
      ['update', 'except', '10: accept 2 of 2', '20: accept 2, reject 1 of 3', '30: accept 2 of 2'],
    ])
    await buyer.api.order.receive({ orderNo })
    expect(await takeNews()).toEqual([])
    const entries = await log()
    expect(entries.map(({ event, subject, state }) => [event, subject, state])).toEqual(
      Array(4).fill(['order.confirmation', '4500012345', 'DELIVERED']),
    )
    expect((await buyer.api.webhook.delivery({ id: entries[0]?.id ?? '' })).body).toContain('<SharedSecret></SharedSecret>')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is not confirmed before the buyer has paid, and rejected when it is cancelled', async () => {
    const { buyer, orders, takeNews } = await connected('吴', { onCredit: false })
    const { orderNo, tradeId } = await orders('A1', [[1, bit, 2, '120.00']])
    expect(await takeNews()).toEqual([])
    await buyer.api.order.changeMethod({ tradeId, method: 'wallet' })
    await buyer.api.order.payByWallet({ tradeId, ...pay })
    expect((await takeNews()).map(({ content }) => content)).toEqual([['new', 'accept']])
    await buyer.api.order.askCancel({ orderNo, reason: '不要了' })
    expect(await takeNews()).toEqual([])
    await support.api.consoleOrder.agreeCancel({ enterpriseId: buyer.enterpriseId, orderNo })
    expect((await takeNews()).map(({ content }) => content)).toEqual([['update', 'reject']])
    // Orders of people are nobody's OrderRequest.
    await afterSales.order(buyer, [{ price: '60.00', units: 1 }])
    expect(await takeNews()).toEqual([])
  })
})

describe('a confirmation that is not taken', () => {
  test('is tried again unchanged, before later ones of its order, and can be sent again by hand', async () => {
    const { buyer, orders, state, log, takeBodies, takeNews, ship, endpoint } = await connected('周')
    state.says = answer(401)
    const { orderNo } = await orders('B1', [[1, bit, 2, '126.00']])
    const [first] = await takeBodies()
    expect(await log()).toMatchObject([{ state: 'WAIT', tries: 1, lastStatus: 200, lastFault: 'cXML 状态 401' }])
    await ship(orderNo, [{ lineNo: 1, quantity: 1 }])
    state.says = { status: 200, body: 'OK' }
    /** Lets the time of the next try of the first one come. */
    const waitForFirst = async () => {
      mall.clock.now = (await log()).at(-1)?.nextAt ?? expect.fail('nothing waits')
      return takeBodies()
    }
    expect(await waitForFirst()).toEqual([first])
    expect((await log()).map(({ state: one, tries, lastFault }) => [one, tries, lastFault])).toEqual([
      ['WAIT', 0, null],
      ['WAIT', 2, '应答不是 cXML 的 Response'],
    ])
    while ((await log()).at(-1)?.state === 'WAIT') await waitForFirst()
    expect((await log()).map(({ state: one }) => one)).toEqual(['WAIT', 'PARKED'])
    state.says = answer(200)
    await buyer.api.webhook.redeliver({ id: (await log()).at(-1)?.id ?? '' })
    const [again, next] = await takeNews()
    expect([again?.content, next?.content]).toEqual([
      ['new', 'accept'],
      ['update', 'except', '1: accept 1, backordered 1 of 2'],
    ])
    expect(await endpoint()).toMatchObject({ state: 'ACTIVE', failingSince: null, waiting: 0, parked: 0, delivered: 2 })
    await mall.renew()
  })
})

describe('the endpoint', () => {
  test('is set with the payment password, for cXML, on the public internet, and with a secret of its own', async () => {
    const { buyer, erp, url, takeNews, orders, endpoint } = await connected('郑')
    const save = (given: { url: string; secret: string }) => buyer.api.punchOutSetup.saveConfirmation({ ...given, ...pay })
    await expect(buyer.api.punchOutSetup.saveConfirmation({ url, secret: SECRET, payPwd: '000000' })).rejects.toMatchObject({ code: 422 })
    await expect(save({ url: 'https://elsewhere.example/cxml', secret: '' })).rejects.toMatchObject({ reason: 'CONFIRMATION_SECRET' })
    const { hooks } = mall.services
    mall.services.hooks = createWebhookSender()
    for (const inside of ['http://erp.example.com/', 'https://127.0.0.1/', 'https://10.0.0.8/cxml', 'https://erp.example.com:22/'])
      await expect(save({ url: inside, secret: SECRET })).rejects.toMatchObject({ reason: 'WEBHOOK_URL' })
    mall.services.hooks = hooks
    await save({ url: `${url}?a=1`, secret: '' })
    await orders('C1', [[1, bit, 1, '126.00']])
    expect(readXmlText((await takeNews())[0]?.document, 'Header', 'Sender', 'Credential', 'SharedSecret')).toBe(SECRET)
    // It is changed here alone.
    const { id } = await endpoint()
    await expect(buyer.api.webhook.delete({ id })).rejects.toMatchObject({ reason: 'WEBHOOK_NOT_FOUND' })
    await expect(buyer.api.webhook.ping({ id })).rejects.toMatchObject({ reason: 'WEBHOOK_NOT_FOUND' })
    await buyer.api.punchOutSetup.deleteConfirmation({})
    await orders('C2', [[1, bit, 1, '126.00']])
    expect([await takeNews(), (await buyer.api.punchOutSetup.overview({})).confirmation]).toEqual([[], null])
    await erp.saves({ protocol: 'OCI' })
    await expect(save({ url, secret: SECRET })).rejects.toMatchObject({ reason: 'PUNCH_OUT_NOT_CXML' })
    const other = await mall.buyer('王')
    await expect(other.api.punchOutSetup.saveConfirmation({ url, secret: SECRET, ...pay })).rejects.toMatchObject({
      reason: 'PUNCH_OUT_NOT_SET_UP',
    })
    await expect(other.api.punchOutSetup.deleteConfirmation({})).rejects.toMatchObject({ reason: 'WEBHOOK_NOT_FOUND' })
  })
})
