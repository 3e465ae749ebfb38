import { describe, expect, test } from 'vitest'
import { findXmlElement, parseXml, readXmlText } from '#server/integration/xml/public.ts'
import { findCxmlFaults } from '#server/platform/testing/cxml-document-type.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { connectProcurementSystem, PROCUREMENT_HOST } from '#server/platform/testing/procurement-system.ts'
import { yuanTextToFen } from '#server/platform/testing/yuan.ts'

const mall = await openMall()
mall.services.publicUrl = 'https://mall.example'
const lin = await mall.buyer('林', { credit: '20000.00' })
const identities = { fromDomain: 'DUNS', fromIdentity: '65652314', senderDomain: 'NetworkId', senderIdentity: 'AN01000002' }
const erp = await connectProcurementSystem(mall, lin, { protocol: 'CXML', onCredit: true, ...identities })
const bit = await mall.createSku('U84 采煤截齿 & 齿套 <22>', { sale: '120.50', credit: '126.00' })
const holder = await mall.createSku('齿座', { sale: '9.00', credit: '9.50' })
const last = await mall.createSku('最后三个销轴', { sale: '9.00', credit: '9.50', stock: 3 })
const RETURN_URL = `https://${PROCUREMENT_HOST}/cxml/return?a=1&b=2`

interface Spoil {
  secret?: string
  identity?: string
  doctype?: string
}

/** A message in the shape of the specification, as a buyer's system sends it. */
const message = (
  request: string,
  {
    secret = erp.secret,
    identity = identities.fromIdentity,
    doctype = '<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.014/cXML.dtd">',
  }: Spoil = {},
) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}
<cXML xml:lang="en-US" payloadID="1764404040.15@${PROCUREMENT_HOST}" timestamp="2026-11-29T16:14:00+08:00">
  <Header>
    <From><Credential domain="DUNS"><Identity>${identity}</Identity></Credential></From>
    <To><Credential domain="DUNS"><Identity>83528721</Identity></Credential></To>
    <Sender>
      <Credential domain="NetworkId"><Identity>AN01000002</Identity><SharedSecret>${secret}</SharedSecret></Credential>
      <UserAgent>Procurement 12.1</UserAgent>
    </Sender>
  </Header>
  <Request deploymentMode="production">${request}</Request>
