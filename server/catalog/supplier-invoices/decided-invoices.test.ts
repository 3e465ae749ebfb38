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
const { orders, come, sends, shows, stands, next } = await createSupplierInvoiceHelpers(mall, { buyer, warehouse, finance })
const { rematch } = contract.consoleSupplierInvoice

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
