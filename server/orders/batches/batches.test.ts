import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { toParcelLine } from '#contract/orders/fulfilment/shapes.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { notifyStaffOfEndingBatches } from './public.ts'

const mall = await openMall({ now: new Date('2026-11-18T00:00:00Z') })
const { order, apply, approve, comeBack, returns, warehouse } = await createAfterSaleHelpers(mall)
const [admin, finance] = [await mall.staff('admin'), await mall.staff('finance')]
const lin = await mall.buyer('林', { wallet: '99999' })
const { consoleBatch, consoleFulfilment, consoleStockReceipt, consoleStockTransfer, consoleSku } = warehouse.api
const { ship } = contract.consoleFulfilment
const north = await createSecondWarehouse(mall, ['山西省'], 'TY')

/** A day so many days after that of the mall's clock. */
const inDays = (days: number) => addDays(toShanghaiDay(mall.clock.now), days)
const codeOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()).code
const marks = (skuId: string, batched = true, rowVersion = 0) => consoleBatch.setBatched({ skuId, batched, rowVersion })
const receives = async (
  skuId: string,
  quantity: number,
  batch: { batchNo?: string; bestBefore?: string; madeOn?: string },
  warehouseId = MAIN_WAREHOUSE_ID,
) =>
  warehouse.post(
    contract.consoleStockReceipt.create.path,
    { warehouseId, lines: [{ skuCode: await codeOf(skuId), quantity, unitCost: null, bin: '', ...batch }] },
    { 'idempotency-key': mall.moment().newId() },
  )
/** What lies of a SKU: number, units and warehouse of each batch, in the order of the list. */
const lying = async (skuId: string) =>
  (await consoleBatch.list({ skuId, pageSize: 100 })).dataList.map(({ batchNo, units, warehouseName }) =>
    [batchNo || '无', units, warehouseName].join(' '),
  )
const find = async (skuId: string, batchNo: string) =>
  (await consoleBatch.list({ skuId, pageSize: 100 })).dataList.find((batch) => batch.batchNo === batchNo) ?? expect.fail(`no ${batchNo}`)
