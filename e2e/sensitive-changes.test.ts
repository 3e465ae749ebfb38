import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { ADM, DEMO_PASSWORD, FIN, OPS } from '#tools/demo/people.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const group = (page: Page, name: string): Locator => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
const opens = async (email: string, path: string, size: ScreenSize = 'desk') =>
  openPage(mall, { app: 'console', size, path, token: await logInStaffByApi(mall, email) })
const BANK = '收款账户与双人复核限额'
const row = (page: Page, size: ScreenSize, text: string) => page.getByRole(size === 'desk' ? 'row' : 'listitem').filter({ hasText: text })

test('the collecting account changes only after a second administrator sees both versions and approves', async () => {
  const boss = await opens(OPS, '/settings')
  const bank = group(boss.page, BANK)
  // The number has lines: another account takes its place.
  await bank.getByRole('button', { name: '新增账户' }).click()
  const added = bank.getByRole('region').first()
  const account = { 简称: '新的收款户', 户名: '深圳岩锋工品科技有限公司', 开户银行: '中国工商银行深圳南山支行', 联行号: '102584000000' }
  for (const [label, value] of Object.entries({ ...account, 账号: '4000020200002222222' }))
    await added.getByLabel(label, { exact: true }).fill(value)
  await added.getByRole('button', { name: '设为买家看到的账户' }).click()
  await bank.getByRole('button', { name: /^保\s*存$/ }).click()
  const waiting = group(boss.page, '待生效的变更 1 项')
  await waiting.getByText('4000020200002222222').waitFor()
  // What buyers see now, and that it stays as another account.
  expect(await waiting.getByText('4000020200000000000').count()).toBe(2)
  expect(await waiting.getByRole('button', { name: /^同\s*意$/ }).count()).toBe(0)
  // The form shows the value in force, not the requested one.
  await expect.poll(() => bank.getByLabel('账号', { exact: true }).first().inputValue()).toBe('4000020200000000000')

  const chief = await opens(ADM, '/', 'phone')
  await chief.page.getByRole('link', { name: /^通知，\d+ 条未读$/ }).click()
  const received = row(chief.page, 'phone', `待生效：${BANK}`)
  await received.getByText('未读').waitFor()
  await received.getByRole('link', { name: '去查看' }).click()
  const change = row(chief.page, 'phone', '4000020200002222222')
  await change.getByRole('button', { name: /^同\s*意$/ }).click()
  const drawer = chief.page.getByRole('dialog', { name: `同意：${BANK}` })
  await drawer.getByText('4000020200000000000').first().waitFor()
  await drawer.getByLabel('您的登录密码').fill('Wrong123456')
  await drawer.getByRole('button', { name: '同意并立即生效' }).click()
  await waitForFormRefusal(chief.page.getByText('密码错误').first())
  await drawer.getByLabel('您的登录密码').fill(DEMO_PASSWORD)
  await drawer.getByRole('button', { name: '同意并立即生效' }).click()
  await row(chief.page, 'phone', '4000020200002222222').getByText('已生效').waitFor()

  const { consoleSetting } = createTypedApiClients(mall, await boss.token())
  expect((await consoleSetting.read({})).bank.values?.accountNo).toBe('4000020200002222222')
  await boss.go('/audit?action=apply%20sensitive%20change')
  await row(boss.page, 'desk', '敏感变更生效').first().waitFor()
  await boss.page.getByText('由 4000020200000000000 改为 4000020200002222222').first().waitFor()
  expect([...boss.problems, ...chief.problems]).toEqual([])
})

test('a password reset needs two people: the other administrator stops it with a reason visible to all', async () => {
  const boss = await opens(OPS, `/staff?keyword=${FIN}`, 'phone')
  await row(boss.page, 'phone', FIN)
    .getByRole('button', { name: /^重设密码$/ })
    .click()
  await boss.page
    .getByRole('dialog')
    .getByRole('button', { name: /^重\s*设$/ })
    .click()
  await boss.page.getByText('另一位管理员同意后可用').waitFor()
  await group(boss.page, '待生效的变更 1 项').getByText('重设为初始密码').waitFor()

  const chief = await opens(ADM, '/sensitive_changes?state=PENDING')
  const change = row(chief.page, 'desk', '重设员工密码')
  await change.getByText(FIN).waitFor()
  await change.getByRole('button', { name: /^阻\s*止$/ }).click()
  const drawer = chief.page.getByRole('dialog', { name: '阻止：重设员工密码' })
  await drawer.getByRole('textbox').fill('本人未申请')
  await drawer.getByRole('button', { name: /^阻\s*止$/ }).click()
  await chief.go('/sensitive_changes?state=REJECTED')
  await row(chief.page, 'desk', '本人未申请').getByText('已阻止').waitFor()
  // Her session is still valid.
  const finance = await opens(FIN, '/notices')
  await row(finance.page, 'desk', '已阻止：重设员工密码').getByText('本人未申请').waitFor()
  await finance.page.getByRole('button', { name: '全部标为已读' }).click()
  await finance.page.getByRole('link', { name: '通知', exact: true }).first().waitFor()
  expect([...boss.problems, ...chief.problems, ...finance.problems]).toEqual([])
})

