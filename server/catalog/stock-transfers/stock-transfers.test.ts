import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { MAIN_WAREHOUSE_ID, TRANSIT_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const [warehouse, admin] = [await mall.staff('warehouse'), await mall.staff('admin')]
const lin = await mall.buyer('林', { wallet: '99999' })
const { consoleStockTransfer } = warehouse.api
const { save, send, receive, closeShort, cancel, detail } = contract.consoleStockTransfer
const other = await createSecondWarehouse(mall)

const codeOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()).code
/** The units in the main warehouse, on their way, and in the other one; what can be sold. */
const lying = async (skuId: string) => {
  const rows = await mall.db.selectFrom('warehouse_stock').select(['warehouse_id', 'units']).where('sku_id', '=', skuId).execute()
  const { available } = await mall.db.selectFrom('sku_stock').select('available').where('sku_id', '=', skuId).executeTakeFirstOrThrow()
  const of = (id: string) => rows.find(({ warehouse_id }) => warehouse_id === id)?.units ?? 0
  return [of(MAIN_WAREHOUSE_ID), of(TRANSIT_WAREHOUSE_ID), of(other), available]
}
const typed = async (skuId: string, quantity: number) => ({
  fromId: MAIN_WAREHOUSE_ID,
  toId: other,
  note: '',
  lines: [{ skuCode: await codeOf(skuId), quantity }],
})
const drafts = async (skuId: string, quantity: number) => (await consoleStockTransfer.save(await typed(skuId, quantity))).id
const comes = (id: string, quantity: number) =>
  warehouse.post(receive.path, { id, lines: [{ lineNo: 1, quantity }] }, { 'idempotency-key': randomUUID() })
const stateOf = async (id: string) => (await consoleStockTransfer.detail({ id })).transfer.state

