import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromYuan } from '#contract/platform/core/money.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, screenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const sizes = selectByTestTier<readonly ScreenSize[]>({ landing: ['desk'], release: screenSizes })

/** Opens the receipt of an order of three each of two SKUs. */
async function openReceipt(size: ScreenSize, { batched = false } = {}) {
  const token = await logInStaffByApi(mall, OPS)
  const { consoleBatch, consoleSku, consoleSupplier, consolePurchaseOrder } = createTypedApiClients(mall, token)
  const facts = { creditCode: '', contactName: '', contactPhone: '', paymentTerms: '月结', leadDays: 7, active: true }
  const { supplierId } = await consoleSupplier.save({ name: `株洲刀具厂 ${size}${batched ? ' 批次' : ''}`, ...facts })
  const [first, second] = (await consoleSku.list({ keyword: 'KT-U8' })).dataList
  const codes = [first?.code ?? expect.fail('no SKU'), second?.code ?? expect.fail('one SKU')]
  if (batched) await consoleBatch.setBatched({ skuId: second?.skuId ?? '', batched, rowVersion: 0 })
  const lines = codes.map((skuCode) => ({ skuCode, quantity: 3, price: fromYuan(20) }))
  const { id } = await consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay: null, note: '', lines })
  await consolePurchaseOrder.place({ id, rowVersion: 0 })
  const readLines = async () => (await consolePurchaseOrder.detail({ id })).lines
  const [scanned = '', other = ''] = (await readLines()).map(({ barcode, skuCode }) => barcode || skuCode)

  const dock = await openPage(mall, { app: 'console', token, path: `/purchase_order?id=${id}`, size })
  const { page } = dock
  await page.getByRole('button', { name: '入库', exact: true }).click()
  const drawer = page.getByRole('dialog')
  const field = drawer.getByRole('textbox', { name: '到货商品的条码' })
  await field.waitFor()
  const notice = drawer.locator('.scan-notice')
  const units = drawer.getByRole('spinbutton')
  const readUnits = () => Promise.all([0, 1].map((at) => units.nth(at).inputValue()))
  // As a scanner does: into whatever has the focus.
  const scan = async (text: string, answer: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await notice.filter({ hasText: answer }).waitFor({ timeout: 10_000 })
  }
  return { dock, page, drawer, field, units, readUnits, scan, readLines, scanned, other }
}

test.each(sizes)('goods of a purchase order are counted by scanner into the receipt, on a %s', async (size) => {
  const { dock, page, drawer, units, readUnits, scan, readLines, scanned, other } = await openReceipt(size)
  const { settle, faults } = createScreenInspector(dock)
  expect(await readUnits()).toEqual(['3', '3'])
  await scan('ZZ-UNKNOWN', '采购单中没有 ZZ-UNKNOWN')
  expect(await readUnits(), 'an unknown code counts nothing').toEqual(['3', '3'])
  await scan(scanned, '已点 1')
  await scan(`2*${scanned}`, '已到齐')
  expect(await readUnits()).toEqual(['3', '0'])
  // A scan while the cursor is in a field of units is a scan, and neither a number nor the end of the form.
  await units.nth(1).click()
  await scan(other, '已点 1')
  expect(await readUnits()).toEqual(['3', '1'])
  await scan(scanned, '多到 1')
  await settle()
  expect(await faults(`a receipt by scanner, ${size}`)).toEqual([])
  await units.nth(0).fill('3')
  await page.keyboard.press('Enter')
  await drawer.getByRole('button', { name: '确认入库' }).click()
  await page.getByText('第 1 次入库已登记').waitFor()
  expect((await readLines()).map(({ received }) => received)).toEqual([3, 1])
  expect(dock.problems).toEqual([])
  await dock.context.close()
})

/** Gives the goods the barcodes of packages, which are digits. */
async function setBarcodes(): Promise<void> {
  const client = new pg.Client({ connectionString: mall.ownerUrl })
  await client.connect()
  const digits = "'690' || lpad(row_number() over (order by code)::text, 10, '0')"
  await client.query(`update sku set barcode = made.digits from (select id, ${digits} as digits from sku where code like 'KT-U8%') as made
    where made.id = sku.id`)
  await client.end()
}

test('a barcode of digits that is scanned into a field of the receipt is neither a number, nor a word, nor the end of the form', async () => {
  await setBarcodes()
  const { dock, page, drawer, field, units, readUnits, scan, readLines, scanned, other } = await openReceipt('desk', { batched: true })
  expect(scanned).toMatch(/^\d{13}$/)
  const hasFocus = () => field.evaluate((one) => one === one.ownerDocument.activeElement)
  await units.nth(1).click()
  await page.keyboard.press('End')
  await scan('6999999999999', '没有计入')
  expect([await readUnits(), await hasFocus()], 'an unknown code').toEqual([['3', '3'], true])
  await units.nth(1).click()
  await page.keyboard.press('End')
  await scan(scanned, '已点 1')
  expect([await readUnits(), await hasFocus()], 'the first scan, in the field of the other line').toEqual([['1', '0'], true])
  await units.nth(0).fill('12')
  await units.nth(1).click()
  await units.nth(0).click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await scan(other, '已点 1')
  expect(await readUnits(), 'a scan within a number').toEqual(['12', '1'])
  // A scanner that pastes, and one whose last key is Tab.
  await units.nth(0).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(scanned)
  await page.keyboard.press('Tab')
  expect([await readUnits(), await hasFocus()], 'pasted').toEqual([['13', '1'], true])

  await units.nth(0).fill('3')
  const [batchNo, bestBefore, note] = ['批号', '保质期至', '说明'].map((name) => drawer.getByRole('textbox', { name }))
  await bestBefore?.fill('2028-06-30')
  await batchNo?.fill('L-1')
  await batchNo?.press('Enter')
  await page.waitForTimeout(500)
  expect((await readLines()).map(({ received }) => received)).toEqual([0, 0])
  expect(await bestBefore?.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  await note?.fill('多到')
  await note?.press('Enter')
  expect(await note?.inputValue(), 'no line is begun').toBe('多到')
  await drawer.getByRole('button', { name: '确认入库' }).click()
  await page.getByText('第 1 次入库已登记').waitFor()
  expect((await readLines()).map(({ received }) => received)).toEqual([3, 1])
  expect(dock.problems).toEqual([])
  await dock.context.close()
})
