import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import { filesEndpoints } from '#contract/people/files/api.ts'
import { createPhoto } from '#server/platform/testing/uploads.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { chooseOption } from './choose-option.ts'
import { createPaidOrder, createShippedOrder, createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { pressAtOnceAfterField, pressTwiceAtOnce } from './same-instant.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

test('a double click adds to the cart once', async () => {
  const token = await logInBuyerByApi(mall, MAIN)
  const buyer = createTypedApiClients(mall, token)
  const [goods] = (await buyer.goods.list({ keyword: 'U92', pageSize: 1 })).dataList
  const unitsInCart = async () =>
    (await buyer.cart.list({}))
      .flatMap(({ cartList }) => cartList)
      .filter(({ goodsId }) => goodsId === goods?.goodsId)
      .reduce((units, { goodsNum }) => units + goodsNum, 0)
  const before = await unitsInCart()
  const { page, problems } = await openPage(mall, { path: `/detail?goodsId=${goods?.goodsId}`, size: 'desk', token })
  const quantity = Number(await page.getByRole('textbox', { name: '购买数量' }).inputValue())
  await pressTwiceAtOnce(page.getByRole('button', { name: '加入购物车' }).first())
  await expect.poll(unitsInCart).toBe(before + quantity)
  await page.waitForLoadState('networkidle')
  expect(await unitsInCart()).toBe(before + quantity)
  expect(problems).toEqual([])
})

test('a form waits for the picture that uploads, and is sent with it', async () => {
  const { token, buyer, orderNo } = await createShippedOrder(mall, 'U84')
  const { page, problems } = await openPage(mall, { token, path: `/my_order_detail?orderNo=${orderNo}` })
  await page.getByRole('button', { name: '申请售后' }).click()
  await page.getByRole('radio', { name: /^退货退款/ }).check()
  await page.getByRole('checkbox', { name: /^选择 .* 已发货$/ }).click()
  await chooseOption(page.getByRole('combobox', { name: /原因/ }), '质量问题')
  const answers = Promise.withResolvers<void>()
  await page.route(`**${filesEndpoints.uploadImage.path}`, async (route) => {
    await answers.promise
    await route.continue()
  })
  const sent: unknown[] = []
  page.on('request', (request) => request.url().endsWith(afterSaleEndpoints.apply.path) && sent.push(request.postDataJSON()))
  await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() })
  await page.getByText('上传中', { exact: true }).waitFor()
  const submit = page.getByRole('button', { name: '提交申请' })
  await submit.evaluate((button) => button.click())
  await pause(300)
  expect([sent, await submit.getAttribute('data-hint')]).toEqual([[], '文件上传中，请稍候'])
  answers.resolve()
  await submit.click()
  await page.getByText('退货退款 · 待审核').waitFor()
  expect(sent).toMatchObject([{ pictures: [expect.any(String)] }])
  expect((await buyer.afterSale.list({})).dataList.filter((one) => one.orderNo === orderNo)).toHaveLength(1)
  expect(problems).toEqual([])
})

test('what is typed while a file is read stays', async () => {
  const { page, problems } = await openPage(mall, { path: '/quick_order', token: await logInBuyerByApi(mall, MAIN) })
  await page.getByLabel('粘贴编码和数量').fill('KT-U84-22 20')
  await page.getByRole('button', { name: '开始匹配' }).click()
  const quantity = page.getByLabel('第 1 行数量')
  await quantity.waitFor()
  // The browser gives the content of the file when the test says so.
  await page.evaluate(`{
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = function () {
      return new Promise((resolve) => addEventListener('read-now', () => resolve(read.call(this)), { once: true }))
    }
  }`)
  const buffer = Buffer.from('KT-U85-22,5')
  await page.getByLabel('上传 XLSX 或 CSV 文件').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await page.getByText('读取中…').waitFor()
  await quantity.fill('70')
  await quantity.press('Enter')
  await page.evaluate("dispatchEvent(new Event('read-now'))")
  await page.getByLabel('第 2 行编码').waitFor()
  expect(await quantity.inputValue()).toBe('70')
  expect(problems).toEqual([])
})

