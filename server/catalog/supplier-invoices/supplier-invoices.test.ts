import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { createSupplierInvoiceHelpers, idOfRecorded } from '#server/platform/testing/supplier-invoices.ts'

const mall = await openMall()
const [buyer, finance, warehouse, admin] = [
  await mall.staff('catalogue'),
  await mall.staff('finance'),
  await mall.staff('warehouse'),
  await mall.staff('admin'),
]
const { create, correct, rematch, accept, sendBack, void: annul, detail, uninvoicedLines } = contract.consoleSupplierInvoice
const { receive, reverse } = contract.consolePurchaseOrder
const key = () => ({ 'idempotency-key': randomUUID() })
const idOf = idOfRecorded
const { supplierId, newSupplier, orders, come, toBody, sends, shows, stands, next } = await createSupplierInvoiceHelpers(mall, {
  buyer,
  warehouse,
  finance,
})

test('what came is proposed for the invoice, matches within the tolerance, and leaves the report of what has none', async () => {
  const id = await orders([100, '11.30'], [10, '56.50'])
  expect((await buyer.api.consoleSupplierInvoice.uninvoicedLines({ supplierId, purchaseOrderId: id })).lines).toEqual([])
  await come(id, 60, 10)
  const { lines } = await buyer.api.consoleSupplierInvoice.uninvoicedLines({ supplierId, purchaseOrderId: id })
  expect(lines.map(({ orderLineNo, received, invoiced }) => [orderLineNo, received, invoiced])).toEqual([
    [1, 60, 0],
    [2, 10, 0],
  ])
  const report = async () => (await finance.api.consoleSupplierInvoice.uninvoiced({ supplier: '株洲' })).dataList
  expect(await report()).toMatchObject([{ orders: 1, units: 70, amount: yuanTextToFen('1243'), net: yuanTextToFen('1100') }])
  // One per cent more is what the settings allow.
  const saved = await sends(buyer, id, [
    [1, 60, '11.41'],
    [2, 4, '56.50'],
  ])
  expect(saved).toMatchObject({ code: 200, data: { state: 'MATCHED' } })
  const { invoice, lines: matched } = await shows(idOf(saved))
  expect(invoice).toMatchObject({ different: 0, variance: yuanTextToFen('5.84'), priceDifference: yuanTextToFen('6.60'), holdsUnits: true })
  expect(matched.map(({ ordered, received, quantity }) => [ordered, received, quantity])).toEqual([
    [100, 60, 60],
    [10, 10, 4],
  ])
  expect(await stands(id)).toEqual({ received: yuanTextToFen('1243'), invoiced: yuanTextToFen('910.60'), units: [60, 4] })
  expect(await report()).toMatchObject([{ units: 6, amount: yuanTextToFen('339') }])
  // What goods cost stays what was computed when they came.
  const cost = await mall.db
    .selectFrom('sku_cost')
    .select('after_fen')
    .where('sku_id', '=', matched[0]?.skuId ?? '')
    .execute()
  expect(cost).toEqual([{ after_fen: 100_000 }])
})