test('two editors of the settings never overwrite each other, even after their pages were refetched', async () => {
  const [one, other] = [await opens(OPS, '/settings'), await opens(ADM, '/settings')]
  const [mine, hers] = [group(one.page, '公司资料'), group(other.page, '公司资料')]
  await mine.getByLabel('服务时间').fill('全天')
  await hers.getByLabel('客服电话').fill('400-800-1234')
  await hers.getByRole('button', { name: /^保\s*存$/ }).click()
  await hers.getByText(/^上次修改 .*管理员小工$/).waitFor()
  // The page of the first administrator fetches again, as it does after another request. His input stays.
  await group(one.page, '会员等级门槛').getByLabel('您的登录密码').fill('Wrong123456')
  await group(one.page, '会员等级门槛')
    .getByRole('button', { name: /^保\s*存$/ })
    .click()
  await mine.getByText(/^上次修改 .*管理员小工$/).waitFor()
  await mine.getByRole('button', { name: /^保\s*存$/ }).click()
  const changed = mine.getByRole('alert').filter({ hasText: '管理员小工 已于' })
  await changed.waitFor()
  expect(await changed.textContent()).toContain('400-800-1234')
  expect(await mine.getByLabel('服务时间').inputValue()).toBe('全天')
  const { consoleSetting } = createTypedApiClients(mall, await one.token())
  expect((await consoleSetting.read({})).site.values).toMatchObject({ phone: '400-800-1234' })
  // He confirms it after the warning.
  await mine.getByLabel('客服电话').fill('400-800-1234')
  await mine.getByRole('button', { name: /^保\s*存$/ }).click()
  await mine.getByText(/^上次修改 .*运营小岩$/).waitFor()
  expect((await consoleSetting.read({})).site.values).toMatchObject({ phone: '400-800-1234', hours: '全天' })
  // A person without input sees the change when his page fetches again, and saves based on it.
  await group(other.page, '会员等级门槛').getByLabel('您的登录密码').fill('Wrong123456')
  await group(other.page, '会员等级门槛')
    .getByRole('button', { name: /^保\s*存$/ })
    .click()
  await expect.poll(() => hers.getByLabel('服务时间').inputValue()).toBe('全天')
  await hers.getByLabel('邮箱').fill('service@yanfeng.example')
  await hers.getByRole('button', { name: /^保\s*存$/ }).click()
  await expect.poll(async () => (await consoleSetting.read({})).site.values?.email).toBe('service@yanfeng.example')
})

/** Simulates that a person comes back to a stale page, so that it fetches again. */
const comesBack = async (page: Page, { path }: Endpoint) => {
  const again = page.waitForResponse((response) => response.url().endsWith(path))
  await page.evaluate(`Date.now = ((now) => () => now() + 60_000)(Date.now); void window.dispatchEvent(new Event('visibilitychange'))`)
  await again
}
const OVERLOAD_TEXT = '变更服务正在维护，请稍后再试'
const refuses = (page: Page, { path }: Endpoint) =>
  page.route(`**${API_BASE}${path}`, (route) =>
    route.fulfill({ json: { code: 422, msg: OVERLOAD_TEXT, success: false, data: null, reason: 'MALFORMED', detail: {} } }),
  )

/** The first administrator requests another password of finance. Returns the page of the second one. */
async function asksForPassword() {
  const api = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  const { dataList: asked } = await api.consoleSensitiveChange.list({ state: 'PENDING', area: 'staff' })
  for (const { id } of asked) await api.consoleSensitiveChange.withdraw({ id })
  const { dataList } = await api.consoleStaff.list({ keyword: FIN })
  await api.consoleStaff.resetPwd({ staffId: dataList[0]?.staffId ?? '' })
  const [change] = (await api.consoleSensitiveChange.list({ state: 'PENDING', area: 'staff' })).dataList
  return { api, id: change?.id ?? expect.fail('nothing waits') }
}
const focused = (page: Page) => page.evaluate('document.activeElement?.id')

