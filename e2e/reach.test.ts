import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultMallCompanyProfile } from '#contract/content/content/default-company-profile.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { importScreenRoutes, type Route } from '#tools/routes.ts'
import { createScreenInspector } from './inspect.ts'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'
import { moreScreenOutlines } from './more-outlines.ts'
import { moreConsoleWindows } from './more-windows.ts'
import { readMainOutline } from './outline.ts'
import { logInBuyerByApi, logInStaffByApi } from './people.ts'
import { reflowSizes } from './reflow.ts'
import { screenOutlines } from './screen-outlines.ts'
import { prepareScreenParams } from './screen-params.ts'
import { listTabbingFaults } from './tabbing.ts'
import { type OpenedPage, openPage, openTestMall, type ScreenSize, screenSizes, type TestMall, viewports } from './test-mall.ts'

/** A path that does not exist. */
const lost = (product: string): Route => ({ path: '/nowhere', title: product })

/** The screens that guests can see. All others lead to the login. Some of these are forms or results that need no request. */
const OPEN = [
  ...['/', '/shop', '/categories', '/categories2', '/detail', '/403', '/login', '/login_error', '/article_detail_new', '/help_center'],
  ...['/compare', '/by_machine', '/brand', '/user_center', '/address_add', '/address_add_account', '/order_pay_success_2', '/quick_order'],
  ...['/help_center2', '/article_detail', '/service_contact', '/app_download', '/public_account', '/new_quotation'],
  ...['/register', '/login_forget_pwd', '/login_forget_success', '/punch_out'],
  ...['/setting', '/alter_avatar', '/setting_change_pwd', '/setting_change_phone', '/setting_new_telephone', '/setting_set_pay_pwd'],
  ...['/setting_personal_data', '/setting_close_account'],
]
const isOpen = (route: Route): boolean => OPEN.includes(route.path)
const FOR_GUESTS = ['/login', '/login_error', '/register']

/** A window over a screen: the path of the screen, and the name of the button that opens it. */
type Window = readonly [screen: string, name: string | RegExp]

const WINDOWS = {
  mall: [
    ['/user_center', '切换账号'],
    ['/order_info', '更换地址'],
    ['/cart', '删除所选'],
    ['/coupon', '使用须知'],
    ['/my_order_wait_pay', '去支付'],
    ['/my_order_wait_pay', '取消订单'],
    ['/my_order_wait_send', '申请取消'],
    ['/account', '新增子账号'],
    ['/project', '新建项目'],
    ['/equipment', '新增设备'],
    ['/patrol', '记录巡检'],
    ['/after_sale', '撤销申请'],
    ['/quotation_info', '撤回询价'],
    ['/credit_account', '开通自动还款'],
    ['/credit_account_repayment_log', '还款'],
    ['/my_bill', /^查看详情：/],
    ['/my_bill_detail', /^提出异议/],
  ],
  console: [
    ['/order', /^发\s*货$/],
    ['/order', '剩余不再发货'],
    ['/enterprise', '调整固定额度'],
    ['/enterprise', '授予临时额度'],
    ['/enterprise', '登记转账充值'],
    ['/enterprise', '记录跟进'],
    ['/account_managers', '移交运营小岩的企业'],
    ['/enterprise_tags', '新增标签'],
    ['/skus', /^改\s*价$/],
    ['/skus', /^库\s*存$/],
    ['/skus', /^[上下]\s*架$/],
    ['/review', /^驳\s*回$/],
    ['/review', /^通\s*过$/],
    ['/after_sale', /^同\s*意$/],
    ['/after_sale', /^驳\s*回$/],
    ['/quotation', '不予报价'],
    ['/enterprise', '冻结企业'],
    ['/user', '冻结用户'],
    ['/staff', '新增员工'],
    ['/staff', /^停\s*用$/],
    ['/sensitive_changes', /^同\s*意$/],
    ['/sensitive_changes', /^阻\s*止$/],
    ['/holidays', '修改日期'],
    ['/statement', '日利率'],
    ['/statement', '申请减免利息'],
    ['/bank_lines', '登记流水'],
    ['/journal_accounts', /^修\s*改$/],
    ['/journal_accounts', '新增科目'],
    ['/journal_accounts', '修改 转账充值'],
    ['/disputes', /^处\s*理$/],
    ['/inquiries', /^回\s*复$/],
    ['/articles', '新建文章'],
    ['/banners', '新增横幅'],
    ['/home_sections', '修改主图'],
    ['/message_texts', '修改 采购待审批'],
    ['/coupon_template', '发放给企业'],
    ['/coupon_template', '复制新建'],
    ['/goods', '批量修改'],
    ['/shops', '新增店铺'],
    ['/shop_staff', /^指定.+负责的店铺$/],
    ['/categories', '新增一级分类'],
    ['/categories', /^移动.+$/],
    ['/categories', /^合并.+$/],
    ['/brands', '新增品牌'],
    ['/search_words', '新增同义词'],
    ['/freight', /^修改.+的运费模板$/],
    ['/tax_codes', /^设置.+的税收编码$/],
    ['/tax_categories', /^设置.+的税收编码$/],
    ['/member_levels', /^设置.+权益$/],
    ['/announcements', '发布公告'],
    ['/price_lists', '新建价目表'],
    ['/licence', /^驳\s*回$/],
    ['/licence_kinds', '新增种类'],
    ['/shop_licences', '登记许可证'],
    ['/moving_in', '取消迁入'],
    ['/orders', '选择日期'],
  ],
} as const satisfies Record<string, readonly Window[]>
const ON_PHONES = {
  mall: [
    ['/shop', '筛选'],
    ['/categories2', '筛选'],
    ['/my_order', '导出'],
  ],
  console: [['/', '打开菜单']],
} as const

