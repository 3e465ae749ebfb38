import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { createPhoto } from '#server/platform/testing/uploads.ts'
import { MAIN, OPS, SUB } from '#tools/demo/people.ts'
import { chooseOption } from './choose-option.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { watchRefusedCalls } from './refused-calls.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let testMall: TestMall
beforeAll(async () => {
  testMall = await openTestMall()
})
afterAll(() => testMall?.close())

test('a question finds its article, an open one goes to support, and the answer arrives as a message', async () => {
  const token = await logInBuyerByApi(testMall, MAIN)
  const mall = await openPage(testMall, { size: 'phone', token, path: '/help_center' })
  const { page } = mall
  await page
    .getByRole('link', { name: /^如何申请赊销额度/ })
    .first()
    .waitFor()
  await page.getByRole('searchbox', { name: '搜索帮助' }).fill('转账附言写错了怎么办')
  await page.getByRole('searchbox', { name: '搜索帮助' }).press('Enter')
  await page.waitForURL(/#\/help_center2\?keyword=/)
  await page.getByRole('link', { name: /转账支付：转账附言和付款凭证/ }).click()
  await page.getByRole('heading', { name: '转账支付：转账附言和付款凭证' }).waitFor()
  await page.getByRole('link', { name: '现金钱包' }).first().click()
  await page.waitForURL(/#\/cash_account$/)

  await mall.go('/service_contact')
  await page.getByRole('button', { name: '提交留言' }).click()
  await waitForFormRefusal(page.getByText('请填写称呼'))
  await page.getByRole('textbox', { name: /称呼/ }).fill('林工')
  await page.getByRole('textbox', { name: /手机号/ }).fill(MAIN)
  await chooseOption(page.getByRole('combobox', { name: /主题/ }), '赊销与还款')
  await page.getByRole('textbox', { name: /内容/ }).fill('转账附言写成了上一单的，款项能认到吗？')
  await page.getByRole('button', { name: '提交留言' }).click()
  await page.getByText('留言已提交').waitFor()

  const desk = await openPage(testMall, { app: 'console', token: await logInStaffByApi(testMall, OPS), path: '/inquiries?state=OPEN' })
  const row = desk.page.getByRole('row').filter({ hasText: '转账附言写成了上一单的' })
  await row.getByRole('button', { name: /^回\s*复$/ }).click()
  await desk.page.getByRole('textbox', { name: '回复内容' }).fill('已按付款户名和金额认到这一单，无需重新汇款。')
  await desk.page.getByRole('button', { name: '发送回复' }).click()
  await desk.page.getByText('已回复，对方收到站内消息').waitFor()

  await mall.go('/message_sys')
  await page.getByText('客服回复了您关于“赊销与还款”的留言').click()
  await page.waitForURL(/#\/service_contact/)
  await page.getByText('已按付款户名和金额认到这一单').waitFor()
  expect([mall.problems, desk.problems]).toEqual([[], []])
})

test('a banner is made with its picture and a link that is chosen by name, and opens what was chosen', async () => {
  const { dataList } = await createTypedApiClients(testMall).goods.list({ keyword: 'U84', pageSize: 1 })
  const goods = dataList[0] ?? expect.fail('no goods')
  const desk = await openPage(testMall, { app: 'console', token: await logInStaffByApi(testMall, OPS), path: '/banners' })
  const { page } = desk
  await page.getByRole('button', { name: '新增横幅' }).click()
  const drawer = page.getByRole('dialog', { name: '新增横幅' })
  await drawer.getByLabel('标题').fill('U84 到货')
  await drawer.getByLabel('链接').fill('U84')
  await page.getByTitle(`${goods.name}（${goods.skuCode}）`).click()
  await drawer.getByText(`点横幅打开：${goods.name}`).waitFor()
  expect(await drawer.getByLabel('链接').inputValue()).toBe(`/detail?goodsId=${goods.goodsId}`)
  await drawer.getByLabel('排序').fill('0')
  // A file that is no picture is refused by the server after the texts are saved. The next try does not make a second banner.
  const choose = (buffer: Buffer) => drawer.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
  await choose(Buffer.from('no picture'))
  await drawer.getByRole('button', { name: /^保\s?存$/ }).click()
  await drawer.getByText('文字已保存，图片没有传上').waitFor()
  await choose(await createPhoto())
  await drawer.getByRole('button', { name: /^保\s?存$/ }).click()
  await page.getByText('已保存', { exact: true }).waitFor()
  const rows = page.getByRole('row').filter({ hasText: 'U84 到货' })
  await expect.poll(() => rows.locator('img').count()).toBe(1)
  expect(await rows.count()).toBe(1)

  const mall = await openPage(testMall, {})
  await mall.page
    .getByRole('link', { name: /U84 到货/ })
    .first()
    .click()
  await mall.page.waitForURL(new RegExp(`#/detail\\?goodsId=${goods.goodsId}`))
  expect(mall.problems).toEqual([])
})

test('an article is previewed, published and read; the service worker caches hashed files but never a page', async () => {
  const staff = await logInStaffByApi(testMall, OPS)
  const desk = await openPage(testMall, { app: 'console', token: staff, path: '/article?id=exports' })
  const source = desk.page.getByRole('textbox', { name: '正文（Markdown）' })
  await source.fill('## 新的一节\n\n见[批量下单](/quick_order)和[坏链接](javascript:alert(1))。')
  const preview = desk.page.locator('.article-preview')
  await preview.getByRole('heading', { name: '新的一节' }).waitFor()
  expect(await preview.getByRole('link').allTextContents()).toEqual(['批量下单'])
  await desk.page.getByRole('button', { name: '保存草稿' }).click()
  await desk.page.getByText('草稿已保存').waitFor()
  await desk.page.getByRole('button', { name: /^发\s*布$/ }).click()
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: /^发\s*布$/ })
    .click()
  await desk.page.getByText('第 2 版').first().waitFor()

  const mall = await openPage(testMall, { path: '/app_download' })
  const { page } = mall
  await page.evaluate('navigator.serviceWorker.ready.then(() => 1)')
  expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest')
  await page.reload()
  await mall.go('/article_detail?id=exports')
  await page.getByRole('heading', { name: '新的一节' }).waitFor()
  const listKept = () =>
    page.evaluate<string[]>(
      `caches.open('mall-assets-1').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))`,
    )
  // They are stored after they were answered.
  await expect.poll(async () => (await listKept()).length).toBeGreaterThan(3)
  const kept = await listKept()
  expect(kept.filter((path) => !/^\/assets\/[\w.-]+$/.test(path))).toEqual([])
  // Without a network the page says so, instead of showing an old page that calls a newer server.
  await mall.context.setOffline(true)
  await page.reload().catch(() => undefined)
  await page.getByText('没有网络').first().waitFor()
  // With a network again it opens the page that was asked for.
  await mall.context.setOffline(false)
  await page.getByRole('heading', { name: '新的一节' }).waitFor()
  expect(desk.problems).toEqual([])
})

test('leaving an article with unsaved text asks first; after a conflict with a colleague the text is kept', async () => {
  const staff = await logInStaffByApi(testMall, OPS)
  const { consoleArticle } = createTypedApiClients(testMall, staff)
  const desk = await openPage(testMall, { app: 'console', token: staff, path: '/article?id=exports' })
  const { page } = desk
  const source = page.getByRole('textbox', { name: '正文（Markdown）' })
  const before = await source.inputValue()
  const leaves = () => page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '订单', exact: true }).click()
  await source.fill(`${before}\n\n我写的一段。`)
  await leaves()
  const asked = page.getByRole('dialog', { name: '有内容还没有保存，离开？' })
  await asked.getByRole('button', { name: '继续填写' }).click()
  await asked.waitFor({ state: 'detached' })
  expect(await source.inputValue()).toContain('我写的一段。')

  const { rev, written } = await consoleArticle.detail({ id: 'exports' })
  await consoleArticle.save({ id: 'exports', rev, ...written, text: `${before}\n\n同事写的一段。` })
  await page.getByRole('button', { name: '保存草稿' }).click()
  const notice = page.getByRole('alert').filter({ hasText: '您填写的还没有保存' })
  await notice.getByText('同事写的一段。').waitFor()
  expect(await source.inputValue()).toContain('我写的一段。')
  expect((await consoleArticle.detail({ id: 'exports' })).written.text).toContain('同事写的一段。')
  await notice.getByRole('button', { name: '保留我写的' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('草稿已保存').waitFor()
  expect((await consoleArticle.detail({ id: 'exports' })).written.text).toBe(`${before}\n\n我写的一段。`)

  await source.fill('还没有写完')
  await leaves()
  await asked.getByRole('button', { name: /^离\s*开$/ }).click()
  await page.waitForURL(/#\/orders/)
  expect(desk.problems).toEqual([])
})

/** Times of rendering events of a page, in milliseconds after navigation. */
const MOMENTS = [0, 40, 80, 120, 160, 200, 300, 500]

test('a navigation during the first rendering arrives at its target', async () => {
  const { page } = await openPage(testMall, { path: '/help_center' })
  for (const moment of MOMENTS) {
    await page.goto('about:blank')
    await page.goto(`${testMall.base}/#/shop`, { waitUntil: 'domcontentloaded' })
    await page.waitForTimeout(moment)
    await page.evaluate('location.hash = "/shop?keyword=U84"')
    await page.getByRole('link', { name: '清除 搜索：U84' }).waitFor()
  }
})

const GOODS_ID = '01a00000-0000-7000-8000-000000000000'
const { cart, credit, goods, goodsCategory, home, message, order, system, user } = contract
const HEAD: Endpoint[] = []
const SEAT = [user.detail, cart.count, message.countNotRead]

/** The requests to the mall, each listed as often as it was sent. */
const named = (asked: readonly { path: string }[]) => asked.map(({ path }) => API_BASE + path).sort()

test.each([
  ['a guest at the goods', undefined, '/shop', [...HEAD, goods.list, goodsCategory.list]],
  ['a guest at goods that the address narrows', undefined, '/shop?keyword=U84', [...HEAD, goodsCategory.list]],
  ['a guest at a good', undefined, `/detail?goodsId=${GOODS_ID}`, [...HEAD, goods.detail]],
  ['a guest at no good', undefined, '/detail', HEAD],
  ['a guest at a cart', undefined, '/cart', HEAD],
  ['a guest at the login', undefined, '/login', [system.captcha]],
  ['a member at his cart', MAIN, '/cart', [...SEAT, cart.list]],
  ['a member at his orders', MAIN, '/my_order', [...SEAT, order.list, order.count]],
  ['a member at orders that the address narrows', MAIN, '/my_order?state=SENT', [...SEAT, order.count]],
  ['a member at his credit account', MAIN, '/credit_account', [...SEAT, credit.overview]],
  ['a member at home', MAIN, '/', [...SEAT, home.sections]],
  ['somebody at help', MAIN, '/help_center', []],
])('%s gets prefetched answers before the shell loads, and the shell reuses them', async (_, person, address, first) => {
  const token = person && (await logInBuyerByApi(testMall, person))
  const asked: string[] = []
  let blocked = true
  const prepare = async (page: Page) => {
    page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname))
    await page.route('**/assets/*.js', (route) => (blocked ? route.abort() : route.continue()))
  }
  const { page } = await openPage(testMall, { path: address, token, prepare })
  // Some are sent after the answer about the member.
  await expect.poll(() => asked.toSorted()).toEqual(named(first))

  blocked = false
  await page.reload()
  await page.getByRole('contentinfo').waitFor()
  await expect.poll(() => page.evaluate('Object.keys(window.prefetched)')).toEqual([])
})

test('the page of a person who may not see orders asks for none', async () => {
  let refused: string[] = []
  const prepare = async (page: Page) => {
    refused = watchRefusedCalls(page)
  }
  const { page } = await openPage(testMall, { path: '/my_order', token: await logInBuyerByApi(testMall, SUB), prepare })
  await page.getByRole('region', { name: '没有权限' }).waitFor()
  await expect.poll(() => page.evaluate('Object.keys(window.prefetched)')).toEqual([])
  expect(refused).toEqual([])
})
