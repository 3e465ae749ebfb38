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

test('what a buyer writes about an offer waits in the queue of staff until one of them answers, and the buyer sees the answer as new', async () => {
  const buyer = await openPage(mall, { size: 'phone', token: await logInBuyerByApi(mall, MAIN), path: '/quotation?state=QUOTED' })
  const { page } = buyer
  await page
    .getByRole('link', { name: /^查看详情：询价单/ })
    .first()
    .click()
  await page.waitForURL(/#\/quotation_info\?id=/)
  const talk = page.getByRole('region', { name: '留言' })
  await talk.getByRole('textbox').fill('能否含运费？')
  await talk.getByRole('button', { name: '发送' }).click()
  await talk.getByText('能否含运费？').waitFor()
  const [, quotationNo = ''] = /(Q\d{8}[0-9A-F]{10})/.exec((await page.getByRole('main').textContent()) ?? '') ?? []

  const staff = await openPage(mall, { app: 'console', token: await logInStaffByApi(mall, OPS), path: '/notices' })
  const { page: desk } = staff
  await desk.getByText(`询价 ${quotationNo} 有新留言`).first().waitFor()
  await staff.go('/')
  await desk
    .getByRole('link', { name: /去回复/ })
    .first()
    .waitFor()
  await staff.go('/quotations?unanswered=1')
  const row = desk.getByRole('row').filter({ hasText: quotationNo })
  await row.getByText('新留言').waitFor()
  await row.getByRole('link', { name: quotationNo }).click()
  await desk.getByText('待回复').first().waitFor()
  await desk.getByRole('listitem').filter({ hasText: '能否含运费？' }).getByText('未读').waitFor()
  const { settle, faults } = createScreenInspector(staff)
  await settle()
  expect(await faults('a quotation with a message')).toEqual([])
  await staff.go('/quotations?unanswered=1')
  await row.getByText('待回复').waitFor()
  await row.getByRole('link', { name: quotationNo }).click()
  await desk.getByLabel('给买家留言').fill('满 500 元包邮')
  await desk.getByRole('button', { name: /^发\s*送$/ }).click()
  await desk.getByText('待回复').waitFor({ state: 'detached' })
  await staff.go('/quotations?unanswered=1')
  await row.waitFor({ state: 'detached' })
  expect(staff.problems).toEqual([])

  await buyer.go('/quotation')
  const card = page.getByRole('article', { name: quotationNo })
  await card.getByText('客服有新留言').waitFor()
  await card.getByRole('link', { name: /^查看详情/ }).click()
  await talk.getByRole('listitem').filter({ hasText: '满 500 元包邮' }).getByText('未读').waitFor()
  await buyer.go('/quotation')
  await card.getByText('客服有新留言').waitFor({ state: 'detached' })
  expect(buyer.problems).toEqual([])
})

test('a buyer finds what staff have prepared for him in the menu, by state, and opens it', async () => {
  const buyer = await openPage(mall, { token: await logInBuyerByApi(mall, MAIN), path: '/user_center' })
  const { page } = buyer
  const [newest] = (await createTypedApiClients(mall, await buyer.token()).orderProposal.list({})).dataList
  await page.getByRole('navigation', { name: '个人中心' }).getByRole('link', { name: '代客下单' }).first().click()
  await page.waitForURL(/#\/proposals/)
  await page.getByRole('article', { name: newest?.proposalNo ?? 'none' }).waitFor()
  const { settle, faults } = createScreenInspector(buyer)
  await settle()
  expect(await faults('proposals')).toEqual([])
  await buyer.go('/proposals?state=WITHDRAWN')
  await page.getByText('没有客服已撤回的代客下单').waitFor()
  await page.getByRole('link', { name: '查看全部代客下单' }).click()
  await page
    .getByRole('article', { name: newest?.proposalNo ?? 'none' })
    .getByRole('link', { name: /^查看/ })
    .click()
  await page.waitForURL(/#\/proposal\?id=/)
  await page.getByRole('link', { name: '全部代客下单' }).click()
  await page.waitForURL(/#\/proposals/)
  expect(buyer.problems).toEqual([])
})
