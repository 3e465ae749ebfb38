import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN } from '#tools/demo/people.ts'
import { locateLoginNotice, openFormWithExpiringSession } from './expiring-session.ts'
import { createScreenInspector } from './inspect.ts'
import { logIn } from './people.ts'
import { type OpenedPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

/** Logs in again when the screen says what will continue afterwards. */
async function goesOn(visited: OpenedPage, act: string): Promise<void> {
  await locateLoginNotice(visited.page).getByText(`登录后会继续：${act}`).waitFor()
  await logIn(mall, visited, MAIN)
}
const windowOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('dialog input is cleared once its own request was sent after the login, even if the dialog is closed', async () => {
  const { visited, page, end } = await openFormWithExpiringSession(mall, '/patrol')
  await page.getByRole('button', { name: '记录巡检' }).first().click()
  await windowOf(page, '记录巡检').getByLabel('路线或地点').fill('过期后保存的路线')
  await end()
  await windowOf(page, '记录巡检').getByRole('button', { name: '保存' }).click()
  await goesOn(visited, '记录一次巡检')
  await page.getByText('巡检已建立，请逐条记录发现的问题').waitFor()
  await page.getByRole('heading', { name: '过期后保存的路线' }).waitFor()

  await page.getByRole('button', { name: '添加问题' }).click()
  await windowOf(page, '添加问题').getByLabel('发现的问题').fill('过期后保存的发现')
  await end()
  await windowOf(page, '添加问题').getByRole('button', { name: '保存' }).click()
  await goesOn(visited, '补充一个问题')
  await page.getByText('已保存', { exact: true }).waitFor()
  await page.getByText('过期后保存的发现').waitFor()
  await page.getByRole('button', { name: '添加问题' }).click()
  expect(await windowOf(page, '添加问题').getByLabel('发现的问题').inputValue()).toBe('')

  await visited.go('/patrol')
  await page.getByRole('button', { name: '记录巡检' }).first().click()
  expect(await windowOf(page, '记录巡检').getByLabel('路线或地点').inputValue()).toBe('')
  expect(visited.problems).toEqual([])
})

test('unsent input stays when another request of the page is sent after the login', async () => {
  const { visited, page, end } = await openFormWithExpiringSession(mall, '/coupon?tab=centre')
  await page.getByLabel('兑换码').fill('ABCDEFGH2345')
  await end()
  await page
    .getByRole('button', { name: /^领取 / })
    .first()
    .click()
  await goesOn(visited, '领取')
  await page.getByText(/^已领取「/).waitFor()
  await createScreenInspector(visited).settle()
  expect(await page.getByLabel('兑换码').inputValue()).toBe('ABCDEFGH2345')
  expect(visited.problems).toEqual([])
})

test('an action that saves nothing reports that it is done, not that it is saved', async () => {
  const { visited, page, end } = await openFormWithExpiringSession(mall, '/shopping_list')
  const remove = page.getByRole('button', { name: /^移除 / })
  await remove.first().waitFor()
  const before = await remove.count()
  await end()
  await remove.first().click()
  await goesOn(visited, '')
  await page.getByText('操作已完成', { exact: true }).waitFor()
  await expect.poll(() => remove.count()).toBe(before - 1)
  expect(visited.problems).toEqual([])
})

const RESTORED_TEXT = '已恢复未提交的内容'

test('unsent input survives a reload, a lost network, a stopped server and an expired session, until it is cleared or given up', async () => {
  const { visited, page, end } = await openFormWithExpiringSession(mall, '/service_contact')
  const { context } = visited
  const text = page.getByLabel('内容')
  await text.fill('想问 U84 采煤截齿的交期')
  const isRestored = async () => {
    await page.getByText(RESTORED_TEXT).waitFor()
    expect(await text.inputValue()).toBe('想问 U84 采煤截齿的交期')
  }
  /** From the page with which the browser, or the worker of the mall, says that nothing answers. The worker may hear later that it does again. */
  const openAgain = async () => {
    // The page of the browser may still be on its way.
    await expect
      .poll(() =>
        page.goto('about:blank').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    const openMall = async () => {
      await page.goto(`${mall.base}/#/service_contact`)
      return page.title()
    }
    await expect.poll(openMall).not.toBe('没有网络')
  }
  await page.reload()
  await isRestored()

  await context.setOffline(true)
  await page.getByRole('button', { name: '提交留言' }).click()
  await page.reload().catch(() => undefined)
  await context.setOffline(false)
  await openAgain()
  await isRestored()

  await page.route('**', (route) => route.abort('connectionrefused'))
  await page.reload().catch(() => undefined)
  await page.unroute('**')
  await openAgain()
  await isRestored()
  await page.getByRole('button', { name: '清除' }).click()
  await page.getByText(RESTORED_TEXT).waitFor({ state: 'hidden' })
  expect(await text.inputValue()).toBe('')

  await visited.go('/patrol')
  const route = windowOf(page, '记录巡检').getByLabel('路线或地点')
  const open = () => page.getByRole('button', { name: '记录巡检' }).first().click()
  await open()
  await route.fill('重新登录后还在的路线')
  await end()
  await page.reload()
  await logIn(mall, visited, MAIN)
  await open()
  await windowOf(page, '记录巡检').getByText(RESTORED_TEXT).waitFor()
  expect(await route.inputValue()).toBe('重新登录后还在的路线')
  await windowOf(page, '记录巡检').getByRole('button', { name: '取消' }).click()
  await windowOf(page, '记录巡检').waitFor({ state: 'hidden' })
  await page.reload()
  await open()
  expect(await route.inputValue()).toBe('')
})
