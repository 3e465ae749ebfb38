import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessRule, hasPermission } from '#contract/platform/core/permissions.ts'
import { ADM, DEMO_PASSWORD, OPS } from '#tools/demo/people.ts'
import { importScreenRoutes, type ScreenRoute } from '#tools/routes.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

interface ConsoleScreen extends ScreenRoute {
  call: { needs: AccessRule }
  icon?: unknown
  localTexts?: true
}
let mall: TestMall
let screens: readonly ConsoleScreen[]
beforeAll(async () => {
  mall = await openTestMall()
  screens = (await importScreenRoutes('console')) as readonly ConsoleScreen[]
})
afterAll(() => mall?.close())

const OWN = 'Own-Way-2026'
const WAITING = '待生效的变更 1 项'
const panel = (page: Page, name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
/** The titles of the screens of the menu that these codes open. */
const titlesOf = (codes: Parameters<typeof hasPermission>[0]) =>
  screens.filter(({ call, icon, localTexts }) => icon && !localTexts && hasPermission(codes, call.needs)).map(({ title }) => title)

test.each(selectJourneyScreenSizes('console'))(
  'a role of the mall is made, given with the word of a second person, and opens exactly its screens, on a %s',
  async (size) => {
    const boss = await openPage(mall, { app: 'console', size, path: '/roles', token: await logInStaffByApi(mall, OPS) })
    const { faults } = createScreenInspector(boss)
    const { page } = boss
    const name = `出纳-${size}`
    await panel(page, '自定义角色').getByText('还没有自定义角色').waitFor()
    expect(await faults('/roles without roles')).toEqual([])
    await page.getByRole('button', { name: '新增角色' }).click()
    const drawer = page.getByRole('dialog', { name: '新增角色' })
    await drawer.getByLabel('名称', { exact: true }).fill(name)
    await drawer.getByRole('checkbox', { name: '到账认领与充值' }).check()
    await drawer.getByRole('button', { name: /^新\s*增$/ }).click()
    await waitForFormRefusal(drawer.getByText('所选权限打不开任何页面'))
    await drawer.getByRole('checkbox', { name: '查看到账与收付款' }).check()
    await drawer.getByRole('button', { name: /^新\s*增$/ }).click()
    await panel(page, '自定义角色').getByText(name, { exact: true }).waitFor()
    await drawer.waitFor({ state: 'detached' })
    expect(await faults('/roles')).toEqual([])

    const { consoleStaff } = createTypedApiClients(mall, await boss.token())
    const email = `cashier-${size}@staff.test`
    const { initialPwd } = await consoleStaff.add({ email, name: '新同事', roles: ['marketing'] })
    const { token } = await createTypedApiClients(mall).staff.logIn({ email, pwd: initialPwd, newPwd: OWN })
    await boss.go(`/staff?keyword=${email}`)
    await page.getByRole('button', { name: /^修\s*改$/ }).click()
    const account = page.getByRole('dialog', { name: '修改员工' })
    await account.getByRole('checkbox', { name: /^营销/ }).uncheck()
    await account.getByRole('checkbox', { name }).check()
    await account.getByRole('button', { name: /^保\s*存$/ }).click()
    await panel(page, WAITING).getByText(name).first().waitFor()

    const chief = await openPage(mall, { app: 'console', size, path: `/staff?keyword=${email}`, token: await logInStaffByApi(mall, ADM) })
    await panel(chief.page, WAITING)
      .getByRole('button', { name: /^同\s*意$/ })
      .click()
    const decision = chief.page.getByRole('dialog', { name: '同意：修改员工角色' })
    await decision.getByLabel('您的登录密码').fill(DEMO_PASSWORD)
    await decision.getByRole('button', { name: '同意并立即生效' }).click()
    await chief.page.getByRole('heading', { name: WAITING }).waitFor({ state: 'detached' })

    const cashier = await openPage(mall, { app: 'console', size: 'desk', path: '/', token })
    await cashier.page.getByRole('heading', { name: '待办', exact: true }).waitFor()
    const { codes } = await createTypedApiClients(mall, token).staff.me({})
    expect(codes).toEqual(['bankView', 'bankEdit'])
    const menu = cashier.page.getByRole('navigation', { name: '主菜单' }).getByRole('link')
    expect(await menu.allTextContents()).toEqual(titlesOf({ roles: [], codes }))
    await cashier.go('/vouchers')
    await cashier.go('/orders')
    await cashier.page.getByRole('heading', { name: '没有权限' }).waitFor()
    expect([...boss.problems, ...chief.problems, ...cashier.problems]).toEqual([])
  },
)