let mall: TestMall
let member: string
let staff: string
let built: readonly Route[]
/** The search parameters that a path needs to show data, with the question mark. */
let at: Readonly<Record<string, string>>

beforeAll(async () => {
  mall = await openTestMall({ paying: true })
  member = await logInBuyerByApi(mall, MAIN)
  staff = await logInStaffByApi(mall, OPS)
  // Outside of a page the mall has no name yet, so the demo's is used.
  built = (await importScreenRoutes('storefront')).map((route) =>
    route.title === defaultMallCompanyProfile.name ? { ...route, title: demoCompany.site.name } : route,
  )
  at = await prepareScreenParams({ mall, member, staff })
  expect(Object.values(at).filter((search) => search.includes('undefined'))).toEqual([])
})
afterAll(() => mall?.close())

const isRelease = selectByTestTier({ landing: false, release: true })

/** Opens and closes the windows over the screens of a visit. */
function createWindowVisitor({ page, settle }: { page: Page; settle(): Promise<void> }) {
  const window = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  return {
    async open(name: string | RegExp, size: ScreenSize): Promise<void> {
      if (size === 'phone' && name === '选择日期') await page.getByRole('button', { name: '筛选' }).click()
      await page.getByRole('button', { name, exact: true }).first().click()
      await window.waitFor()
      await settle()
    },
    async close(): Promise<void> {
      await page.keyboard.press('Escape')
      await window.waitFor({ state: 'hidden' })
    },
  }
}

/**
 * Opens every screen of a list with the windows over it, and returns the problems at both sizes. Each screen must stay at its URL, with its
 * own title. Before a release everything is opened at both sizes, seen by axe and, with `byKeyboard`, gone through by Tab; otherwise a screen
 * is opened at one size and the next at the other one, with some of the windows, resizes, axe and Tab, and at one of the sizes of `narrow` by
 * turns. At these nothing may be cut or scroll sideways.
 */
