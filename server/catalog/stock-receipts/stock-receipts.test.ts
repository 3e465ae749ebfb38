import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { contract } from '#contract/api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { type StockReceiptTrialRow, stockReceiptFileHeadings } from '#contract/catalog/stock-receipts/shapes.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'

const mall = await openMall()
const [warehouse, admin] = [await mall.staff('warehouse'), await mall.staff('admin')]
const lin = await mall.buyer('林', { wallet: '99999' })
const { consoleStockReceipt } = warehouse.api
const { reverse, create } = contract.consoleStockReceipt
const north = await createSecondWarehouse(mall, ['山西省'], 'TY')

const DAY = 24 * 3_600_000
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const csv = (text: string) => new Blob([text], { type: 'text/csv' })
const tries = (text: string, who = warehouse) => who.api.consoleStockReceipt.import({ fileName: '六月.csv' }, { file: csv(text) })
const posts = async (text: string) => {
  const { seen } = await tries(text)
  const { receipt } = await consoleStockReceipt.import({ fileName: '六月.csv', seen }, { file: csv(text) })
  return receipt ?? expect.fail('no receipt')
}
const takesBack = (id: string, reason = '录错', who = warehouse) =>
  who.post(reverse.path, { id, reason }, { 'idempotency-key': randomUUID() })
const types = (skuCode: string, quantity: number, yuan?: string) => ({
  lines: [{ skuCode, quantity, unitCost: yuan === undefined ? null : yuanTextToFen(yuan), bin: '' }],
})
/** Orders units of a SKU at 8 yuan without tax, and returns the id of the order. */
const placesOrder = async (skuCode: string, quantity: number) => {
  const { consoleSupplier, consolePurchaseOrder } = admin.api
  const terms = { creditCode: '', contactName: '', contactPhone: '', paymentTerms: '', leadDays: 3, active: true }
  const { supplierId } = await consoleSupplier.save({ name: `供应商 ${skuCode}`, ...terms })
  const lines = [{ skuCode, quantity, price: yuanTextToFen('9.04') }]
  const { id } = await consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay: null, note: '', lines })
  await consolePurchaseOrder.place({ id, rowVersion: 0 })
  return id
}
/** The units in the main warehouse and the other one; what can be sold; what 100 units cost. */
const stateOf = async (skuId: string) => {
  const lying = await mall.db.selectFrom('warehouse_stock').select(['warehouse_id', 'units']).where('sku_id', '=', skuId).execute()
  const stock = await mall.db.selectFrom('sku_stock').select('available').where('sku_id', '=', skuId).executeTakeFirst()
  const costs = mall.db.selectFrom('sku_cost').select('after_fen').where('sku_id', '=', skuId)
  const cost = await costs.orderBy('no', 'desc').limit(1).executeTakeFirst()
  const of = (id: string) => lying.find(({ warehouse_id }) => warehouse_id === id)?.units ?? 0
  return [of(MAIN_WAREHOUSE_ID), of(north), stock?.available ?? 0, cost?.after_fen ?? null]
}

