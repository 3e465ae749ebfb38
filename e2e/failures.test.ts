import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { MAIN, OPS, UNVERIFIED } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'
import { logIn, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall, viewports } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const visitAs = async (mobile: string, path: string, prepare?: (page: Page) => Promise<void>) =>
  openPage(mall, { path, token: await logInBuyerByApi(mall, mobile), ...(prepare ? { prepare } : {}) })

const OVERLOAD_TEXT = '账单服务正在维护，请稍后再试'
/** From now on the call is refused. */
const refuses = (page: Page, { path }: Endpoint, detail: Record<string, unknown> = {}) =>
  page.route(`**${API_BASE}${path}`, (route) =>
    route.fulfill({ json: { code: 422, msg: OVERLOAD_TEXT, success: false, data: null, reason: 'MALFORMED', detail } }),
  )
/** In pixels. */
const PHONE_TABS_HEIGHT = 56
const toasts = (page: Page, text: string | RegExp = OVERLOAD_TEXT) => page.getByRole('region', { name: '提示' }).getByText(text)

/** Repeats a check while the paused clock of the page advances a little each time, because its rendering waits for the clock. */
const passing = (page: Page, look: () => Promise<number>) =>
  expect.poll(async () => {
    await page.clock.runFor(20)
    return look()
  })

/** The paths of the calls of a page, in their order. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(API_BASE)) calls.push(pathname.slice(API_BASE.length))
  })
  return calls
}

describe('a failed read', () => {
  test('shows the reason in place, and once as a red toast for five seconds', async () => {
    const { page, problems } = await visitAs(MAIN, '/help_center')
    await page.getByRole('heading', { name: '帮助中心' }).waitFor()
    // From here on the clock only advances by hand.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + JOURNEY_TIMEOUT_MS)
    await refuses(page, contract.bill.list)
    await page.evaluate('void (location.hash = "/my_bill")')
    await passing(page, () => toasts(page).count()).toBe(1)
    await page.getByRole('main').getByRole('alert').getByText(OVERLOAD_TEXT).waitFor()
    // The same message while it is visible stays a single toast.
    const again = page.waitForResponse((response) => response.url().endsWith(contract.bill.list.path))
    await page.getByRole('button', { name: '重试' }).click()
    await (await again).finished()
    await page.clock.runFor(3_000)
    expect(await toasts(page).count()).toBe(1)
    await page.clock.runFor(2_100)
    await passing(page, () => toasts(page).count()).toBe(0)
    await page.getByRole('main').getByRole('alert').getByText(OVERLOAD_TEXT).waitFor()
    expect(problems).toEqual([])
  })

  test('shows nothing if it only refreshes visible data', async () => {
    const visited = await visitAs(MAIN, '/my_bill')
    const { page, problems } = visited
    await page
      .getByRole('button', { name: /^查看详情：/ })
      .first()
      .waitFor()
    await refuses(page, contract.bill.list)
    // The data becomes stale, and the person comes back to the page.
    const again = page.waitForResponse((response) => response.url().endsWith(contract.bill.list.path))
    await page.evaluate(`Date.now = ((now) => () => now() + 60_000)(Date.now); void window.dispatchEvent(new Event('visibilitychange'))`)
    await again
    await createScreenInspector(visited).settle()
    expect(await toasts(page).count()).toBe(0)
    await page
      .getByRole('button', { name: /^查看详情：/ })
      .first()
      .waitFor()
    expect(problems).toEqual([])
  })
})

test('a required or failed login shows no message besides its own screen', async () => {
  const visited = await openPage(mall, { path: '/my_order', token: 'mt_gone' })
  const { page, problems } = visited
  await page.waitForURL(/#\/login\?/)
  await createScreenInspector(visited).settle()
  expect(await toasts(page, /./).count()).toBe(0)
  await logIn(mall, visited, MAIN, 'Wrong123456')
  await page.waitForURL(/#\/login_error\?/)
  await page.getByRole('alert').getByText(/密码/).waitFor()
  expect(await toasts(page, /./).count()).toBe(0)
  expect(problems).toEqual([])
})

test('the console shows a failed read in place and as a toast too', async () => {
  const { page, problems, go } = await openPage(mall, { app: 'console', path: '/me', token: await logInStaffByApi(mall, OPS) })
  await page.getByRole('navigation').first().waitFor()
  await refuses(page, contract.consoleOrder.list)
  await go('/orders')
  await page.locator('.state-fault').getByText(OVERLOAD_TEXT).waitFor()
  await page.locator('.ant-message').getByText(OVERLOAD_TEXT).waitFor()
  expect(await page.locator('.ant-message').getByText(OVERLOAD_TEXT).count()).toBe(1)
  expect(problems).toEqual([])
})

describe('a refused form', () => {
  const named = contract.userSecurity.changeName
  const tries = async (detail: Record<string, unknown>) => {
    const visited = await visitAs(MAIN, '/setting')
    const { page } = visited
    await refuses(page, named, detail)
    await page.getByRole('button', { name: /修改姓名/ }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText(OVERLOAD_TEXT).first().waitFor()
    return page
  }

  test('shows the reason at the named field and no toast', async () => {
    const page = await tries({ field: 'name' })
    await page.getByRole('textbox', { name: '姓名' }).and(page.locator('[aria-invalid="true"]')).waitFor()
    expect(await toasts(page).count()).toBe(0)
  })

  test('shows a toast if no field is named, which covers neither the header with its search box nor the tabs of a phone', async () => {
    const page = await tries({})
    for (const { width, height } of Object.values(viewports)) {
      await page.setViewportSize({ width, height })
      // The toast is pushed again, because its time may be over.
      await page.getByRole('button', { name: '保存' }).click()
      await toasts(page).waitFor()
      const [toast, header] = [await page.getByRole('region', { name: '提示' }).boundingBox(), await page.locator('header').boundingBox()]
      expect(toast?.height).toBeGreaterThan(0)
      expect(toast?.y).toBeGreaterThanOrEqual((header?.y ?? height) + (header?.height ?? 0))
      expect((toast?.y ?? height) + (toast?.height ?? 0)).toBeLessThan(height - PHONE_TABS_HEIGHT)
    }
  })
})

describe('the current user', () => {
  const DETAIL = contract.user.detail.path
  const SEATS = contract.enterprise.list.path
  const ofWho = (calls: readonly string[]) => calls.filter((path) => path === DETAIL || path === SEATS)

  test.each([
    ['who is authenticated, with the list of companies', MAIN, [DETAIL, SEATS]],
    ['who is not, without it', UNVERIFIED, [DETAIL]],
  ])('is read when the app starts: for somebody %s', async (_, mobile, expected) => {
    let calls: string[] = []
    const visited = await visitAs(mobile, '/help_center', async (page) => {
      calls = callsOf(page)
    })
    await createScreenInspector(visited).settle()
    expect(ofWho(calls)).toEqual(expected)
  })

  test('is read after a login too', async () => {
    const visited = await openPage(mall, { path: '/login?redirectUrl=%2Fhelp_center' })
    const calls = callsOf(visited.page)
    await logIn(mall, visited, MAIN)
    await visited.page.waitForURL(/#\/help_center/)
    await createScreenInspector(visited).settle()
    expect(ofWho(calls)).toEqual([DETAIL, SEATS])
  })
})
