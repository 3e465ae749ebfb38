import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { TEST_TAX_NO } from '#server/platform/testing/invoices.ts'
import {
  type Buyer,
  type BuyerOptions,
  ONE_DAY_MS,
  openMall,
  TEST_USER_PAYMENT_PASSWORD,
  yuanTextToFen,
} from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'

const mall = await openMall()
const stories = await createAfterSaleHelpers(mall)
const debts = createDebtHelpers(mall)

let [gift, skuId] = ['', '']
beforeAll(async () => {
  gift = await mall.createSku('保温杯', { unit: '个', stock: 1_000, credit: null, weightGrams: 900_000 })
  skuId = await mall.createSku('截齿', { sale: '100.00', credit: '110.00' })
  await createSettingsHelpers(mall).setsBenefits({ level: 1, giftSkuId: gift, giftUnits: 2 })
})

/** A company that has claimed two cups. */
const claimed = async (name: string, request: BuyerOptions = { wallet: '10000' }): Promise<Buyer> => {
  const buyer = await mall.buyer(name, request)
  await buyer.api.member.claimGift({})
  return buyer
}
const body = async (buyer: Buyer, { sku = skuId, goodsNum = 10, method = 'wallet' as PaymentMethod } = {}) => {
  const lines = [{ skuId: sku, goodsNum }]
  const shown = await buyer.api.order.preview({ lines, method })
  return { shown, input: { lines, method, addressId: buyer.addressId, quote: shown.quote } }
}
const orders = async (buyer: Buyer, request: Parameters<typeof body>[1] = {}) => buyer.api.order.submit((await body(buyer, request)).input)
const waiting = async (buyer: Buyer) => (await buyer.api.member.status({})).gifts.map(({ state }) => state)
const linesOf = async (buyer: Buyer, orderNo: string) => (await buyer.api.order.detail({ orderNo })).lines

test('a gift is added to the next order: shown before, a line at ¥0 with reserved stock, no higher total', async () => {
  const lin = await claimed('林')
  const before = await mall.countStock(gift)
  const { shown, input } = await body(lin)
  expect(shown).toMatchObject({
    payable: 100_000,
    shops: [{ freight: 0, goodsAmount: 100_000, gifts: [{ goodsName: '保温杯', units: 2, unit: '个' }] }],
  })
  const { tradeId, orders: made, withGifts } = await lin.api.order.submit(input)
  const orderNo = made[0]?.orderNo ?? ''
  expect(withGifts).toEqual([orderNo])
  expect(await mall.countStock(gift)).toBe(before - 2)
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect(await linesOf(lin, orderNo)).toMatchObject([
    { goodsName: '截齿', gift: false, amount: 100_000 },
    { goodsName: '保温杯', gift: true, goodsNum: 2, price: 0, amount: 0, left: 2 },
  ])
  expect((await lin.api.member.status({})).gifts).toMatchObject([{ state: 'ORDERED', orderNo }])
  const next = await orders(lin)
  expect(next.withGifts).toEqual([])
  expect((await body(lin)).shown.shops[0]?.gifts).toEqual([])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a gift is shipped and received with its order and is not on the invoice', async () => {
  const lin = await claimed('林')
  const { tradeId, orders: made } = await orders(lin)
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = made[0]?.orderNo ?? ''
  await stories.send({ buyer: lin, enterpriseId: lin.enterpriseId, orderNo, skuIds: [] }, { 1: 10 })
  expect((await lin.api.order.detail({ orderNo })).state).toBe('PART_SENT')
  await stories.send({ buyer: lin, enterpriseId: lin.enterpriseId, orderNo, skuIds: [] }, { 2: 2 })
  expect((await lin.api.order.detail({ orderNo })).state).toBe('SENT')
  await lin.api.invoiceTitle.add({ kind: 'NORMAL', name: '林矿业有限公司', taxNo: TEST_TAX_NO })
  const applied = await lin.api.invoice.preview({ orderNos: [orderNo] })
  expect(JSON.stringify(applied)).not.toContain('保温杯')
  const { lines } = await lin.api.afterSale.options({ orderNo })
  expect(lines[1]).toMatchObject({ sent: 2 })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the contract and the delivery note mark a gift as a gift', async () => {
  const lin = await claimed('林')
  const { tradeId, orders: made } = await orders(lin)
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = made[0]?.orderNo ?? ''
  await stories.send({ buyer: lin, enterpriseId: lin.enterpriseId, orderNo, skuIds: [] }, { 1: 10, 2: 2 })
  const papers = [await lin.api.contracts.purchase({ orderNo }), await lin.api.documents.deliveryNote({ orderNo, parcelNo: 1 })]
  for (const { bytes } of papers) {
    const text = parsePdfTextByPage(Buffer.from(bytes)).join('')
    expect(text).toContain('保温杯（赠品）')
    expect(text).not.toContain('截齿（赠品）')
  }
})