test('the same paper is recorded once, and again only after it was voided, which needs its reason', async () => {
  const id = await orders([10, '10'])
  await come(id, 10)
  const typed = toBody(id, [[1, 4, '10']])
  const twice = key()
  const answers = await Promise.all([1, 2].map(() => buyer.post(create.path, typed, twice)))
  const [first] = answers.map(idOf)
  expect(answers.map(idOf)).toEqual([first, first])
  const again = { ...toBody(id, [[1, 2, '10']]), invoiceNumber: typed.invoiceNumber }
  const known = await finance.post(create.path, again, key())
  expect(known).toMatchObject({ code: 409, reason: 'SUPPLIER_INVOICE_KNOWN', detail: { field: 'invoiceNumber' } })
  expect(await stands(id)).toMatchObject({ units: [4] })
  const step = await next(first ?? '')
  expect(await buyer.post(annul.path, step), 'who typed it').toMatchObject({ code: 409, reason: 'SECOND_PERSON_NEEDED' })
  await finance.api.consoleSupplierInvoice.void({ ...step, reason: '票面信息开错' })
  expect(await stands(id)).toMatchObject({ units: [0], invoiced: 0 })
  expect(await finance.post(create.path, again, key())).toMatchObject({ code: 200, data: { state: 'MATCHED' } })
  const paper = (invoiceCode: string) =>
    buyer.post(create.path, { ...toBody(id, [[1, 1, '10']]), invoiceNumber: '12345678', invoiceCode }, key())
  expect([await paper('4300000001'), await paper('4300000002'), await paper('4300000002')]).toMatchObject([
    { code: 200 },
    { code: 200 },
    { code: 409, reason: 'SUPPLIER_INVOICE_KNOWN', msg: expect.stringContaining('已匹配') },
  ])
  const late = await buyer.post(annul.path, { id: first, rowVersion: 1, reason: '再来' })
  expect(late).toMatchObject({ reason: 'SUPPLIER_INVOICE_STATE', msg: 'finance 已于 14:00 作废这张采购发票' })
})

test('a dearer invoice waits for a second person, who accepts it with a reason or sends it back to be corrected', async () => {
  const id = await orders([10, '113'])
  await come(id, 10)
  const saved = await sends(finance, id, [[1, 4, '120']])
  expect(saved).toMatchObject({ data: { state: 'DIFFERENT' } })
  const { lines, own } = await shows(idOf(saved))
  expect([own, lines.map(({ match }) => match)]).toMatchObject([
    true,
    [{ priceDifference: yuanTextToFen('28'), isPriceDifferent: true, isTaxRateDifferent: false, overOrdered: 0, overReceived: 0 }],
  ])
  expect(await stands(id), 'nobody invoices them again meanwhile').toMatchObject({ units: [4] })
  const step = await next(idOf(saved))
  expect(await finance.post(accept.path, step, key())).toMatchObject({ code: 409, reason: 'SECOND_PERSON_NEEDED' })
  expect(await buyer.post(accept.path, step, key())).toMatchObject({ code: 403 })
  await admin.api.consoleSupplierInvoice.accept(step)
  const { invoice } = await shows(idOf(saved))
  expect(invoice).toMatchObject({ state: 'ACCEPTED', reason: '已与供应商核对', variance: yuanTextToFen('24.78') })
  expect(await finance.post(accept.path, step, key())).toMatchObject({
    reason: 'SUPPLIER_INVOICE_STATE',
    msg: 'admin 已于 14:00 接受差异',
  })

  const other = idOf(await sends(buyer, id, [[1, 6, '130']], { taxRate: 300 }))
  expect((await shows(other)).lines[0]?.match).toMatchObject({ isPriceDifferent: true, isTaxRateDifferent: true })
  await finance.api.consoleSupplierInvoice.sendBack({ ...(await next(other)), reason: '税率应为 13%' })
  expect([(await shows(other)).invoice.state, await stands(id)]).toMatchObject(['RETURNED', { units: [4] }])
  const right = toBody(id, [[1, 6, '113']])
  const corrected = { id: other, rowVersion: 1, ...right, supplierId: undefined }
  expect(await buyer.post(correct.path, corrected)).toMatchObject({ code: 200, data: { state: 'MATCHED' } })
  expect(await stands(id)).toMatchObject({ units: [10], invoiced: yuanTextToFen('1158') })
})

