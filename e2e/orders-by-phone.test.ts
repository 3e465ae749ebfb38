import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#contract/platform/core/money.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi, readLabelledAmount, typePaymentPassword } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const PROPOSAL_NO = /P\d{8}[0-9A-F]{10}/
const ASKED = [
  ['KT-U84-22', '200'],
  ['KT-W6-20', '100'],
  ['KT-CY0-200', '2'],
] as const

test('staff type three lines by keys alone while the buyer is on the telephone, and the buyer confirms and pays', async () => {
  const staffToken = await logInStaffByApi(mall, OPS)
  const staff = await openPage(mall, { app: 'console', token: staffToken, path: '/enterprises?keyword=鹏岩' })
  const { page: desk } = staff
  await desk.getByRole('link', { name: '深圳市鹏岩矿业有限公司' }).first().click()
  await desk.getByRole('main').getByRole('link', { name: '代客下单', exact: true }).click()
  await desk.getByRole('heading', { level: 1, name: '代客下单：深圳市鹏岩矿业有限公司' }).waitFor()

  // A line takes its code, Enter, its quantity and Enter, the last as few as the first.
  let keys = 0
  const type = async (text: string) => {
    await desk.keyboard.type(text)
    await desk.keyboard.press('Enter')
    keys += text.length + 1
  }
  const isFocused = (label: RegExp) => desk.getByLabel(label).and(desk.locator(':focus')).waitFor()
  for (const [code, quantity] of ASKED) {
    await isFocused(/^添加商品$/)
    await type(code)
    await isFocused(new RegExp(`${code} 数量$`))
    await type(quantity)
  }
  expect(keys).toBe(ASKED.reduce((sum, [code, quantity]) => sum + code.length + quantity.length + 2, 0))
  const table = desk.getByRole('main').getByRole('table')
  expect(await table.getByRole('textbox').count()).toBe(3)
  await desk.getByLabel('备注').fill('周五前到矿')
  await desk.getByRole('button', { name: '发给买家' }).click()
  await desk.getByText('已发给买家，等待确认').waitFor()
  await desk.waitForURL(/\/proposal\?/)
  const head = desk.getByRole('heading', { level: 1, name: PROPOSAL_NO })
  const [proposalNo = ''] = PROPOSAL_NO.exec((await head.textContent()) ?? '') ?? []
  expect(staff.problems).toEqual([])

  const buyer = await openPage(mall, { token: await logInBuyerByApi(mall, MAIN), path: '/message_notice' })
  const { page } = buyer
  const { settle, faults } = createScreenInspector(buyer)
  const api = createTypedApiClients(mall, await buyer.token())
  const before = (await api.order.list({})).total
  await page.getByText(proposalNo).first().click()
  await page.waitForURL(/#\/proposal\?id=/)
  await page.getByRole('region', { name: '订单进度' }).getByText('等您确认').waitFor()
  await settle()
  expect(await faults('a proposal')).toEqual([])
  expect((await api.order.list({})).total).toBe(before)
  await page.getByRole('region', { name: '确认下单' }).getByRole('button', { name: '去确认下单' }).click()
  await page.getByRole('region', { name: '代客下单' }).getByText(proposalNo).waitFor()
  const sums = page.getByRole('region', { name: '订单明细' })
  await page.getByRole('radiogroup', { name: '支付方式' }).getByText('赊销支付', { exact: true }).click()
  await sums.getByText('赊销价', { exact: true }).waitFor()
  const total = await readLabelledAmount(sums, '订单合计')
  await page.getByRole('button', { name: '提交订单' }).click()
  const dialog = page.getByRole('dialog', { name: '输入支付密码' })
  await dialog.getByText(formatMoney(total)).waitFor()
  await typePaymentPassword(dialog)
  await dialog.getByRole('button', { name: '确认支付' }).click()
  await page.waitForURL(/#\/order_pay_success\?tradeId=/)
  expect(buyer.problems).toEqual([])

  await desk.reload()
  await desk.getByRole('main').getByText('已下单', { exact: true }).waitFor()
  await desk
    .getByRole('main')
    .getByRole('link', { name: /^\d{18}$/ })
    .first()
    .click()
  await desk.getByRole('main').getByText('代客下单', { exact: true }).waitFor()
  expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
})