test('an order on credit holds and draws nothing for its gift, even if its goods are not sold on credit', async () => {
  const lin = await claimed('林', { credit: '100000' })
  const { shown, input } = await body(lin, { method: 'credit' })
  expect(shown).toMatchObject({ payable: 110_000, shops: [{ gifts: [{ units: 2 }] }] })
  const { tradeId, orders: made } = await lin.api.order.submit(input)
  await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = made[0]?.orderNo ?? ''
  await stories.send({ buyer: lin, enterpriseId: lin.enterpriseId, orderNo, skuIds: [] }, { 1: 10, 2: 2 })
  expect(await lin.api.account.account({})).toMatchObject({ usedAmount: 110_000, heldAmount: 0 })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('changing the payment method reprices everything except the gift', async () => {
  const lin = await claimed('林', { credit: '100000', wallet: '10000' })
  const { tradeId, orders: made } = await orders(lin)
  expect(await lin.api.order.changeMethod({ tradeId, method: 'credit' })).toMatchObject({ payable: 110_000 })
  await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect(await linesOf(lin, made[0]?.orderNo ?? '')).toMatchObject([{ amount: 110_000 }, { gift: true, amount: 0 }])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('of two concurrent orders one takes the gift', async () => {
  const lin = await claimed('林')
  const { input } = await body(lin)
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, at) =>
      lin.post(contract.order.submit.path, input, { 'idempotency-key': `00000000-0000-4000-8000-00000000000${at}` }),
    ),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ code }) => code !== 200))
    expect(answer).toMatchObject({ reason: 'ORDER_CHANGED', detail: { giftMoved: true } })
  expect(await waiting(lin)).toEqual(['ORDERED'])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a cancelled order returns its gift to stock and to the next order', async () => {
  const lin = await claimed('林')
  const before = await mall.countStock(gift)
  const unpaid = (await orders(lin)).orders[0]?.orderNo ?? ''
  await lin.api.order.cancel({ orderNo: unpaid, reason: '不要了' })
  expect([await waiting(lin), await mall.countStock(gift)]).toEqual([['WAITING'], before])
  const again = await orders(lin)
  await lin.api.order.payByWallet({ tradeId: again.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = again.orders[0]?.orderNo ?? ''
  expect(again.withGifts).toEqual([orderNo])
  await lin.api.order.askCancel({ orderNo, reason: '不要了' })
  await stories.support.api.consoleOrder.agreeCancel({ enterpriseId: lin.enterpriseId, orderNo })
  expect([await waiting(lin), await mall.countStock(gift)]).toEqual([['WAITING'], before])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('an order fully refunded before shipping is cancelled with its gift; a partial refund keeps the gift', async () => {
  const lin = await claimed('林')
  const before = await mall.countStock(gift)
  const { tradeId, orders: made } = await orders(lin)
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const ordered = { buyer: lin, enterpriseId: lin.enterpriseId, orderNo: made[0]?.orderNo ?? '', skuIds: [skuId] }
  expect((await lin.api.afterSale.options({ orderNo: ordered.orderNo })).lines[1]).toMatchObject({ unsent: 0 })
  await stories.refunds(ordered, [[1, 'unsent', 4]])
  expect([await waiting(lin), await mall.countStock(gift)]).toEqual([['ORDERED'], before - 2])
  await stories.refunds(ordered, [[1, 'unsent', 6]])
  expect((await lin.api.order.detail({ orderNo: ordered.orderNo })).state).toBe('CANCELLED')
  expect([await waiting(lin), await mall.countStock(gift)]).toEqual([['WAITING'], before])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a gift waits if it is out of stock, of another shop, or the enterprise is overdue', async () => {
  const few = await mall.createSku('绝版杯', { stock: 3 })
  const elsewhere = await mall.createSku('别家杯', { shopId: await mall.newShop('别家') })
  await createSettingsHelpers(mall).setsBenefits({ level: 1, giftSkuId: few, giftUnits: 2 })
  const [lin, chen] = [await claimed('林'), await claimed('陈')]
  // Two of three are ordered, so that one is left for the gift.
  expect((await orders(lin, { sku: few, goodsNum: 2 })).withGifts).toEqual([])
  expect((await body(chen)).shown.shops[0]?.gifts).toEqual([])
  await createSettingsHelpers(mall).setsBenefits({ level: 1, giftSkuId: elsewhere, giftUnits: 1 })
  const wang = await claimed('王')
  expect((await body(wang)).shown.shops[0]?.gifts).toEqual([])
  await createSettingsHelpers(mall).setsBenefits({ level: 1, giftSkuId: gift, giftUnits: 2 })
  const late = await claimed('赵', { credit: '100000', wallet: '10000' })
  await debts.draws(late.enterpriseId, yuanTextToFen('5000'))
  await debts.dawns('2026-12-20')
  await debts.jobs()
  expect((await orders(late)).withGifts).toEqual([])
  await debts.receives(late.enterpriseId, yuanTextToFen('6000'))
  mall.clock.forward(ONE_DAY_MS)
  expect((await orders(late)).withGifts).toHaveLength(1)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a gift counts in where its order is sent from, and so in the promised day', async () => {
  await mall.renew()
  const [lin, wu] = [await claimed('林'), await claimed('吴')]
  const near = await createSecondWarehouse(mall)
  const keeper = await mall.staff('warehouse')
  const sku = await mall.createSku('两仓的钎杆', { stock: 100, sale: '100.00' })
  const comes = (to: string) => keeper.api.consoleSku.adjustStock({ skuId: to, change: 50, reason: '到货', warehouseId: near })
  await comes(sku)
  const places = async (buyer: Buyer) => {
    const { shown, input } = await body(buyer, { sku })
    const { orders: made } = await buyer.api.order.submit(input)
    const { promisedFrom, lines } = await buyer.api.order.detail({ orderNo: made[0]?.orderNo ?? '' })
    return { gift: shown.shops[0]?.gifts[0]?.unitsByWarehouse?.map(({ units }) => units), promisedFrom, lines: lines.length }
  }
  // The near one lacks the cups, and one parcel has all.
  expect(await places(lin)).toEqual({ gift: undefined, promisedFrom: undefined, lines: 2 })
  await comes(gift)
  expect(await places(wu)).toMatchObject({ gift: [expect.any(Number), expect.any(Number)], promisedFrom: [near], lines: 2 })
  expect((await keeper.api.consoleSku.detail({ skuId: gift })).warehouses.map(({ reserved }) => reserved)).toEqual([expect.any(Number), 2])
})
