import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const box = (page: Page) => page.getByRole('combobox', { name: '搜索商品' })
/** The list of suggestions for the text in the box. Until the answer arrives, the list of the last text is busy. */
const proposed = (page: Page) => page.getByRole('listbox', { name: '搜索建议' }).and(page.locator('[aria-busy="false"]'))

test('staff add a synonym from the missed searches and a redirect; both lead a buyer, by keyboard only', async () => {
  const buyer = await openPage(mall, { path: '/shop?keyword=zqjqz', size: 'desk', token: await logInBuyerByApi(mall, MAIN) })
  const { page } = buyer
  await page.getByText('没有找到「zqjqz」').first().waitFor()
  await page.getByRole('navigation', { name: '热门搜索' }).getByRole('link', { name: 'U84' }).waitFor()

  const desk = await openPage(mall, {
    app: 'console',
    path: '/missed_searches',
    size: 'desk',
    token: await logInStaffByApi(mall, OPS),
  })
  await desk.page.getByRole('button', { name: '为zqjqz加同义词' }).click()
  const drawer = desk.page.getByRole('dialog', { name: '新增同义词' })
  await drawer.getByLabel(/^同义词/).fill('zqjqz')
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
  await waitForFormRefusal(drawer.getByText('同义词至少两个'))
  await drawer.getByLabel(/^同义词/).fill('zqjqz、掘进')
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
  await desk.page.getByText('已保存').first().waitFor()
  const { consoleSearchWord } = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  await consoleSearchWord.save({ kind: 'redirect', terms: ['批量'], target: '/quick_order' })

  await box(page).fill('zqjqz')
  await box(page).press('Enter')
  await page.getByRole('region', { name: '商品列表' }).getByRole('article').first().waitFor()

  // The arrow keys move through the list, the box announces the entry, and Enter opens it.
  await box(page).fill('u84')
  await proposed(page).getByRole('option', { name: /U84/ }).first().waitFor()
  expect(await box(page).getAttribute('aria-expanded')).toBe('true')
  await box(page).press('ArrowDown')
  await page.locator('[aria-activedescendant]').waitFor()
  const active = page.locator(`[id="${await box(page).getAttribute('aria-activedescendant')}"]`)
  expect([await active.getAttribute('role'), await active.getAttribute('aria-selected')]).toEqual(['option', 'true'])
  await box(page).press('Escape')
  await proposed(page).waitFor({ state: 'hidden' })
  await box(page).fill('u85')
  await proposed(page).getByRole('option', { name: /U85/ }).first().waitFor()
  await box(page).press('ArrowDown')
  await page.locator('[aria-activedescendant]').waitFor()
  await box(page).press('Enter')
  await page.waitForURL(/#\/detail\?goodsId=/)

  // The box is empty again and still has the focus.
  await box(page).press('ArrowDown')
  await proposed(page).getByRole('group', { name: '热门搜索' }).waitFor()
  await box(page).fill('批量')
  await box(page).press('Enter')
  await page.waitForURL(/#\/quick_order$/)
  // Back leads to the previous screen, and not into the redirect again.
  await page.goBack()
  await page.waitForURL(/#\/detail\?goodsId=/)
  expect([...buyer.problems, ...desk.problems]).toEqual([])
})

test('staff start from the built-in home page, move and add a section, and preview it as a guest', async () => {
  const { page, problems } = await openPage(mall, {
    app: 'console',
    path: '/home_sections',
    size: 'desk',
    token: await logInStaffByApi(mall, OPS),
  })
  await page.getByRole('button', { name: '从内置版面开始' }).click()
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^第 \d+ 个版块/ }) })
  await expect.poll(() => rows.count()).toBe(7)

  const handle = (at: number) => page.getByRole('button', { name: `第 ${at} 个版块，按上下方向键移动` })
  await handle(4).press('ArrowUp')
  await page.getByText('已调整顺序').first().waitFor()
  await rows.nth(2).getByText('现货专区').first().waitFor()

  await page.getByRole('button', { name: '新增版块' }).click()
  await page.getByRole('menuitem', { name: '公告栏' }).click()
  const drawer = page.getByRole('dialog', { name: '新增公告栏' })
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
  await waitForFormRefusal(drawer.getByText('请填写标题'))
  await drawer.getByLabel('标题').fill('春节照常发货')
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
  await rows.filter({ hasText: '春节照常发货' }).waitFor()

  const link = (await page.getByRole('link', { name: '打开预览' }).getAttribute('href')) ?? ''
  const guest = await openPage(mall, { path: link.replace('/#', ''), size: 'desk' })
  await guest.page.getByText('首页预览：').waitFor()
  await guest.page.getByRole('region', { name: '春节照常发货' }).waitFor()
  const order = await guest.page.getByRole('heading', { level: 2 }).allTextContents()
  expect(order.indexOf('现货专区')).toBeLessThan(order.indexOf('按岩石硬度选齿'))
  expect([...problems, ...guest.problems]).toEqual([])
})
