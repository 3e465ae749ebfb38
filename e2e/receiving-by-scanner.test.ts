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

test.each(sizes)('goods of a purchase order are counted by scanner into the receipt, on a %s', async (size) => {
  const token = await logInStaffByApi(mall, OPS)
  const { consoleSku, consoleSupplier, consolePurchaseOrder } = createTypedApiClients(mall, token)
  const facts = { creditCode: '', contactName: '', contactPhone: '', paymentTerms: '月结', leadDays: 7, active: true }
  const { supplierId } = await consoleSupplier.save({ name: `株洲刀具厂 ${size}`, ...facts })
  const [first, second] = (await consoleSku.list({ keyword: 'KT-U8' })).dataList
  const codes = [first?.code ?? expect.fail('no SKU'), second?.code ?? expect.fail('one SKU')]
  const lines = codes.map((skuCode) => ({ skuCode, quantity: 3, price: fromYuan(20) }))
  const { id } = await consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay: null, note: '', lines })
  await consolePurchaseOrder.place({ id, rowVersion: 0 })
  const ordered = await consolePurchaseOrder.detail({ id })
  const [scanned = '', other = ''] = ordered.lines.map(({ barcode, skuCode }) => barcode || skuCode)

  const dock = await openPage(mall, { app: 'console', token, path: `/purchase_order?id=${id}`, size })
  const { page } = dock
  const { settle, faults } = createScreenInspector(dock)
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
  expect((await consolePurchaseOrder.detail({ id })).lines.map(({ received }) => received)).toEqual([3, 1])
  expect(dock.problems).toEqual([])
  await dock.context.close()
})
