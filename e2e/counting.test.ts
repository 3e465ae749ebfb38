import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { ADM, OPS } from '#tools/demo/people.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const opens = async (email: string, path: string) =>
  openPage(mall, { app: 'console', path, size: 'desk', token: await logInStaffByApi(mall, email) })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

/** The label of the field that the cursor stands in. */
const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label')

/** Two SKUs that are on no other sheet. */
const [FIRST, SECOND] = ['KT-S120-19', 'KT-S150-22']

test('two SKUs are counted with a scanner and the keyboard, and another person posts what is missing', async () => {
  const api = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  const unitsOf = async (code: string) => {
    const sku = (await api.consoleSku.list({ keyword: code })).dataList.find((one) => one.code === code) ?? expect.fail(`no ${code}`)
    return sku.available + sku.reserved
  }
  const [first, second] = [await unitsOf(FIRST), await unitsOf(SECOND)]
  const keeper = await opens(OPS, '/stock_counts')
  const { page } = keeper
  await press(page, '新建盘点单')
  const drawer = page.getByRole('dialog', { name: '新建盘点单' })
  await drawer.getByRole('combobox', { name: '仓库' }).click()
  await page.getByTitle('主仓', { exact: true }).click()
  await drawer.getByRole('radio', { name: '商品编码' }).check()
  await drawer.getByRole('textbox', { name: '商品编码' }).fill(`${SECOND}\n${FIRST}`)
  await drawer.getByRole('button', { name: '建盘点单' }).click()
  await page.getByRole('heading', { name: /^盘点单 PD/ }).waitFor()
  await page.getByText('提交后显示').waitFor()

  const [paper] = await Promise.all([page.waitForEvent('download'), press(page, '打印盘点表')])
  const printed = parsePdfTextByPage(readFileSync(await paper.path())).join('\n')
  for (const text of [FIRST, SECOND, '盲盘', '实盘']) expect(printed).toContain(text)

  // The answers come late: who types fast is not sent back to a line whose answer is on its way.
  const answers = Promise.withResolvers<void>()
  await page.route(`**${consoleStockCountEndpoints.enter.path}`, async (route) => {
    await answers.promise
    await route.continue()
  })
  await press(page, '录入实盘')
  const box = page.getByLabel('条码、编码、名称或货位')
  // Typed key by key: the focus stays in the box although its first characters already find the current line.
  await box.click()
  await page.keyboard.type(SECOND.toLowerCase())
  expect(await box.inputValue()).toBe(SECOND.toLowerCase())
  await box.press('Enter')
  // The cursor stands in the line, so the number and Enter are typed without the mouse; then it stands in the next one.
  await expect.poll(() => focused(page)).toBe(`${SECOND} 实盘`)
  await page.keyboard.type(String(second))
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe(`${FIRST} 实盘`)
  // A scan into the field of another line goes to its own and is no quantity.
  await page.keyboard.type(SECOND)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe(`${SECOND} 实盘`)
  await page.getByLabel(`${FIRST} 实盘`).fill(String(first - 3))
  await page.keyboard.press('Enter')
  await page.getByText('全部录入了，可以提交审核').waitFor()
  answers.resolve()
  await page.getByText('2 / 2').waitFor()

  await page.getByRole('link', { name: /^PD\d{12}$/ }).click()
  await press(page, '提交审核')
  await page.getByRole('dialog').getByRole('button', { name: '提交审核' }).click()
  await page.getByText('已提交，等待另一人审核').first().waitFor()
  expect(await page.getByRole('button', { name: '审核过账' }).isDisabled(), 'nobody posts what he has counted').toBe(true)
  await page.getByText('1 个规格，盘盈 0，盘亏 3').waitFor()

  const id = new URL(page.url().replace('#/', '')).searchParams.get('id')
  const decider = await opens(ADM, `/stock_count?id=${id}`)
  await press(decider.page, '有差异')
  await decider.page.getByRole('cell', { name: '-3', exact: true }).waitFor()
  await press(decider.page, '审核过账')
  await decider.page
    .getByRole('dialog')
    .getByRole('button', { name: /^过\s*账$/ })
    .click()
  await decider.page.getByText('已过账，差异记入库存流水').first().waitFor()
  expect([await unitsOf(FIRST), await unitsOf(SECOND)]).toEqual([first - 3, second])
  expect([...keeper.problems, ...decider.problems]).toEqual([])
})
