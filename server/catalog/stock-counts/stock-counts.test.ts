import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const [keeper, admin, finance] = [await mall.staff('warehouse'), await mall.staff('admin'), await mall.staff('finance')]
const lin = await mall.buyer('林', { wallet: '99999' })
const { consoleStockCount } = keeper.api
const { create, enter, submit, approve, reject, cancel, detail } = contract.consoleStockCount

const codeOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()).code
const stockOf = async (skuId: string) =>
  mall.db.selectFrom('sku_stock').select(['available', 'reserved']).where('sku_id', '=', skuId).executeTakeFirstOrThrow()
const withKey = () => ({ 'idempotency-key': randomUUID() })

/** Makes a sheet of SKUs of a warehouse; its lines are in the order of their codes. */
async function counts(skuIds: string[], given: { warehouseId?: string; blind?: boolean } = {}) {
  const skuCodes = await Promise.all(skuIds.map(codeOf))
  return (await consoleStockCount.create({ warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes, ...given })).id
}
const types = (id: string, counted: number, lineNo = 1) => consoleStockCount.enter({ id, lines: [{ lineNo, counted, before: null }] })
const versionOf = async (id: string) => (await consoleStockCount.detail({ id })).count.rowVersion
const submits = async (id: string) => consoleStockCount.submit({ id, rowVersion: await versionOf(id) })
const approves = async (id: string, who = admin) => who.post(approve.path, { id, rowVersion: await versionOf(id) }, withKey())