test('a number that is too large stays in its field and ships nothing', async () => {
  const { staff, ops, enterpriseId, orderNo } = await createPaidOrder(mall, 'U84')
  const path = `/order?enterpriseId=${enterpriseId}&orderNo=${orderNo}`
  const { page, problems } = await openPage(mall, { app: 'console', size: 'desk', token: staff, path })
  await page.getByRole('button', { name: /^发\s?货$/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: /承运公司/ }).fill('安能物流')
  await drawer.getByRole('textbox', { name: /运单号/ }).fill('300020260077')
  const units = drawer.getByRole('spinbutton', { name: /本次发出$/ })
  await units.fill('400')
  const send = drawer.getByRole('button', { name: '确认发货' })
  await pressAtOnceAfterField(send)
  await drawer.getByText('最多还可发 4').waitFor()
  expect(await units.inputValue()).toBe('400')
  await units.press('Enter')
  await pause(300)
  expect((await ops.consoleOrder.detail({ enterpriseId, orderNo })).lines.map(({ shipped }) => shipped)).toEqual([0])
  await units.fill('4')
  await send.click()
  await page.getByText('300020260077').first().waitFor()
  expect(problems).toEqual([])
})

test('goods that are typed or looked up, and not yet in the list, are not left out of what is sent', async () => {
  const token = await logInStaffByApi(mall, OPS)
  const { consoleOrderProposal } = createTypedApiClients(mall, token)
  const { enterpriseId } = (await createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN)).user.detail({})) as {
    enterpriseId: string
  }
  const path = `/new_proposal?enterpriseId=${enterpriseId}`
  const { page, problems } = await openPage(mall, { app: 'console', size: 'desk', token, path })
  const entry = page.getByLabel('添加商品')
  await entry.fill('KT-U84-22 20')
  await entry.press('Enter')
  await page.getByLabel(/KT-U84-22 数量$/).waitFor()
  const send = page.getByRole('button', { name: '发给买家' })
  await entry.fill('KT-W6-20 100')
  await pressAtOnceAfterField(send)
  await page.getByText('“添加商品”里还有没加进来的内容').waitFor()
  const answers = Promise.withResolvers<void>()
  await page.route(`**${consoleOrderProposalEndpoints.match.path}`, async (route) => {
    await answers.promise
    await route.continue()
  })
  const { total } = await consoleOrderProposal.list({ enterpriseId })
  await entry.press('Enter')
  await send.click()
  await pause(300)
  expect((await consoleOrderProposal.list({ enterpriseId })).total).toBe(total)
  answers.resolve()
  await page.getByLabel(/KT-W6-20 数量$/).waitFor()
  await send.click()
  await page.getByText('已发给买家，等待确认').waitFor()
  await page.waitForURL(/\/proposal\?/)
  const id = new URLSearchParams(page.url().split('?')[1]).get('id') ?? ''
  expect((await consoleOrderProposal.detail({ enterpriseId, id })).lines.map(({ skuCode }) => skuCode)).toEqual(['KT-U84-22', 'KT-W6-20'])
  expect(problems).toEqual([])
})

test('Enter chooses nothing of an earlier search', async () => {
  const token = await logInStaffByApi(mall, OPS)
  const { page, problems } = await openPage(mall, { app: 'console', size: 'desk', token, path: '/orders' })
  const company = page.getByRole('search').getByRole('combobox', { name: '采购企业' })
  await company.click()
  // The list of all companies is there. What is typed is still looked for.
  await page.locator('.ant-select-item-option').first().waitFor()
  const answers = Promise.withResolvers<void>()
  await page.route(`**${consoleEnterpriseEndpoints.list.path}`, async (route) => {
    await answers.promise
    await route.continue()
  })
  await company.fill('鹏岩')
  await company.press('Enter')
  await pause(300)
  expect(page.url()).not.toContain('enterpriseId')
  answers.resolve()
  await company.fill('鹏岩')
  await page.locator('.ant-select-item-option-active', { hasText: '深圳市鹏岩矿业有限公司' }).waitFor()
  await company.press('Enter')
  const { enterpriseId } = (await createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN)).user.detail({})) as {
    enterpriseId: string
  }
  await page.waitForURL(new RegExp(`enterpriseId=${enterpriseId}`))
  expect(problems).toEqual([])
})
