import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressEndpoints } from '#contract/sites/address/api.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { MAIN, TWO_SEATS, UNVERIFIED } from '#tools/demo/people.ts'
import { locateLoginNotice, openFormWithExpiringSession } from './expiring-session.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logIn, logInBuyerByApi } from './people.ts'
import { type OpenedPage, openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const expires = (path: string, request?: Parameters<typeof openFormWithExpiringSession>[2]) =>
  openFormWithExpiringSession(mall, path, request)
const inCart = async (api: ContractClients, code: string): Promise<number> =>
  (await api.cart.list({})).flatMap(({ cartList }) => cartList).find((line) => line.skuCode === code)?.goodsNum ?? 0

/** Part numbers: some that are available, and one that is sold out. */
const parts = { cart: '', other: '', left: '', soldOut: '' }
beforeAll(async () => {
  const { goods } = createTypedApiClients(mall)
  const pages = await Promise.all([1, 2].map((pageNo) => goods.list({ pageNo, pageSize: 100 })))
  const dataList = pages.flatMap((one) => one.dataList)
  const [cart, other, left] = dataList.filter(({ soldOut, minimum }) => !soldOut && minimum === 1).map(({ skuCode }) => skuCode)
  const soldOut = dataList.find((card) => card.soldOut)?.skuCode
  Object.assign(parts, { cart, other, left, soldOut })
  expect(Object.values(parts)).not.toContain(undefined)
})

/** A guest searches for a part and presses its button. The login screen says what will continue after the login. */
async function wants(visited: OpenedPage, code: string): Promise<void> {
  const { page, go } = visited
  await go(`/shop?keyword=${code}`)
  await page.getByRole('heading', { level: 1, name: '商城' }).waitFor({ state: 'attached' })
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^加入购物车/ })
    .click()
  await page.waitForURL(/#\/login\?redirectUrl=/)
  expect(await locateLoginNotice(page).textContent()).toBe('请先登录。登录后会继续：加入购物车')
}

test.each(selectJourneyScreenSizes('mall'))('goods that a guest puts into the cart are in it after the login, on a %s', async (size) => {
  const visited = await openPage(mall, { size })
  const { page, problems } = visited
  const api = createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN))
  const code = parts.cart
  await wants(visited, code)
  const before = await inCart(api, code)
  expect(await createScreenInspector(visited).faults('login')).toEqual([])
  await logIn(mall, visited, MAIN)
  await page.getByText(new RegExp(`^已加入购物车：.*（${code}） × \\d+ `)).waitFor()
  expect(new URL(page.url()).hash).toBe(`#/shop?keyword=${code}`)
  expect(await inCart(api, code)).toBeGreaterThan(before)
  expect(problems).toEqual([])
})

test('a guest with several companies finds his goods in the cart of the company chosen at login', async () => {
  const visited = await openPage(mall, {})
  const { page } = visited
  const api = createTypedApiClients(mall, await logInBuyerByApi(mall, TWO_SEATS))
  const seats = (await api.enterprise.list({})).filter(({ status, invited }) => status === 1 && !invited)
  const other = seats.find(({ current }) => !current) ?? expect.fail('one seat')
  const code = parts.other
  await wants(visited, code)
  await logIn(mall, visited, TWO_SEATS)
  await page.getByRole('radio', { name: new RegExp(other.enterpriseName ?? '') }).click()
  await page.getByRole('button', { name: '进入' }).click()
  await page.getByText(/^已加入购物车：/).waitFor()
  expect(await inCart(api, code)).toBe(0)
  const there = await api.enterprise.change({ enterpriseId: other.enterpriseId })
  expect(await inCart(createTypedApiClients(mall, there.token), code)).toBeGreaterThan(0)
})