async function walk(
  visited: OpenedPage,
  routes: readonly Route[],
  {
    windows = [],
    narrow = [],
    byKeyboard = false,
  }: { windows?: readonly Window[]; narrow?: readonly { width: number; height: number }[]; byKeyboard?: boolean } = {},
): Promise<string[]> {
  const { page } = visited
  const { open, settle, resize, faults, reflow } = createScreenInspector(visited)
  const window = createWindowVisitor({ page, settle })
  const found: string[] = []
  const openAt = async (screen: string, size: ScreenSize, axe: boolean) => {
    await resize(viewports[size])
    const shown = await open(screen + (at[screen] ?? ''))
    if (shown.split('?')[0] !== screen) found.push(`${screen} led to ${shown}`)
    found.push(...(await faults(`${screen}, ${size}:`, { axe })))
  }
  /** The screen is open at `size`. */
  const openWindows = async (screen: string, size: ScreenSize) => {
    // A case is only looked at until it is claimed.
    const claim = page.getByRole('button', { name: /^领取/ })
    if (windows.some(([over]) => over === screen) && (await claim.count()) > 0) {
      await claim.first().click()
      await settle()
    }
    for (const [no, [over, name]] of windows.entries()) {
      if (over !== screen || (no % 8 > 0 && !isRelease)) continue
      await window.open(name, size)
      found.push(...(await faults(`${screen} ${name}, ${size}:`, { axe: isRelease || no % 16 === 0 })))
      await window.close()
    }
  }
  for (const [no, { path: screen, title }] of routes.entries()) {
    const [first, second] = no % 2 === 0 ? (['phone', 'desk'] as const) : (['desk', 'phone'] as const)
    // A pair out of six, so that axe sees both sizes.
    const axe = isRelease || no % 12 < 2
    await openAt(screen, first, axe)
    // The title of a product's screen contains its name.
    const now = await page.title()
    if (!now.startsWith(title) && screen !== '/detail') found.push(`${screen} is titled ${now}`)
    const alerts = await page.getByRole('main').getByRole('alert').allTextContents()
    if (screen !== '/login_error') found.push(...alerts.map((text) => `${screen} says ${text}`))
    if (isRelease) {
      await openWindows(screen, first)
      await openAt(screen, second, true)
      await openWindows(screen, second)
    } else {
      await openWindows(screen, first)
      if (no % 16 < 2) {
        await resize(viewports[second])
        found.push(...(await faults(`${screen}, ${second}:`, { axe: false })))
      }
    }
    if (byKeyboard && (isRelease || no % 24 === 1)) found.push(...(await listTabbingFaults(page, screen)))
    for (const [nth, size] of narrow.entries())
      if (isRelease || (no + nth) % narrow.length === 0) found.push(...(await reflow(screen, size)))
  }
  return found
}

test('the route tables contain every screen that the tests visit', async () => {
  expect(built.length).toBeGreaterThan(30)
  expect(OPEN.filter((screen) => !built.some(({ path: known }) => known === screen))).toEqual([])
  const known = { mall: built, console: await importScreenRoutes('console') }
  for (const app of ['mall', 'console'] as const)
    expect(WINDOWS[app].filter(([screen]) => !known[app].some((route) => route.path === screen))).toEqual([])
  expect(moreConsoleWindows.filter(([screen]) => !known.console.some((route) => route.path === screen))).toEqual([])
})

/** A long list is visited in parts, so that none of them is long on a slow machine. */
const PARTS = 4
const parts = Array.from({ length: PARTS }, (_, part) => part)
const takePart = (routes: readonly Route[], part: number): Route[] => routes.filter((_, no) => no % PARTS === part)

test.concurrent.each(parts)('a member can use every mall screen and what opens over it without faults, part %i', async (part) => {
  const visited = await openPage(mall, { token: member })
  const routes = built.filter(({ path: screen }) => !FOR_GUESTS.includes(screen))
  expect(await walk(visited, takePart(routes, part), { windows: WINDOWS.mall, narrow: reflowSizes, byKeyboard: true })).toEqual([])
})

test.concurrent('a guest can use every public screen without faults', async () => {
  const visited = await openPage(mall)
  const routes = built.filter(isOpen)
  // A member has seen most of these screens at the narrow sizes.
  expect(await walk(visited, [...routes, lost('岩锋工品')], { narrow: isRelease ? reflowSizes : [] })).toEqual([])
})