async function order(skuId: string, goodsNum: number) {
  const lines = [{ skuId, goodsNum }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return { enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
}

test('goods leave one warehouse, are in transit and come to the other in two parts; what can be sold stays the same', async () => {
  const skuId = await mall.createSku('截齿', { stock: 20 })
  const id = await drafts(skuId, 12)
  expect(await lying(skuId)).toEqual([20, 0, 0, 20])
  await consoleStockTransfer.send({ id, rowVersion: 0 })
  expect([await lying(skuId), await stateOf(id)]).toEqual([[8, 12, 0, 20], 'SENT'])
  expect(await comes(id, 13)).toMatchObject({ reason: 'STOCK_TRANSFER_TOO_MANY', msg: '第 1 行在途 12，不能收 13' })
  expect(await comes(id, 5)).toMatchObject({ code: 200 })
  expect([await lying(skuId), await stateOf(id)]).toEqual([[8, 7, 5, 20], 'SENT'])
  expect(await comes(id, 7)).toMatchObject({ code: 200 })
  expect([await lying(skuId), await stateOf(id)]).toEqual([[8, 0, 12, 20], 'RECEIVED'])
  expect(await comes(id, 1)).toMatchObject({ code: 409, reason: 'STOCK_TRANSFER_STATE', msg: 'warehouse 已于 14:00 登记调拨单的收货' })
  const { dataList } = await warehouse.api.consoleStock.movements({ skuId, kind: 'transfer' })
  expect(dataList.map(({ change, balance }) => [Math.abs(change), balance])).toEqual(
    Array.from([7, 7, 5, 5, 12, 12], (units) => [units, 20]),
  )
  const { transferNo } = (await consoleStockTransfer.detail({ id })).transfer
  expect((await consoleStockTransfer.list({ transferNo, warehouseId: other, state: 'RECEIVED' })).dataList).toMatchObject([
    { fromName: '主仓', toName: 'GZ 仓', units: 12, received: 12, missing: 0 },
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a draft is changed and cancelled, and the second of two editors learns it', async () => {
  const skuId = await mall.createSku('钻头', { stock: 20 })
  const id = await drafts(skuId, 12)
  await consoleStockTransfer.save({ ...(await typed(skuId, 3)), id, rowVersion: 0 })
  const late = await admin.post(save.path, { ...(await typed(skuId, 4)), id, rowVersion: 0 })
  expect(late).toMatchObject({ reason: 'ROW_CHANGED' })
  expect(await admin.post(send.path, { id, rowVersion: 0 })).toMatchObject({ reason: 'ROW_CHANGED' })
  await consoleStockTransfer.cancel({ id })
  expect(await admin.post(send.path, { id, rowVersion: 1 })).toMatchObject({ reason: 'STOCK_TRANSFER_STATE' })
  const wrong = await warehouse.post(save.path, { ...(await typed(skuId, 1)), lines: [{ skuCode: 'NO-SUCH', quantity: 1 }] })
  expect(wrong).toMatchObject({ reason: 'STOCK_TRANSFER_LINES', msg: '第 1 行：没有编码为 NO-SUCH 的商品规格' })
  expect(await warehouse.post(save.path, { ...(await typed(skuId, 1)), toId: MAIN_WAREHOUSE_ID })).toMatchObject({
    reason: 'STOCK_TRANSFER_SAME',
  })
  expect(await lying(skuId)).toEqual([20, 0, 0, 20])
})

test('what does not come goes back, or is lost and leaves the stock, unless an order holds it', async () => {
  const skuId = await mall.createSku('销轴', { stock: 20 })
  const [back, lost] = [await drafts(skuId, 5), await drafts(skuId, 6)]
  for (const id of [back, lost]) await consoleStockTransfer.send({ id, rowVersion: 0 })
  await comes(back, 3)
  await consoleStockTransfer.closeShort({ id: back, fate: 'back', reason: '少发 2 件' })
  expect(await lying(skuId)).toEqual([11, 6, 3, 20])
  const named = await order(skuId, 18)
  const refused = await warehouse.post(closeShort.path, { id: lost, fate: 'lost', reason: '掉入江中' })
  expect(refused).toMatchObject({ reason: 'OUT_OF_STOCK' })
  expect([await lying(skuId), await stateOf(lost)]).toEqual([[11, 6, 3, 2], 'SENT'])
  await lin.api.order.askCancel({ orderNo: named.orderNo, reason: '不要了' })
  await (await mall.staff('support')).api.consoleOrder.agreeCancel(named)
  await consoleStockTransfer.closeShort({ id: lost, fate: 'lost', reason: '掉入江中' })
  expect(await lying(skuId)).toEqual([11, 0, 3, 14])
  expect((await consoleStockTransfer.detail({ id: lost })).transfer).toMatchObject({ missing: 6, closedReason: '途中损耗：掉入江中' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a transfer is sent while a parcel leaves the same warehouse: the later one is refused, and nothing is lost', async () => {
  const skuId = await mall.createSku('联轴器', { stock: 10 })
  await warehouse.api.consoleSku.adjustStock({ skuId, change: 4, reason: '到货', warehouseId: other })
  const named = await order(skuId, 8)
  const id = await drafts(skuId, 6)
  const parcel = { ...named, carrier: '德邦快递', trackingNo: createWaybillNo(), warehouseId: MAIN_WAREHOUSE_ID }
  const ships = () => warehouse.post(contract.consoleFulfilment.ship.path, { ...parcel, lines: [{ lineNo: 1, quantity: 8 }] })
  const sends = () => warehouse.post(send.path, { id, rowVersion: 0 })
  const answers = await runTwoCallsInLockOrder(mall, { table: 'sku_stock', id: skuId }, [sends, ships])
  expect(answers).toMatchObject([
    { code: 200 },
    { reason: 'WAREHOUSE_TOO_FEW', msg: '主仓库存不足：现有 4，需要 8；请另选仓库、减少数量或先调拨' },
  ])
  expect(await lying(skuId)).toEqual([4, 6, 4, 6])
  await comes(id, 6)
  const rest = { ...parcel, warehouseId: other, lines: [{ lineNo: 1, quantity: 8 }] }
  expect(await warehouse.post(contract.consoleFulfilment.ship.path, rest)).toMatchObject({ code: 200 })
  expect([await lying(skuId), await mall.findInvariantBreaches()]).toEqual([[4, 0, 2, 6], {}])
})

test('two people receive the same transfer at once: no unit comes twice', async () => {
  const skuId = await mall.createSku('托辊', { stock: 10 })
  const id = await drafts(skuId, 6)
  await consoleStockTransfer.send({ id, rowVersion: 0 })
  const answers = await Promise.all([comes(id, 6), comes(id, 6)])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  expect([await lying(skuId), await mall.findInvariantBreaches()]).toEqual([[4, 0, 6, 10], {}])
})

test('whoever keeps certain shops sees transfers of their goods alone, and only the warehouse and administrators move goods', async () => {
  const skuId = await mall.createSku('密封圈', { stock: 10 })
  const id = await drafts(skuId, 1)
  const keeper = await mall.staff('warehouse', 'catalogue')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  expect((await keeper.api.consoleStockTransfer.list({})).total).toBe(0)
  for (const path of [detail.path, cancel.path])
    expect(await keeper.post(path, { id })).toMatchObject({ reason: 'STOCK_TRANSFER_NOT_FOUND' })
  expect(await keeper.post(save.path, await typed(skuId, 1))).toMatchObject({ reason: 'STOCK_TRANSFER_LINES' })
  for (const role of ['support', 'catalogue'] as const)
    expect(await (await mall.staff(role)).post(cancel.path, { id })).toMatchObject({ code: 403 })
})