test('a guest who goes back without logging in does not find the goods in his cart later', async () => {
  const visited = await openPage(mall, {})
  const { page } = visited
  const code = parts.left
  await wants(visited, code)
  await page.goBack()
  await page.getByRole('article').first().waitFor()
  await page.getByRole('banner').getByRole('link', { name: '登录' }).click()
  await page.getByRole('img', { name: '图形验证码' }).waitFor()
  expect(await locateLoginNotice(page).count()).toBe(0)
  await logIn(mall, visited, UNVERIFIED)
  await page.waitForURL(/#\/shop/)
  await createScreenInspector(visited).settle()
  expect(await inCart(createTypedApiClients(mall, await visited.token()), code)).toBe(0)
})

test('a favourite and a stock wait begun by a guest continue after the login', async () => {
  const visited = await openPage(mall, {})
  const { page, go } = visited
  await page.getByRole('article').first().waitFor()
  // The first screen, which has such a button for each of its goods, stays until the code of the next one is loaded.
  await page.route('**/*.js', async (route) => {
    await setTimeout(800)
    await route.continue()
  })
  const { dataList } = await createTypedApiClients(mall).goods.list({ keyword: 'U84', pageSize: 1 })
  await go(`/detail?goodsId=${dataList[0]?.goodsId}`)
  await page
    .getByRole('article')
    .getByRole('button', { name: /^收藏 / })
    .first()
    .click()
  await locateLoginNotice(page).getByText('登录后会继续：收藏商品').waitFor()
  await logIn(mall, visited, UNVERIFIED)
  await page.getByText(/^已收藏：/).waitFor()
  await page
    .getByRole('article')
    .getByRole('button', { name: /已收藏，取消收藏/ })
    .first()
    .waitFor()

  const second = await openPage(mall, { path: `/shop?keyword=${parts.soldOut}` })
  await second.page
    .getByRole('button', { name: /^到货通知/ })
    .first()
    .click()
  await locateLoginNotice(second.page).getByText('登录后会继续：登记到货通知').waitFor()
  await logIn(mall, second, UNVERIFIED)
  await second.page.getByText('到货后会在“我的消息”里通知您').waitFor()
})

async function fillsAddress(page: Page, name: string): Promise<void> {
  await page.getByLabel('收货人').fill(name)
  await page.getByLabel('手机号').fill('13911112222')
  await page.getByLabel(/^粘贴整段地址/).fill(`${name} 13911112222 广东省深圳市龙岗区宝龙街道 8 号`)
  await page.getByRole('button', { name: '识别' }).click()
  // What was recognised arrives later. If it came while the field is filled, the field would have both.
  await expect.poll(() => page.getByLabel('详细地址').inputValue()).not.toBe('')
  await page.getByLabel('详细地址').fill('宝龙街道 8 号')
}

test.each(selectJourneyScreenSizes('mall'))(
  'a form saved in an expired session is sent and closed after the login, on a %s',
  async (size) => {
    const { visited, page, end } = await expires('/address_add', { size })
    const name = size === 'desk' ? '过期甲' : '过期丙'
    await fillsAddress(page, name)
    await end()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.waitForURL(/#\/login\?redirectUrl=%2Faddress_add$/)
    expect(await locateLoginNotice(page).textContent()).toBe('登录已过期，请重新登录。登录后会继续：新增收货地址')
    await logIn(mall, visited, MAIN)
    await page.getByText('地址已保存', { exact: true }).waitFor()
    await page.waitForURL(/#\/address$/)
    await page.getByText(name).waitFor()
    expect(visited.problems).toEqual([])
  },
)

test('a refusal after the login is shown, and the form keeps its input', async () => {
  const { visited, page, end } = await expires('/coupon?tab=centre')
  await page.getByLabel('兑换码').fill('ABCDEFGH2345')
  await end()
  await page.getByRole('button', { name: '兑换', exact: true }).click()
  await locateLoginNotice(page).getByText('登录后会继续').waitFor()
  await logIn(mall, visited, MAIN)
  await page
    .getByText(/^登录前的操作未完成（/)
    .first()
    .waitFor()
  expect(await page.getByLabel('兑换码').inputValue()).toBe('ABCDEFGH2345')
})

test('form input survives a session expiry found while typing, but only for the same user', async () => {
  const { visited, page, end } = await expires('/address_add', { polls: true, prepare: (opened) => opened.clock.install() })
  await fillsAddress(page, '过期乙')
  await end()
  // Stale data is fetched again when the window gets the focus. What has just been fetched on a busy machine is stale a minute later.
  const focus = async () => {
    await page.clock.fastForward(60_000)
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    return page.url()
  }
  await expect.poll(focus, { timeout: 60_000, interval: 1_000 }).toMatch(/#\/login/)
  expect(await locateLoginNotice(page).textContent()).toBe('登录已过期，请重新登录。')
  await logIn(mall, visited, MAIN)
  await page.waitForURL(/#\/address_add$/)
  expect(await page.getByLabel('收货人').inputValue()).toBe('过期乙')
  expect(await page.getByLabel('详细地址').inputValue()).toBe('宝龙街道 8 号')

  // The press finds the session ended after another request has opened the login screen, which then tells what will continue.
  await createScreenInspector(visited).settle()
  await createTypedApiClients(mall, await visited.token()).security.logOut({})
  const pressed = Promise.withResolvers<void>()
  await page.route(`**${addressEndpoints.add.path}`, async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(focus, { timeout: 60_000, interval: 1_000 }).toMatch(/#\/login/)
  await locateLoginNotice(page).waitFor()
  pressed.resolve()
  await locateLoginNotice(page).getByText('登录后会继续').waitFor()
  await logIn(mall, visited, UNVERIFIED)
  await page.waitForURL(/#\/address_add$/)
  await createScreenInspector(visited).settle()
  expect(await page.getByLabel('收货人').inputValue()).toBe('')
  expect(await createTypedApiClients(mall, await visited.token()).address.list({})).toEqual([])
})
