import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AccessRule,
  hasPermission,
  type StaffRole,
  staffRoleNames,
  toStaffPermissionHolder,
} from '#contract/platform/core/permissions.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { ADM, DEMO_PASSWORD, MAIN, OPS } from '#tools/demo/people.ts'
import { importScreenRoutes, type ScreenRoute } from '#tools/routes.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { watchRefusedCalls } from './refused-calls.ts'
import { prepareScreenParams } from './screen-params.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

// Every screen that a built-in role may open asks only for what the role permits: a refused call would be a red box in somebody's daily work.

interface ConsoleScreen extends ScreenRoute {
  call: { needs: AccessRule }
}
let mall: TestMall
let screens: readonly ConsoleScreen[]
/** The search parameters that a path needs to show data, with the question mark. */
let at: Readonly<Record<string, string>>
beforeAll(async () => {
  mall = await openTestMall({ paying: true })
  screens = (await importScreenRoutes('console')) as readonly ConsoleScreen[]
  at = await prepareScreenParams({ mall, member: await logInBuyerByApi(mall, MAIN), staff: await logInStaffByApi(mall, OPS) })
})
afterAll(() => mall?.close())

const OWN = 'Own-Way-2026'
/** The token of a new colleague with one role; another administrator agrees where two people are needed. */
async function hire(role: StaffRole): Promise<string> {
  const email = `${role}@rights.test`
  const [boss, chief] = [await logInStaffByApi(mall, OPS), await logInStaffByApi(mall, ADM)].map((token) =>
    createTypedApiClients(mall, token),
  )
  if (!boss || !chief) return expect.fail('no administrators')
  const { initialPwd, changeId } = await boss.consoleStaff.add({ email, name: '新同事', roles: [role] })
  if (changeId !== null) await chief.consoleSensitiveChange.approve({ id: changeId, pwd: DEMO_PASSWORD })
  return (await createTypedApiClients(mall).staff.logIn({ email, pwd: initialPwd, newPwd: OWN })).token
}

// 营销 is the newest; the others have been in use. Before a release all are tried.
const tried = selectByTestTier<readonly StaffRole[]>({ landing: ['marketing'], release: staffRoleNames.filter((role) => role !== 'admin') })
test.each(tried)('%s opens every screen that the role permits without a refused call', async (role) => {
  const visited = await openPage(mall, { app: 'console', path: '/notices', token: await hire(role) })
  const { open } = createScreenInspector(visited)
  const refused = watchRefusedCalls(visited.page)
  const holder = toStaffPermissionHolder([role])
  const wrong: string[] = []
  for (const { path } of screens.filter(({ call }) => hasPermission(holder, call.needs))) {
    const shown = await open(path + (at[path] ?? ''))
    if (shown.startsWith('/403')) wrong.push(`${path} is closed`)
    wrong.push(...refused.splice(0).map((call) => `${path} asked ${call}`))
  }
  expect(wrong).toEqual([])
  await visited.context.close()
})

test('营销 grants a coupon to an enterprise that is found by its name', async () => {
  const token = await logInStaffByApi(mall, OPS)
  const [waiting] = (await createTypedApiClients(mall, token).consoleCoupon.templates({ templateState: 'open', way: 'grant' })).dataList
  const email = 'grants@rights.test'
  const { initialPwd } = await createTypedApiClients(mall, token).consoleStaff.add({ email, name: '营销小丘', roles: ['marketing'] })
  const own = (await createTypedApiClients(mall).staff.logIn({ email, pwd: initialPwd, newPwd: OWN })).token
  const { page, problems } = await openPage(mall, {
    app: 'console',
    path: `/coupon_template?templateId=${waiting?.templateId}`,
    token: own,
  })
  const refused = watchRefusedCalls(page)
  await page.getByRole('button', { name: '发放给企业' }).click()
  const drawer = page.getByRole('dialog', { name: '发放给企业' })
  await drawer.getByLabel('企业', { exact: true }).click()
  await page.locator('.ant-select-item-option').first().waitFor()
  expect([refused, problems]).toEqual([[], []])
})