test('a file is tried, says of each row what it would do or what is wrong, comes in once and whole, and is taken back on its day', async () => {
  const picks = await mall.createSku('截齿', { code: 'KT-IN-1', stock: 5 })
  const diesel = await mall.createSku('柴油', { code: 'DIESEL-0', stock: 0 })
  const before = await stateOf(picks)
  const head = '六月入库\n商品编码,数量,成本（不含税）,仓库,货位\n'
  const wrong = `${head}KT-IN-1,20,,,\nKT-IN-2,3,,,\nKT-IN-1,1.5,,,\n,4,,,\nDIESEL-0,5,0,,\nDIESEL-0,5,"9,5",,\nDIESEL-0,5,6.1,南仓,\nKT-IN-1,2,9,,\n`
  const bad = await tries(wrong)
  expect(bad).toMatchObject({ counts: { ready: 1, refused: 7, units: 20 }, receipt: null })
  expect(bad.rows.slice(1).map(({ row, text }) => [row, text])).toEqual([
    [4, '没有编码为 KT-IN-2 的商品规格，最接近的是 KT-IN-1'],
    [5, '数量“1.5”应为 1 至 999999 的整数'],
    [6, '缺少商品编码'],
    [7, '成本“0”应为 0.0001 至 9999999.9999 的不含税单价'],
    [8, '成本“9,5”应为 0.0001 至 9999999.9999 的不含税单价'],
    [9, '没有使用中的仓库“南仓”'],
    [10, 'KT-IN-1 的成本与第 3 行不同，同一规格请填写同一成本'],
  ])
  const partly = consoleStockReceipt.import({ fileName: '六月.csv', seen: bad.seen }, { file: csv(wrong) })
  await expect(partly).rejects.toMatchObject({ reason: 'STOCK_RECEIPT_LINES', message: expect.stringContaining('等 7 行') })
  expect(await stateOf(picks)).toEqual(before)

  const right = `${head}KT-IN-1,20,9.5,,a-03\nkt in 1,15,9.50,ty,B-7\nDIESEL-0,"1,000",0.0512,,\n`
  const shown = ({ quantity, unitsBefore, unitsAfter, averageBefore, averageAfter }: StockReceiptTrialRow) => [
    ...[quantity, unitsBefore, unitsAfter],
    ...[averageBefore, averageAfter],
  ]
  // Who sees no costs sees no averages. The units before have no cost, so they are taken to cost what comes.
  expect((await tries(right)).rows.map(shown)).toEqual([
    [20, 5, 25, null, null],
    [15, 0, 15, null, null],
    [1_000, 0, 1_000, null, null],
  ])
  expect((await tries(right, admin)).rows.map(shown)).toEqual([
    [20, 5, 25, null, 95_000],
    [15, 0, 15, null, 95_000],
    [1_000, 0, 1_000, null, 512],
  ])
  expect(await stateOf(picks)).toEqual(before)
  const { id, receiptNo } = await posts(right)
  expect([await stateOf(picks), await stateOf(diesel)]).toEqual([
    [25, 15, 40, 95_000],
    [1_000, 0, 1_000, 512],
  ])
  const bins = await mall.db
    .selectFrom('warehouse_stock')
    .select('bin')
    .where('sku_id', '=', picks)
    .where('warehouse_id', '=', north)
    .execute()
  const { bin } = await mall.db.selectFrom('sku').select('bin').where('id', '=', picks).executeTakeFirstOrThrow()
  expect([bin, bins]).toEqual(['A-03', [{ bin: 'B-7' }]])
  await expect(posts(right)).rejects.toMatchObject({ reason: 'RECEIPTS_KNOWN', message: expect.stringContaining(receiptNo) })

  const answer = await takesBack(id, '供应商送错')
  expect(answer).toMatchObject({ code: 200 })
  expect([await stateOf(picks), await stateOf(diesel)]).toEqual([before, [0, 0, 0, null]])
  expect(await takesBack(id)).toMatchObject({ code: 409, reason: 'STOCK_RECEIPT_REVERSED' })
  const { dataList } = await consoleStockReceipt.list({})
  expect(dataList.map(({ state, units, note, counterNo, reversible }) => [state, units, note, counterNo, reversible])).toEqual([
    ['counter', -1_035, '供应商送错', receiptNo, false],
    ['reversed', 1_035, '', dataList[0]?.receiptNo, false],
  ])
  expect(await takesBack(dataList[0]?.id ?? '')).toMatchObject({ reason: 'STOCK_RECEIPT_REVERSED' })
  // A file whose receipt was taken back comes in again.
  await posts(right)
  expect(await stateOf(picks)).toEqual([25, 15, 40, 95_000])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('goods that were sold or moved, or whose cost another receipt has averaged, stay in', async () => {
  const skuId = await mall.createSku('钻头', { code: 'ZT-1', stock: 0, sale: '10.00' })
  const first = await consoleStockReceipt.create(types('ZT-1', 10, '4.00'))
  const second = await consoleStockReceipt.create(types('ZT-1', 10, '6.00'))
  expect((await stateOf(skuId))[3]).toBe(50_000)
  expect(await takesBack(first.id)).toMatchObject({
    code: 409,
    reason: 'STOCK_RECEIPT_COSTED',
    msg: 'ZT-1 之后又有入库计入成本，请先撤销后来的入库',
  })
  const lines = [{ skuId, goodsNum: 15 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  expect(await takesBack(second.id)).toMatchObject({
    code: 409,
    reason: 'STOCK_RECEIPT_SOLD',
    msg: 'ZT-1 入库 10，可用只有 5；其余已售出或被订单占用，不能撤销',
  })
  await lin.api.order.cancel({ orderNo: orders[0]?.orderNo ?? '', reason: '不要了' })
  // The later one first; then the average of the first is what it made it, and it goes as well.
  expect(await takesBack(second.id)).toMatchObject({ code: 200 })
  expect(await stateOf(skuId)).toEqual([10, 0, 10, 40_000])
  expect(await takesBack(first.id)).toMatchObject({ code: 200 })
  expect(await stateOf(skuId)).toEqual([0, 0, 0, null])

  const third = await consoleStockReceipt.create(types('ZT-1', 8, '5.00'))
  const moved = { fromId: MAIN_WAREHOUSE_ID, toId: north, note: '', lines: [{ skuCode: 'ZT-1', quantity: 3 }] }
  const transfer = await warehouse.api.consoleStockTransfer.save(moved)
  await warehouse.api.consoleStockTransfer.send({ id: transfer.id, rowVersion: 0 })
  expect(await takesBack(third.id)).toMatchObject({ reason: 'WAREHOUSE_TOO_FEW' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('two people take the same receipt back, and bring the same file in, at once: it happens once', async () => {
  const skuId = await mall.createSku('托辊', { code: 'TG-1', stock: 0 })
  const { id } = await consoleStockReceipt.create(types('TG-1', 6))
  const backs = await Promise.all([takesBack(id), takesBack(id, '录错', admin)])
  expect(backs.map(({ code }) => code).sort()).toEqual([200, 409])
  const text = '商品编码,数量\nTG-1,7\n'
  const both = await Promise.allSettled([posts(text), posts(text)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect([await stateOf(skuId), await mall.findInvariantBreaches()]).toEqual([[7, 0, 7, null], {}])
})

test('headings of prices are exact, numbers are those that workbooks hold, and the export of a receipt comes in again', async () => {
  await mall.createSku('轴承', { code: 'ZC-1', stock: 0 })
  const bookOf = async (...rows: (string | number)[][]) =>
    new Blob([new Uint8Array((await writeXlsxFile(rows.map((row) => row.map((value) => ({ value }))) as never).toBuffer()) as Buffer)])
  const costsOf = async (file: Blob) =>
    (await consoleStockReceipt.import({ fileName: '六月.xlsx' }, { file })).rows.map(({ text, hundredCost }) => text || hundredCost)
  // Quotients and products have sixteen digits; the smallest numbers are written with an exponent.
  for (const [heading, cost, hundredFen] of [
    ['成本', 10 / 1.13, 88_496],
    ['不含税单价', 3 * 3.3, 99_000],
    ['成本（不含税）', '￥1,234.5', 12_345_000],
    ['不含税 成本', 1.000_05, 10_001],
    ['成本单价', '5E-4', 5],
  ] as const)
    expect(await costsOf(await bookOf(['型号', 'Qty', heading], ['ZC-1', 2, cost]))).toEqual([hundredFen])
  expect(await costsOf(await bookOf(['编码', '数量', '成本'], ['ZC-1', 2, 0.000_04]))).toEqual([
    '成本“0.00004”应为 0.0001 至 9999999.9999 的不含税单价',
  ])
  for (const heading of ['每百件成本(不含税)', '成本金额', '成本合计', '含税单价', '单价'])
    await expect(tries(`编码,数量,${heading}\nZC-1,2,3\n`)).rejects.toMatchObject({
      reason: 'RECEIPTS_UNREADABLE',
      message: expect.stringContaining(`“${heading}”`),
    })
  await expect(tries('物品,个数,成本\nZC-1,2,3\n')).rejects.toMatchObject({
    reason: 'RECEIPTS_UNREADABLE',
    message: '未识别表头“物品、个数、成本”，请使用：商品编码、数量、不含税单价、仓库、货位、批号、保质期至、生产日期',
  })
  // Spreadsheets force texts into cells with quotes and apostrophes, and copies from web pages bring characters that nobody sees.
  const forced = await tries(`\u200b编码,数量,成本,货位\n"=""ZC-1""","=""20""",'9.5,\ufeffA-1\n'ZC-1,'3,"=""9.50""",\u2060\n`)
  expect(forced.rows.map(({ skuCode, quantity, hundredCost, bin, text }) => [skuCode, quantity, hundredCost, bin, text])).toEqual([
    ['ZC-1', 20, 95_000, 'A-1', ''],
    ['ZC-1', 3, 95_000, '', ''],
  ])
  expect((await tries("'ZC-1,'4\n")).rows).toMatchObject([{ quantity: 4, text: '' }])
  const { id } = await posts('编码,数量,成本\nZC-1,3,9.5\n')
  for (const format of ['csv', 'xlsx'] as const) {
    const { bytes } = (await admin.post(contract.consoleExport.stockReceiptLines.path, { id, format })).data as BinaryFile
    expect(await costsOf(new Blob([bytes]))).toEqual([95_000])
  }
})

test('a file without headings has the columns of the template, also those of batches', async () => {
  const oil = await mall.createSku('齿轮油', { code: 'OIL-T1', stock: 0 })
  await warehouse.api.consoleBatch.setBatched({ skuId: oil, batched: true, rowVersion: 0 })
  const cellOf: Record<(typeof stockReceiptFileHeadings)[number], string> = {
    商品编码: 'OIL-T1',
    数量: '6',
    不含税单价: '9.5',
    仓库: 'TY',
    货位: 'B-2',
    批号: 'G7',
    保质期至: '2099-06-30',
    生产日期: '2026-01-31',
  }
  const row = stockReceiptFileHeadings.map((heading) => cellOf[heading]).join(',')
  const shown = { skuCode: 'OIL-T1', quantity: 6, hundredCost: 95_000, bin: 'B-2', batchNo: 'G7', bestBefore: '2099-06-30', text: '' }
  expect((await tries(row)).rows).toMatchObject([shown])
  expect((await tries(`${stockReceiptFileHeadings.join(',')}\n${row}`)).rows).toMatchObject([shown])
  await posts(row)
  const { dataList } = await warehouse.api.consoleBatch.list({ skuId: oil })
  expect(dataList).toMatchObject([{ batchNo: 'G7', bestBefore: '2099-06-30', madeOn: '2026-01-31', units: 6 }])
})

test('a later receipt has averaged units without a cost as well, so they stay in until it is taken back', async () => {
  const skuId = await mall.createSku('联轴器', { code: 'LZ-1', stock: 0 })
  const comes = async (quantity: number, yuan?: string) => {
    mall.clock.forward(1_000)
    return (await consoleStockReceipt.create(types('LZ-1', quantity, yuan))).id
  }
  await comes(10, '4.00')
  const free = await comes(10)
  const costed = await comes(20, '6.00')
  expect((await stateOf(skuId))[3]).toBe(50_000)
  expect(await takesBack(free)).toMatchObject({ reason: 'STOCK_RECEIPT_COSTED', msg: 'LZ-1 之后又有入库计入成本，请先撤销后来的入库' })
  expect(await takesBack(costed)).toMatchObject({ code: 200 })
  // A receipt of a purchase order that is taken back after units were sold leaves another average: taking back more does not restore it.
  const { consolePurchaseOrder } = admin.api
  const id = await placesOrder('LZ-1', 15)
  for (const quantity of [10, 5]) await consolePurchaseOrder.receive({ id, lines: [{ lineNo: 1, quantity }] })
  await warehouse.api.consoleSku.adjustStock({ skuId, change: -5, reason: '破损' })
  for (const receiptNo of [1, 2]) await consolePurchaseOrder.reverse({ id, receiptNo, reason: '送错' })
  expect((await stateOf(skuId)).slice(2)).toEqual([15, 34_287])
  expect(await takesBack(free)).toMatchObject({
    reason: 'STOCK_RECEIPT_COSTED',
    msg: 'LZ-1 之后有采购入库被冲销，请用盘点或库存调整更正',
  })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('what was counted since it came stays in, because the count has corrected it or will', async () => {
  await mall.createSku('链条', { code: 'LT-1', stock: 0 })
  const { consoleStockCount } = warehouse.api
  const sheetOf = () => consoleStockCount.create({ warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes: ['LT-1'] })
  const before = await sheetOf()
  mall.clock.forward(1_000)
  const { id } = await consoleStockReceipt.create(types('LT-1', 100))
  mall.clock.forward(1_000)
  await consoleStockCount.enter({ id: before.id, lines: [{ lineNo: 1, counted: 10, before: null }] })
  const { count } = await consoleStockCount.detail({ id: before.id })
  const refused = { reason: 'STOCK_RECEIPT_COUNTED', msg: expect.stringContaining(`LT-1（盘点单 ${count.countNo}）`) }
  expect(await takesBack(id)).toMatchObject(refused)
  await consoleStockCount.submit({ id: before.id, rowVersion: count.rowVersion })
  const { rowVersion } = (await consoleStockCount.detail({ id: before.id })).count
  await admin.api.consoleStockCount.approve({ id: before.id, rowVersion })
  expect(await takesBack(id)).toMatchObject(refused)
  // Goods that are on a sheet and not counted yet can go.
  mall.clock.forward(1_000)
  const other = await consoleStockReceipt.create(types('LT-1', 2))
  await sheetOf()
  expect(await takesBack(other.id)).toMatchObject({ code: 200 })
})

test('what slips between a trial and its receipt refuses it: a receipt at once, and a file that the release before brings in', async () => {
  const skuId = await mall.createSku('滚筒', { code: 'GT-1', stock: 0 })
  const texts = ['4', '6'].map((cost) => `编码,数量,成本\nGT-1,10,${cost}\n`)
  const tried = await Promise.all(texts.map((text) => tries(text)))
  const imports = (at: number, seen = tried[at]?.seen ?? '') =>
    consoleStockReceipt.import({ fileName: '六月.csv', seen }, { file: csv(texts[at] ?? '') })
  const both = await Promise.allSettled([imports(0), imports(1)])
  const [late] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect([both.map(({ status }) => status).sort(), late?.reason]).toEqual([['fulfilled', 'rejected'], 'STOCK_RECEIPT_CHANGED'])
  const open = both[0]?.status === 'rejected' ? 0 : 1
  const { seen } = await tries(texts[open] ?? '')
  const staff = await mall.db.selectFrom('staff').select('id').limit(1).executeTakeFirstOrThrow()
  const hash = createHash('sha256')
    .update(texts[open] ?? '')
    .digest()
  let waiting: Promise<unknown> = Promise.resolve()
  await mall.db.transaction().execute(async (tx) => {
    const row = {
      id: randomUUID(),
      file_hash: hash,
      file_name: '旧.csv',
      staff_id: staff.id,
      at: mall.clock.now,
      added: 1,
      refused: 0,
      units: 10,
    }
    await tx.insertInto('receipt_import').values(row).execute()
    waiting = imports(open, seen).then(
      () => 'came in',
      ({ reason }) => reason,
    )
    await expect.poll(async () => (await mall.pool.query(WAITING)).rowCount, { timeout: 20_000 }).toBe(1)
  })
  expect(await waiting).toBe('RECEIPTS_KNOWN')
  // A purchase receipt and the file wait for the same stock, one after the other: the file meets the average of the other.
  const orderId = await placesOrder('GT-1', 5)
  const waits = (count: number) => expect.poll(async () => (await mall.pool.query(WAITING)).rowCount, { timeout: 20_000 }).toBe(count)
  const third = texts.push('编码,数量,成本\nGT-1,10,7\n') - 1
  const again = await tries(texts[third] ?? '')
  let received: Promise<unknown> = Promise.resolve()
  await mall.db.transaction().execute(async (tx) => {
    await tx.selectFrom('sku_stock').select('sku_id').where('sku_id', '=', skuId).forUpdate().execute()
    received = admin.api.consolePurchaseOrder.receive({ id: orderId, lines: [{ lineNo: 1, quantity: 5 }] })
    await waits(1)
    waiting = imports(third, again.seen).then(
      () => 'came in',
      ({ reason }) => reason,
    )
    await waits(2)
  })
  expect([await received, await waiting]).toEqual([expect.anything(), 'STOCK_RECEIPT_CHANGED'])
  expect((await stateOf(skuId)).slice(0, 3)).toEqual([15, 0, 15])
})

test('a trial stands for what was shown: another average refuses it, a sale does not', async () => {
  const skuId = await mall.createSku('销轴', { code: 'XZ-1', stock: 9 })
  const text = '编码,数量,成本\nXZ-1,10,3\n'
  const keys = async () => (await mall.pool.query('select from idempotency_key')).rowCount
  const answered = await keys()
  const { seen } = await tries(text)
  // A trial is answered without a record.
  expect(await keys()).toBe(answered)
  await warehouse.api.consoleSku.adjustStock({ skuId, change: -1, reason: '破损' })
  await consoleStockReceipt.create(types('XZ-1', 2, '5.00'))
  const late = consoleStockReceipt.import({ fileName: '六月.csv', seen }, { file: csv(text) })
  await expect(late).rejects.toMatchObject({ reason: 'STOCK_RECEIPT_CHANGED' })
  const again = await tries(text)
  await warehouse.api.consoleSku.adjustStock({ skuId, change: -1, reason: '破损' })
  await consoleStockReceipt.import({ fileName: '六月.csv', seen: again.seen }, { file: csv(text) })
  expect((await stateOf(skuId)).slice(0, 3)).toEqual([19, 0, 19])
})

test('a file of two thousand rows takes as many statements as one of two, and a longer or unreadable one is refused', async () => {
  const codes = Array.from({ length: 40 }, (_, at) => `MANY-${at}`)
  for (const code of codes) await mall.createSku('多行', { code, stock: 0 })
  const sheet = (rows: number) => `编码,数量,成本\n${Array.from({ length: rows }, (_, at) => `${codes[at % 40]},${at + 1},2\n`).join('')}`
  const count = async (text: string) => {
    const { seen } = await tries(text)
    const before = mall.statements.length
    await consoleStockReceipt.import({ fileName: 'x.csv', seen }, { file: csv(text) })
    return mall.statements.length - before
  }
  const [two, many] = [await count(sheet(2)), await count(sheet(2_000))]
  expect(many).toBe(two)
  await expect(tries(sheet(2_001))).rejects.toMatchObject({ reason: 'RECEIPTS_TOO_LARGE' })
  await expect(tries('')).rejects.toMatchObject({ reason: 'RECEIPTS_UNREADABLE' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('whoever keeps certain shops sees receipts of their goods alone, and only the warehouse and administrators receive goods', async () => {
  await mall.createSku('密封圈', { code: 'MF-1', stock: 1 })
  const { id } = await consoleStockReceipt.create(types('MF-1', 2))
  const keeper = await mall.staff('warehouse', 'catalogue')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  expect((await keeper.api.consoleStockReceipt.list({})).total).toBe(0)
  await expect(keeper.api.consoleStockReceipt.lines({ id })).rejects.toMatchObject({ reason: 'STOCK_RECEIPT_NOT_FOUND' })
  expect(await takesBack(id, '录错', keeper)).toMatchObject({ reason: 'STOCK_RECEIPT_NOT_FOUND' })
  const typed = await keeper.post(create.path, types('MF-1', 2), { 'idempotency-key': randomUUID() })
  expect(typed).toMatchObject({ reason: 'STOCK_RECEIPT_LINES', msg: '第 1 行：规格 MF-1 不在您负责的店铺' })
  for (const role of ['support', 'catalogue', 'finance'] as const)
    expect(await takesBack(id, '录错', await mall.staff(role))).toMatchObject({ code: 403 })
})

test('a receipt of yesterday stays', async () => {
  await mall.createSku('油封', { code: 'YF-1', stock: 0 })
  const { id } = await consoleStockReceipt.create(types('YF-1', 2))
  mall.clock.forward(DAY)
  const next = await mall.staff('warehouse', 'support')
  expect(await next.api.consoleStockReceipt.detail({ id })).toMatchObject({ state: 'posted', reversible: false })
  const late = await takesBack(id, '录错', next)
  expect(late).toMatchObject({ reason: 'STOCK_RECEIPT_DAY', msg: '只能撤销当天的入库单，请用盘点或库存调整更正' })
})

test('the code that was meant is found among thousands that begin alike', async () => {
  const skuId = await mall.createSku('密封件', { code: 'NFXZ-771', stock: 0 })
  await mall.pool.query(
    `insert into sku (id, goods_id, code, props, sale_price_fen, minimum, step, weight_grams, on_shelf, position)
     select gen_random_uuid(), goods_id, 'NFX-' || no, props, sale_price_fen, minimum, step, weight_grams, false, position + no
     from sku, generate_series(10001, 12100) as no where id = $1`,
    [skuId],
  )
  const next = await mall.staff('warehouse', 'support')
  expect((await tries('编码,数量\nNFXZ-772,1\n', next)).rows[0]?.text).toBe('没有编码为 NFXZ-772 的商品规格，最接近的是 NFXZ-771')
})