test('units that did not come are accepted by nobody; the invoice is matched again when they have', async () => {
  const id = await orders([10, '10'])
  await come(id, 6)
  const saved = idOf(await sends(buyer, id, [[1, 10, '10']]))
  expect((await shows(saved)).lines[0]?.match).toMatchObject({ overReceived: 4, overOrdered: 0 })
  expect(await finance.post(accept.path, await next(saved), key())).toMatchObject({ code: 409, reason: 'SUPPLIER_INVOICE_UNITS' })
  const same = { id: saved, rowVersion: 0 }
  expect(await buyer.post(rematch.path, same)).toMatchObject({ data: { state: 'DIFFERENT' } })
  await come(id, 4)
  expect(await buyer.post(rematch.path, same)).toMatchObject({ reason: 'ROW_CHANGED' })
  expect(await buyer.post(rematch.path, { id: saved, rowVersion: 1 })).toMatchObject({ data: { state: 'MATCHED' } })
  expect(await stands(id)).toMatchObject({ units: [10] })
})

test('no unit is invoiced twice, by two people at once or by taking a receipt back below what is invoiced', async () => {
  const id = await orders([10, '10'])
  await come(id, 10)
  const types = (person: typeof buyer) => () => sends(person, id, [[1, 7, '10']])
  const both = await runTwoCallsInLockOrder(mall, { table: 'purchase_order', id }, [types(buyer), types(finance)])
  expect(both).toMatchObject([{ data: { state: 'MATCHED' } }, { data: { state: 'DIFFERENT' } }])
  expect((await shows(idOf(both[1]))).lines[0]?.match).toMatchObject({ overReceived: 4 })
  const back = { id, receiptNo: 1, reason: '退货' }
  expect(await warehouse.post(reverse.path, back, key())).toMatchObject({ code: 409, reason: 'GOODS_RECEIPT_INVOICED' })
  await finance.api.consoleSupplierInvoice.void({ ...(await next(idOf(both[0]))), reason: '退货重开' })
  expect(await warehouse.post(reverse.path, back, key())).toMatchObject({ code: 200 })
  await finance.api.consoleSupplierInvoice.void({ ...(await next(idOf(both[1]))), reason: '退货重开' })
  expect(await warehouse.post(receive.path, { id, lines: [{ lineNo: 1, quantity: 11 }], note: '多送一件' }, key())).toMatchObject({
    code: 200,
  })
  const over = idOf(await sends(buyer, id, [[1, 11, '10']]))
  expect((await shows(over)).lines[0]?.match).toMatchObject({ overReceived: 0, overOrdered: 1 })
})

test('what is wrong on the paper is named by line, and nothing is saved', async () => {
  const { total } = await finance.api.consoleSupplierInvoice.list({})
  const id = await orders([10, '10'])
  await come(id, 10)
  const good = toBody(id, [[1, 5, '10']])
  const [line] = good.lines
  const posts = (change: object) => buyer.post(create.path, { ...good, ...change }, key())
  expect(await posts({ total: 50.01 })).toMatchObject({ reason: 'SUPPLIER_INVOICE_TOTALS', detail: { field: 'total' } })
  expect(await posts({ invoicedOn: '2026-11-19' })).toMatchObject({ reason: 'SUPPLIER_INVOICE_DAY' })
  expect(await posts({ invoiceNumber: '12345678' })).toMatchObject({ code: 400, detail: { field: 'invoiceCode' } })
  expect(await posts({ lines: [line, line] })).toMatchObject({ code: 400 })
  expect(await posts({ net: 43.25, tax: 6.75, lines: [{ ...line, net: 43.25, tax: 6.75 }] })).toMatchObject({
    reason: 'SUPPLIER_INVOICE_LINES',
    msg: '第 1 行：税额 ¥6.75 与按税率计算的 ¥5.75 不符',
  })
  const untaxed = { ...line, taxRate: 0, net: 49.99, tax: 0.01 }
  expect(await posts({ net: 49.99, tax: 0.01, lines: [untaxed] })).toMatchObject({
    msg: expect.stringContaining('按税率计算的 ¥0.00 不符'),
  })
  expect(await posts({ lines: [{ ...line, orderLineNo: 2 }] })).toMatchObject({ msg: '第 1 行：采购单里没有这一行' })
  expect(await posts({ supplierId: await newSupplier('长沙钻具') })).toMatchObject({ msg: expect.stringContaining('是另一个供应商的') })
  const missing = [{ ...line, purchaseOrderId: randomUUID() }]
  expect(await posts({ lines: missing })).toMatchObject({ code: 404, reason: 'PURCHASE_ORDER_NOT_FOUND' })
  expect((await finance.api.consoleSupplierInvoice.list({})).total).toBe(total)
})

