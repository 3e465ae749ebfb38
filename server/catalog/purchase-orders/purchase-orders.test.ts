import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const [catalogue, admin, warehouse] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('warehouse')]
const { save, place, setExpectedDay, receive, reverse, cancel, closeShort } = contract.consolePurchaseOrder
const codeOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()).code
const [pick, bar] = [await mall.createSku('U84 采煤截齿', { stock: 0 }), await mall.createSku('钎杆 B22', { stock: 0 })]
const [pickCode, barCode] = [await codeOf(pick), await codeOf(bar)]
const { supplierId } = await catalogue.api.consoleSupplier.save({
  name: '株洲硬质合金',
  creditCode: '',
  contactName: '周敏',
  contactPhone: '',
  paymentTerms: '月结 30 天',
  leadDays: 7,
  active: true,
})
await catalogue.api.consoleSupplier.addPrice({
  supplierId,
  skuCode: pickCode,
  price: yuanTextToFen('11.30'),
  leadDays: 7,
  minimum: 1,
  validFrom: '2026-11-01',
})
const typed = { supplierId, taxRate: 1_300, expectedDay: '2026-11-25', note: '' }
const line = (skuCode: string, quantity: number, price: string | null) => ({
  skuCode,
  quantity,
  price: price === null ? null : yuanTextToFen(price),
})
const detail = (id: string) => warehouse.api.consolePurchaseOrder.detail({ id })
const key = () => ({ 'idempotency-key': randomUUID() })

/** A placed order with these lines. */
async function order(...lines: ReturnType<typeof line>[]): Promise<string> {
  const { id } = await catalogue.api.consolePurchaseOrder.save({ ...typed, lines })
  await catalogue.api.consolePurchaseOrder.place({ id, rowVersion: 0 })
  return id
}
const come = (id: string, lines: [lineNo: number, quantity: number][], note = '') => ({
  id,
  lines: lines.map(([lineNo, quantity]) => ({ lineNo, quantity })),
  note,
})
const costsOf = async (skuId: string) => {
  const rows = await mall.db.selectFrom('sku_cost').select('after_fen').where('sku_id', '=', skuId).orderBy('no').execute()
  return rows.map(({ after_fen }) => after_fen)
}

test('an order is drafted with the price of the supplier, changed, placed, and received in two parts', async () => {
  const { id } = await catalogue.api.consolePurchaseOrder.save({ ...typed, lines: [line(pickCode, 100, null)] })
  await catalogue.api.consolePurchaseOrder.save({
    ...typed,
    id,
    rowVersion: 0,
    lines: [line(pickCode, 100, null), line(barCode, 10, '56.50')],
  })
  const stale = await admin.post(save.path, { ...typed, id, rowVersion: 0, lines: [{ skuCode: barCode, quantity: 1, price: 1 }] })
  expect(stale).toMatchObject({ reason: 'ROW_CHANGED' })
  expect(await catalogue.post(place.path, { id, rowVersion: 0 })).toMatchObject({ reason: 'ROW_CHANGED' })
  expect(await warehouse.post(receive.path, come(id, [[1, 1]]), key())).toMatchObject({
    code: 409,
    reason: 'PURCHASE_ORDER_STATE',
    msg: '采购单草稿，请刷新后查看',
  })
  await catalogue.api.consolePurchaseOrder.place({ id, rowVersion: 1 })
  expect((await detail(id)).order).toMatchObject({
    orderNo: 'CG202611180001',
    state: 'ORDERED',
    total: yuanTextToFen('1695'),
    units: 110,
    received: 0,
  })
  await warehouse.api.consolePurchaseOrder.receive(come(id, [[1, 60]]))
  expect(await mall.countStock(pick)).toBe(60)
  const tooMany = await warehouse.post(receive.path, come(id, [[1, 41]]), key())
  expect(tooMany).toMatchObject({ code: 422, reason: 'PURCHASE_TOO_MANY', detail: { rows: [{ lineNo: 1, open: 40 }], field: 'note' } })
  await warehouse.api.consolePurchaseOrder.receive(
    come(
      id,
      [
        [1, 41],
        [2, 10],
      ],
      '供应商多送一支',
    ),
  )
  const { order: whole, lines, receipts } = await detail(id)
  expect(whole).toMatchObject({ state: 'RECEIVED', received: 111 })
  expect(lines.map(({ received }) => received)).toEqual([101, 10])
  expect(receipts.map(({ receiptNo, units, note, goods }) => [receiptNo, units, note, goods])).toEqual([
    [2, 51, '供应商多送一支', `${pickCode} × 41、${barCode} × 10`],
    [1, 60, '', `${pickCode} × 60`],
  ])
  // 11.30 and 56.50 contain 13 % of tax.
  expect([await costsOf(pick), await costsOf(bar)]).toEqual([[100_000, 100_000], [500_000]])
  const { dataList } = await admin.api.consoleStock.movements({ skuId: pick })
  expect(dataList.map(({ change, balance, kind }) => [change, balance, kind])).toEqual([
    [41, 101, 'receipt'],
    [60, 60, 'receipt'],
  ])
})

