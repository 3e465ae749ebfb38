import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromYuan } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { ADM } from '#tools/demo/people.ts'
import { formatCount } from '#ui/format.ts'
import { chooseSearchedOption } from './choose-option.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const SUPPLIER = '西安掘进配件厂'

test('what runs out is found by its supplier and days, and becomes a draft of a purchase order', async () => {
  const token = await logInStaffByApi(mall, ADM)
  const { consoleStockReport, consoleSupplier, consolePurchaseOrder } = createTypedApiClients(mall, token)
  const [first] = (await consoleStockReport.replenishment({ coverDays: 90 })).dataList
  const { skuCode } = first ?? expect.fail('the demo lacks nothing')
  const facts = { creditCode: '', contactName: '', contactPhone: '', paymentTerms: '', leadDays: 7, active: true }
  const { supplierId } = await consoleSupplier.save({ name: SUPPLIER, ...facts })
  const price = { supplierId, skuCode, price: fromYuan(0.5), leadDays: 9, minimum: 12, validFrom: toShanghaiDay(new Date()) }
  await consoleSupplier.addPrice(price)

  const buyer = await openPage(mall, { app: 'console', path: '/replenishment', size: 'desk', token })
  const { page } = buyer
  await chooseSearchedOption(page.getByRole('combobox', { name: '供应商' }), '掘进', SUPPLIER)
  await expect.poll(() => page.url()).toContain(`supplierId=${supplierId}`)
  await page.getByRole('combobox', { name: '备货天数' }).click()
  await page.getByTitle('90 天', { exact: true }).click()
  await page.getByText('备货天数 90').waitFor()
  const [advice] = (await consoleStockReport.replenishment({ coverDays: 90, supplierId })).dataList
  const { advised } = advice ?? expect.fail('not advised')
  const row = page.getByRole('row', { name: skuCode })
  await row.getByText('¥0.50 · 9 天到货 · 起订 12').waitFor()
  await row.getByRole('cell', { name: formatCount(advised), exact: true }).waitFor()
  expect(await page.getByRole('button', { name: '生成采购单' }).isDisabled(), 'nothing is chosen').toBe(true)
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: '生成采购单 1 个规格' }).click()
  await page.getByText('已生成采购单草稿，请核对后下单').waitFor()
  await expect.poll(() => page.url()).toContain('/purchase_order?id=')
  await page.getByRole('row', { name: skuCode }).waitFor()

  const id = new URL(page.url().replace('#/', '')).searchParams.get('id') ?? ''
  const { order, lines } = await consolePurchaseOrder.detail({ id })
  expect([order.state, order.supplierName, order.note]).toEqual(['DRAFT', SUPPLIER, '按补货建议生成'])
  expect(lines).toMatchObject([{ skuCode, quantity: advised, price: fromYuan(0.5) }])
  // What is drafted is on its way, so the same goods are not advised again.
  expect((await consoleStockReport.replenishment({ coverDays: 90, supplierId })).dataList).toEqual([])
  expect(buyer.problems).toEqual([])
})
