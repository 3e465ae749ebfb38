import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { ADM, DEMO_PASSWORD, FIN, OPS } from '#tools/demo/people.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterEach(async () => expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({}))
afterAll(() => mall?.close())

const group = (page: Page, name: string): Locator => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
const opens = async (email: string, path: string, size: ScreenSize = 'desk') =>
  openPage(mall, { app: 'console', size, path, token: await logInStaffByApi(mall, email) })
const pressed = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name, exact: true }).click()

const SECOND = '755912345600000000'
/** Both end with eight zeros. */
const LABELS = { first: '中国工商银行深圳南山支行（尾号 000000000）', second: '招行一般户（尾号 600000000）' }

test('an administrator adds a second account, and another one agrees', async () => {
  const visited = await opens(OPS, '/settings')
  const { page, problems } = visited
  const bank = group(page, '收款账户与双人复核限额')
  await pressed(bank, '新增账户')
  const account = bank.getByRole('region', { name: '第 1 个账户' })
  await account.getByLabel('户名').fill('深圳岩锋工品科技有限公司')
  await account.getByLabel('开户银行').fill('招商银行深圳分行')
  await account.getByLabel('账号', { exact: true }).fill(SECOND)
  await pressed(bank, /^保\s*存$/)
  await waitForFormRefusal(account.getByText('请输入简称'))
  await account.getByLabel('简称').fill('招行一般户')
  const inspector = createScreenInspector(visited)
  await inspector.settle()
  expect(await inspector.faults('a second account')).toEqual([])
  expect(await inspector.reflow('a second account', { width: 320, height: 640 })).toEqual([])
  await inspector.resize({ width: 1440, height: 900 })
  await pressed(bank, /^保\s*存$/)
  await group(page, '待生效的变更 1 项').getByText(SECOND).waitFor()
  const { consoleSensitiveChange: changes } = createTypedApiClients(mall, await logInStaffByApi(mall, ADM))
  const [asked] = (await changes.list({ state: 'PENDING', area: 'setting' })).dataList
  await changes.approve({ id: asked?.id ?? expect.fail('nothing waits'), pwd: DEMO_PASSWORD })
  await page.reload()
  await bank.getByRole('region', { name: '招行一般户' }).waitFor()
  expect(await bank.getByRole('button', { name: '删除招行一般户' }).isEnabled()).toBe(true)
  expect(problems).toEqual([])
})

test.each<ScreenSize>(['desk', 'phone'])(
  'a statement that names no account is asked about on a %s, and imported into the second one',
  async (size) => {
    const visited = await opens(FIN, '/bank_import', size)
    const { page, go, problems } = visited
    const inspector = createScreenInspector(visited)
    const file = {
      name: `招行-${size}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`交易日期,流水号,对方户名,收入金额\n${toShanghaiDay(new Date())},SECOND-${size},某矿业有限公司,88.00\n`),
    }
    await page.getByRole('heading', { name: '导入对账单', exact: true }).waitFor()
    await page.getByLabel('选择文件').setInputFiles(file)
    const drawer = page.getByRole('dialog', { name: '选择收款账户' })
    await drawer.getByRole('radio', { name: new RegExp(LABELS.first) }).waitFor()
    await inspector.settle()
    expect(await inspector.faults('which account')).toEqual([])
    await pressed(drawer, /^导\s*入$/)
    await waitForFormRefusal(drawer.getByText('请选择收款账户'))
    await drawer.getByRole('radio', { name: LABELS.second }).check()
    await pressed(drawer, /^导\s*入$/)
    await page
      .getByRole('status')
      .filter({ hasText: `${LABELS.second}：导入 1 条` })
      .waitFor()
    await drawer.waitFor({ state: 'detached' })
    await go(`/bank_lines?accountNo=${SECOND}`)
    const row = page.getByRole(size === 'desk' ? 'row' : 'listitem').filter({ hasText: `SECOND-${size}` })
    await row.getByText(LABELS.second).waitFor()
    await inspector.settle()
    expect(await inspector.faults('lines of the second account')).toEqual([])
    const { consoleBank } = createTypedApiClients(mall, await logInStaffByApi(mall, FIN))
    const { dataList } = await consoleBank.lines({ accountNo: SECOND })
    expect(dataList.map(({ account }) => account)).toEqual(dataList.map(() => LABELS.second))
    expect(dataList.map(({ reference }) => reference)).toContain(`SECOND-${size}`)
    expect(problems).toEqual([])
  },
)

test('an account with lines is not removed and its number stays, but it can be the one that buyers see', async () => {
  const { page, problems } = await opens(OPS, '/settings', 'phone')
  const bank = group(page, '收款账户与双人复核限额')
  const account = bank.getByRole('region', { name: '招行一般户' })
  expect(await account.getByRole('button', { name: '删除招行一般户' }).isEnabled()).toBe(false)
  await account.getByLabel('账号', { exact: true }).fill('755912345600000001')
  await pressed(bank, /^保\s*存$/)
  await page.getByText(`${LABELS.second}已有流水，账号不能修改或删除，可以停用`).waitFor()
  await account.getByLabel('账号', { exact: true }).fill(SECOND)
  await account.getByLabel('联行号').fill('308584000013')
  await pressed(account, '设为买家看到的账户')
  expect(await bank.getByLabel('账号', { exact: true }).first().inputValue()).toBe(SECOND)
  await pressed(bank, /^保\s*存$/)
  await group(page, '待生效的变更 1 项').getByText(SECOND).first().waitFor()
  expect(problems).toEqual([])
})