/** Goods with batches of so many units that end in so many days, of which some were bought. */
async function oil(units: number, batches: readonly [batchNo: string, quantity: number, days: number][]) {
  const skuId = await mall.createSku('液压油', { stock: 0, sale: '100.00', unit: '桶' })
  await marks(skuId)
  for (const [batchNo, quantity, days] of batches)
    expect(await receives(skuId, quantity, { batchNo, bestBefore: inDays(days) })).toMatchObject({ code: 200 })
  return buys(skuId, units)
}
/** Orders units of goods. */
async function buys(skuId: string, units: number) {
  const lines = [{ skuId, goodsNum: units }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = orders[0]?.orderNo ?? expect.fail('no order')
  return { buyer: lin, enterpriseId: lin.enterpriseId, orderNo, skuIds: [skuId], skuId }
}
type Bought = Awaited<ReturnType<typeof oil>>
const sends = ({ orderNo }: Bought, quantity: number, batches?: { batchId: string; quantity: number }[]) =>
  warehouse.post(ship.path, {
    enterpriseId: lin.enterpriseId,
    orderNo,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    lines: [{ lineNo: 1, quantity, ...(batches && { batches }) }],
  })
const parcelsOf = async ({ orderNo }: Bought) =>
  (await admin.api.consoleOrder.detail({ enterpriseId: lin.enterpriseId, orderNo })).parcels.map(({ lines }) =>
    lines.flatMap(({ batches }) => batches.map(({ batchNo, units }) => `${batchNo || '无'} ${units}`)),
  )

test('once a SKU has batches every receipt names one, typed, by file and of a purchase order; what was there has no name', async () => {
  const skuId = await mall.createSku('锂基脂', { stock: 20 })
  const code = await codeOf(skuId)
  expect(await receives(skuId, 1, { batchNo: 'A1', bestBefore: inDays(90) })).toMatchObject({
    reason: 'STOCK_RECEIPT_LINES',
    msg: `第 1 行：${code} 没有启用批次管理，请先在“价格与库存”中启用，或删去批号和日期`,
  })
  await marks(skuId)
  expect(await lying(skuId)).toEqual(['无 20 主仓'])
  for (const [batch, says] of [
    [{}, '按批次管理，请填写批号和保质期至'],
    [{ batchNo: 'A1' }, '按批次管理，请填写批号和保质期至'],
    [{ batchNo: 'A1', bestBefore: inDays(-1) }, `批次 A1 的保质期至 ${inDays(-1)} 已过`],
  ] as const)
    expect(await receives(skuId, 1, batch)).toMatchObject({ reason: 'STOCK_RECEIPT_LINES', msg: `第 1 行：${code} ${says}` })
  for (const [batchNo, says] of [
    ['㍿'.repeat(30), '批号最多 30 个字符'],
    ['A\u00ad1', '批号只能用字母、数字、汉字和 . / _ # + -'],
  ] as const)
    expect(await receives(skuId, 1, { batchNo, bestBefore: inDays(90) })).toMatchObject({ code: 400, msg: expect.stringContaining(says) })
  expect(await receives(skuId, 5, { batchNo: 'a1', bestBefore: inDays(90) })).toMatchObject({ code: 200 })
  expect(await receives(skuId, 5, { batchNo: 'A1', bestBefore: inDays(91) })).toMatchObject({
    msg: `第 1 行：${code} 批次 A1 的保质期至已登记为 ${inDays(90)}，与 ${inDays(91)} 不同`,
  })
  // What a supplier's file says of batches of other goods counts for nothing.
  const plain = await codeOf(await mall.createSku('抹布', { stock: 0 }))
  const file = new Blob([
    `商品编码,数量,批号,保质期至,生产日期\n${code},3,A1,${inDays(90).replaceAll('-', '/')},\n${code},4,B2,${inDays(30)},${inDays(-5)}\n${plain},2,（详见包装）,三年,不详\n`,
  ])
  const { seen, rows } = await consoleStockReceipt.import({ fileName: '到货.csv' }, { file })
  expect(rows.map(({ batchNo, bestBefore, text }) => [batchNo, bestBefore, text])).toEqual([
    ['A1', inDays(90), ''],
    ['B2', inDays(30), ''],
    ['', null, ''],
  ])
  const { receipt } = await consoleStockReceipt.import({ fileName: '到货.csv', seen }, { file })
  expect(await lying(skuId)).toEqual(['B2 4 主仓', 'A1 8 主仓', '无 20 主仓'])
  await consoleStockReceipt.reverse({ id: receipt?.id ?? '', reason: '录错' })
  expect(await lying(skuId)).toEqual(['A1 5 主仓', '无 20 主仓'])
  const terms = { creditCode: '', contactName: '', contactPhone: '', paymentTerms: '', leadDays: 3, active: true }
  const { supplierId } = await admin.api.consoleSupplier.save({ name: '润滑油供应商', ...terms })
  const lines = [{ skuCode: code, quantity: 10, price: yuanTextToFen('9.04') }]
  const { id } = await admin.api.consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay: null, note: '', lines })
  await admin.api.consolePurchaseOrder.place({ id, rowVersion: 0 })
  const comes = (batch: object) => warehouse.api.consolePurchaseOrder.receive({ id, lines: [{ lineNo: 1, quantity: 6, ...batch }] })
  await expect(comes({})).rejects.toThrow(`${code} 按批次管理，请填写批号和保质期至`)
  await comes({ batchNo: 'C3', bestBefore: inDays(10) })
  expect(await lying(skuId)).toEqual(['C3 6 主仓', 'A1 5 主仓', '无 20 主仓'])
  await warehouse.api.consolePurchaseOrder.reverse({ id, receiptNo: 1, reason: '退给供应商' })
  expect(await lying(skuId)).toEqual(['A1 5 主仓', '无 20 主仓'])
  await expect(marks(skuId, false, 1)).rejects.toMatchObject({ reason: 'BATCHES_LEFT' })
  await consoleSku.adjustStock({ skuId, change: -25, reason: '报废' })
  await marks(skuId, false, 1)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('parcels take the batch that ends first, or the one that the clerk names; expired ones stay, and order and batch lead to each other', async () => {
  const bought = await oil(12, [
    ['OLD', 3, 0],
    ['NEW', 20, 200],
    ['NEXT', 4, 40],
  ])
  const { enterpriseId, skuId, orderNo } = bought
  const [place] = await consoleFulfilment.warehouses({ enterpriseId, orderNo })
  expect(place?.lines[0]?.batches.map(({ batchNo, units }) => [batchNo, units])).toEqual([
    ['OLD', 3],
    ['NEXT', 4],
    ['NEW', 20],
  ])
  expect(await sends(bought, 5)).toMatchObject({ code: 200 })
  const named = await find(skuId, 'NEW')
  expect(await sends(bought, 2, [{ batchId: named.batchId, quantity: 1 }])).toMatchObject({ code: 200 })
  expect(await parcelsOf(bought)).toEqual([
    ['OLD 3', 'NEXT 2'],
    ['NEXT 1', 'NEW 1'],
  ])
  expect(await lying(skuId)).toEqual(['NEXT 1 主仓', 'NEW 19 主仓'])
  const trace = await consoleBatch.movements({ batchId: named.batchId })
  expect(trace.dataList.map(({ kind, change, parcel }) => [kind, change, parcel?.orderNo, parcel?.enterpriseName])).toEqual([
    ['shipment', -1, orderNo, expect.stringContaining('林')],
    ['receipt', 20, undefined, undefined],
  ])
  mall.clock.forward(60 * ONE_DAY_MS)
  await mall.renew()
  expect((await find(skuId, 'NEXT')).state).toBe('expired')
  const next = await find(skuId, 'NEXT')
  expect(await sends(bought, 1, [{ batchId: next.batchId, quantity: 1 }])).toMatchObject({ reason: 'BATCH_EXPIRED' })
  expect(
    await sends(bought, 1, [
      { batchId: named.batchId, quantity: 1 },
      { batchId: named.batchId, quantity: 1 },
    ]),
  ).toMatchObject({
    msg: '指定批次的数量超过发货数量',
  })
  // Units that leave otherwise are those that end first, the expired ones before all others.
  await consoleSku.adjustStock({ skuId, change: -3, reason: '报废' })
  expect(await lying(skuId)).toEqual(['NEW 17 主仓'])
  const { id } = await consoleStockTransfer.save({
    fromId: MAIN_WAREHOUSE_ID,
    toId: north,
    note: '',
    lines: [{ skuCode: await codeOf(skuId), quantity: 15 }],
  })
  await consoleStockTransfer.send({ id, rowVersion: 0 })
  // The last day is a good one, the day after it is not.
  await receives(skuId, 4, { batchNo: 'LAST', bestBefore: inDays(0) })
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  expect(await sends(bought, 5)).toMatchObject({
    code: 409,
    reason: 'BATCHES_EXPIRED',
    msg: `此仓库未过保质期的只有 2 桶，需要 5 桶；LAST（${inDays(-1)} 到期） 4 桶已过期，不能发出，请另选仓库或等待入库`,
  })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('what is thrown away is past its day before it has no name, so good units are not blocked by the books', async () => {
  const skuId = await mall.createSku('导轨油', { stock: 20 })
  await marks(skuId)
  await receives(skuId, 36, { batchNo: 'PAST', bestBefore: inDays(10) })
  await receives(skuId, 5, { batchNo: 'GOOD', bestBefore: inDays(300) })
  mall.clock.forward(11 * ONE_DAY_MS)
  await mall.renew()
  await consoleSku.adjustStock({ skuId, change: -30, reason: '过期报废' })
  expect(await lying(skuId)).toEqual(['PAST 6 主仓', 'GOOD 5 主仓', '无 20 主仓'])
  await consoleSku.adjustStock({ skuId, change: -7, reason: '过期报废' })
  expect(await lying(skuId)).toEqual(['GOOD 5 主仓', '无 19 主仓'])
  // Whoever names the batch corrects that one.
  const { batchId } = await find(skuId, 'GOOD')
  await consoleSku.adjustStock({ skuId, change: -2, reason: '漏油', batchId })
  await consoleSku.adjustStock({ skuId, change: 1, reason: '盘盈', batchId })
  expect(await lying(skuId)).toEqual(['GOOD 4 主仓', '无 19 主仓'])
  const adjusts = (named: string, change: number) =>
    warehouse.post(contract.consoleSku.adjustStock.path, { skuId: named, change, reason: '漏油', batchId })
  expect(await adjusts(skuId, -5)).toMatchObject({ reason: 'BATCH_TOO_FEW' })
  const other = await mall.createSku('齿轮油', { stock: 9 })
  for (const batched of [false, true]) {
    expect(await adjusts(other, -1)).toMatchObject({ reason: 'BATCH_NOT_FOUND' })
    if (!batched) await marks(other)
  }
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a mistyped day of a batch is corrected with a reason, and later receipts and shipments go by the right one', async () => {
  const skuId = await mall.createSku('真空泵油', { stock: 0 })
  await marks(skuId)
  await receives(skuId, 6, { batchNo: 'V1', bestBefore: inDays(30) })
  await receives(skuId, 6, { batchNo: 'V2', bestBefore: inDays(60) })
  expect(await receives(skuId, 1, { batchNo: 'V2', bestBefore: inDays(60), madeOn: inDays(-9) })).toMatchObject({ code: 200 })
  expect(await receives(skuId, 1, { batchNo: 'V2', bestBefore: inDays(60), madeOn: inDays(-8) })).toMatchObject({
    msg: expect.stringContaining(`批次 V2 的生产日期已登记为 ${inDays(-9)}，与 ${inDays(-8)} 不同`),
  })
  const { batchId } = await find(skuId, 'V1')
  const right = { skuId, batchId, bestBefore: inDays(300), madeOn: null, reason: '年份录错', rowVersion: 0 }
  for (const [wrong, refusal] of [
    [{ madeOn: inDays(1) }, { reason: 'BATCH_WRONG', msg: `生产日期 ${inDays(1)} 还没有到` }],
    [{ skuId: await mall.createSku('别的油', { stock: 0 }) }, { reason: 'BATCH_NOT_FOUND' }],
    [{ reason: '' }, { code: 400 }],
    [{ rowVersion: 1 }, { reason: 'ROW_CHANGED' }],
  ] as const)
    expect(await warehouse.post(contract.consoleBatch.setDays.path, { ...right, ...wrong })).toMatchObject(refusal)
  expect(await finance.post(contract.consoleBatch.setDays.path, right)).toMatchObject({ code: 403 })
  await consoleBatch.setDays(right)
  expect(await warehouse.post(contract.consoleBatch.setDays.path, right)).toMatchObject({
    reason: 'ROW_CHANGED',
    msg: expect.stringContaining(`保质期至 由 ${inDays(30)} 改为 ${inDays(300)}`),
  })
  expect(await lying(skuId)).toEqual(['V2 7 主仓', 'V1 6 主仓'])
  expect(await consoleBatch.detail({ batchId })).toMatchObject({ bestBefore: inDays(300), rowVersion: 1 })
  expect(await receives(skuId, 1, { batchNo: 'V1', bestBefore: inDays(300) })).toMatchObject({ code: 200 })
})

test('returns, transfers and counts keep the batches', async () => {
  const bought = await oil(6, [
    ['R1', 4, 30],
    ['R2', 10, 90],
  ])
  const { skuId } = bought
  expect(await sends(bought, 6)).toMatchObject({ code: 200 })
  const ref = await apply(bought, 'RETURN', [[1, 'sent', 5]])
  await approve(ref)
  await lin.api.afterSale.sendBack({ id: ref.id, carrier: '顺丰速运', trackingNo: 'SF1000000000009' })
  await warehouse.api.consoleAfterSale.inspect({ ...ref, lines: [{ lineNo: 1, accepted: 5, restocked: 4 }], note: '' })
  expect(await lying(skuId)).toEqual(['R1 3 主仓', 'R2 9 主仓'])
  expect(
    (await consoleBatch.movements({ batchId: (await find(skuId, 'R1')).batchId })).dataList.map(({ kind, change }) => [kind, change]),
  ).toEqual(
    expect.arrayContaining([
      ['return', 4],
      ['scrap', -1],
      ['shipment', -4],
      ['receipt', 4],
    ]),
  )
  const skuCode = await codeOf(skuId)
  const { id } = await consoleStockTransfer.save({ fromId: MAIN_WAREHOUSE_ID, toId: north, note: '', lines: [{ skuCode, quantity: 7 }] })
  await consoleStockTransfer.send({ id, rowVersion: 0 })
  expect(await lying(skuId)).toEqual(['R1 3 在途', 'R2 5 主仓', 'R2 4 在途'])
  await consoleStockTransfer.receive({ id, lines: [{ lineNo: 1, quantity: 5 }] })
  expect(await lying(skuId)).toEqual(['R1 3 TY 仓', 'R2 5 主仓', 'R2 2 在途', 'R2 2 TY 仓'])
  await consoleSku.adjustStock({ skuId, change: -4, reason: '破损', warehouseId: north })
  await consoleSku.adjustStock({ skuId, change: 2, reason: '盘盈', warehouseId: north })
  expect(await lying(skuId)).toEqual(['R2 5 主仓', 'R2 2 在途', 'R2 1 TY 仓', '无 2 TY 仓'])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('two parcels take the same batch at once: each gets what the other has left, and the one that names too many is refused', async () => {
  const first = await oil(6, [
    ['W1', 6, 30],
    ['W2', 4, 90],
  ])
  const second = await buys(first.skuId, 4)
  const { batchId } = await find(first.skuId, 'W1')
  const row = { table: 'sku_stock', id: first.skuId } as const
  const named = [{ batchId, quantity: 4 }]
  expect(await runTwoCallsInLockOrder(mall, row, [() => sends(first, 4, named), () => sends(second, 4, named)])).toMatchObject([
    { code: 200 },
    { reason: 'BATCH_TOO_FEW', msg: `批次 W1（${inDays(30)} 到期） 在此仓库只有 2，需要 4` },
  ])
  expect(await runTwoCallsInLockOrder(mall, row, [() => sends(second, 3), () => sends(first, 2)])).toMatchObject([
    { code: 200 },
    { code: 200 },
  ])
  expect([await parcelsOf(first), await parcelsOf(second)]).toEqual([[['W1 4'], ['W2 2']], [['W1 2', 'W2 1']]])
  expect(await lying(first.skuId)).toEqual(['W2 1 主仓'])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the rest of a partly shipped order moves no batch; what comes back of it is of the batches that left, and their receipt stays in', async () => {
  const bought = await oil(6, [
    ['P1', 3, 30],
    ['P2', 5, 90],
    ['P3', 9, 120],
  ])
  const { enterpriseId, orderNo, skuId } = bought
  const ids = (await consoleStockReceipt.list({ pageSize: 3 })).dataList.map(({ id }) => id)
  expect(await sends(bought, 4)).toMatchObject({ code: 200 })
  await consoleFulfilment.closeShort({ enterpriseId, orderNo, reason: '余下的不要了' })
  expect(await lying(skuId)).toEqual(['P2 4 主仓', 'P3 9 主仓'])
  const undoes = () =>
    warehouse.post(contract.consoleStockReceipt.reverse.path, { id: ids[1], reason: '录错' }, { 'idempotency-key': mall.moment().newId() })
  expect(await undoes()).toMatchObject({ reason: 'BATCH_TOO_FEW', msg: expect.stringContaining('该批次在此仓库只有 4，需要 5') })
  await returns(bought, [[1, 'sent', 2]])
  expect(await lying(skuId)).toEqual(['P1 2 主仓', 'P2 4 主仓', 'P3 9 主仓'])
  await returns(bought, [[1, 'sent', 2]])
  expect(await lying(skuId)).toEqual(['P1 3 主仓', 'P2 5 主仓', 'P3 9 主仓'])
  expect(await undoes()).toMatchObject({ code: 200 })
  expect(await lying(skuId)).toEqual(['P1 3 主仓', 'P3 9 主仓'])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('what comes back from before the goods had batches has no number, and what of it is of no use leaves from there again', async () => {
  const skuId = await mall.createSku('链条油', { stock: 9, sale: '100.00' })
  const bought = await buys(skuId, 6)
  expect(await sends(bought, 4)).toMatchObject({ code: 200 })
  await marks(skuId)
  await receives(skuId, 7, { batchNo: 'K1', bestBefore: inDays(300) })
  expect(await sends(bought, 2)).toMatchObject({ code: 200 })
  expect(await lying(skuId)).toEqual(['K1 7 主仓', '无 3 主仓'])
  const ref = await apply(bought, 'RETURN', [[1, 'sent', 5]])
  await approve(ref)
  await comeBack(lin, ref, [[1, 5, 4]])
  expect(await lying(skuId)).toEqual(['K1 7 主仓', '无 7 主仓'])
  expect(await parcelsOf(bought)).toEqual([[], ['无 2']])
  const { batchId } = await find(skuId, '')
  // Of five units two are known to have left without a number; nobody knows from which parcel the others come.
  expect((await consoleBatch.movements({ batchId })).dataList.map(({ kind, change, parcel }) => [kind, change, parcel?.parcelNo])).toEqual(
    expect.arrayContaining([
      ['return', 2, 2],
      ['return', 3, undefined],
      ['scrap', -1, undefined],
      ['shipment', -2, 2],
    ]),
  )
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('of more batches than may be named a parcel names the first, and leaves of those that were shown', async () => {
  const many = Array.from({ length: 22 }, (_, at): [string, number, number] => [`M${at + 10}`, 1, at + 10])
  const bought = await oil(22, [...many, ['REST', 5, 90]])
  const { enterpriseId, orderNo } = bought
  const [place] = await consoleFulfilment.warehouses({ enterpriseId, orderNo })
  const line = toParcelLine({ lineNo: 1, quantity: 22 }, place?.lines[0]?.batches ?? [])
  expect(line.batches).toHaveLength(20)
  expect(await sends(bought, 22, line.batches)).toMatchObject({ code: 200 })
  expect(await parcelsOf(bought)).toEqual([many.map(([batchNo]) => `${batchNo} 1`)])
})

test('the packing desk knows what lies of the batches of its goods, and the packer ships another one than the proposed one', async () => {
  const bought = await oil(2, [
    ['Y0', 9, 0],
    ['Y1', 2, 30],
    ['Y2', 3, 90],
  ])
  const { enterpriseId, orderNo, skuId } = bought
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  const { consoleWave } = warehouse.api
  const { id } = await consoleWave.create({ count: 200 })
  const { orders, lying: inHouse } = await consoleWave.packing({ id })
  expect(inHouse.filter((batch) => batch.skuId === skuId).map(({ batchNo, units }) => [batchNo, units])).toEqual([
    ['Y1', 2],
    ['Y2', 3],
  ])
  expect(orders.find((one) => one.orderNo === orderNo)?.lines[0]?.batches.map(({ batchNo }) => batchNo)).toEqual(['Y1'])
  const { batchId } = await find(skuId, 'Y2')
  const lines = [{ lineNo: 1, quantity: 2, batches: [{ batchId, quantity: 2 }] }]
  await consoleWave.ship({ id, enterpriseId, orderNo, carrier: '德邦快递', trackingNo: createWaybillNo(), lines })
  expect(await parcelsOf(bought)).toEqual([['Y2 2']])
})

test('a parcel of goods with batches takes one statement more, others none; staff read once a day what ends within the days of the setting', async () => {
  const plain = await order(lin, [{ price: '10.00', units: 2 }])
  const bought = await oil(2, [
    ['Z1', 5, 61],
    ['Z2', 5, 20],
  ])
  const trips = async (named: Bought) => {
    mall.roundTrips.length = 0
    expect(await sends(named, 1)).toMatchObject({ code: 200 })
    return mall.roundTrips.flat().length
  }
  const [skuId = ''] = plain.skuIds
  expect(await trips(bought)).toBe((await trips({ ...plain, skuId })) + 1)
  const noticesOf = async (person: typeof warehouse) =>
    (await person.api.consoleNotice.list({ pageSize: 100 })).dataList.filter(({ screen }) => screen.startsWith('/batches'))
  // Somebody who orders of suppliers by a role of the mall's own.
  const own = await mall.staff('marketing')
  const { staffId } = await own.api.staff.me({})
  await mall.db.updateTable('staff').set({ custom_codes: 'purchaseView,purchaseEdit' }).where('id', '=', staffId).execute()
  await Promise.all([1, 2].map(() => notifyStaffOfEndingBatches(mall.db, mall.moment())))
  const notices = await noticesOf(warehouse)
  expect(notices).toHaveLength(1)
  expect(notices[0]?.content).toContain(`${await codeOf(bought.skuId)} 批次 Z2（${inDays(20)} 到期） 在库 4`)
  expect(notices[0]?.content).toMatch(/^已过期：.+。已过期的不会被拣货，但仍计入可售，请尽快报废。60 天内到期：/)
  expect(notices[0]?.content).not.toContain('Z1')
  expect(await noticesOf(own)).toMatchObject([{ content: notices[0]?.content }])
  expect(await noticesOf(finance)).toEqual([])
  const states = async () => (await consoleBatch.list({ state: 'ending', keyword: 'Z1' })).total
  expect(await states()).toBe(0)
  await admin.api.consoleSetting.setBatches({ endingDays: 61, rowVersion: 0 })
  expect(await states()).toBe(1)
  expect(
    (await consoleBatch.list({ endsUntil: inDays(20), keyword: 'Z' })).dataList.map(({ batchNo, daysLeft }) => [batchNo, daysLeft]),
  ).toEqual([['Z2', 20]])
})

test('whoever keeps certain shops sees and marks batches of their goods alone, and who may not adjust stock marks none', async () => {
  const { skuId } = await oil(1, [['S1', 5, 30]])
  const batch = await find(skuId, 'S1')
  const keeper = await mall.staff('warehouse', 'catalogue')
  const people = await admin.api.consoleShop.staff({})
  const known = people.find(({ name }) => name === 'warehouse,catalogue') ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  expect((await keeper.api.consoleBatch.list({})).total).toBe(0)
  for (const { path } of [contract.consoleBatch.detail, contract.consoleBatch.movements])
    expect(await keeper.post(path, { batchId: batch.batchId })).toMatchObject({ reason: 'BATCH_NOT_FOUND' })
  const { setBatched, setDays } = contract.consoleBatch
  const days = { skuId, batchId: batch.batchId, bestBefore: inDays(9), madeOn: null, reason: '录错', rowVersion: 0 }
  expect(await keeper.post(setDays.path, days)).toMatchObject({ reason: 'SKU_NOT_FOUND' })
  expect(await keeper.post(setBatched.path, { skuId, batched: false, rowVersion: 1 })).toMatchObject({ reason: 'SKU_NOT_FOUND' })
  expect(await finance.post(setBatched.path, { skuId, batched: false, rowVersion: 1 })).toMatchObject({ code: 403 })
  expect(await warehouse.post(setBatched.path, { skuId, batched: false, rowVersion: 0 })).toMatchObject({ reason: 'ROW_CHANGED' })
})
