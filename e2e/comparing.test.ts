import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

test('a guest compares four SKUs, cannot add a fifth, shows only the differences and shares the address', async () => {
  const { page, problems } = await openPage(mall, { path: '/shop?keyword=采煤截齿', size: 'desk' })
  const control = (name: string) => page.getByRole('main').getByRole('button', { name: `对比 ${name} 采煤截齿`, exact: true })
  for (const name of ['U82', 'U84', 'U85', 'U92']) await control(name).click()
  const bar = page.getByRole('complementary', { name: '对比栏' })
  await bar.getByText('4/4').waitFor()
  await control('U94').click()
  await page.getByText('最多同时对比 4 种商品，请先在对比栏移除一种').first().waitFor()
  expect(await control('U94').getAttribute('aria-pressed')).toBe('false')

  // The choice is kept on the device.
  await page.reload()
  await bar.getByText('4/4').waitFor()
  await bar.getByRole('link', { name: '去对比' }).click()
  const table = page.getByRole('region', { name: '对比表' })
  await table.getByRole('row', { name: /^起订/ }).waitFor()
  await table.getByRole('row', { name: /^柄径\s*（不同）/ }).waitFor()
  // The address holds the choice, so the box follows a moment after the press.
  await page.getByRole('checkbox', { name: '只看不同的参数' }).click()
  await table.getByRole('row', { name: /^起订/ }).waitFor({ state: 'detached' })
  await table
    .getByRole('button', { name: /^移出对比/ })
    .first()
    .click()
  await page.waitForURL((url) => decodeURIComponent(url.hash).split(',').length === 3 && url.hash.includes('diff=1'))

  // Somebody else opens the URL, after one of the SKUs has been taken off sale.
  const [gone] = new URL(page.url()).hash.match(/[0-9a-f-]{36}/g) ?? []
  const { consoleSku } = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  const name = await table.getByRole('columnheader').first().getByText(/^KT-/).textContent()
  const [sku] = (await consoleSku.list({ keyword: name ?? '' })).dataList
  await consoleSku.setShelf({ skuId: gone ?? '', onShelf: false, rowVersion: sku?.shelfVersion ?? 0 })
  const other = await openPage(mall, { path: new URL(page.url()).hash.slice(1), size: 'phone', token: await logInBuyerByApi(mall, MAIN) })
  const shared = other.page.getByRole('region', { name: '对比表' })
  await shared.getByText('已下架，请移出对比').waitFor()
  await shared
    .getByRole('button', { name: /^加入购物车/ })
    .first()
    .click()
  await other.page
    .getByText(/^已加入购物车/)
    .first()
    .waitFor()
  expect([...problems, ...other.problems]).toEqual([])
})

test('a buyer goes from a machine model to fitting goods, and from goods to their machines and brand', async () => {
  const { page, problems } = await openPage(mall, { path: '/equipment', size: 'desk', token: await logInBuyerByApi(mall, MAIN) })
  await page.getByRole('link', { name: '2 米铣刨机 的适用配件' }).click()
  await page.getByRole('heading', { name: '维特根 W 200 Fi', level: 1 }).waitFor()
  await page.getByRole('main').getByRole('article').first().getByRole('link').last().click()
  await page.getByRole('region', { name: '适用机型' }).getByRole('link', { name: 'W 200 Fi' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: '岩锋', exact: true }).click()
  await page.getByText('矿用产品安全标志').waitFor()
  await page
    .getByRole('navigation', { name: '商品分类' })
    .getByRole('link', { name: /^冷铣刨齿/ })
    .click()
  await page.waitForURL(/#\/brand\?.*categoryId=/)
  await page.getByRole('main').getByRole('article').first().waitFor()

  await page.goto(`${mall.base}/#/categories`)
  await page.getByRole('link', { name: '按机型选配件' }).click()
  await page.getByRole('navigation', { name: '制造商' }).getByRole('link', { name: /^徐工/ }).click()
  await page
    .getByRole('region', { name: '机型' })
    .getByRole('link', { name: /XM2005/ })
    .waitFor()
  await page.getByRole('searchbox', { name: '搜索机型' }).fill('没有的机型')
  await page.getByRole('main').getByRole('button', { name: '搜索', exact: true }).click()
  await page.getByText('没有找到机型「没有的机型」').waitFor()
  expect(problems).toEqual([])
})
