import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

/** Delays requests that match a pattern until they are released. */
function held(pattern: string) {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return {
    letGo,
    prepare: async (page: Page) => {
      await page.route(pattern, async (route) => {
        await gone
        await route.continue()
      })
    },
  }
}

/** The pattern of a screen's own script. The page lists each screen's files with its own first; their names are hashes. */
async function scriptOf(screen: string): Promise<string> {
  const html = await (await fetch(mall.base)).text()
  const [, files = '{}'] = /^const FILES = (.+)$/m.exec(html) ?? []
  const [own] = (JSON.parse(files) as Record<string, string[]>)[screen] ?? []
  if (own === undefined) throw new Error(`the page names no script of ${screen}`)
  return `**${own}`
}

const SCREENS = [
  { what: 'whose script is late', path: '/cart', late: () => scriptOf('/cart'), heading: '购物车' },
  {
    what: 'of which it is not known yet who may open it',
    path: '/my_order',
    late: async () => `**${contract.user.detail.path}`,
    heading: '我的订单',
  },
] as const

test.each(selectJourneyScreenSizes('mall').flatMap((size) => SCREENS.map((screen) => ({ size, ...screen }))))(
  'a screen $what shows the shell and a loading placeholder, on a $size',
  async ({ size, path, late, heading }) => {
    const { letGo, prepare } = held(await late())
    const visited = await openPage(mall, { size, path, token: await logInBuyerByApi(mall, MAIN), prepare })
    const { page, problems } = visited
    await page.getByRole('main').getByRole('status', { name: '加载中' }).waitFor()
    expect(
      await page
        .getByRole('banner')
        .getByRole('link', { name: /岩锋工品/ })
        .isVisible(),
    ).toBe(true)
    expect(await createScreenInspector(visited).faults(path)).toEqual([])
    letGo()
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(problems).toEqual([])
  },
)

test.each(selectJourneyScreenSizes('mall'))('the hero of the home page stays visible while its script is late, on a %s', async (size) => {
  const { letGo, prepare } = held(await scriptOf('/'))
  const visited = await openPage(mall, { size, path: '/', prepare })
  const { page, problems } = visited
  const stands = page.getByText('一件也能赊。')
  await page.getByRole('main').waitFor()
  expect(await stands.isVisible()).toBe(true)
  expect(await page.locator('#main img').first().isVisible()).toBe(true)
  expect(await createScreenInspector(visited).faults('/')).toEqual([])
  letGo()
  await page.getByRole('link', { name: '申请赊销额度' }).first().waitFor()
  expect(problems).toEqual([])
})

test.each(selectJourneyScreenSizes('console'))('the console shows its shell while a screen is late, on a %s', async (size) => {
  const { letGo, prepare } = held(`**${contract.staff.me.path}`)
  const visited = await openPage(mall, { app: 'console', size, path: '/orders', token: await logInStaffByApi(mall, OPS), prepare })
  const { page, problems } = visited
  await page.getByRole('main').getByRole('status', { name: '加载中' }).first().waitFor()
  expect(await createScreenInspector(visited).faults('/orders')).toEqual([])
  letGo()
  await page.getByRole('heading', { name: '订单', level: 1 }).waitFor()
  expect(problems).toEqual([])
})
