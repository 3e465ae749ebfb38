import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { createTypedApiClients, logIn, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
let goodsId: string
let name: string
beforeAll(async () => {
  mall = await openTestMall()
  const { dataList } = await createTypedApiClients(mall).goods.list({ keyword: 'U84', pageSize: 1 })
  goodsId = dataList[0]?.goodsId ?? expect.fail('no goods')
  name = dataList[0]?.name ?? ''
})
afterAll(() => mall?.close())

/** The query that WeChat adds to a shared URL. */
const QUERY = '?from=singlemessage&isappinstalled=0'
/** The path of the screen in the hash, and the query before the hash. */
const partsOf = (address: string) => {
  const { search, hash } = new URL(address)
  return [search, hash]
}

test.each(selectJourneyScreenSizes('mall'))(
  'a product shared in WeChat opens, and so does every screen after it, on a %s',
  async (size) => {
    const path = `/detail?goodsId=${goodsId}`
    const { page, problems, go } = await openPage(mall, { size, path, query: QUERY })
    await page.getByRole('heading', { name, level: 1 }).waitFor()

    // A link that is shared from here has the mall's own URL, without the query of this visitor.
    await page
      .getByRole('button', { name: /^分享 / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: '分享商品' })
    expect(await dialog.getByText(`/#/detail?goodsId=${goodsId}`).textContent()).not.toContain('singlemessage')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await page.getByRole('navigation', { name: '位置' }).getByRole('link', { name: '商城' }).click()
    await page.waitForURL(/#\/shop$/)
    await page.getByRole('article').first().waitFor()
    expect(partsOf(page.url())).toEqual([QUERY, '#/shop'])
    await page.goBack()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await go('/cart')
    await page.getByRole('heading', { name: '登录', level: 1 }).waitFor()
    expect(partsOf(page.url())).toEqual([QUERY, `#/login?redirectUrl=${encodeURIComponent('/cart')}`])
    expect(problems).toEqual([])
  },
)

test('an address with campaign parameters searches for its own keyword', async () => {
  const { page } = await openPage(mall, { path: '/shop?keyword=u84', query: '?r=1' })
  await page.getByRole('article').first().waitFor()
  expect(await page.getByRole('combobox', { name: '搜索商品' }).inputValue()).toBe('u84')
  // A link that is opened in a new tab works too: the mall leaves that click to the browser, and the link's URL is complete.
  const link = page.getByRole('article').first().getByRole('link').first()
  await page.evaluate(
    'addEventListener("click", (event) => { window.linkClick = event.defaultPrevented ? "taken" : "left"; event.preventDefault() })',
  )
  await link.click({ modifiers: ['ControlOrMeta'] })
  expect(await page.evaluate('window.linkClick')).toBe('left')
  const tab = await page.context().newPage()
  await tab.goto(await link.evaluate((element) => (element as unknown as { href: string }).href))
  await tab.getByRole('region', { name: '参数' }).waitFor()
  expect(partsOf(tab.url())[0]).toBe('?r=1')
})

test('an address with only campaign parameters shows the home page, and a login there returns to it', async () => {
  const visited = await openPage(mall, { path: '/', query: '?utm_source=wechat' })
  const { page, problems } = visited
  await page.getByRole('banner').getByRole('link', { name: '登录' }).click()
  await page.waitForURL((url) => url.hash === `#/login?redirectUrl=${encodeURIComponent('/')}`)
  await logIn(mall, visited, MAIN)
  await page.getByRole('complementary', { name: '企业账户' }).waitFor()
  expect(partsOf(page.url())).toEqual(['?utm_source=wechat', '#/'])
  expect(problems).toEqual([])
})

test.each([
  ['singlemessage', '/my_order?keyword=U84'],
  ['timeline', '/user_center'],
])('a member opens the right screen although the address has ?from=%s: %s', async (from, path) => {
  const { page, problems } = await openPage(mall, { path, query: `?from=${from}`, token: await logInBuyerByApi(mall, MAIN) })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (path.includes('keyword')) await expect.poll(() => page.getByRole('main').getByRole('searchbox').inputValue()).toBe('U84')
  expect(problems).toEqual([])
})

test('staff open the right console screen although the address has a query', async () => {
  const { page, problems } = await openPage(mall, {
    app: 'console',
    path: '/orders?poNumber=CG-1',
    query: QUERY,
    token: await logInStaffByApi(mall, OPS),
  })
  await expect.poll(() => page.getByLabel('采购单号').inputValue()).toBe('CG-1')
  expect(partsOf(page.url())).toEqual([QUERY, '#/orders?poNumber=CG-1'])
  expect(problems).toEqual([])
})