test('the cost follows the average of what was there and what came, and goes back with a receipt', async () => {
  const id = await order(line(pickCode, 101, '33.90'))
  await warehouse.api.consolePurchaseOrder.receive(come(id, [[1, 101]]))
  expect((await costsOf(pick)).at(-1)).toBe(200_000)
  expect(await warehouse.api.consolePurchaseOrder.reverse({ id, receiptNo: 1, reason: '入错单' })).toEqual({ receiptNo: 2 })
  expect((await costsOf(pick)).at(-1)).toBe(100_000)
  expect(await mall.countStock(pick)).toBe(101)
  const { order: open, receipts } = await detail(id)
  expect(open).toMatchObject({ state: 'ORDERED', received: 0 })
  expect(receipts.map(({ reverses, reversed, units }) => [reverses, reversed, units])).toEqual([
    [1, false, -101],
    [null, true, 101],
  ])
  for (const receiptNo of [1, 2])
    expect(await warehouse.post(reverse.path, { id, receiptNo, reason: '再来' }, key())).toMatchObject({ reason: 'GOODS_RECEIPT_REVERSED' })
  expect(await warehouse.post(reverse.path, { id, receiptNo: 9, reason: '没有' }, key())).toMatchObject({
    reason: 'GOODS_RECEIPT_NOT_FOUND',
  })
  await catalogue.api.consolePurchaseOrder.cancel({ id })
  expect((await detail(id)).order.state).toBe('CANCELLED')
})

test('taking back the first receipt of a SKU leaves nothing known of its cost', async () => {
  const skuId = await mall.createSku('钻杆', { stock: 0 })
  const id = await order(line(await codeOf(skuId), 5, '11.30'))
  await warehouse.api.consolePurchaseOrder.receive(come(id, [[1, 5]]))
  await warehouse.api.consolePurchaseOrder.reverse({ id, receiptNo: 1, reason: '入错单' })
  expect(await costsOf(skuId)).toEqual([100_000, null])
  const { dataList } = await admin.api.consolePurchaseOrder.costs({})
  expect(dataList.map((row) => row.skuId)).not.toContain(skuId)
})

test('finance sees what SKUs cost and what their stock is worth; nobody else but administrators does', async () => {
  const finance = await mall.staff('finance')
  const { dataList } = await finance.api.consolePurchaseOrder.costs({ keyword: barCode })
  expect(dataList).toMatchObject([{ skuCode: barCode, hundredCost: yuanTextToFen('5000'), inHouse: 10, stockValue: yuanTextToFen('500') }])
  const { path } = contract.consolePurchaseOrder.costs
  for (const role of ['catalogue', 'warehouse', 'support'] as const)
    expect(await (await mall.staff(role)).post(path, {})).toMatchObject({ code: 403 })
  expect(await (await mall.buyer('林')).post(path, {})).not.toMatchObject({ code: 200 })
})