test.each([
  ['/staff', 'desk'],
  ['/sensitive_changes?state=PENDING', 'phone'],
] as const)('who is about to agree on %s keeps his drawer when the change goes, and the focus stays on the page', async (path, size) => {
  const { api, id } = await asksForPassword()
  const visited = await opens(ADM, path, size)
  const { page, problems } = visited
  const agree = page.getByRole('button', { name: /^同\s*意$/ })
  await agree.click()
  const drawer = page.getByRole('dialog', { name: '同意：重设员工密码' })
  await drawer.getByLabel('您的登录密码').fill(DEMO_PASSWORD)
  await api.consoleSensitiveChange.withdraw({ id })
  await comesBack(page, contract.consoleSensitiveChange.list)
  await page.locator('#main').getByText('重设员工密码').waitFor({ state: 'detached' })
  expect(await drawer.getByLabel('您的登录密码').inputValue()).toBe(DEMO_PASSWORD)
  await drawer.getByRole('button', { name: '同意并立即生效' }).click()
  await page.getByText('该变更已生效、已阻止或已撤回，请刷新后查看').waitFor()
  await drawer.getByRole('button', { name: /^取\s*消$/ }).click()
  await page.getByRole('button', { name: /^放\s*弃$/ }).click()
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('main')

  // It is requested again and stopped: its row disappears, and the drawer closes.
  await asksForPassword()
  await comesBack(page, contract.consoleSensitiveChange.list)
  await page.getByRole('button', { name: /^阻\s*止$/ }).click()
  const stop = page.getByRole('dialog', { name: '阻止：重设员工密码' })
  await stop.getByRole('textbox').fill('本人未申请')
  await stop.getByRole('button', { name: /^阻\s*止$/ }).click()
  await page.getByText('已阻止', { exact: true }).first().waitFor()
  await stop.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('main')
  expect(problems).toEqual([])
})

test('the list stays when its refetch fails; a failed first read is shown in its place only', async () => {
  const { api, id } = await asksForPassword()
  const visited = await opens(ADM, '/staff')
  const { page } = visited
  const waiting = group(page, '待生效的变更 1 项')
  await waiting.getByRole('button', { name: /^同\s*意$/ }).click()
  await refuses(page, contract.consoleSensitiveChange.list)
  await comesBack(page, contract.consoleSensitiveChange.list)
  await createScreenInspector(visited).settle()
  await waiting.waitFor()
  await page.getByRole('dialog', { name: '同意：重设员工密码' }).waitFor()
  expect(await page.getByText(OVERLOAD_TEXT).count()).toBe(0)

  const prepare = async (fresh: Page) => {
    for (const call of [contract.consoleSensitiveChange.list, contract.consoleNotice.unread]) await refuses(fresh, call)
  }
  const other = await openPage(mall, { app: 'console', path: '/staff', token: await logInStaffByApi(mall, ADM), prepare })
  await other.page.getByRole('alert').getByText(OVERLOAD_TEXT).waitFor()
  await other.page.getByRole('heading', { name: '员工' }).waitFor()
  expect(await other.page.getByText(OVERLOAD_TEXT).count(), 'no toast besides').toBe(1)
  await api.consoleSensitiveChange.withdraw({ id })
  expect([...visited.problems, ...other.problems]).toEqual([])
})

test('only the notices on the screen are marked as read, not later ones', async () => {
  const { api, id } = await asksForPassword()
  const token = await logInStaffByApi(mall, FIN)
  const { consoleNotice } = createTypedApiClients(mall, token)
  const prepare = (fresh: Page) => fresh.clock.install()
  const { page, go } = await openPage(mall, { app: 'console', path: '/notices', token, prepare })
  await row(page, 'desk', '待生效：重设员工密码').first().waitFor()
  const { count } = await consoleNotice.unread({})
  await page.getByRole('link', { name: `通知，${count} 条未读` }).waitFor()
  await api.consoleSensitiveChange.withdraw({ id })
  await page.clock.fastForward(60_000)
  await page.getByRole('link', { name: `通知，${count + 1} 条未读` }).waitFor()
  await page.getByRole('button', { name: '全部标为已读' }).click()
  await page.getByRole('link', { name: '通知，1 条未读' }).waitFor()
  expect(await consoleNotice.unread({})).toEqual({ count: 1 })
  // The current ones are only on the first page.
  await go('/notices?pageNo=2')
  await page.getByRole('button', { name: '清除筛选' }).waitFor()
  expect(await page.getByRole('button', { name: '全部标为已读' }).count()).toBe(0)
})
