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

test('a file of goods is tried and corrected, comes in whole, and is taken back on its day', async () => {
  const api = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  const unitsOf = async () => (await api.consoleSku.list({ keyword: SECOND })).dataList.find(({ code }) => code === SECOND)?.available ?? 0
  const before = await unitsOf()
  const keeper = await opens(OPS, '/stock_receipts')
  const { page } = keeper
  await page.getByRole('link', { name: '导入入库单' }).click()
  const brings = (text: string) =>
    page.locator('input[type=file]').setInputFiles({ name: '到货.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const head = '商品编码,数量,成本（不含税）,仓库,货位'
  await brings(`${head}\n${SECOND},12,8.25,,A-09\nKT-S150-2,3,,,\n`)
  await page.getByText(/^没有编码为 KT-S150-2 的商品规格，最接近的是 KT-S150-2\d/).waitFor()
  expect(await page.getByRole('button', { name: /^确认入库/ }).isDisabled(), 'a file with a wrong row comes in not at all').toBe(true)
  await brings(`${head}\n${SECOND},12,8.25,,A-09\n`)
  await page.getByText('可入库 1 行、12 件，有误 0 行').waitFor()
  await press(page, '确认入库 12 件')
  await page.getByRole('heading', { name: /^入库单 RK\d{12}/ }).waitFor()
  await page.getByText('¥8.2500').waitFor()
  expect(await unitsOf()).toBe(before + 12)

  await press(page, '撤销入库')
  const drawer = page.getByRole('dialog', { name: /^撤销入库单 RK/ })
  await drawer.getByRole('textbox', { name: '原因' }).fill('供应商送错')
  await drawer.getByRole('button', { name: '撤销入库' }).click()
  await page.getByText('已撤销，库存和成本已退回').first().waitFor()
  await page.getByText('撤销它的单').waitFor()
  await expect.poll(() => page.getByRole('button', { name: '撤销入库' }).count()).toBe(0)
  expect([await unitsOf(), keeper.problems]).toEqual([before, []])
})