test('a receipt that is sent twice with one key comes once, and two at once do not lose each other', async () => {
  const id = await order(line(barCode, 100, '56.50'))
  const before = await mall.countStock(bar)
  const same = key()
  const answers = await Promise.all([1, 2].map(() => warehouse.post(receive.path, come(id, [[1, 10]]), same)))
  expect(answers).toEqual([1, 2].map(() => expect.objectContaining({ code: 200, data: { receiptNo: 1 } })))
  await Promise.all([1, 2].map(() => warehouse.post(receive.path, come(id, [[1, 20]]), key())))
  expect(await mall.countStock(bar)).toBe(before + 50)
  expect((await detail(id)).order.received).toBe(50)
  // Two people count the same 50 that are open.
  const receiveAs = (person: typeof warehouse) => () => person.post(receive.path, come(id, [[1, 50]]), key())
  const [first, second] = await runTwoCallsInLockOrder(mall, { table: 'purchase_order', id }, [receiveAs(warehouse), receiveAs(admin)])
  expect([first, second]).toMatchObject([{ code: 200 }, { reason: 'PURCHASE_ORDER_STATE', msg: 'warehouse 已于 14:00 入库' }])
})

test('units that are sold cannot be taken back; the rest is closed with a reason, and what came stays', async () => {
  const skuId = await mall.createSku('钎头', { stock: 0 })
  const id = await order(line(await codeOf(skuId), 10, '10'))
  const close = { id, reason: '供应商停产' }
  expect(await catalogue.post(closeShort.path, close)).toMatchObject({ reason: 'PURCHASE_NOTHING_CAME' })
  await warehouse.api.consolePurchaseOrder.receive(come(id, [[1, 6]]))
  expect(await catalogue.post(cancel.path, { id })).toMatchObject({ reason: 'PURCHASE_BEGUN' })
  await admin.api.consoleStock.count({ skuId, counted: 2, inHouse: 6, reason: '盘点' })
  expect(await warehouse.post(reverse.path, { id, receiptNo: 1, reason: '退货' }, key())).toMatchObject({ reason: 'OUT_OF_STOCK' })
  expect((await detail(id)).order).toMatchObject({ state: 'ORDERED', received: 6 })
  await catalogue.api.consolePurchaseOrder.closeShort(close)
  expect((await detail(id)).order).toMatchObject({ state: 'RECEIVED', closedReason: '供应商停产' })
  expect(await warehouse.post(receive.path, come(id, [[1, 1]]), key())).toMatchObject({ reason: 'PURCHASE_ORDER_STATE' })
})

test('every wrong line is named, and nothing is saved', async () => {
  const { total } = await catalogue.api.consolePurchaseOrder.list({})
  const wire = (skuCode: string, price: number | null) => ({ skuCode, quantity: 1, price })
  const lines = [wire('NO-SUCH', 1), wire(barCode, null), wire(pickCode, 1), wire(pickCode, 1)]
  expect(await catalogue.post(save.path, { ...typed, lines })).toMatchObject({
    reason: 'PURCHASE_LINES',
    msg: `第 1 行：没有编码为 NO-SUCH 的商品规格；第 2 行：${barCode} 没有供应商报价，请填写单价；第 4 行：${pickCode} 出现了两次，请合并数量`,
  })
  const other = await mall.createSku('别店的', { shopId: await mall.newShop('二店') })
  const mixed = [wire(pickCode, 1), wire(await codeOf(other), 1)]
  expect(await catalogue.post(save.path, { ...typed, lines: mixed })).toMatchObject({ reason: 'PURCHASE_SHOPS' })
  const dear = [{ skuCode: pickCode, quantity: 999_999, price: 999_999_999 }]
  expect(await catalogue.post(save.path, { ...typed, lines: dear })).toMatchObject({ reason: 'PURCHASE_TOO_LARGE' })
  expect(await catalogue.post(save.path, { ...typed, taxRate: 1_700, lines: mixed })).toMatchObject({
    code: 400,
    detail: { field: 'taxRate' },
  })
  expect((await catalogue.api.consolePurchaseOrder.list({})).total).toBe(total)
})