async function order(skuId: string, goodsNum: number) {
  const lines = [{ skuId, goodsNum }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return { enterpriseId: lin.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
}
const ships = (named: Awaited<ReturnType<typeof order>>, quantity: number) =>
  keeper.api.consoleFulfilment.ship({
    ...named,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    warehouseId: MAIN_WAREHOUSE_ID,
    lines: [{ lineNo: 1, quantity }],
  })

test('parcels between printing, counting and posting make no difference, and the difference is posted over them', async () => {
  const skuId = await mall.createSku('截齿', { stock: 20 })
  const named = await order(skuId, 9)
  const id = await counts([skuId])
  await ships(named, 4)
  // 16 are there by the books, and one of them is missing.
  await types(id, 15)
  await ships(named, 3)
  await submits(id)
  const [line] = (await consoleStockCount.lines({ id })).dataList
  expect(line).toMatchObject({ booked: 20, countedBooked: 16, counted: 15, difference: -1, moved: -3 })
  expect(await approves(id)).toMatchObject({ code: 200, data: { surplus: 0, shortage: 1 } })
  expect(await stockOf(skuId)).toEqual({ available: 10, reserved: 2 })
  const { dataList } = await keeper.api.consoleStock.movements({ skuId, kind: 'count' })
  const { count } = await consoleStockCount.detail({ id })
  expect(dataList).toMatchObject([{ change: -1, balance: 12, reason: `盘点单 ${count.countNo}`, warehouseName: '主仓', by: 'admin' }])
  expect(count).toMatchObject({ state: 'APPROVED', different: 1, shortage: 1, submittedBy: 'warehouse', approvedBy: 'admin' })
  // What moves afterwards is no part of the sheet.
  await ships(named, 2)
  expect((await consoleStockCount.lines({ id })).dataList).toMatchObject([{ difference: -1, moved: -3 }])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a shortage that would take what orders hold is refused with their numbers, and posted once they are gone', async () => {
  const skuId = await mall.createSku('钻头', { stock: 10 })
  const named = await order(skuId, 8)
  const id = await counts([skuId])
  await types(id, 5)
  await submits(id)
  const code = await codeOf(skuId)
  expect(await approves(id)).toMatchObject({
    code: 409,
    reason: 'STOCK_COUNT_RESERVED',
    msg: `${code} 盘亏 5，可售只有 2，另 8 已被订单 ${named.orderNo} 占用。请先处理这些订单缺货，再审核`,
    detail: { lines: [{ skuCode: code, shortage: 5, available: 2, reserved: 8, orderNos: [named.orderNo] }] },
  })
  expect([await stockOf(skuId), (await consoleStockCount.detail({ id })).count.state]).toEqual([{ available: 2, reserved: 8 }, 'COUNTED'])
  await lin.api.order.askCancel({ orderNo: named.orderNo, reason: '不要了' })
  await (await mall.staff('support')).api.consoleOrder.agreeCancel(named)
  expect(await approves(id)).toMatchObject({ code: 200 })
  expect([await stockOf(skuId), await mall.findInvariantBreaches()]).toEqual([{ available: 5, reserved: 0 }, {}])
})

test('a shortage of more than is left in the warehouse is refused: it has to be counted again', async () => {
  const skuId = await mall.createSku('销轴', { stock: 10 })
  const other = await createSecondWarehouse(mall, ['广东省'], 'GZ2')
  await keeper.api.consoleSku.adjustStock({ skuId, change: 20, reason: '到货', warehouseId: other })
  const id = await counts([skuId])
  await types(id, 4)
  await ships(await order(skuId, 7), 7)
  await submits(id)
  expect(await approves(id)).toMatchObject({
    reason: 'STOCK_COUNT_MOVED',
    msg: `${await codeOf(skuId)} 盘亏 6，录入后已有出库，仓内账面只剩 3。请退回重盘`,
  })
  await admin.api.consoleStockCount.reject({ id, recount: 'different', reason: '录入后又发货', rowVersion: await versionOf(id) })
  expect((await consoleStockCount.detail({ id })).count).toMatchObject({
    state: 'OPEN',
    round: 2,
    counted: 0,
    rejectedReason: '录入后又发货',
  })
  await types(id, 3)
  await submits(id)
  expect(await approves(id)).toMatchObject({ code: 200, data: { surplus: 0, shortage: 0 } })
  // The sheet was of the main warehouse: what lies in the other one stays.
  expect([await stockOf(skuId), await mall.findInvariantBreaches()]).toEqual([{ available: 23, reserved: 0 }, {}])
})

test('goods that were shipped after they were counted are counted again, also in a mall of one warehouse', async () => {
  const skuId = await mall.createSku('导向轮', { stock: 5 })
  const id = await counts([skuId])
  await types(id, 2)
  await ships(await order(skuId, 4), 4)
  await submits(id)
  expect(await approves(id)).toMatchObject({
    reason: 'STOCK_COUNT_MOVED',
    msg: `${await codeOf(skuId)} 盘亏 3，录入后已有出库，仓内账面只剩 1。请退回重盘`,
  })
  expect(await stockOf(skuId)).toEqual({ available: 1, reserved: 0 })
})

test('nobody who has counted posts a sheet, and what was sent back is only posted as it was counted last', async () => {
  const [one, two] = [await mall.createSku('托辊', { stock: 6 }), await mall.createSku('密封圈', { stock: 6 })]
  const id = await counts([one, two])
  await admin.api.consoleStockCount.enter({ id, lines: [{ lineNo: 1, counted: 6, before: null }] })
  const typed = { id, lines: [{ lineNo: 1, counted: 5, before: null }] }
  expect(await keeper.post(enter.path, typed, withKey())).toMatchObject({
    reason: 'STOCK_COUNT_LINE_TYPED',
    msg: expect.stringMatching(/刚由admin录入为 6，请核对后重新填写$/),
  })
  expect(await keeper.post(submit.path, { id, rowVersion: 0 })).toMatchObject({
    reason: 'STOCK_COUNT_UNFINISHED',
    msg: '还有 1 个规格没有录入实盘数量',
  })
  await types(id, 7, 2)
  await submits(id)
  for (const who of [keeper, admin])
    expect(await approves(id, who)).toMatchObject({ reason: 'SECOND_PERSON_NEEDED', msg: '参与盘点的人不能审核这张盘点单，请由另一人审核' })
  const seen = await versionOf(id)
  await finance.api.consoleStockCount.reject({ id, recount: 'all', reason: '全部重盘', rowVersion: seen })
  expect(await admin.post(approve.path, { id, rowVersion: seen }, withKey())).toMatchObject({
    reason: 'STOCK_COUNT_STATE',
    msg: 'finance 已于 14:00 退回重盘',
  })
  await types(id, 6)
  await keeper.post(submit.path, { id, leaveOut: true, rowVersion: await versionOf(id) })
  expect(await finance.post(approve.path, { id, rowVersion: seen }, withKey())).toMatchObject({ reason: 'ROW_CHANGED' })
  const key = withKey()
  const input = { id, rowVersion: await versionOf(id) }
  const answers = [await finance.post(approve.path, input, key), await finance.post(approve.path, input, key)]
  expect(answers).toMatchObject([{ code: 200 }, { code: 200 }])
  expect(await admin.post(reject.path, { id, recount: 'all', reason: '重盘', rowVersion: input.rowVersion })).toMatchObject({
    reason: 'STOCK_COUNT_STATE',
    msg: 'finance 已于 14:00 审核过账',
  })
  const movements = mall.db.selectFrom('stock_movement').select(['sku_id', 'quantity']).where('stock_count_id', '=', id)
  expect(await movements.execute()).toHaveLength(1)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a SKU is on one unfinished sheet of a warehouse, and is not counted beside it', async () => {
  const skuId = await mall.createSku('联轴器', { stock: 6 })
  const id = await counts([skuId])
  const { countNo } = (await consoleStockCount.detail({ id })).count
  const code = await codeOf(skuId)
  const again = { warehouseId: MAIN_WAREHOUSE_ID, blind: true, skuCodes: [code] }
  expect(await keeper.post(create.path, again)).toMatchObject({
    reason: 'STOCK_COUNT_OVERLAP',
    msg: `${code} 已在未完成的盘点单 ${countNo} 中，请先完成或取消该单`,
  })
  expect(await keeper.post(contract.consoleStock.count.path, { skuId, counted: 5, inHouse: 6 })).toMatchObject({
    reason: 'STOCK_COUNT_OPEN',
    msg: `该规格正在盘点单 ${countNo} 中盘点，请在盘点单中录入`,
  })
  await consoleStockCount.cancel({ id })
  expect(await keeper.post(contract.consoleStock.count.path, { skuId, counted: 5, inHouse: 6 })).toMatchObject({ code: 200 })
  expect(await keeper.post(create.path, again)).toMatchObject({ code: 200 })
  expect(await keeper.post(cancel.path, { id })).toMatchObject({ reason: 'STOCK_COUNT_STATE', msg: 'warehouse 已于 14:00 取消盘点单' })
})

test('bins and categories choose SKUs in the order of their bins, and a blind sheet hides the books until it is counted', async () => {
  const warehouseId = await createSecondWarehouse(mall, ['广东省'], 'HZ')
  const skuIds: string[] = []
  for (const [bin, units] of [
    ['A-01', 4],
    ['A-03-2', 5],
    ['B-01', 6],
    ['', 7],
  ] as const) {
    const skuId = await mall.createSku(`货位 ${bin}`, { stock: 1 })
    await keeper.api.consoleSku.adjustStock({ skuId, change: units, reason: '到货', warehouseId })
    if (bin !== '') await keeper.api.consoleWarehouse.setBin({ warehouseId, skuId, bin, rowVersion: 0 })
    skuIds.push(skuId)
  }
  const range = { warehouseId, blind: true, binFrom: 'a-01', binTo: 'A-03' }
  const { id, lines } = await consoleStockCount.create(range)
  const entry = await consoleStockCount.entry({ id })
  expect([lines, entry.count.about, entry.lines.map(({ bin, booked }) => [bin, booked])]).toEqual([
    2,
    '货位 A-01 至 A-03',
    [
      ['A-01', null],
      ['A-03-2', null],
    ],
  ])
  await types(id, 4)
  await types(id, 4, 2)
  expect((await consoleStockCount.lines({ id, part: 'different' })).total).toBe(0)
  expect((await admin.api.consoleStockCount.detail({ id })).count).toMatchObject({ different: null, counted: 2 })
  expect((await admin.api.consoleStockCount.lines({ id })).dataList).toMatchObject([{ booked: null, difference: null, value: null }, {}])
  await submits(id)
  expect((await consoleStockCount.lines({ id, part: 'different' })).dataList).toMatchObject([{ bin: 'A-03-2', booked: 5, difference: -1 }])
  const { category_id: category } = await mall.db
    .selectFrom('goods')
    .innerJoin('sku', 'sku.goods_id', 'goods.id')
    .select('category_id')
    .where('sku.id', '=', skuIds[3] ?? '')
    .executeTakeFirstOrThrow()
  const goodsCategory = category ?? expect.fail('no category')
  const rest = await keeper.post(create.path, { warehouseId, blind: false, goodsCategory })
  expect(rest).toMatchObject({ reason: 'STOCK_COUNT_OVERLAP' })
  await consoleStockCount.cancel({ id })
  const whole = await consoleStockCount.create({ warehouseId, blind: false, goodsCategory })
  expect((await consoleStockCount.entry({ id: whole.id })).lines.map(({ bin }) => bin)).toEqual(['A-01', 'A-03-2', 'B-01', ''])
  expect(await keeper.post(create.path, { ...range, binFrom: 'Z', binTo: '' })).toMatchObject({ reason: 'STOCK_COUNT_EMPTY' })
})

test('a sheet and its counted units come from files, row by row', async () => {
  const [one, two] = [
    await mall.createSku('截齿', { code: 'KT-CT-1', stock: 8 }),
    await mall.createSku('截齿', { code: 'KT-CT-2', stock: 0 }),
  ]
  const csv = (text: string) => ({ file: new Blob([text], { type: 'text/csv' }) })
  const made = { warehouseId: MAIN_WAREHOUSE_ID, blind: false, fileName: '抽盘.csv' }
  await expect(consoleStockCount.createFromFile(made, csv('商品编码\nKT-CT-1\nNOPE\n'))).rejects.toMatchObject({
    reason: 'STOCK_COUNT_LINES',
    message: '第 3 行：没有编码为 NOPE 的商品规格',
  })
  const { id } = await consoleStockCount.createFromFile(made, csv('商品编码\nKT-CT-1\nkt ct 2\nKT-CT-1\n'))
  expect((await consoleStockCount.detail({ id })).count).toMatchObject({ lines: 2, about: '文件 抽盘.csv' })
  await types(id, 8)
  const sheet = '货位,商品编码,账面数量,实盘数量\n,KT-CT-1,8,7\n,KT-CT-2,0,"1,000"\n,KT-CT-1,8,8\n,KT-CT-2,0,1.5\n,OTHER,1,1\n,KT-CT-2,0,\n'
  const brought = await consoleStockCount.importCounts({ id, fileName: '实盘.csv' }, csv(sheet))
  expect(brought.rows.map(({ row, result, text }) => [row, result, text])).toEqual([
    [2, 'recorded', 'KT-CT-1 实盘 8 → 7'],
    [3, 'recorded', 'KT-CT-2 实盘 1000'],
    [4, 'refused', 'KT-CT-1 与第 2 行重复，以第 2 行为准'],
    [5, 'refused', 'KT-CT-2：实盘数量“1.5”应为 0 至 99999999 的整数'],
    [6, 'refused', '没有编码为 OTHER 的商品规格'],
  ])
  await submits(id)
  expect(await approves(id)).toMatchObject({ data: { surplus: 1_000, shortage: 1 } })
  expect([await mall.countStock(one), await mall.countStock(two)]).toEqual([7, 1_000])
})

test('the paper has the goods with a place for what was counted, and the units of the books only if it is not blind', async () => {
  const skuId = await mall.createSku('防爆电机', { code: 'KT-PAPER-7', stock: 4_321 })
  const open = await counts([skuId])
  const read = async (id: string) => {
    const { bytes } = await keeper.api.consoleStockCountPrintout.print({ id })
    return parsePdfTextByPage(Buffer.from(bytes)).join('\n')
  }
  const shown = await read(open)
  for (const text of ['盘点表', 'KT-PAPER-7', '防爆电机', '4321', '实盘']) expect(shown).toContain(text)
  await consoleStockCount.cancel({ id: open })
  expect(await read(await counts([skuId], { blind: true }))).not.toContain('4321')
})

test('whoever keeps certain shops sees sheets of their goods alone; only the warehouse counts, and finance decides', async () => {
  const skuId = await mall.createSku('油封', { stock: 6 })
  const id = await counts([skuId])
  const other = await mall.staff('warehouse', 'catalogue')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  expect((await other.api.consoleStockCount.list({})).total).toBe(0)
  for (const path of [detail.path, cancel.path]) expect(await other.post(path, { id })).toMatchObject({ reason: 'STOCK_COUNT_NOT_FOUND' })
  const typed = { warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes: [await codeOf(skuId)] }
  expect(await other.post(create.path, typed)).toMatchObject({ reason: 'STOCK_COUNT_LINES' })
  expect(await finance.post(cancel.path, { id })).toMatchObject({ code: 403 })
  expect(await (await mall.staff('support')).post(detail.path, { id })).toMatchObject({ code: 403 })
  expect(await finance.post(reject.path, { id, recount: 'all', reason: '重盘', rowVersion: 0 })).toMatchObject({
    reason: 'STOCK_COUNT_STATE',
  })
})
