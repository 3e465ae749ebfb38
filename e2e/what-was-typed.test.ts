import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { BUILD_OUTPUT_FOLDER } from '#tools/build.ts'
import { MAIN } from '#tools/demo/people.ts'
import { chooseOption } from './choose-option.ts'
import { locateLoginNotice, openFormWithExpiringSession } from './expiring-session.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logIn, logInBuyerByApi } from './people.ts'
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
/** After this a page that has not shown its form is loaded again. */
const LOADED_WITHIN_MS = 15_000

test('unsent input survives a reload, a lost network, a stopped server and an expired session, until it is cleared or given up', async () => {
  const { visited, page, end } = await openFormWithExpiringSession(mall, '/service_contact')
  const { context } = visited
  const text = page.getByLabel('内容')
  await text.fill('想问 U84 采煤截齿的交期')
  const isRestored = async () => {
    // The value first: a draft that is lost is told apart from a page that has not loaded.
    await expect.poll(() => text.inputValue()).toBe('想问 U84 采煤截齿的交期')
    await page.getByText(RESTORED_TEXT).waitFor()
  }
  /**
   * From the page with which the browser, or the worker of the mall, says that nothing answers. Both may hear later that it does again, so a
   * page without its files is loaded once more, as a person would.
   */
  const openAgain = async () => {
    const openForm = async () => {
      await page.goto('about:blank')
      await page.goto(`${mall.base}/#/service_contact`)
      await text.waitFor({ timeout: LOADED_WITHIN_MS })
      return true
    }
    await expect.poll(() => openForm().catch((error: Error) => error.message)).toBe(true)
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

test('code that cannot be loaded takes neither the screen nor what was typed with it', async () => {
  const assets = path.join(BUILD_OUTPUT_FOLDER, 'storefront', 'assets')
  const isCodeOfFooter = (file: string) => file.endsWith('.js') && readFileSync(path.join(assets, file), 'utf8').includes('页脚搜索')
  const code = `**/assets/${readdirSync(assets).find(isCodeOfFooter)}`
  const footerFails = async (page: Page) => void (await page.route(code, (route) => route.abort('internetdisconnected')))
  const { visited, page } = await openFormWithExpiringSession(mall, '/service_contact', { prepare: footerFails })
  const footer = page.getByRole('contentinfo')
  const text = page.getByLabel('内容')
  await text.fill('页脚没有加载时写的内容')
  await createScreenInspector(visited).settle()
  expect(await footer.count()).toBe(0)
  expect(await text.inputValue()).toBe('页脚没有加载时写的内容')
  await page.unroute(code)
  await page.reload()
  await footer.waitFor()
  expect(await text.inputValue()).toBe('页脚没有加载时写的内容')
})

/** The calls for the list below the form, which shows times. */
const OWN_INQUIRIES = `**${API_BASE}${contract.inquiry.mine.path}`

test('what was typed into a screen that breaks is there when the screen is opened again', async () => {
  const answered = Promise.withResolvers<void>()
  const answersLater = async (page: Page) => {
    await page.route(OWN_INQUIRIES, async (route) => {
      await answered.promise
      await route.continue()
    })
  }
  const { page } = await openFormWithExpiringSession(mall, '/service_contact', { prepare: answersLater })
  const text = page.getByLabel('内容')
  await text.fill('页面出错前写的内容')
  await page.evaluate(() => {
    Date.prototype.toISOString = () => {
      throw new Error('as a defect would')
    }
  })
  answered.resolve()
  await text.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText(RESTORED_TEXT).waitFor()
  expect(await text.inputValue()).toBe('页面出错前写的内容')
})

test('a new address begins empty again once what was typed is cleared, and its draft is found although its region was only suggested', async () => {
  const { visited, page } = await openFormWithExpiringSession(mall, '/address_add')
  const detail = page.getByLabel('详细地址')
  const region = (name: string) => page.getByRole('combobox', { name })
  const chooseDistrict = async () => {
    await chooseOption(region('省份'), '广东省')
    await chooseOption(region('城市'), '深圳市')
    await chooseOption(region('区县'), '福田区')
  }
  const isRestored = async (text: string) => {
    await page.getByText(RESTORED_TEXT).waitFor()
    expect(await detail.inputValue()).toBe(text)
  }
  const clear = async () => {
    await page.getByRole('button', { name: '清除' }).click()
    await page.getByText(RESTORED_TEXT).waitFor({ state: 'hidden' })
    expect(await detail.inputValue()).toBe('')
    expect(await region('省份').textContent()).toContain('省份')
  }
  const openAgain = async () => {
    await visited.go('/address')
    await visited.go('/address_add')
    await region('省份').waitFor()
  }

  // The draft has no region; the one that is chosen after it was restored goes with it.
  await detail.fill('三号矿区北门')
  await page.reload()
  await isRestored('三号矿区北门')
  await chooseDistrict()
  await clear()
  await openAgain()
  expect(await region('省份').textContent()).toContain('省份')

  await chooseDistrict()
  await openAgain()
  expect(await region('区县').textContent()).toContain('福田区')
  await detail.fill('三号矿区南门')
  await page.reload()
  await isRestored('三号矿区南门')
  expect(await region('区县').textContent()).toContain('福田区')
  await clear()
  expect(visited.problems).toEqual([])
})

test('a draft waits while somebody else has saved other values, until somebody types there', async () => {
  const { visited, page } = await openFormWithExpiringSession(mall, '/address')
  const { address: addresses } = createTypedApiClients(mall, await visited.token())
  const saved = (await addresses.list({})).find(({ isDefault }) => isDefault) ?? expect.fail('no address')
  const { id, mobile, areaCode, isDefault, project } = saved
  const save = (name: string) =>
    addresses.modify({ id, name, mobile, areaCode, detail: saved.detail, isDefault, projectId: project?.id ?? null })
  const name = page.getByLabel('收货人')
  const detail = page.getByLabel('详细地址')
  const openWith = async (shown: string) => {
    await page.reload()
    await expect.poll(() => name.inputValue()).toBe(shown)
  }
  await visited.go(`/address_add?id=${id}`)
  await detail.fill('三号矿区西门')
  await openWith(saved.name)
  expect(await detail.inputValue()).toBe('三号矿区西门')

  await save('仓库值班室')
  await openWith('仓库值班室')
  expect(await detail.inputValue()).toBe(saved.detail)
  await visited.go('/address')
  await visited.go(`/address_add?id=${id}`)
  await openWith('仓库值班室')

  await save(saved.name)
  await openWith(saved.name)
  expect(await detail.inputValue()).toBe('三号矿区西门')
  expect(visited.problems).toEqual([])
})

test('a draft of one tab is still there after its session has expired and the same person has logged in again in another tab', async () => {
  const { visited, page, end } = await openFormWithExpiringSession(mall, '/service_contact')
  await page.getByLabel('内容').fill('想问 U82 采煤截齿的交期')
  await page.reload()
  await page.getByText(RESTORED_TEXT).waitFor()
  await end()
  const other = await visited.context.newPage()
  await other.goto(`${mall.base}/#/my_order`)
  await other.getByRole('heading', { name: '登录', level: 1 }).waitFor()
  const guestLink = page.getByRole('banner').getByRole('link', { name: '登录' })
  await guestLink.waitFor()
  await page.reload()
  await guestLink.waitFor()
  expect(await page.getByLabel('内容').inputValue()).toBe('')
  await other.evaluate(`localStorage.setItem('yanfeng.token', ${JSON.stringify(await logInBuyerByApi(mall, MAIN))})`)
  await guestLink.waitFor({ state: 'hidden' })
  await createScreenInspector(visited).settle()
  await page.reload()
  await page.getByText(RESTORED_TEXT).waitFor()
  expect(await page.getByLabel('内容').inputValue()).toBe('想问 U82 采煤截齿的交期')
})
