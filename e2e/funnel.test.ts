import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIN } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
let staff: string
beforeAll(async () => {
  mall = await openTestMall()
  staff = await logInStaffByApi(mall, FIN)
})
afterAll(() => mall?.close())

test('finance reads how many came and how many paid, by month, beside the periods before, and opens the orders behind a step', async () => {
  const desk = await openPage(mall, { app: 'console', path: '/', token: staff })
  const { page } = desk
  await page.getByRole('link', { name: '转化漏斗', exact: true }).click()
  await page.waitForURL(/\/funnel_report/)
  await page.getByRole('link', { name: '上月' }).click()
  await page.getByRole('img', { name: /各步数量：访客 \d/ }).waitFor()
  const figures = page.locator('dl.figures')
  for (const step of ['访客', '浏览商品', '加入购物车', '提交订单', '支付订单']) await figures.getByText(step, { exact: true }).waitFor()
  await figures
    .getByText(/上一步的 \d+\.\d%/)
    .first()
    .waitFor()
  expect(await createScreenInspector(desk).faults('/funnel_report')).toEqual([])
  const rows = page.getByRole('row').filter({ hasText: /上期 .*去年/ })
  expect(await rows.count()).toBeGreaterThan(5)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^转化漏斗-.*\.csv$/)
  await figures.getByRole('link').last().click()
  await page.waitForURL(/\/orders\?.*soldFrom=/)
  await page
    .getByRole('row')
    .filter({ hasText: /\d{18}/ })
    .first()
    .waitFor()
  expect(desk.problems).toEqual([])
})

test('sales are listed and exported by day, and a day leads to its orders', async () => {
  const desk = await openPage(mall, { app: 'console', path: '/sales_report?by=day', token: staff })
  const { page } = desk
  await page.getByRole('link', { name: '上月' }).click()
  const day = page
    .getByRole('row')
    .filter({ hasText: /^\d{4}-\d{2}-\d{2}/ })
    .first()
  await day.getByRole('link').click()
  await page.waitForURL(/\/orders\?.*soldFrom=(\d{4}-\d{2}-\d{2}).*soldTo=\1/)
  expect(desk.problems).toEqual([])
})

test('margins show until which day they go, their course, and the orders of a SKU', async () => {
  const desk = await openPage(mall, { app: 'console', path: '/margins', token: staff })
  const { page } = desk
  await page.getByText(/截至 \d{4}-\d{2}-\d{2}。/).waitFor()
  await page.getByRole('img', { name: /^各月毛利/ }).waitFor()
  await page.getByText('去年同月毛利').first().waitFor()
  expect(await createScreenInspector(desk).faults('/margins')).toEqual([])
  expect(desk.problems).toEqual([])
})
