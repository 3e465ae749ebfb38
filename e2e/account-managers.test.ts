import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADM, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createPaidOrder, createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

/** On a phone most filters are folded. */
const unfoldsFilters = async (page: Page, size: ScreenSize) => {
  if (size === 'phone') await page.getByRole('button', { name: '筛选', exact: true }).click()
}
const OPEN_SELECT = '.ant-select-dropdown:not(.ant-select-dropdown-hidden)'

test.each(selectJourneyScreenSizes('console'))(
  'a company gets an account manager, who finds its quotations and proposals by it, on a %s',
  async (size) => {
    const { enterpriseId, buyer } = await createPaidOrder(mall, 'U84')
    const { quotationNo } = await buyer.quotation.create({
      lines: [{ name: `扩孔齿 ${size}`, spec: '', unit: '个', goodsNum: 3, note: '' }],
    })
    const [adm, ops] = [await logInStaffByApi(mall, ADM), await logInStaffByApi(mall, OPS)]
    const { name } = await createTypedApiClients(mall, ops).staff.me({})
    const admin = createTypedApiClients(mall, adm)
    const { manager } = await admin.consoleEnterprise.detail({ enterpriseId })
    await admin.consoleAccountManager.assign({ companies: [{ enterpriseId, seenStaffId: manager?.staffId ?? null }], staffId: null })
    const desk = await openPage(mall, { app: 'console', path: `/enterprise?enterpriseId=${enterpriseId}`, size, token: adm })
    const { page } = desk
    await page.getByRole('button', { name: '设置客户经理' }).click()
    const drawer = page.getByRole('dialog', { name: '设置客户经理' })
    await drawer.getByRole('combobox', { name: '客户经理' }).fill(name)
    await page.locator(OPEN_SELECT).getByTitle(name, { exact: true }).click()
    await drawer.getByRole('button', { name: /^保\s?存$/ }).click()
    await page.getByText('客户经理已更新').first().waitFor()
    await desk.go('/account_managers')
    await page.getByRole('link', { name, exact: true }).waitFor()
    expect(await createScreenInspector(desk).faults(`/account_managers, ${size}`)).toEqual([])

    const own = await openPage(mall, { app: 'console', path: '/quotations', size, token: ops })
    const picks = async (option: string) => {
      await own.page.getByRole('combobox', { name: '客户经理' }).click()
      await own.page.locator(OPEN_SELECT).getByTitle(option, { exact: true }).click()
    }
    await own.page.getByText(quotationNo).waitFor()
    await unfoldsFilters(own.page, size)
    await picks('没有客户经理')
    await own.page.getByText(quotationNo).waitFor({ state: 'hidden' })
    await picks('我的客户')
    await own.page.getByText(quotationNo).waitFor()
    for (const [path, title] of [
      ['/proposals?manager=mine', '代客下单'],
      ['/after_sales?manager=mine', '售后'],
    ] as const) {
      await own.go(path)
      await own.page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect(await createScreenInspector(own).faults(`${path}, ${size}`)).toEqual([])
    }
    expect([...desk.problems, ...own.problems]).toEqual([])
  },
)

test.each(selectJourneyScreenSizes('console'))('an order gets a tag, by which the list of orders finds it, on a %s', async (size) => {
  const { staff, ops, enterpriseId, orderNo } = await createPaidOrder(mall, 'U85')
  const tag = `加急 ${size}`
  await ops.consoleEnterpriseTag.save({ name: tag, rowVersion: 0 })
  const desk = await openPage(mall, { app: 'console', path: `/order?enterpriseId=${enterpriseId}&orderNo=${orderNo}`, size, token: staff })
  const { page } = desk
  await page.getByRole('button', { name: '编辑标签' }).click()
  const drawer = page.getByRole('dialog', { name: '编辑标签' })
  await drawer.getByRole('combobox', { name: '标签' }).fill(tag)
  await page.locator(OPEN_SELECT).getByTitle(tag, { exact: true }).click()
  await drawer.getByRole('button', { name: /^保\s?存$/ }).click()
  await page.getByText('标签已更新').first().waitFor()
  await page.getByRole('heading', { name: '标签' }).waitFor()
  expect(await createScreenInspector(desk).faults(`/order with a tag, ${size}`)).toEqual([])

  await desk.go('/orders')
  await unfoldsFilters(page, size)
  await page.getByRole('combobox', { name: '订单标签' }).click()
  await page.locator(OPEN_SELECT).getByTitle(tag, { exact: true }).click()
  await expect.poll(() => page.url()).toContain('tagId=')
  await page.getByText(/共 1 条/).waitFor()
  await page.getByRole('link', { name: orderNo, exact: true }).click()
  await page.waitForURL(/\/order\?/)
  await page.locator('.chip').filter({ hasText: tag }).waitFor()
  expect(desk.problems).toEqual([])
})
