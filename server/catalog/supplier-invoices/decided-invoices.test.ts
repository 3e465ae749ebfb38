import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { changeInvoicedUnits } from '#server/catalog/purchase-orders/public.ts'
import { openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { createSupplierInvoiceHelpers, idOfRecorded } from '#server/platform/testing/supplier-invoices.ts'

const mall = await openMall()
const [buyer, finance, warehouse, admin] = [
  await mall.staff('catalogue'),
  await mall.staff('finance'),
  await mall.staff('warehouse'),
  await mall.staff('admin'),
]
const { newSupplier, orders, come, toBody, sends, shows, stands, next } = await createSupplierInvoiceHelpers(mall, {
  buyer,
  warehouse,
  finance,
})
const { create, rematch, void: annul } = contract.consoleSupplierInvoice

test('the first tolerance waits for a second administrator, and a larger one does not match what waits', async () => {
  const id = await orders([10, '10'])
  await come(id, 10)
  const waiting = idOfRecorded(await sends(buyer, id, [[1, 4, '10.50']]))
  const { rowVersion } = (await admin.api.consoleSetting.read({})).purchaseMatch
  const change = { priceToleranceBp: 1_000, rowVersion, pwd: TEST_USER_PASSWORD }
  const asked = await admin.api.consoleSetting.setPurchaseMatch(change)
  expect([rowVersion, asked.changeId]).toEqual([0, expect.any(String)])
  expect((await admin.api.consoleSetting.read({})).purchaseMatch.values).toEqual({ priceToleranceBp: 100 })
  await createSettingsHelpers(mall).agrees(asked)
  expect((await admin.api.consoleSetting.read({})).purchaseMatch.values).toEqual({ priceToleranceBp: 1_000 })
  expect(await buyer.post(rematch.path, await version(waiting))).toMatchObject({ data: { state: 'DIFFERENT' } })
  expect(await sends(buyer, id, [[1, 4, '10.50']])).toMatchObject({ data: { state: 'MATCHED' } })
})
const version = async (id: string) => ({ id, rowVersion: (await next(id)).rowVersion })

test('an invoice that is matched again gives back units that are no longer there, and names an order that was cancelled', async () => {
  const id = await orders([10, '10'])
  await come(id, 10)
  const dearer = idOfRecorded(await sends(buyer, id, [[1, 4, '20']]))
  // The release before takes receipts back below what is invoiced.
  const lacks = (units: number) =>
    mall.db
      .updateTable('purchase_order_line')
      .set((eb) => ({ invoiced: eb('invoiced', '+', units) }))
      .where('purchase_order_id', '=', id)
      .execute()
  await lacks(8)
  expect(await buyer.post(rematch.path, await version(dearer))).toMatchObject({ data: { state: 'DIFFERENT' } })
  expect((await shows(dearer)).invoice.holdsUnits).toBe(false)
  expect(await stands(id)).toMatchObject({ units: [8], invoiced: 0 })
  await lacks(-8)

  const never = await orders([10, '10'])
  const early = idOfRecorded(await sends(buyer, never, [[1, 10, '10']]))
  await buyer.api.consolePurchaseOrder.cancel({ id: never })
  expect(await buyer.post(rematch.path, await version(early))).toMatchObject({
    reason: 'SUPPLIER_INVOICE_LINES',
    msg: expect.stringContaining('没有下单或已取消'),
  })
})

test('a number of 20 digits is recorded under one supplier; who keeps other shops hears no more of it; voiding keeps who accepted', async () => {
  const id = await orders([10, '10'])
  await come(id, 10)
  const typed = toBody(id, [[1, 2, '20']])
  const first = idOfRecorded(await buyer.post(create.path, typed, { 'idempotency-key': randomUUID() }))
  const other = await newSupplier('长沙合金')
  const shopId = await mall.newShop('二店')
  const skuId = await mall.createSku('二店的截齿', { stock: 0, shopId })
  const { code: skuCode } = await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()
  const lines = [{ skuCode, quantity: 10, price: yuanTextToFen('20') }]
  const second = await buyer.api.consolePurchaseOrder.save({ supplierId: other, taxRate: 1_300, expectedDay: null, note: '', lines })
  await buyer.api.consolePurchaseOrder.place({ id: second.id, rowVersion: 0 })
  const keeper = await mall.staff('catalogue', 'warehouse')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('catalogue,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [shopId], rowVersion: 0 })
  const again = Object.assign({}, typed, { supplierId: other, lines: toBody(second.id, [[1, 2, '20']]).lines })
  const answers = [buyer, keeper].map((person) => person.post(create.path, again, { 'idempotency-key': randomUUID() }))
  expect(await Promise.all(answers)).toMatchObject([
    { reason: 'SUPPLIER_INVOICE_KNOWN', msg: expect.stringMatching(/已登记过（.*有差异）$/) },
    { reason: 'SUPPLIER_INVOICE_KNOWN', msg: expect.stringMatching(/已登记过$/) },
  ])
  await finance.api.consoleSupplierInvoice.accept(await next(first))
  expect(await buyer.post(annul.path, await next(first))).toMatchObject({ reason: 'SECOND_PERSON_NEEDED' })
  await admin.api.consoleSupplierInvoice.void(await next(first, '货已退回'))
  const { invoice } = await shows(first)
  expect(invoice).toMatchObject({ state: 'VOID', reason: '已与供应商核对', voidReason: '货已退回' })
  expect(invoice.decidedBy).not.toBe(invoice.voidedBy)
})

test('no more units of a line are counted as invoiced than came', async () => {
  const id = await orders([10, '10'], [10, '10'])
  await come(id, 6, 10)
  const count = (...units: number[]) =>
    mall.runInTransaction((tx) =>
      changeInvoicedUnits(
        tx,
        units.map((one, at) => ({ purchaseOrderId: id, lineNo: at + 1, units: one, amountFen: yuanTextToFen('0') })),
      ),
    )
  expect([await count(7), await count(6, 10), await count(1), await count(-6, -10)]).toEqual([false, true, false, true])
  expect(await stands(id)).toMatchObject({ units: [0, 0] })
  expect(await mall.findInvariantBreaches()).toEqual({})
})
