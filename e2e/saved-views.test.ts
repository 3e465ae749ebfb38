import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { ADM, FIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall, viewports } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const NAME = '截齿待发货'
const SHOP = '岩锋截齿工具'
const LIST_CALL = `**${contract.consoleSavedView.list.path}*`

const chips = (page: Page) => page.getByRole('group', { name: '我的视图' }).locator('[aria-pressed]')
const chip = (page: Page, name: string) => page.getByRole('group', { name: '我的视图' }).getByRole('button', { name, exact: true })
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `视图“${name}”的操作` })
const heads = (page: Page) => page.getByRole('columnheader').allTextContents()
const filtersOf = (page: Page) => Object.fromEntries(new URL(page.url().replace('#/', '')).searchParams)
const focusedName = (page: Page) =>
  page.evaluate('document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent')

async function openOrders(email: string) {
  const opened = await openPage(mall, { app: 'console', path: '/orders', token: await logInStaffByApi(mall, email) })
  await opened.page.getByRole('table').waitFor()
  return opened
}

test('a view of the orders with two filters stays after a reload and on the way back from another screen, one press away', async () => {
  const opened = await openOrders(OPS)
  const { page, go, problems } = opened
  await page.getByRole('button', { name: '列', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: '存为视图' }).count(), 'there is nothing to save').toBe(0)
  await page.getByRole('group', { name: '订单状态' }).getByRole('button', { name: '待发货', exact: true }).click()
  await expect.poll(() => filtersOf(page)).toEqual({ state: 'WAIT_SEND' })
  expect(await page.getByRole('button', { name: '存为视图' }).count(), 'a tab is one press already').toBe(0)
  await page.getByLabel('店铺').click()
  await page.getByTitle(SHOP, { exact: true }).click()
  await page.getByRole('button', { name: '存为视图' }).waitFor()
  const wanted = filtersOf(page)
  expect(Object.keys(wanted).toSorted()).toEqual(['shopId', 'state'])
  await page.getByRole('button', { name: '存为视图' }).click()
  const drawer = page.getByRole('dialog', { name: '存为视图' })
  await drawer.getByText('保存的筛选：订单状态、店铺').waitFor()
  await drawer.getByLabel('视图名称').fill(NAME)
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => chip(page, NAME).getAttribute('aria-pressed')).toBe('true')
  expect(await page.getByRole('button', { name: '存为视图' }).count(), 'a view has these filters').toBe(0)
  expect(await createScreenInspector(opened).faults('orders with a view')).toEqual([])

  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect.poll(() => chip(page, NAME).getAttribute('aria-pressed')).toBe('false')
  await page.reload()
  await chip(page, NAME).waitFor()
  await go('/users')
  await page.getByRole('heading', { name: '用户', exact: true }).waitFor()
  expect(await chips(page).count(), 'it is a view of the orders').toBe(0)
  await go('/orders')
  await chip(page, NAME).click()
  await expect.poll(() => filtersOf(page)).toEqual(wanted)
  await page.getByTitle(SHOP, { exact: true }).waitFor()

  const other = await openOrders(ADM)
  await other.page.getByRole('button', { name: '列', exact: true }).waitFor()
  expect(await chips(other.page).count(), 'nobody sees the views of another').toBe(0)
  expect([problems, other.problems]).toEqual([[], []])
})

test('hidden columns stay hidden after a reload, for their person alone, and cards of a phone have them', async () => {
  const { page, problems } = await openOrders(FIN)
  const all = await heads(page)
  expect(all).toContain('件数')
  await page.getByRole('button', { name: '列', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '列' })
  expect(await drawer.getByRole('checkbox', { name: '订单号' }).isDisabled(), 'the first column stays').toBe(true)
  for (const title of ['件数', '支付方式']) await drawer.getByRole('checkbox', { name: title }).uncheck()
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
  await drawer.waitFor({ state: 'hidden' })
  const rest = all.filter((title) => title !== '件数' && title !== '支付方式')
  await expect.poll(() => heads(page)).toEqual(rest)
  await page.reload()
  const button = page.getByRole('button', { name: '列（隐藏 2）' })
  await button.waitFor()
  await expect.poll(() => heads(page)).toEqual(rest)
  const other = (await openOrders(ADM)).page
  await expect.poll(() => heads(other)).toEqual(all)

  await page.setViewportSize(viewports.phone)
  await page.getByRole('term').filter({ hasText: '件数' }).first().waitFor()
  expect(await button.isVisible(), 'cards have no columns').toBe(false)
  await page.setViewportSize(viewports.desk)

  await button.click()
  await drawer.getByRole('button', { name: '恢复默认' }).click()
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
  await expect.poll(() => heads(page)).toEqual(all)
  await expect.poll(() => focusedName(page)).toBe('列')
  expect(problems).toEqual([])
})

test('a view is renamed, moved and deleted with the keyboard, and the focus comes back', async () => {
  const token = await logInStaffByApi(mall, FIN)
  const { consoleSavedView } = createTypedApiClients(mall, token)
  for (const name of ['甲', '乙', '丙']) await consoleSavedView.save({ list: '/orders', name, search: { poNumber: `${name}-1` } })
  const { page, problems } = await openOrders(FIN)
  const choose = async (name: string, act: string) => {
    await menuOf(page, name).focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: act, exact: true })
    await item.waitFor()
    await item.focus()
    await page.keyboard.press('Enter')
  }
  await chip(page, '乙').focus()
  await page.keyboard.press('Enter')
  await menuOf(page, '乙').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '改名', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem', { name: '改名', exact: true }).waitFor({ state: 'hidden' })
  await expect.poll(() => focusedName(page)).toBe('视图“乙”的操作')
  await choose('乙', '前移')
  await expect.poll(() => chips(page).allTextContents()).toEqual(['乙', '甲', '丙'])
  await expect.poll(() => focusedName(page)).toBe('视图“乙”的操作')

  await choose('乙', '改名')
  const drawer = page.getByRole('dialog', { name: '视图“乙”改名' })
  await expect.poll(() => drawer.getByLabel('视图名称').evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  await drawer.getByLabel('视图名称').fill('甲')
  await page.keyboard.press('Enter')
  await page.getByText('该列表已有同名的视图，请换一个名称').waitFor()
  await drawer.getByLabel('视图名称').fill('丁')
  await page.keyboard.press('Enter')
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => chips(page).allTextContents()).toEqual(['丁', '甲', '丙'])
  await expect.poll(() => focusedName(page)).toBe('视图“丁”的操作')

  await choose('丁', '删除')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  await expect.poll(() => chips(page).allTextContents()).toEqual(['甲', '丙'])
  await page.getByRole('button', { name: '存为视图' }).waitFor()
  expect(filtersOf(page), 'the list stays as it is').toEqual({ poNumber: '乙-1' })
  expect(problems).toEqual([])
})

test('a list does not wait for the views, and the choice of columns says why they are missing', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const token = await logInStaffByApi(mall, ADM)
  const { page } = await openPage(mall, {
    app: 'console',
    path: '/orders',
    token,
    prepare: async (opened) => {
      await opened.route(LIST_CALL, async (route) => {
        await held
        await route.abort('failed')
      })
    },
  })
  await page.getByRole('row').nth(1).waitFor()
  answer()
  await page.getByRole('button', { name: '列', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '列' })
  await drawer.getByRole('button', { name: /^重\s*试$/ }).waitFor()
  await page.unroute(LIST_CALL)
  await drawer.getByRole('button', { name: /^重\s*试$/ }).click()
  await drawer.getByRole('checkbox', { name: '件数' }).waitFor()
})