test('invoices are found by number, order, supplier, state and day, by those who buy or pay; the tolerance is a setting', async () => {
  const count = async (input: object) => (await finance.api.consoleSupplierInvoice.list(input)).total
  const [newest] = (await finance.api.consoleSupplierInvoice.list({ state: 'MATCHED' })).dataList
  const [order] = newest?.orders ?? []
  expect(await count({ invoiceNumber: newest?.invoiceNumber, supplier: '株洲', dateFrom: '2026-11-18', dateTo: '2026-11-18' })).toBe(1)
  expect(await count({ orderNo: order?.orderNo })).toBeGreaterThan(0)
  expect([await count({ supplier: '长沙' }), await count({ dateFrom: '2026-11-19' })]).toEqual([0, 0])
  await createSettingsHelpers(mall).sets('purchaseMatch', { priceToleranceBp: 0 })
  const id = await orders([10, '10'])
  await come(id, 10)
  expect(await sends(buyer, id, [[1, 1, '10.01']])).toMatchObject({ data: { state: 'DIFFERENT' } })
  for (const role of ['warehouse', 'support', 'reviewer'] as const)
    expect(await (await mall.staff(role)).post(contract.consoleSupplierInvoice.list.path, {})).toMatchObject({ code: 403 })
  expect(await (await mall.buyer('林')).post(detail.path, { id })).not.toMatchObject({ code: 200 })
})

test('whoever keeps certain shops sees and invoices the orders of these alone', async () => {
  const keeper = await mall.staff('catalogue', 'finance')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('catalogue,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [await mall.newShop('三店')], rowVersion: 0 })
  const id = await orders([10, '10'])
  await come(id, 10)
  const waiting = idOf(await sends(buyer, id, [[1, 1, '12']]))
  expect((await keeper.api.consoleSupplierInvoice.list({})).total).toBe(0)
  expect((await keeper.api.consoleSupplierInvoice.uninvoiced({})).total).toBe(0)
  expect(await keeper.post(uninvoicedLines.path, { supplierId })).toMatchObject({ data: { lines: [] } })
  const missing = { reason: 'SUPPLIER_INVOICE_NOT_FOUND' }
  const step = { id: waiting, rowVersion: 0, reason: '不要' }
  expect(await keeper.post(detail.path, { id: waiting })).toMatchObject(missing)
  expect(await keeper.post(accept.path, step, key())).toMatchObject(missing)
  for (const { path } of [sendBack, annul]) expect(await keeper.post(path, step)).toMatchObject(missing)
  expect(await keeper.post(rematch.path, { id: waiting, rowVersion: 0 })).toMatchObject(missing)
  const right = { ...toBody(id, [[1, 1, '10']]), supplierId: undefined }
  expect(await keeper.post(correct.path, { id: waiting, rowVersion: 0, ...right })).toMatchObject(missing)
  expect(await sends(keeper, id, [[1, 1, '10']])).toMatchObject({ reason: 'PURCHASE_ORDER_NOT_FOUND' })
})

test('the number of statements does not depend on the lines, and the invariants hold', async () => {
  const id = await orders([10, '5'], [10, '5'], [10, '5'], [10, '5'])
  await come(id, 10, 10, 10, 10)
  const countFor = async (...lineNos: number[]) =>
    (
      await mall.queriesOf(() =>
        sends(
          buyer,
          id,
          lineNos.map((no) => [no, 1, '5']),
        ),
      )
    ).length
  await countFor(1, 2, 3, 4)
  expect(await countFor(1, 2, 3, 4)).toBe(await countFor(2))
  expect(await mall.findInvariantBreaches()).toEqual({})
})