test('orders are found by number, state, supplier and day, by those who buy, store or pay', async () => {
  const numbers = async (input: object) => (await warehouse.api.consolePurchaseOrder.list(input)).dataList.map(({ orderNo }) => orderNo)
  expect(await numbers({ orderNo: 'CG202611180001' })).toEqual(['CG202611180001'])
  expect(await numbers({ state: 'CANCELLED' })).toHaveLength(1)
  expect(await numbers({ supplier: '株洲', dateFrom: '2026-11-18', dateTo: '2026-11-18', state: 'RECEIVED' })).toHaveLength(3)
  expect(await numbers({ supplier: '长沙' })).toEqual([])
  expect(await numbers({ dateFrom: '2026-11-19' })).toEqual([])
  const { path } = contract.consolePurchaseOrder.list
  expect(await (await mall.staff('finance')).post(path, {})).toMatchObject({ code: 200 })
  for (const role of ['support', 'reviewer'] as const) expect(await (await mall.staff(role)).post(path, {})).toMatchObject({ code: 403 })
  expect(await catalogue.post(receive.path, come(randomUUID(), [[1, 1]]), key())).toMatchObject({ code: 403 })
  expect(await warehouse.post(cancel.path, { id: randomUUID() })).toMatchObject({ code: 403 })
})

test('whoever keeps certain shops sees the orders of these alone', async () => {
  const keeper = await mall.staff('warehouse', 'catalogue')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [await mall.newShop('三店')], rowVersion: 0 })
  const id = await order(line(barCode, 5, '56.50'))
  expect((await keeper.api.consolePurchaseOrder.list({})).total).toBe(0)
  const missing = { reason: 'PURCHASE_ORDER_NOT_FOUND' }
  expect(await keeper.post(contract.consolePurchaseOrder.detail.path, { id })).toMatchObject(missing)
  expect(await keeper.post(place.path, { id, rowVersion: 0 })).toMatchObject(missing)
  expect(await keeper.post(cancel.path, { id })).toMatchObject(missing)
  expect(await keeper.post(setExpectedDay.path, { id, expectedDay: null, rowVersion: 0 })).toMatchObject(missing)
  expect(await keeper.post(closeShort.path, { id, reason: '不要' })).toMatchObject(missing)
  expect(await keeper.post(receive.path, come(id, [[1, 1]]), key())).toMatchObject(missing)
  expect(await keeper.post(reverse.path, { id, receiptNo: 1, reason: '不要' }, key())).toMatchObject(missing)
  const lines = [{ skuCode: barCode, quantity: 1, price: 1 }]
  expect(await keeper.post(save.path, { ...typed, lines })).toMatchObject({ reason: 'PURCHASE_LINES' })
})

test('the number of statements does not depend on the lines, and the invariants hold', async () => {
  const skuIds = await Promise.all([1, 2, 3, 4].map((at) => mall.createSku(`钎套 ${at}`, { stock: 0 })))
  const codes = await Promise.all(skuIds.map(codeOf))
  const id = await order(...codes.map((code) => line(code, 10, '5')))
  const countFor = async (...lineNos: number[]) =>
    (
      await mall.queriesOf(() =>
        warehouse.api.consolePurchaseOrder.receive(
          come(
            id,
            lineNos.map((no) => [no, 1]),
          ),
        ),
      )
    ).length
  await countFor(1, 2, 3, 4)
  expect(await countFor(1, 2, 3, 4)).toBe(await countFor(2))
  expect(await mall.findInvariantBreaches()).toEqual({})
})
