import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPS, SUB } from '#tools/demo/people.ts'
import { chooseSearchedOption } from './choose-option.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const OWN = 'Own-Way-2026'
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function logsIn(page: Page, email: string, pwd: string): Promise<void> {
  await heading(page, '登录运营后台').waitFor()
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(pwd)
  await page.getByRole('button', { name: '登录' }).click()
}

async function setsPassword(page: Page, pwd: string): Promise<void> {
  await page.getByLabel('新密码').fill(pwd)
  await page.getByLabel('再输入一次').fill(pwd)
  await page.getByRole('button', { name: '继续' }).click()
}

/** Reads the secret below the QR code, as a test cannot scan it. */
async function scans(page: Page): Promise<(after?: number) => string> {
  await page.getByRole('img', { name: '动态口令的绑定二维码' }).waitFor()
  const secret = Secret.fromBase32(((await page.locator('.bind-secret').textContent()) ?? '').replaceAll(' ', ''))
  return (after = 0) => TOTP.generate({ secret, timestamp: Date.now() + after })
}

test.each(selectJourneyScreenSizes('console'))(
  'a new colleague logs in, binds an authenticator, uses its code, is disabled and logged out, on a %s',
  async (size) => {
    const email = `colleague-${size}@staff.test`
    const boss = await openPage(mall, { size, app: 'console', path: '/staff', token: await logInStaffByApi(mall, OPS) })
    await boss.page.getByRole('button', { name: '新增员工' }).click()
    const drawer = boss.page.getByRole('dialog', { name: '新增员工' })
    await drawer.getByLabel('邮箱（登录名）').fill(email)
    await drawer.getByLabel('姓名').fill('新同事')
    await drawer.getByRole('checkbox', { name: /^客服/ }).check()
    await drawer.getByRole('button', { name: /^新\s*增$/ }).click()
    const received = boss.page.getByRole('status').filter({ hasText: '的初始密码' })
    const initialPwd = (await received.locator('strong').textContent()) ?? ''

    const { page, go, token, problems } = await openPage(mall, { size, app: 'console' })
    await logsIn(page, email, initialPwd)
    await heading(page, '设置新密码').waitFor()
    await setsPassword(page, 'password1')
    await page.getByRole('alert').getByText('密码过于简单').waitFor()
    await setsPassword(page, OWN)
    await heading(page, '待办').waitFor()

    await go('/me')
    await page.getByLabel('登录密码', { exact: true }).fill(OWN)
    await page.getByRole('button', { name: '开始绑定' }).click()
    const shown = await scans(page)
    await page.getByRole('textbox', { name: '动态口令' }).fill(shown())
    await page.getByRole('button', { name: '完成绑定' }).click()
    await page.getByText('已绑定', { exact: true }).waitFor()
    const codes = await page.getByRole('region', { name: '恢复码' }).getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await page.getByRole('button', { name: '我已保存' }).click()
    await page.getByText('剩 10 个', { exact: true }).waitFor()
    for (const code of codes) expect(await page.getByText(code).count(), 'shown once').toBe(0)

    await page.getByRole('button', { name: '退出' }).click()
    await logsIn(page, email, OWN)
    await heading(page, '输入动态口令').waitFor()
    await page.getByRole('textbox', { name: '动态口令' }).fill('000000')
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByRole('alert').getByText('动态口令错误').waitFor()
    // The code of this half minute was used to bind. The next code is valid already.
    await page.getByRole('textbox', { name: '动态口令' }).fill(shown(30_000))
    await page.getByRole('button', { name: '登录' }).click()
    await heading(page, '我的账号').waitFor()
    // Without the telephone: one of the printed recovery codes, once.
    for (const outcome of ['opens', 'is used'] as const) {
      await page.getByRole('button', { name: '退出' }).click()
      await logsIn(page, email, OWN)
      await page.getByRole('button', { name: '手机不在身边，使用恢复码' }).click()
      await page.getByRole('textbox', { name: '恢复码' }).fill((codes[0] ?? '').toLowerCase())
      await page.getByRole('button', { name: '登录' }).click()
      if (outcome === 'opens') await page.getByText('剩 9 个', { exact: true }).waitFor()
    }
    await page.getByRole('alert').getByText('恢复码错误或已使用').waitFor()
    await page.getByRole('textbox', { name: '恢复码' }).fill(codes[1] ?? '')
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByText('剩 8 个', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: '员工' }).count()).toBe(0)
    await go('/staff')
    await heading(page, '没有权限').waitFor()

    await boss.go(`/staff?keyword=${email}`)
    const row = boss.page.getByRole(size === 'desk' ? 'row' : 'listitem').filter({ hasText: email })
    await row.getByRole('button', { name: /^停\s*用$/ }).click()
    await boss.page
      .getByRole('dialog')
      .getByRole('button', { name: /^停\s*用$/ })
      .click()
    await row.getByText('已停用', { exact: true }).waitFor()
    await expect(createTypedApiClients(mall, await token()).staff.me({})).rejects.toMatchObject({ reason: 'NOT_LOGGED_IN' })
    await go('/')
    await heading(page, '登录运营后台').waitFor()
    await logsIn(page, email, OWN)
    await page.getByRole('alert').getByText('邮箱或密码错误').waitFor()
    expect([...problems, ...boss.problems]).toEqual([])
  },
)

