import { describe, expect, test } from 'vitest'
import type { QuotationDetail } from '#contract/orders/quotations/shapes.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import {
  createRequestedQuotationLine,
  createRefusedQuotationLine as lacks,
  createOfferedQuotationLine as offers,
} from '#server/platform/testing/quotations.ts'

const mall = await openMall()
const support = await mall.staff('support')
const catalogue = await mall.staff('catalogue')
const { consoleQuotation } = support.api

const bit = await mall.createSku('截齿', { code: 'QBIT-1', sale: '100.00', credit: '110.00', minimum: 10, step: 10 })
const drill = await mall.createSku('钻头', { code: 'QDRILL-1', sale: '600.00', credit: '660.00' })
const stronger = await mall.createSku('加强钻头', { code: 'QDRILL-2', sale: '800.00', credit: '880.00' })
const lin = await mall.buyer('林', { credit: '500000', wallet: '200000' })
const wu = await mall.buyer('吴', { wallet: '9000' })

type Lines = Parameters<typeof createRequestedQuotationLine>[0][]
const asks = async (lines: Lines = [{ skuId: bit, goodsNum: 7 }], buyer: Buyer = lin) => {
  const { id, quotationNo } = await buyer.api.quotation.create({ title: '季度备件', lines: lines.map(createRequestedQuotationLine) })
  return { id, quotationNo, enterpriseId: buyer.enterpriseId }
}
type Asked = Awaited<ReturnType<typeof asks>>

/** Staff answer with the version of the row that they have just read. */
async function quotes({ enterpriseId, id }: Asked, lines: readonly ReturnType<typeof lacks>[], validDays = 15) {
  const { rowVersion } = await consoleQuotation.detail({ enterpriseId, id })
  return consoleQuotation.quote({ enterpriseId, id, rowVersion, validDays, lines: [...lines] })
}

const source = (id: string, lineNos: number[], version = 1) => ({ quotation: { quotationId: id, version, lineNos } })

/** The buyer looks at the confirmation page and submits. */
async function orders(id: string, lineNos: number[], { version = 1, method = 'wallet' as 'wallet' | 'credit', buyer = lin } = {}) {
  const given = { ...source(id, lineNos, version), method }
  const { quote } = await buyer.api.order.preview(given)
  const { tradeId, payable, orders: made } = await buyer.api.order.submit({ ...given, addressId: buyer.addressId, quote })
  return { tradeId, payable, orderNo: made[0]?.orderNo ?? expect.fail('no order') }
}
const stateOf = async (id: string) => (await lin.api.quotation.detail({ id })).state
const summarise = ({ lines }: QuotationDetail) =>
  lines.map(({ lineNo, name, offer, orderNo }) => [lineNo, name, offer?.outcome ?? null, offer?.salePrice ?? null, orderNo !== null])

