import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, MAIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { registerOnScreen, requestAndEnterSmsCode } from './newcomer.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi, moveSentSmsBackInTime, typePaymentPassword } from './people.ts'
import { type OpenedPage, openPage, openTestMall, type TestMall } from './test-mall.ts'

const MINING = '深圳市鹏岩矿业有限公司'

let mall: TestMall
let staff: string
beforeAll(async () => {
  mall = await openTestMall()
  staff = await logInStaffByApi(mall, OPS)
})
afterAll(() => mall?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** The main account invites a person who may order up to a limit. */
async function invites({ page, go }: OpenedPage, { name, mobile, limit }: { name: string; mobile: string; limit: string }): Promise<void> {
  await go('/account')
  await page.getByRole('button', { name: '新增子账号' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新增子账号' })
  await dialog.getByLabel('手机号').fill(mobile)
  await dialog.getByLabel('姓名').fill(name)
  for (const code of ['下单支付', '订单管理']) await dialog.getByRole('checkbox', { name: code, exact: true }).click()
  await dialog.getByLabel('单笔采购限额（元）').fill(limit)
  await dialog.getByRole('button', { name: '发送邀请' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('listitem').filter({ hasText: name }).getByText('待接受').waitFor()
}

async function setsPayPassword(visited: OpenedPage, mobile: string): Promise<void> {
  const { page, go } = visited
  await moveSentSmsBackInTime(mall)
  await go('/setting_set_pay_pwd')
  await requestAndEnterSmsCode({ mall, staff }, visited, mobile)
  await page.getByLabel('登录密码', { exact: true }).fill(DEMO_PASSWORD)
  await typePaymentPassword(page)
  await typePaymentPassword(page, '确认支付密码')
  await page.getByRole('button', { name: '确认设置' }).click()
  await page.getByText('支付密码已设置', { exact: true }).waitFor()
}

/** Orders one product from its page. Returns the number of the order, which then waits for approval. */
async function orders({ page, go }: OpenedPage, code: string): Promise<string> {
  const [good] = (await createTypedApiClients(mall).goods.list({ keyword: code, pageSize: 5 })).dataList
  await go(`/detail?goodsId=${good?.goodsId}`)
  await page.getByRole('article').first().getByRole('button', { name: '立即购买' }).click()
  await heading(page, '确认订单').waitFor()
  await page.getByRole('radiogroup', { name: '支付方式' }).getByText('钱包支付', { exact: true }).click()
  await page.getByRole('region', { name: '订单明细' }).getByText('现金价', { exact: true }).waitFor()
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.waitForURL(/#\/my_order$/)
  const order = page
    .getByRole('article', { name: /^订单 \d{18}$/ })
    .filter({ hasText: '待审批' })
    .first()
  await order.waitFor()
  expect(await order.getByRole('button', { name: '去支付' }).count(), 'nothing is paid before the word').toBe(0)
  return /\d{18}/.exec((await order.getAttribute('aria-label')) ?? '')?.[0] ?? ''
}

test('an order above the purchase limit of a sub-account waits for the approval, and is paid then', async () => {
  const [name, mobile] = ['采购小周', '13911110003']
  const main = await openPage(mall, { token: await logInBuyerByApi(mall, MAIN) })
  await invites(main, { name, mobile, limit: '10' })

  await moveSentSmsBackInTime(mall)
  const buyer = await openPage(mall, { path: '/register' })
  const { page, go } = buyer
  await registerOnScreen({ mall, staff }, buyer, mobile)
  await page.waitForURL(/#\/login_success/)
  await page.getByRole('radiogroup', { name: '企业' }).getByText(MINING).click()
  await page.getByRole('button', { name: '进入' }).click()
  await page.waitForURL(/#\/$/)
  await setsPayPassword(buyer, mobile)
  const orderNo = await orders(buyer, 'KT-U85-22')

  await main.go('/approval')
  const asked = main.page.getByRole('article', { name: new RegExp(`^${name} 的采购`) })
  await asked.getByText(orderNo).waitFor()
  const { settle, faults } = createScreenInspector(main)
  await settle()
  expect(await faults('an approval that waits')).toEqual([])
  await asked.getByRole('button', { name: '同意' }).click()
  await main.page.getByRole('alertdialog', { name: '同意采购' }).getByRole('button', { name: '同意' }).click()
  await asked.getByText('已同意').waitFor()

  await go(`/my_order_detail?orderNo=${orderNo}`)
  await page.reload()
  await heading(page, '订单待支付').waitFor()
  await page.getByRole('button', { name: '去支付' }).click()
  const dialog = page.getByRole('dialog', { name: '输入支付密码' })
  await typePaymentPassword(dialog)
  await dialog.getByRole('button', { name: '确认支付' }).click()
  await heading(page, '支付成功').waitFor()
  expect((await createTypedApiClients(mall, await buyer.token()).order.detail({ orderNo })).state).toBe('WAIT_SEND')
  expect([...buyer.problems, ...main.problems]).toEqual([])
})
