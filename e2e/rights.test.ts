import { afterAll, beforeAll, expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { type MemberPermissionCode, permissionCodes } from '#contract/platform/core/permissions.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import {
  formatMissingPermission,
  type RequiredPermission,
  resolveRequiredPermission,
} from '#storefront/platform/sessions/permissions/required-permission.ts'
import { MAIN, OPS, SUB } from '#tools/demo/people.ts'
import { importScreenRoutes, type ScreenRoute } from '#tools/routes.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { watchRefusedCalls } from './refused-calls.ts'
import { prepareScreenParams } from './screen-params.ts'
import { type OpenedPage, openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
let screens: readonly ScreenRoute[]
/** The search parameters that a path needs to show data, with the question mark. */
let at: Readonly<Record<string, string>>
beforeAll(async () => {
  mall = await openTestMall({ paying: true })
  screens = await importScreenRoutes('storefront')
  at = await prepareScreenParams({ mall, member: await logInBuyerByApi(mall, MAIN), staff: await logInStaffByApi(mall, OPS) })
})
afterAll(() => mall?.close())

/** The demo's sub-account with exactly these permissions. */
async function grant(codes: readonly MemberPermissionCode[]): Promise<void> {
  const { subUser } = createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN))
  const seat = (await subUser.list({})).find(({ mobile }) => mobile.endsWith(SUB.slice(-4))) ?? expect.fail('no sub-account')
  await subUser.modify({ id: seat.id, name: seat.name, permCode: codes.join(','), orderLimit: fen(100), monthLimit: null })
}
const subAt = async (path: string, size: 'desk' | 'phone' = 'desk') =>
  openPage(mall, { path, size, token: await logInBuyerByApi(mall, SUB) })

const SIGN_IN = new Set(['/login', '/login_error', '/login_success', '/register'])
const searchOf = (path: string) => Object.fromEntries(new URLSearchParams(at[path] ?? ''))
const rightOf = ({ path, right, needs }: ScreenRoute): RequiredPermission | undefined =>
  needs ? [needs] : resolveRequiredPermission(right, searchOf(path))
const panelOf = ({ page }: Pick<OpenedPage, 'page'>) => page.getByRole('region', { name: '没有权限' })

/** A part of the screens before each landing, all before a release: they share the component that says what is missing. */
const EVERY = selectByTestTier({ landing: 8, release: 1 })

test('a sub-account without permissions sees the missing one on every screen, and sends no refused call', async () => {
  await grant([])
  const visited = await subAt('/help_center')
  const { page, problems } = visited
  const { open, settle, faults } = createScreenInspector(visited)
  // From here on the page knows the permissions.
  await settle()
  const refused = watchRefusedCalls(page)
  const wrong: string[] = []
  for (const screen of screens.filter(({ path }, no) => !SIGN_IN.has(path) && no % EVERY === 0)) {
    await open(screen.path + (at[screen.path] ?? ''))
    const right = rightOf(screen)
    if (right === undefined) continue
    const panel = panelOf(visited)
    await panel.getByText(`${formatMissingPermission(right)}。`).waitFor()
    const main = page.getByRole('main')
    const around = [main.getByRole('button'), main.getByRole('combobox'), main.getByRole('searchbox'), main.getByRole('tab')]
    const found = await Promise.all([main.getByRole('link').count(), ...around.map((one) => one.count())])
    if (found.join() !== '2,0,0,0,0') wrong.push(`${screen.path}: ${found.join()}`)
  }
  wrong.push(...(await faults('the panel')))
  expect(wrong).toEqual([])
  expect([refused, problems]).toEqual([[], []])
})

test('a sub-account with a single permission opens its screens and sends no refused call', async () => {
  const faults: string[] = []
  for (const code of permissionCodes.filter((_, at) => at % selectByTestTier({ landing: 48, release: 1 }) === 0)) {
    await grant([code])
    const opened = screens.filter((screen) => {
      const right = rightOf(screen)
      return right !== undefined && right !== 'main' && right.includes(code)
    })
    const visited = await subAt('/help_center')
    const { open, settle } = createScreenInspector(visited)
    await settle()
    const refused = watchRefusedCalls(visited.page)
    for (const { path } of opened) {
      await open(path + (at[path] ?? ''))
      if ((await panelOf(visited).count()) > 0) faults.push(`${code} at ${path} sees that something is missing`)
    }
    faults.push(...refused.map((call) => `${code} asked ${call}`))
    await visited.context.close()
  }
  expect(faults).toEqual([])
})

test('a sub-account sees that a column is hidden by permission, on a desktop and a phone', async () => {
  await grant(['addCart', 'buyPay'])
  const { cart, order } = createTypedApiClients(mall, await logInBuyerByApi(mall, SUB))
  const main = createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN))
  const [one] = (await main.goods.list({ keyword: 'KT-U85-22', pageSize: 1 })).dataList
  await cart.add({ skuId: one?.skuId ?? '', goodsNum: one?.minimum ?? 1 })
  const lines = [{ skuId: one?.skuId ?? '', goodsNum: one?.minimum ?? 1 }]
  const { quote, address } = await order.preview({ lines, method: 'wallet' })
  await order.submit({ lines, method: 'wallet', addressId: address?.id ?? '', quote })
  await grant([])
  for (const size of ['desk', 'phone'] as const) {
    const visited = await subAt('/cart', size)
    const { page, go, problems, context } = visited
    const { open, faults } = createScreenInspector(visited)
    await page.getByText(/^购物车仅可查看，价格不显示/).waitFor()
    await page.getByText('小计 无权查看').waitFor()
    await go('/approval')
    await page.getByText(/单笔限额 ¥\*\*\*/).waitFor()
    await page.getByText('应付 无权查看').waitFor()
    await go('/project')
    await page.getByText('预算：无权查看').first().waitFor()
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /新建|导出/ })
        .count(),
    ).toBe(0)
    for (const path of ['/cart', '/approval', '/project', '/message_notice', '/user_level_high', '/user_center']) {
      await open(path)
      expect(await faults(path)).toEqual([])
      expect(await page.getByRole('main').textContent(), path).not.toMatch(/¥null|NaN|undefined/)
    }
    expect(problems).toEqual([])
    await context.close()
  }
})

test('everybody sees coupons: without 下单支付 none can be claimed, redeemed or exported', async () => {
  await grant([])
  const { page, go, problems } = await subAt('/coupon')
  await page.getByRole('heading', { name: '我的优惠券' }).waitFor()
  await page.getByRole('button', { name: '使用须知' }).waitFor()
  expect(await page.getByRole('button', { name: /导出/ }).count()).toBe(0)
  await go('/coupon?tab=centre')
  await page.getByText(/^兑换和领取优惠券：您的子账号没有「下单支付」权限/).waitFor()
  const claim = page.getByRole('button', { name: /^领取 / })
  await claim.first().waitFor()
  expect(await claim.first().isDisabled()).toBe(true)
  await go('/api_access?view=docs')
  await page.getByRole('heading', { name: '接口接入' }).waitFor()
  expect(problems).toEqual([])
})
