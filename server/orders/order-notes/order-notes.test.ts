import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { deleteOrderNotesOfEnterprises } from './public.ts'

const mall = await openMall()
const [support, warehouse] = [await mall.staff('support'), await mall.staff('warehouse')]
const { consoleOrderNote } = contract
const lin = await mall.buyer('林', { wallet: '1000' })
const lines = [{ skuId: await mall.createSku('截齿', { sale: '100.00' }), goodsNum: 2 }]
async function placeOrder() {
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  return { enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
}
const [order, another] = [await placeOrder(), await placeOrder()]
const TEXT = '客户要求木箱包装，\n发货前先打电话'

test('staff note about an order what the warehouse must know, and its buyer sees nothing of it', async () => {
  await support.api.consoleOrderNote.add({ ...order, text: TEXT })
  mall.clock.forward(60_000)
  await warehouse.api.consoleOrderNote.add({ ...order, text: '木箱已备好' })
  await support.api.consoleOrderNote.add({ ...another, text: '开票前核对抬头' })
  expect(await warehouse.api.consoleOrderNote.list(order)).toMatchObject({
    total: 2,
    dataList: [
      { text: '木箱已备好', staffName: 'warehouse', at: mall.clock.now },
      { text: TEXT, staffName: 'support' },
    ],
  })
  const seen = JSON.stringify([await lin.api.order.detail({ orderNo: order.orderNo }), await lin.api.order.list({})])
  expect(seen).not.toContain('木箱')
})

test('a note needs a text, an order, and a role', async () => {
  expect(await support.post(consoleOrderNote.add.path, { ...order, text: '' })).toMatchObject({ msg: '请填写备注' })
  const other = { ...order, orderNo: '202611180000000001', text: 'x' }
  expect(await support.post(consoleOrderNote.add.path, other)).toMatchObject({ reason: 'ORDER_NOT_FOUND' })
  const note = { ...order, text: 'x' }
  for (const role of ['reviewer', 'catalogue', 'auditor'] as const)
    expect(await (await mall.staff(role)).post(consoleOrderNote.add.path, note)).toMatchObject({ code: 403 })
  expect(await (await mall.staff('auditor')).post(consoleOrderNote.list.path, order)).toMatchObject({ code: 200 })
})

test('the notes about the orders of a company go when it closes', async () => {
  await mall.runInTransaction((tx) => deleteOrderNotesOfEnterprises(tx, [lin.enterpriseId]))
  expect(await support.api.consoleOrderNote.list(order)).toMatchObject({ total: 0 })
})
