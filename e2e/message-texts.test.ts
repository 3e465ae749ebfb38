import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

test('staff edit a message text with checks and preview, a buyer receives it, and it is reset', async () => {
  const staff = await logInStaffByApi(mall, OPS)
  const desk = await openPage(mall, { app: 'console', path: '/message_texts', token: staff })
  const { page } = desk
  await page.getByRole('button', { name: '修改 订单已取消' }).click()
  const form = page.getByRole('dialog', { name: '订单已取消' })
  await form.getByLabel('标题').fill('订单取消成功')
  await form.getByLabel('内容').fill('已取消，{订单号}')
  await form.getByText('没有占位符 {订单号}，可以使用 {商品}').waitFor()
  await form.getByLabel('内容').fill('已取消，占用的额度和优惠券已退回：')
  await form.getByText('缺少必要的占位符 {商品}').waitFor()
  await form.getByRole('button', { name: /^\{商品\}/ }).click()
  await form.getByText('已取消，占用的额度和优惠券已退回：合金截齿 KT-U84-22').waitFor()
  expect(await createScreenInspector(desk).faults('/message_texts')).toEqual([])
  await form.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByText('已保存，从下一条起生效').waitFor()
  await page.getByRole('row').filter({ hasText: '订单取消成功' }).getByText('已修改').waitFor()

  const buyer = createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN))
  const [unpaid] = (await buyer.order.list({ state: 'WAIT_PAY' })).dataList
  await buyer.order.cancel({ orderNo: unpaid?.orderNo ?? '', reason: '不要了' })
  const [received] = (await buyer.message.list({ kind: 'order' })).dataList
  expect(received).toMatchObject({ title: '订单取消成功', messageContent: expect.stringMatching(/^已取消，占用的额度和优惠券已退回：\S/) })

  await page.getByRole('button', { name: '修改 订单已取消' }).click()
  await form.getByText('第 1 版').waitFor()
  await form.getByRole('button', { name: '恢复内置文字' }).click()
  await page.getByRole('button', { name: /^恢\s*复$/ }).click()
  await page.getByText('已恢复内置文字').waitFor()
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: '修改 订单已取消' }) })
  await row.getByText('内置', { exact: true }).waitFor()
  expect(desk.problems).toEqual([])
})