/** The second list before a release only. */
const outlines = isRelease ? Object.assign({}, screenOutlines, moreScreenOutlines) : screenOutlines

test.concurrent.each(Object.keys(outlines))('a screen reader is told how %s is built', async (screen) => {
  const visited = await openPage(mall, { token: screen === '/login' ? undefined : member, path: screen + (at[screen] ?? '') })
  await createScreenInspector(visited).settle()
  expect(await readMainOutline(visited.page)).toBe(outlines[screen]?.trim())
  // A person may have so many screens open, and the other parts have theirs.
  await visited.page.context().close()
})

test.concurrent('from every other screen a guest is led to the login, with the return address', async () => {
  const { page, go } = await openPage(mall, { path: '/shop' })
  const astray: string[] = []
  const guarded = built.filter((route) => !isOpen(route)).filter((_, no) => no % selectByTestTier({ landing: 6, release: 1 }) === 0)
  for (const { path: screen } of guarded) {
    const asked = screen + (at[screen] ?? '')
    const login = `#/login?redirectUrl=${encodeURIComponent(asked)}`
    await go(asked)
    await page
      .waitForURL(({ hash }) => hash === login, { timeout: JOURNEY_TIMEOUT_MS })
      .catch(() => astray.push(`${asked} led to ${page.url()}`))
  }
  expect(astray).toEqual([])
})

test.concurrent.each(screenSizes)('the login of the console has no faults, on a %s', async (size) => {
  const { settle, faults } = createScreenInspector(await openPage(mall, { size, app: 'console' }))
  await settle()
  expect(await faults('/login')).toEqual([])
})

test.concurrent.each(parts)('staff can use every console screen and what opens over it without faults, part %i', async (part) => {
  const visited = await openPage(mall, { app: 'console', token: staff })
  const known = await importScreenRoutes('console')
  expect(known.length).toBeGreaterThan(6)
  const routes = isRelease ? known : known.filter((_, no) => no % 2 === 0)
  const others: Route[] = [{ path: '/403', title: '没有权限' }, lost('岩锋工品 运营后台')]
  const windows = isRelease ? [...WINDOWS.console, ...moreConsoleWindows] : WINDOWS.console
  expect(await walk(visited, takePart([...routes, ...others], part), { windows })).toEqual([])
})

test.concurrent.each(['mall', 'console'] as const)('overlays that exist only on phones have no faults, in the %s', async (app) => {
  const visited = await openPage(mall, { app, size: 'phone', token: app === 'mall' ? member : staff })
  const { open, settle, faults } = createScreenInspector(visited)
  const window = createWindowVisitor({ page: visited.page, settle })
  const found: string[] = []
  for (const [screen, name] of ON_PHONES[app]) {
    await open(screen + (at[screen] ?? ''))
    await window.open(name, 'phone')
    found.push(...(await faults(`${screen} ${name}, phone:`)))
    await window.close()
  }
  expect(found).toEqual([])
})

test.concurrent('on a phone a long filter form shows one field and the number of set filters, and expands on request', async () => {
  const visited = await openPage(mall, { size: 'phone', app: 'console', token: staff })
  const { open, settle, faults } = createScreenInspector(visited)
  await open('/orders?poNumber=PO-1')
  await visited.page.getByRole('textbox', { name: '订单号', exact: true }).waitFor()
  const folded = visited.page.getByRole('textbox', { name: '采购单号' })
  expect(await folded.isVisible()).toBe(false)
  await visited.page.getByRole('button', { name: '筛选 1' }).click()
  await folded.waitFor()
  await settle()
  expect(await faults('/orders with all of its filters')).toEqual([])
  await visited.page.getByRole('button', { name: '收起筛选' }).click()
  await folded.waitFor({ state: 'hidden' })
})

test.concurrent('on a phone all sort options of the goods list fit into their row', async () => {
  const { page } = await openPage(mall, { size: 'phone', path: '/shop' })
  const orders = page.getByRole('navigation', { name: '排序' })
  await orders.getByRole('link', { name: '新品' }).waitFor()
  expect(await orders.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
})
