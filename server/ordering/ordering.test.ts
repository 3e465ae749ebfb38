import { expect, test } from 'vitest'
import { openMall, PAY_PASSWORD, yuan } from '../testing/mall.ts'

const mall = await openMall()

test('a company orders on credit, staff ship it, the buyer confirms, and the ledger proves every fen', async () => {
  const pick = await mall.shelves('U84 采煤截齿', { stock: 100, sale: '38.50', credit: '40.40' })
  const lin = await mall.buyer('林', { credit: '500000' })
  await lin.api.cart.add({ skuId: pick, goodsNum: 20 })
  const [shop] = await lin.api.cart.list({})
  const cartIds = shop?.cartList.map(({ id }) => id) ?? []

  const shown = await lin.api.order.preview({ cartIds, method: 'credit' })
  const trade = await lin.api.order.submit({ cartIds, method: 'credit', addressId: lin.addressId, quote: shown.quote })
  await lin.api.order.payByCredit({ tradeId: trade.tradeId, payPwd: PAY_PASSWORD })
  const orderNo = trade.orders[0]?.orderNo ?? ''
  const warehouse = await mall.staff('warehouse')
  const { enterpriseId } = lin
  await warehouse.api.consoleFulfilment.ship({
    enterpriseId,
    orderNo,
    carrier: '德邦快递',
    trackingNo: 'DB1',
    lines: [{ lineNo: 1, quantity: 20 }],
  })
  await lin.api.order.receive({ orderNo })

  const order = await lin.api.order.detail({ orderNo })
  expect(order).toMatchObject({ state: 'WAIT_COMMENT', payable: yuan('808.00'), freight: 0, method: 'credit' })
  expect(order.events.map(({ verb }) => verb)).toEqual(['submit', 'pay', 'shipRest', 'receive'])
  expect(await lin.api.account.account({})).toMatchObject({
    usedAmount: yuan('808.00'),
    creditWaitReturnAmount: yuan('808.00'),
    heldAmount: 0,
  })
  expect(await mall.left(pick)).toBe(80)
  expect((await lin.api.cart.count({})).count).toBe(0)
  expect(await mall.books()).toEqual({})
})
