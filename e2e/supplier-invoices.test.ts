import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatYuan, fromYuan, multiplyFen, sum } from '#contract/platform/core/money.ts'
import { ADM, OPS } from '#tools/demo/people.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

/** What one invoice of five lines may cost the person who types it: its number, its total, and the way between them. */
const KEYS_MAX = 32

test('an invoice of five lines takes its number and its total, and a dearer one waits for a second person', async () => {
  const token = await logInStaffByApi(mall, OPS)
  const { consoleSku, consoleSupplier, consolePurchaseOrder, consoleSupplierInvoice } = createTypedApiClients(mall, token)
  const facts = { creditCode: '', contactName: '', contactPhone: '', paymentTerms: '月结', leadDays: 7, active: true }
  const { supplierId } = await consoleSupplier.save({ name: '衡阳钻具厂', ...facts })
  // Picks of one shop.
  const codes = (await consoleSku.list({ keyword: 'KT-U8' })).dataList.slice(0, 5)
  const lines = codes.map(({ code }, at) => ({ skuCode: code, quantity: 10 + at, price: fromYuan(20 + at) }))
  const typed = { supplierId, taxRate: 1_300, expectedDay: null, note: '', lines }
  const { id } = await consolePurchaseOrder.save(typed)
  await consolePurchaseOrder.place({ id, rowVersion: 0 })
  await consolePurchaseOrder.receive({ id, lines: lines.map(({ quantity }, at) => ({ lineNo: at + 1, quantity })) })

  const clerk = await openPage(mall, { app: 'console', path: `/purchase_order?id=${id}`, size: 'desk', token })
  const { page, go } = clerk
  const begun = Date.now()
  await page.getByRole('button', { name: '登记发票' }).click()

  const number = page.getByLabel('发票号码')
  await number.and(page.locator(':focus')).waitFor()
  let keys = 0
  const type = async (text: string) => {
    await page.keyboard.type(text)
    keys += text.length
  }
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key)
    keys += times
  }
  // The number would come from a scanner; here every digit counts.
  await type('26431000000000005501')
  const total = page.getByLabel('票面价税合计')
  for (let tabs = 0; tabs < 4 && !(await total.evaluate((field) => field === field.ownerDocument.activeElement)); tabs++) await press('Tab')
  const amount = sum(lines.map(({ quantity, price }) => multiplyFen(price, quantity)))
  await type(formatYuan(amount, { decimals: 'fewest' }))
  await press('Enter')
  await page.getByText('已登记，与采购单和入库一致').waitFor()
  const seconds = (Date.now() - begun) / 1_000
  process.stdout.write(`an invoice of five lines: ${keys} keys, 1 click, ${seconds.toFixed(1)} s\n`)
  expect(keys).toBeLessThanOrEqual(KEYS_MAX)
  const [saved] = (await consoleSupplierInvoice.list({ state: 'MATCHED', supplier: '衡阳' })).dataList
  expect(saved).toMatchObject({ lines: 5, total: amount, variance: 0 })
  expect((await consolePurchaseOrder.detail({ id })).lines.map(({ received, invoiced }) => received - invoiced)).toEqual([0, 0, 0, 0, 0])
  expect(clerk.problems).toEqual([])

  // The demo has one that is dearer than ordered; who typed it cannot accept it, another person does.
  const [waiting] = (await consoleSupplierInvoice.list({ state: 'DIFFERENT' })).dataList
  await go(`/supplier_invoice?id=${waiting?.id}`)
  await page.getByText('1 行与采购单或入库不一致').waitFor()
  expect(await page.getByRole('button', { name: '接受差异' }).isDisabled(), 'he has typed it').toBe(true)
  const second = await openPage(mall, {
    app: 'console',
    path: `/supplier_invoice?id=${waiting?.id}`,
    size: 'phone',
    token: await logInStaffByApi(mall, ADM),
  })

  await second.page.getByRole('button', { name: '接受差异' }).click()
  const drawer = second.page.getByRole('dialog', { name: '接受差异' })
  await drawer.getByLabel('原因').fill('合金涨价，已书面确认')
  await drawer.getByRole('button', { name: '接受差异' }).click()
  await second.page.getByText('已接受差异').first().waitFor()
  expect((await consoleSupplierInvoice.detail({ id: waiting?.id ?? '' })).invoice).toMatchObject({ state: 'ACCEPTED' })
  expect([clerk.problems, second.problems]).toEqual([[], []])
})
