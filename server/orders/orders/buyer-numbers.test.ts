import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const [lin, admin] = [await mall.buyer('林', { credit: '100000' }), await mall.staff('admin')]

/** An order of two shops with the company's own numbers, paid on credit and sent. */
async function ordered() {
  const [one, other] = [await mall.createSku('截齿'), await mall.createSku('钻头', { shopId: await mall.newShop('二店') })]
  await lin.api.materialCode.set({ skuId: one, materialCode: '1000204' })
  const lines = [one, other].map((skuId) => ({ skuId, goodsNum: 2 }))
  const { quote, shops } = await lin.api.order.preview({ lines, method: 'credit' })
  const remarks = shops.map(({ shopId }, at) => ({ shopId, remark: '', costCentre: at === 0 ? '三号井 · 掘进' : '' }))
  const input = { lines, method: 'credit', addressId: lin.addressId, quote, poNumber: 'PO-2026/0147', remarks } as const
  const { tradeId, orders } = await lin.api.order.submit(input)
  await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  for (const { orderNo } of orders)
    await admin.api.consoleFulfilment.ship({
      enterpriseId: lin.enterpriseId,
      orderNo,
      carrier: '德邦快递',
      trackingNo: createWaybillNo(),
      lines: [{ lineNo: 1, quantity: 2 }],
    })
  return orders.map(({ orderNo }) => orderNo)
}
const [first = '', second = ''] = await ordered()
const numbers = { poNumber: 'PO-2026/0147', costCentre: '三号井 · 掘进' }
const found = async (keyword: string) => (await lin.api.order.list({ keyword })).dataList.map(({ orderNo }) => orderNo).sort()

test('a trade keeps one PO number for all of its orders and a cost centre per order', async () => {
  expect(await lin.api.order.detail({ orderNo: first })).toMatchObject({ ...numbers, lines: [{ materialCode: '1000204' }] })
  expect(await lin.api.order.detail({ orderNo: second })).toMatchObject({ poNumber: numbers.poNumber, costCentre: '' })
  const { dataList } = await lin.api.order.list({ keyword: first })
  expect(dataList).toMatchObject([numbers])
})

test('orders are found by PO number and cost centre, in whole or in part, ignoring case', async () => {
  const both = [first, second].sort()
  expect(await found('po-2026/01')).toEqual(both)
  expect(await found('三号井')).toEqual([first])
  expect(await found('PO_2026')).toEqual([])
  const wu = await mall.buyer('吴')
  expect((await wu.api.order.list({ keyword: 'PO-2026' })).total).toBe(0)
})

test('staff see both numbers and search by the whole PO number', async () => {
  const ref = { enterpriseId: lin.enterpriseId, orderNo: first }
  expect(await admin.api.consoleOrder.detail(ref)).toMatchObject({ ...numbers, lines: [{ materialCode: '1000204' }] })
  expect((await admin.api.consoleOrder.list({ poNumber: numbers.poNumber })).total).toBe(2)
  expect((await admin.api.consoleOrder.list({ poNumber: 'PO-2026' })).total).toBe(0)
})

test('the drawdown of an order shows both numbers and the material codes of the enterprise', async () => {
  const { dataList } = await lin.api.credit.drawdowns({})
  const drawn = dataList.find(({ orderNo }) => orderNo === first)
  expect(drawn).toMatchObject(numbers)
  expect(await lin.api.credit.drawdown({ id: drawn?.id ?? '' })).toMatchObject(numbers)
  expect(await lin.api.bill.detail({ id: drawn?.id ?? '' })).toMatchObject({ ...numbers, lines: [{ materialCode: '1000204' }] })
})

test('both numbers have at most 40 characters', async () => {
  const body = { lines: [], method: 'wallet', addressId: lin.addressId, quote: '', poNumber: 'x'.repeat(41) }
  const answer = await lin.post(contract.order.submit.path, body, { 'idempotency-key': 'own-numbers-too-long' })
  expect(answer).toMatchObject({ code: 400 })
})