</cXML>`

const setUp = (more = '', operation = 'create', url = RETURN_URL) =>
  `<PunchOutSetupRequest operation="${operation}">
    <BuyerCookie>1CX3L4843PPZO</BuyerCookie>
    <Extrinsic name="UserEmail">zhou@pengyan.example</Extrinsic>
    <BrowserFormPost><URL>${url.replaceAll('&', '&amp;')}</URL></BrowserFormPost>${more}
  </PunchOutSetupRequest>`

const itemOut = (productId: string, quantity: string, price = '', lineNumber = 1) =>
  `<ItemOut quantity="${quantity}" lineNumber="${lineNumber}"><ItemID><SupplierPartID>${productId}</SupplierPartID></ItemID>${
    price === ''
      ? ''
      : `<ItemDetail><UnitPrice><Money currency="CNY">${price}</Money></UnitPrice><Description xml:lang="zh">x</Description><UnitOfMeasure>EA</UnitOfMeasure></ItemDetail>`
  }</ItemOut>`

const order = (orderID: string, lines: string, type = 'new') =>
  `<OrderRequest><OrderRequestHeader orderID="${orderID}" orderDate="2026-11-29T16:20:00+08:00" type="${type}">
    <Total><Money currency="CNY">1.00</Money></Total><Comments>到货前  请电话联系</Comments>
  </OrderRequestHeader>${lines}</OrderRequest>`

async function sends(body: string) {
  const answer = await mall.app.http.inject({
    method: 'POST',
    url: '/api/punch-out/cxml',
    payload: body,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
  })
  const response = findXmlElement(parseXml(answer.body), 'Response')
  const status = findXmlElement(response, 'Status')
  const url = readXmlText(response, 'PunchOutSetupResponse', 'StartPage', 'URL')
  return {
    http: answer.statusCode,
    code: Number(status?.attributes.get('code')),
    text: status?.text ?? '',
    url,
    startCode: url.split('code=')[1] ?? '',
  }
}
const ordersOf = async () => (await lin.api.order.list({ pageSize: 100 })).dataList

describe('a visit by cXML', () => {
  test('is created by a set-up request, and takes the cart back as a PunchOutOrderMessage, which can be edited', async () => {
    const answer = await sends(message(setUp()))
    expect(answer).toMatchObject({ http: 200, code: 200 })
    expect(answer.url).toMatch(/^https:\/\/mall\.example\/#\/punch_out\?code=/)
    const visit = await erp.enters(answer.startCode)
    await visit.api.cart.addMany({
      lines: [
        { skuId: bit, goodsNum: 2 },
        { skuId: holder, goodsNum: 3 },
      ],
    })
    const cartIds = (await visit.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ id }) => id))
    const { returnPath } = await visit.api.cartReturn.returnCart({ cartIds })
    const page = await erp.opens(returnPath)
    expect([page.action, Object.keys(page.fields)]).toEqual([RETURN_URL, ['cxml-urlencoded']])
    const document = parseXml(page.fields['cxml-urlencoded'] ?? '')
    expect(findCxmlFaults(document)).toEqual([])
    const sent = findXmlElement(document, 'Message', 'PunchOutOrderMessage')
    expect(readXmlText(sent, 'BuyerCookie')).toBe('1CX3L4843PPZO')
    expect(readXmlText(sent, 'PunchOutOrderMessageHeader', 'Total', 'Money')).toBe('280.50')
    const items = sent?.children.filter(({ name }) => name === 'ItemIn') ?? []
    const first = items.find((item) => readXmlText(item, 'ItemID', 'SupplierPartAuxiliaryID').startsWith(bit))
    expect(first?.attributes.get('quantity')).toBe('2')
    expect(readXmlText(first, 'ItemDetail', 'UnitPrice', 'Money')).toBe('126.00')
    expect(readXmlText(first, 'ItemDetail', 'Description')).toContain('U84 采煤截齿 & 齿套 <22>')
    expect(readXmlText(first, 'ItemDetail', 'UnitOfMeasure')).toBe('EA')
    expect(readXmlText(first, 'ItemDetail', 'LeadTime')).toMatch(/^[1-9]\d?$/)
    // The earlier cart comes back to be changed, or only to be looked at.
    const lines = itemOut(bit, '2') + itemOut('unknown', '1') + itemOut(holder, '3.0')
    const edit = await erp.enters((await sends(message(setUp(lines, 'edit')))).startCode)
    expect([edit.startPath, (await edit.api.cart.count({})).count]).toEqual(['/cart', 2])
    const inspect = await erp.enters((await sends(message(setUp(lines, 'inspect')))).startCode)
    expect((await inspect.api.user.detail({})).permCode).toBe('lookGoods')
    const selected = await erp.enters(
      (await sends(message(setUp(`<SelectedItem><ItemID><SupplierPartID>${bit}</SupplierPartID></ItemID></SelectedItem>`)))).startCode,
    )
    expect(selected.startPath).toContain(`skuId=${bit}`)
  })

  test.each<[string, string, number]>([
    ['a wrong secret', message(setUp(), { secret: 'x' }), 401],
    ['another identity', message(setUp(), { identity: '65652315' }), 401],
    ['a foreign BrowserFormPost', message(setUp('', 'create', 'https://evil.example/')), 409],
    ['an unknown operation', message(setUp('', 'source')), 400],
    ['a quantity out of bounds', message(setUp(itemOut('x', '99999999'), 'edit')), 400],
    ['a part of a piece', message(setUp(itemOut('x', '1.5'), 'edit')), 400],
    ['no BuyerCookie', message(setUp().replace('1CX3L4843PPZO', '')), 400],
    ['two requests', message(setUp() + setUp()), 400],
    ['a request that is not offered', message('<StatusUpdateRequest/>'), 450],
    ['an entity bomb', message(setUp(), { doctype: '<!DOCTYPE cXML [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' }), 406],
    ['no XML', 'cXML-urlencoded=1', 406],
    ['other XML', '<a/>', 406],
  ])('is refused with %s in a response of cXML', async (_, body, code) => {
    expect(await sends(body)).toMatchObject({ http: 200, code, url: '' })
  })

  test('of two companies with the same identities belongs to the one whose secret it has', async () => {
    const twin = await connectProcurementSystem(mall, await mall.buyer('吴'), { protocol: 'CXML', ...identities })
    for (const [owner, secret] of [
      [erp, erp.secret],
      [twin, twin.secret],
    ] as const) {
      const visit = await owner.enters((await sends(message(setUp(), { secret }))).startCode)
      expect((await visit.api.user.detail({})).enterpriseId).toBe((await owner.clerk.api.user.detail({})).enterpriseId)
    }
    expect(await sends(message(setUp(), { secret: 'x' }))).toMatchObject({ code: 401 })
  })

  test('larger than 256 kB is not read', async () => {
    const headers = { 'content-type': 'text/xml' }
    const answer = await mall.app.http.inject({ method: 'POST', url: '/api/punch-out/cxml', payload: 'x'.repeat(256 * 1024 + 1), headers })
    expect(answer.statusCode).toBe(413)
  })
})

describe('an OrderRequest', () => {
  test('becomes an ordinary order on credit, once, however often and how fast it is sent', async () => {
    const body = message(order('4500012345', itemOut(bit, '2', '126.00') + itemOut(last, '3', '9.5000', 2)))
    const answers = await Promise.all([1, 2, 3].map(() => sends(body)))
    expect(answers.map(({ code, text }) => [code, text])).toEqual(Array(3).fill([200, answers[0]?.text]))
    const orders = await ordersOf()
    expect(orders).toHaveLength(1)
    const [{ orderNo = '', state, poNumber } = {}] = orders
    expect([state, poNumber, answers[0]?.text]).toEqual(['WAIT_SEND', '4500012345', `已下单：${orderNo}`])
    expect(await lin.api.order.detail({ orderNo })).toMatchObject({ method: 'credit', remark: '到货前 请电话联系', costCentre: 'CC-610' })
    // The same number with other lines is not ordered.
    expect(await sends(message(order('4500012345', itemOut(bit, '3', '126.00'))))).toMatchObject({ code: 409 })
    expect([(await ordersOf()).length, await mall.findInvariantBreaches()]).toEqual([1, {}])
  })

  test('is refused if it is not what the mall sells now, or not what the owner has allowed', async () => {
    const before = (await ordersOf()).length
    const stock = await mall.countStock(bit)
    const refused: [string, number, string][] = [
      [order('A1', itemOut(bit, '1', '125.99')), 409, '单价已变'],
      [order('A2', itemOut('no-such-part', '1', '1.00')), 409, '没有找到商品'],
      [order('A3', itemOut(bit, '5000', '126.00')), 409, '库存'],
      [order('A4', itemOut(bit, '300', '126.00')), 409, '额度'],
      [order('A5', itemOut(bit, '1', '126.00'), 'update'), 450, '修改或取消'],
      [order('A6', itemOut(bit, '1', '126.00'), 'delete'), 450, '修改或取消'],
      [order('A7', itemOut(bit, '0', '126.00')), 400, '数量'],
      [order('A8', itemOut(bit, '1', '126.001')), 400, '单价不正确'],
      [order('A9', itemOut(bit, '1', '126.00').replace('CNY', 'USD')), 400, 'CNY'],
      [order('A10', ''), 400, '没有商品'],
      [order('A11', itemOut(bit, '1', 'x'.repeat(500))), 400, `单价不正确：${'x'.repeat(40)}`],
      [order('A12', itemOut('x'.repeat(256), '1', '1.00')), 400, '商品编号'],
      [order('x'.repeat(41), itemOut(bit, '1', '126.00')), 400, 'orderID'],
    ]
    for (const [request, code, text] of refused) {
      const answer = await sends(message(request))
      expect(answer.text.length).toBeLessThan(120)
      expect([request.slice(30, 60), answer.code, answer.text]).toEqual([request.slice(30, 60), code, expect.stringContaining(text)])
    }
    expect(await sends(message(order('B1', itemOut(bit, '1', '126.00')), { secret: 'x' }))).toMatchObject({ code: 401 })
    await erp.saves({ addressId: null })
    expect(await sends(message(order('B2', itemOut(bit, '1', '126.00'))))).toMatchObject({ code: 403 })
    await erp.saves()
    expect([(await ordersOf()).length, await mall.countStock(bit)]).toEqual([before, stock])
  })

  test('waits for payment without credit, and for approval above the limit of the sub-account', async () => {
    await erp.saves({ onCredit: false })
    expect(await sends(message(order('C1', itemOut(bit, '1', '120.50'))))).toMatchObject({ code: 200 })
    const { subAccountId: id } = erp.given
    await lin.api.subUser.modify({
      id,
      name: '采购专员',
      permCode: 'lookGoods,addCart,editCart,buyPay,lookOrder',
      orderLimit: yuanTextToFen('100.00'),
      monthLimit: null,
    })
    expect(await sends(message(order('C2', itemOut(bit, '1', '120.50'))))).toMatchObject({ code: 200 })
    const states = new Map((await ordersOf()).map(({ poNumber, state }) => [poNumber, state]))
    expect([states.get('C1'), states.get('C2')]).toEqual(['WAIT_PAY', 'WAIT_APPROVAL'])
    // Without the permission to order, nothing is ordered.
    await lin.api.subUser.modify({ id, name: '采购专员', permCode: 'lookGoods,addCart,editCart', orderLimit: null, monthLimit: null })
    expect(await sends(message(order('C3', itemOut(bit, '1', '120.50'))))).toMatchObject({ code: 403 })
    await lin.api.subUser.modify({
      id,
      name: '采购专员',
      permCode: 'lookGoods,addCart,editCart,buyPay',
      orderLimit: null,
      monthLimit: null,
    })
    await lin.api.subUser.modifyStatus({ id, status: 0 })
    expect(await sends(message(order('C4', itemOut(bit, '1', '120.50'))))).toMatchObject({ code: 403 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})