test('a company asks, staff offer, and the order on credit has the offered price whatever the catalog says by then', async () => {
  const asked = await asks([{ skuId: bit, goodsNum: 7, wishedPrice: yuanTextToFen('80.00'), note: '含税' }])
  expect(await lin.api.quotation.list({ state: 'REQUESTED', keyword: 'qbit' })).toMatchObject({
    total: 1,
    dataList: [{ quotationNo: asked.quotationNo, title: '季度备件', firstGoods: '截齿', lineCount: 1, version: 0, offeredAmount: null }],
  })
  const { enterpriseId, id: quotationId } = asked
  const seen = await consoleQuotation.detail({ enterpriseId, id: quotationId })
  expect(seen.lines[0]).toMatchObject({
    goodsNum: 7,
    wishedPrice: yuanTextToFen('80.00'),
    note: '含税',
    sku: { salePrice: yuanTextToFen('100.00') },
  })
  expect(seen.actions).toEqual(['quote', 'refuse', 'sendMessage'])
  expect(await quotes(asked, [offers(1, bit, '85.50', '90.00')])).toEqual({ version: 1 })

  const { messageContent, target } = (await lin.api.message.list({})).dataList[0] ?? expect.fail('no message')
  expect([messageContent, target]).toEqual([
    `${asked.quotationNo}（截齿）已报价，2026-12-03 前可按报价下单`,
    { screen: '/quotation_info', search: { id: asked.id } },
  ])
  const { priceVersion } = (await catalogue.api.consoleSku.list({ keyword: 'QBIT-1' })).dataList[0] ?? expect.fail('no SKU')
  await catalogue.api.consoleSku.setPrice({
    skuId: bit,
    salePrice: yuanTextToFen('120.00'),
    creditPrice: yuanTextToFen('130.00'),
    rowVersion: priceVersion,
    confirmed: true,
  })

  // Seven units are neither the minimum nor a step: staff have agreed to them.
  const shown = await lin.api.order.preview({ ...source(asked.id, [1]), method: 'credit' })
  expect(shown.quotation).toEqual({ quotationId: asked.id, quotationNo: asked.quotationNo })
  expect(shown.shops[0]?.lines[0]).toMatchObject({
    goodsNum: 7,
    price: yuanTextToFen('90.00'),
    priceLabel: '报价单价',
    amount: yuanTextToFen('630.00'),
  })
  const { orderNo, tradeId } = await orders(asked.id, [1], { method: 'credit' })
  await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const order = await lin.api.order.detail({ orderNo })
  expect(order).toMatchObject({ state: 'WAIT_SEND', goodsAmount: yuanTextToFen('630.00'), quotation: { quotationNo: asked.quotationNo } })

  const done = await lin.api.quotation.detail({ id: asked.id })
  expect(done).toMatchObject({ state: 'ACCEPTED', offeredCount: 1, orderedCount: 1, offeredAmount: yuanTextToFen('598.50') })
  expect(done.orders).toMatchObject([{ orderNo, state: 'WAIT_SEND', lineNos: [1] }])
  expect(done.actions).toEqual(['sendMessage'])
  expect((await lin.api.quotation.count({})).find(({ state }) => state === 'ACCEPTED')?.count).toBe(1)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('an unpaid order can change its method: both prices are those of the quotation', async () => {
  const asked = await asks()
  await quotes(asked, [offers(1, bit, '90.00', '100.00')])
  const { tradeId } = await orders(asked.id, [1])
  expect(await lin.api.order.changeMethod({ tradeId, method: 'credit' })).toMatchObject({ payable: yuanTextToFen('700.00') })
})

describe('what is offered', () => {
  test('a price far from what the company pays now is confirmed before it binds', async () => {
    const asked = await asks()
    const { enterpriseId, id } = asked
    const { rowVersion } = await consoleQuotation.detail({ enterpriseId, id })
    const mistyped = { enterpriseId, id, rowVersion, validDays: 15, lines: [offers(1, bit, '9.00')] }
    await expect(consoleQuotation.quote(mistyped)).rejects.toMatchObject({
      reason: 'PRICE_CHANGE_LARGE',
      detail: { count: 1, changes: [{ code: 'QBIT-1', price: 'sale', is: 9 }] },
    })
    expect((await consoleQuotation.detail({ enterpriseId, id })).version).toBe(0)
    expect(await consoleQuotation.quote(Object.assign(mistyped, { confirmed: true }))).toEqual({ version: 1 })
  })

  test('a substitute, parts described in words, and a line that staff do not have', async () => {
    const asked = await asks([
      { skuId: drill, goodsNum: 2 },
      { name: '非标衬套', spec: 'φ120×80', unit: '件', goodsNum: 4 },
      { skuId: bit, goodsNum: 10 },
    ])
    await quotes(asked, [offers(1, stronger, '750.00'), offers(2, bit, '90.00'), lacks(3, '停产')])
    const page = await lin.api.quotation.detail({ id: asked.id })
    expect(summarise(page)).toEqual([
      [1, '钻头', 'OFFERED', yuanTextToFen('750.00'), false],
      [2, '非标衬套', 'OFFERED', yuanTextToFen('90.00'), false],
      [3, '截齿', 'NOT_OFFERED', null, false],
    ])
    expect(page.lines.map(({ offer }) => [offer?.substitute, offer?.name])).toEqual([
      [true, '加强钻头'],
      [false, '截齿'],
      [false, '截齿'],
    ])
    // The substitute is not sold on credit here.
    const { methods } = await lin.api.order.preview(source(asked.id, [1, 2]))
    expect(methods.find(({ method }) => method === 'credit')).toMatchObject({ available: false, payable: null })
    const { payable } = await orders(asked.id, [1, 2])
    expect(payable).toBe(yuanTextToFen('1860.00'))
    expect(await stateOf(asked.id)).toBe('ACCEPTED')
  })

  test('a new version replaces the open lines, and what was ordered keeps its price', async () => {
    const asked = await asks([
      { skuId: drill, goodsNum: 1 },
      { skuId: bit, goodsNum: 10 },
    ])
    await quotes(asked, [offers(1, drill, '500.00'), offers(2, bit, '95.00')])
    expect((await lin.api.message.list({})).dataList[0]?.messageContent).toContain(' 等 2 种商品）已报价')
    const { orderNo } = await orders(asked.id, [1])
    await lin.api.quotation.askAgain({ id: asked.id, text: '截齿再优惠 5 元' })
    expect(await stateOf(asked.id)).toBe('REQUESTED')
    await expect(quotes(asked, [offers(2, drill, '90.00')])).rejects.toMatchObject({ reason: 'QUOTATION_SKU_ORDERED' })
    expect(await quotes(asked, [offers(2, bit, '90.00')])).toEqual({ version: 2 })
    const page = await lin.api.quotation.detail({ id: asked.id })
    expect(page.offers.map(({ version, lines }) => [version, lines.map(({ salePrice }) => salePrice)])).toEqual([
      [2, [yuanTextToFen('500.00'), yuanTextToFen('90.00')]],
      [1, [yuanTextToFen('500.00'), yuanTextToFen('95.00')]],
    ])
    expect(page.lines[0]?.orderNo).toBe(orderNo)
    await expect(lin.api.order.preview(source(asked.id, [2], 1))).rejects.toMatchObject({ reason: 'QUOTATION_CHANGED' })
    await lin.api.quotation.finish({ id: asked.id })
    expect(await stateOf(asked.id)).toBe('ACCEPTED')
  })

  test('who quotes with an old page is told so, and so is who leaves a line out or quotes what is not sold', async () => {
    const asked = await asks([
      { skuId: drill, goodsNum: 1 },
      { skuId: bit, goodsNum: 10 },
    ])
    await expect(quotes(asked, [offers(1, drill, '500.00')])).rejects.toMatchObject({ reason: 'QUOTATION_LINES_MISSING' })
    const unknown = '00000000-0000-7000-8000-000000000000'
    await expect(quotes(asked, [offers(1, unknown, '500.00'), lacks(2)])).rejects.toMatchObject({ reason: 'SKU_NOT_FOUND' })
    await quotes(asked, [offers(1, drill, '500.00'), lacks(2)])
    const again = { ...asked, rowVersion: 0, lines: [offers(1, drill, '490.00'), lacks(2)] }
    const { quotationNo: _, ...old } = again
    await expect(consoleQuotation.quote(old)).rejects.toMatchObject({
      reason: 'ROW_CHANGED',
      message: expect.stringMatching(/^support 已于 .{16} 修改：报价。/),
    })
    const { enterpriseId, id } = asked
    await expect(consoleQuotation.refuse({ enterpriseId, id, rowVersion: 0, reason: '停产' })).rejects.toMatchObject({
      reason: 'QUOTATION_MOVED',
      message: expect.stringMatching(/^support 已于 \d\d:\d\d 报价$/),
    })
    const cheapOnCredit = { ...old, lines: [{ lineNo: 1, outcome: 'OFFERED', skuId: drill, salePrice: 490, creditPrice: 480 }, lacks(2)] }
    const answer = await support.post('/console-api/api/quotation/quote', cheapOnCredit)
    expect([answer.reason, answer.msg]).toEqual(['INVALID_INPUT', expect.stringContaining('赊销价不能低于现金价')])
  })

  test('staff refuse a request with a reason, and the buyer reads it', async () => {
    const asked = await asks()
    const { enterpriseId, id } = asked
    await consoleQuotation.refuse({ enterpriseId, id, rowVersion: 0, reason: '不在经营范围' })
    expect(await lin.api.quotation.detail({ id })).toMatchObject({ state: 'REFUSED', reason: '不在经营范围', actions: [] })
    const faster = { reason: 'QUOTATION_MOVED', message: expect.stringMatching(/^support 已于 \d\d:\d\d 不予报价$/) }
    await expect(quotes(asked, [offers(1, bit, '90.00')])).rejects.toMatchObject(faster)
    await expect(consoleQuotation.sendMessage({ enterpriseId, id, text: '再考虑' })).rejects.toMatchObject(faster)
    await expect(lin.api.quotation.sendMessage({ id, text: '再考虑' })).rejects.toMatchObject({
      reason: 'QUOTATION_MOVED',
      message: '该询价单不予报价，不能留言，请刷新后查看',
    })
  })
})

describe('ordering', () => {
  test('no quantity and no price comes from the request', async () => {
    // H16
    const asked = await asks()
    await quotes(asked, [offers(1, bit, '90.00')])
    const { quote } = await lin.api.order.preview(source(asked.id, [1]))
    const forged = { ...source(asked.id, [1]), method: 'wallet', addressId: lin.addressId, quote }
    const more = { ...forged.quotation, goodsNum: 700 }
    expect(
      await lin.post('/order-api/api/order/submit', { ...forged, quotation: more }, { 'idempotency-key': 'a'.repeat(22) }),
    ).toMatchObject({
      reason: 'INVALID_INPUT',
    })
    const both = { ...forged, lines: [{ skuId: bit, goodsNum: 10 }] }
    expect(await lin.post('/order-api/api/order/submit', both, { 'idempotency-key': 'b'.repeat(22) })).toMatchObject({
      reason: 'INVALID_INPUT',
    })
  })

  test('a line is bought once, also by two people at once', async () => {
    // H19
    const asked = await asks()
    await quotes(asked, [offers(1, bit, '90.00')])
    const { quote } = await lin.api.order.preview(source(asked.id, [1]))
    const submit = () => lin.api.order.submit({ ...source(asked.id, [1]), method: 'wallet', addressId: lin.addressId, quote })
    const [first, second] = await runTwoCallsInLockOrder(mall, { table: 'quotation', id: asked.id, enterpriseId: lin.enterpriseId }, [
      submit,
      () => submit().catch((error: unknown) => error),
    ])
    expect(second).toMatchObject({ reason: 'QUOTATION_LINE_ORDERED' })
    expect((second as Error).message).toContain(first.orders[0]?.orderNo)
    await expect(lin.api.order.preview(source(asked.id, [1]))).rejects.toMatchObject({ reason: 'QUOTATION_LINE_ORDERED' })
  })

  test('an order that is cancelled frees its lines at once, and the job writes it', async () => {
    // H20
    const asked = await asks()
    await quotes(asked, [offers(1, bit, '90.00')])
    const { orderNo } = await orders(asked.id, [1])
    expect(await stateOf(asked.id)).toBe('ACCEPTED')
    mall.clock.forward(60_000)
    await lin.api.order.cancel({ orderNo, reason: '下错了' })
    const page = await lin.api.quotation.detail({ id: asked.id })
    expect([page.state, page.actions, page.lines[0]?.orderNo]).toEqual([
      'QUOTED',
      ['order', 'askAgain', 'decline', 'withdraw', 'sendMessage', 'addDrawings'],
      null,
    ])
    expect((await lin.api.quotation.list({ state: 'QUOTED' })).dataList.map(({ id }) => id)).toContain(asked.id)
    await mall.runDeadlines()
    const written = () =>
      mall.db
        .selectFrom('quotation')
        .select('state')
        .where('enterprise_id', '=', lin.enterpriseId)
        .where('id', '=', asked.id)
        .executeTakeFirst()
    expect(await written()).toEqual({ state: 'QUOTED' })
    const again = await orders(asked.id, [1])
    expect(await stateOf(asked.id)).toBe('ACCEPTED')
    expect((await lin.api.quotation.detail({ id: asked.id })).orders.map((one) => [one.orderNo, one.state])).toEqual([
      [again.orderNo, 'WAIT_PAY'],
      [orderNo, 'CANCELLED'],
    ])
  })

  test('the offer ends with its last day in Shanghai, and can be asked for again', async () => {
    // H18
    const asked = await asks()
    await quotes(asked, [offers(1, bit, '90.00')], 1)
    const { validUntil } = await lin.api.quotation.detail({ id: asked.id })
    mall.clock.now = new Date(`${validUntil}T15:59:59.000Z`)
    await mall.renew()
    const { quote } = await lin.api.order.preview(source(asked.id, [1]))
    mall.clock.forward(1_000)
    const late = { ...source(asked.id, [1]), method: 'wallet' as const, addressId: lin.addressId, quote }
    await expect(lin.api.order.submit(late)).rejects.toMatchObject({ reason: 'QUOTATION_EXPIRED' })
    expect(await stateOf(asked.id)).toBe('EXPIRED')
    expect((await lin.api.quotation.list({ state: 'EXPIRED' })).dataList.map(({ id }) => id)).toEqual([asked.id])
    await mall.runDeadlines()
    expect((await lin.api.message.list({})).dataList[0]?.title).toBe('报价已到期')
    await lin.api.quotation.askAgain({ id: asked.id, text: '请延长' })
    expect((await consoleQuotation.list({ state: 'REQUESTED' })).dataList.map(({ id }) => id)).toContain(asked.id)
    const onDays = async (dateFrom: string, dateTo: string) =>
      (await consoleQuotation.list({ enterpriseId: lin.enterpriseId, dateFrom, dateTo, pageSize: 100 })).dataList.map(({ id }) => id)
    const day = toShanghaiDay((await lin.api.quotation.detail({ id: asked.id })).createdAt)
    expect(await onDays(day, day)).toContain(asked.id)
    const onOtherDays = [...(await onDays(addDays(day, 1), addDays(day, 9))), ...(await onDays(addDays(day, -9), addDays(day, -1)))]
    expect(onOtherDays).not.toContain(asked.id)
    await quotes(asked, [offers(1, bit, '92.00')])
    expect(await orders(asked.id, [1], { version: 2 })).toMatchObject({ payable: yuanTextToFen('644.00') })
  })

  test('a line may end before the offer: it cannot be ordered after its day, also with an old page, while the others can', async () => {
    const asked = await asks([
      { skuId: drill, goodsNum: 1 },
      { skuId: bit, goodsNum: 10 },
    ])
    const longer = quotes(asked, [{ ...offers(1, drill, '500.00'), validDays: 6 }, offers(2, bit, '95.00')], 5)
    await expect(longer).rejects.toMatchObject({ reason: 'INVALID_INPUT' })
    await quotes(asked, [{ ...offers(1, drill, '500.00'), validDays: 1 }, offers(2, bit, '95.00')], 5)
    const { validUntil, lines } = await lin.api.quotation.detail({ id: asked.id })
    const lastDay = lines[0]?.offer?.validUntil ?? ''
    expect([validUntil, lines.map(({ offer, ended }) => [offer?.validUntil, ended])]).toEqual([
      addDays(lastDay, 4),
      [
        [lastDay, false],
        [validUntil, false],
      ],
    ])
    expect((await lin.api.message.list({})).dataList[0]?.messageContent).toContain(`${validUntil}（部分商品至 ${lastDay}） 前可按报价下单`)
    const readRows = async () => {
      const ofBuyer = (await lin.api.quotation.list({})).dataList.find(({ id }) => id === asked.id)
      const ofStaff = (await consoleQuotation.list({ enterpriseId: lin.enterpriseId })).dataList.find(({ id }) => id === asked.id)
      return [await lin.api.quotation.detail({ id: asked.id }), ofBuyer, ofStaff]
    }
    const open = { endedCount: 0, soonestLastDay: lastDay, latestLastDay: validUntil, offeredAmount: yuanTextToFen('1450.00') }
    expect(await readRows()).toMatchObject([open, open, open])
    mall.clock.now = new Date(`${lastDay}T15:59:59.000Z`)
    await mall.renew()
    const both = source(asked.id, [1, 2])
    const { quote } = await lin.api.order.preview(both)
    mall.clock.forward(1_000)
    const late = { ...both, method: 'wallet' as const, addressId: lin.addressId, quote }
    await expect(lin.api.order.submit(late)).rejects.toMatchObject({ reason: 'QUOTATION_EXPIRED', detail: { lineNo: 1 } })
    expect((await lin.api.order.submit(late).catch((error: Error) => error.message)) as string).toContain(
      `「钻头」的报价已于 ${lastDay} 到期`,
    )
    const page = await lin.api.quotation.detail({ id: asked.id })
    expect([page.state, page.actions.includes('order'), page.lines.map(({ ended }) => ended)]).toEqual(['QUOTED', true, [true, false]])
    const inPart = { endedCount: 1, soonestLastDay: validUntil, latestLastDay: validUntil, offeredAmount: yuanTextToFen('950.00') }
    expect(await readRows()).toMatchObject([inPart, inPart, inPart])
    const { orderNo } = await orders(asked.id, [2])
    const none = { orderedCount: 1, endedCount: 1, soonestLastDay: null, latestLastDay: null, offeredAmount: yuanTextToFen('950.00') }
    expect(await readRows()).toMatchObject([none, none, none])
    const notices = (await support.api.consoleNotice.list({ pageSize: 100 })).dataList.filter(({ screen }) => screen.includes(asked.id))
    expect(notices.map(({ content }) => content)).toContain('林矿业有限公司：按报价下单 1 种，1 种报价已到期')
    // What is left has ended: nothing can be ordered, but asked for again.
    const rest = await lin.api.quotation.detail({ id: asked.id })
    expect([rest.state, rest.actions.includes('order'), rest.actions.includes('askAgain')]).toEqual(['QUOTED', false, true])
    await lin.api.quotation.askAgain({ id: asked.id, text: '钻头请延长' })
    await quotes(asked, [offers(1, drill, '510.00')])
    const again = await lin.api.quotation.detail({ id: asked.id })
    expect(again.lines.map(({ ended, orderNo: of }) => [ended, of])).toEqual([
      [false, null],
      [false, orderNo],
    ])
    expect((await orders(asked.id, [1], { version: 2 })).payable).toBe(yuanTextToFen('510.00'))
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('an offer whose lines all have days of their own ends with the last of them', async () => {
    const asked = await asks([
      { skuId: drill, goodsNum: 1 },
      { skuId: bit, goodsNum: 10 },
    ])
    await quotes(
      asked,
      [
        { ...offers(1, drill, '500.00'), validDays: 1 },
        { ...offers(2, bit, '95.00'), validDays: 3 },
      ],
      15,
    )
    const { validUntil, lines } = await lin.api.quotation.detail({ id: asked.id })
    expect(validUntil).toBe(addDays(lines[0]?.offer?.validUntil ?? '', 2))
    mall.clock.forward(4 * ONE_DAY_MS)
    await mall.renew()
    expect(await stateOf(asked.id)).toBe('EXPIRED')
    const over = { endedCount: 2, latestLastDay: null, offeredAmount: yuanTextToFen('950.00') }
    expect(await lin.api.quotation.detail({ id: asked.id })).toMatchObject(over)
  })

  test('goods that are no longer sold, a line without an offer, and a quotation that was taken back are refused', async () => {
    const gone = await mall.createSku('停售钻头', { sale: '600.00', stock: 3, code: 'QGONE' })
    const asked = await asks([
      { skuId: gone, goodsNum: 4 },
      { skuId: bit, goodsNum: 10 },
    ])
    await quotes(asked, [offers(1, gone, '500.00'), lacks(2)])
    await expect(lin.api.order.preview(source(asked.id, [2]))).rejects.toMatchObject({ reason: 'QUOTATION_LINE_NOT_OFFERED' })
    await expect(orders(asked.id, [1])).rejects.toMatchObject({ reason: 'OUT_OF_STOCK' })
    const { goods_id: goodsId } = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', gone).executeTakeFirstOrThrow()
    await catalogue.api.consoleGoods.takeOff({ goodsId, rowVersion: 0 })
    await expect(orders(asked.id, [1])).rejects.toMatchObject({ reason: 'SKU_NOT_FOUND' })
    await lin.api.quotation.withdraw({ id: asked.id, reason: '改型' })
    expect(await lin.api.quotation.detail({ id: asked.id })).toMatchObject({ state: 'WITHDRAWN', reason: '改型', actions: [] })
    await expect(lin.api.order.preview(source(asked.id, [1]))).rejects.toMatchObject({ reason: 'QUOTATION_MOVED' })
  })

  test('no coupon comes off the prices of a quotation', async () => {
    const coupons = await createCouponHelpers(mall)
    await lin.api.coupon.claim({ templateId: await coupons.template({ threshold: '0' }) })
    const asked = await asks()
    await quotes(asked, [offers(1, bit, '90.00')])
    const shown = await lin.api.order.preview(source(asked.id, [1]))
    expect([shown.couponAmount, shown.shops[0]?.coupons]).toEqual([yuanTextToFen('0'), []])
    expect((await orders(asked.id, [1])).payable).toBe(yuanTextToFen('630.00'))
  })

  test('a sub-account above its limit waits for the main account, which takes the line until it says no', async () => {
    const clerk = await mall.subAccount(lin, ['buyPay', 'lookOrder'])
    await mall.db
      .updateTable('membership')
      .set({ order_limit_fen: yuanTextToFen('100.00') })
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('user_id', '=', clerk.userId)
      .execute()
    const asked = await asks(undefined, clerk)
    await quotes(asked, [offers(1, bit, '90.00')])
    await orders(asked.id, [1], { buyer: clerk })
    expect((await clerk.api.quotation.detail({ id: asked.id })).orders).toMatchObject([{ state: 'WAIT_APPROVAL' }])
    const [approval] = (await lin.api.approval.list({})).dataList
    await lin.api.approval.reject({ id: approval?.id ?? '', reason: '超预算' })
    expect(await stateOf(asked.id)).toBe('QUOTED')
  })
})

describe('who may', () => {
  test('another company finds nothing of it', async () => {
    // H17
    const asked = await asks()
    await quotes(asked, [offers(1, bit, '90.00')])
    const { id } = asked
    await expect(wu.api.quotation.detail({ id })).rejects.toMatchObject({ reason: 'QUOTATION_NOT_FOUND' })
    await expect(wu.api.quotation.withdraw({ id })).rejects.toMatchObject({ reason: 'QUOTATION_NOT_FOUND' })
    await expect(wu.api.order.preview(source(id, [1]))).rejects.toMatchObject({ reason: 'QUOTATION_NOT_FOUND' })
    expect((await wu.api.quotation.list({})).total).toBe(0)
    await expect(consoleQuotation.detail({ enterpriseId: wu.enterpriseId, id })).rejects.toMatchObject({ reason: 'QUOTATION_NOT_FOUND' })
  })

  test('who only looks at orders sees it without actions; the warehouse does not, and an auditor only reads', async () => {
    const asked = await asks()
    const viewer = await mall.subAccount(lin, ['lookOrder'])
    expect((await viewer.api.quotation.detail({ id: asked.id })).actions).toEqual([])
    await expect(viewer.api.quotation.withdraw({ id: asked.id })).rejects.toMatchObject({ reason: 'NO_PERMISSION' })
    const { enterpriseId, id } = asked
    await expect((await mall.staff('warehouse')).api.consoleQuotation.detail({ enterpriseId, id })).rejects.toMatchObject({
      reason: 'STAFF_ONLY',
    })
    const auditor = await mall.staff('auditor')
    expect((await auditor.api.consoleQuotation.detail({ enterpriseId, id })).actions).toEqual([])
  })
})

test('both sides write to each other, and the queue of support counts what waits', async () => {
  const count = async () => (await support.api.consoleQueue.list({})).find(({ kind }) => kind === 'quotation')?.count ?? 0
  const before = await count()
  const asked = await asks()
  expect(await count()).toBe(before + 1)
  const { enterpriseId, id } = asked
  await lin.api.quotation.sendMessage({ id, text: '需要图纸吗' })
  await consoleQuotation.sendMessage({ enterpriseId, id, text: '请发安装尺寸' })
  const { messages } = await lin.api.quotation.detail({ id })
  expect(messages.map(({ from, by, text }) => [from, by, text])).toEqual([
    ['buyer', '林', '需要图纸吗'],
    ['staff', 'support', '请发安装尺寸'],
  ])
  expect((await lin.api.message.list({})).dataList[0]).toMatchObject({ title: '询价有新留言', target: { search: { id } } })
  await quotes(asked, [offers(1, bit, '90.00')])
  expect(await count()).toBe(before)
  await lin.api.quotation.decline({ id, reason: '价格偏高' })
  expect(await lin.api.quotation.detail({ id })).toMatchObject({ state: 'DECLINED', reason: '价格偏高' })
})

test('a buyer is reminded once of an offer whose last day is tomorrow', async () => {
  const { sendReminderOfOffersEndingTomorrow } = await import('./public.ts')
  const asked = await asks()
  await quotes(asked, [offers(1, bit, '90.00')], 2)
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  const reminded = async ({ quotationNo }: Asked) => {
    await sendReminderOfOffersEndingTomorrow(mall.db, mall.moment())
    return (await lin.api.message.list({})).dataList.filter(
      ({ messageContent }) => messageContent.includes('有效期至') && messageContent.includes(quotationNo),
    ).length
  }
  expect([await reminded(asked), await reminded(asked)]).toEqual([1, 1])
  // The line that lasts as long as the offer is bought and the other one has ended: nothing is left to be ordered in time.
  const lines = [
    { skuId: drill, goodsNum: 1 },
    { skuId: bit, goodsNum: 10 },
  ]
  const [settled, open] = [await asks(lines), await asks(lines)]
  for (const one of [settled, open]) await quotes(one, [{ ...offers(1, drill, '500.00'), validDays: 1 }, offers(2, bit, '95.00')], 3)
  await orders(settled.id, [2])
  mall.clock.forward(2 * ONE_DAY_MS)
  await mall.renew()
  expect([await reminded(settled), await reminded(open)]).toEqual([0, 1])
})