test.each(selectJourneyScreenSizes('console'))(
  'one search box finds every kind of record, by keyboard and by touch, on a %s',
  async (size) => {
    const staff = await logInStaffByApi(mall, OPS)
    const [order] = (await createTypedApiClients(mall, staff).consoleOrder.list({})).dataList
    const { orderNo, enterpriseName } = order ?? expect.fail('the demo has no order')
    const visited = await openPage(mall, { size, app: 'console', path: '/enterprises', token: staff })
    const { page, problems } = visited
    await heading(page, '企业').waitFor()
    // The keys go through the rows, and the first of them has the focus before Enter would open it.
    await page
      .getByRole('main')
      .getByRole('link', { name: enterpriseName ?? '' })
      .waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => page.evaluate('document.activeElement.hash.split("?")[0]')).toBe('#/enterprise')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '快捷键' }).getByText('列表的下一行').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: '快捷键' }).waitFor({ state: 'hidden' })
    const box = page.getByRole('combobox', { name: '查找' })
    const list = page.getByRole('listbox', { name: '查找结果' })
    if (size === 'desk') await page.keyboard.press('/')
    else await page.getByRole('button', { name: '打开查找' }).click()
    await page.getByText('可以查找', { exact: true }).waitFor()
    await box.fill(SUB)
    await list
      .getByRole('group', { name: '用户' })
      .getByText(`${SUB.slice(0, 3)}****${SUB.slice(-4)}`)
      .waitFor()
    expect(await createScreenInspector(visited).faults('the open box')).toEqual([])

    // A number is opened as soon as it is known, however soon Enter follows it.
    await box.fill(`${orderNo.slice(0, 8)} ${orderNo.slice(8)}`)
    await box.press('Enter')
    await page.waitForURL(new RegExp(`#/order\\?.*${orderNo}`))
    expect(await box.isVisible().then(async (visible) => visible && (await box.inputValue()))).toBe(size === 'desk' ? '' : false)

    if (size === 'desk') await page.keyboard.press('/')
    else await page.getByRole('button', { name: '打开查找' }).click()
    await box.fill('U84')
    const hit = list.getByRole('option', { name: /^KT-U84-22 / })
    await hit.waitFor()
    await box.press('Escape')
    await list.waitFor({ state: 'hidden' })
    if (size === 'phone') await page.getByRole('button', { name: '打开查找' }).click()
    else await box.press('ArrowDown')
    await hit.click()
    await heading(page, 'KT-U84-22 在售').waitFor()
    await page.getByRole('heading', { name: '全站价' }).waitFor()
    await chooseSearchedOption(page.getByRole('combobox', { name: '企业' }), enterpriseName ?? '', enterpriseName ?? '')
    await page.getByRole('heading', { name: `${enterpriseName}的价格` }).waitFor()
    await page.getByText('协议价').first().waitFor()
    // Whoever does not want single keys turns them off on his device.
    await visited.go('/me')
    await page.getByRole('checkbox', { name: /单键快捷键/ }).uncheck()
    await page.getByRole('heading', { name: '我的账号' }).click()
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    await page.getByRole('checkbox', { name: /单键快捷键/ }).check()
    await page.getByRole('heading', { name: '我的账号' }).click()
    expect(
      await page
        .getByRole('dialog')
        .or(page.getByText('可以查找', { exact: true }))
        .count(),
    ).toBe(0)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '快捷键' }).waitFor()
    expect(problems).toEqual([])
  },
)
