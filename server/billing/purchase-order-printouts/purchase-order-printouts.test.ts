import { expect, test } from 'vitest'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'

const mall = await openMall()
const [catalogue, support] = [await mall.staff('catalogue'), await mall.staff('support')]
await mall.createSku('U84 采煤截齿', { code: 'PICK-84', stock: 0 })
const { consolePurchaseOrder, consolePurchaseOrderPrintout } = catalogue.api
const { supplierId } = await catalogue.api.consoleSupplier.save({
  name: '株洲硬质合金',
  creditCode: '',
  contactName: '周敏',
  contactPhone: '',
  paymentTerms: '月结 30 天',
  leadDays: 7,
  active: true,
})

test('a placed order is a PDF with its prices, sum and hash, and stays the same when goods come', async () => {
  const lines = [{ skuCode: 'PICK-84', quantity: 1_200, price: yuanTextToFen('11.30') }]
  const { id } = await consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay: '2026-11-25', note: '木箱包装', lines })
  await expect(consolePurchaseOrderPrintout.print({ id })).rejects.toMatchObject({
    reason: 'PURCHASE_ORDER_STATE',
    message: expect.stringContaining('下单后才能打印'),
  })
  await consolePurchaseOrder.place({ id, rowVersion: 0 })
  const print = async () => {
    const { name, bytes } = await consolePurchaseOrderPrintout.print({ id })
    return { name, text: parsePdfTextByPage(Buffer.from(bytes)).join('').replaceAll(/\s/g, '') }
  }
  const { name, text } = await print()
  expect(name).toBe('采购单-CG202611180001.pdf')
  for (const part of [
    'CG202611180001',
    '株洲硬质合金',
    'U84采煤截齿',
    'PICK-84',
    '1200',
    '11.30',
    '13,560.00',
    '13.00%',
    '2026-11-25',
    '木箱包装',
  ])
    expect(text, part).toContain(part)
  expect(text).toContain('人民币壹万叁仟伍佰陆拾元整')
  expect(text).toMatch(/[\da-f]{64}/)
  const warehouse = await mall.staff('warehouse')
  await warehouse.api.consolePurchaseOrder.receive({ id, lines: [{ lineNo: 1, quantity: 5 }], note: '' })
  expect((await print()).text).toBe(text)
  await expect(support.api.consolePurchaseOrderPrintout.print({ id })).rejects.toMatchObject({ code: 403 })
})

test('whoever keeps certain shops prints the orders of these alone', async () => {
  const lines = [{ skuCode: 'PICK-84', quantity: 1, price: yuanTextToFen('11.30') }]
  const { id } = await consolePurchaseOrder.save({ supplierId, taxRate: 0, expectedDay: null, note: '', lines })
  await consolePurchaseOrder.place({ id, rowVersion: 0 })
  const keeper = await mall.staff('warehouse')
  const admin = await mall.staff('admin')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [await mall.newShop('三店')], rowVersion: 0 })
  await expect(keeper.api.consolePurchaseOrderPrintout.print({ id })).rejects.toMatchObject({ reason: 'PURCHASE_ORDER_NOT_FOUND' })
})
