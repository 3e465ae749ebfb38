import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
let staff: string
beforeAll(async () => {
  mall = await openTestMall()
  staff = await logInStaffByApi(mall, OPS)
})
afterAll(() => mall?.close())

test('goods are exported, edited in the sheet, tried and imported; a large price change needs confirmation', async () => {
  const desk = await openPage(mall, { app: 'console', path: '/goods', token: staff })
  const { page } = desk
  const { consoleGoods } = createTypedApiClients(mall, staff)
  const [one] = (await consoleGoods.list({ keyword: 'KT-U84-22' })).dataList
  await page.getByRole('searchbox', { name: '搜索' }).or(page.getByPlaceholder('名称、商品编码或规格编码')).first().fill('KT-U84-22')
  await page.keyboard.press('Enter')
  await page.getByText('共 1 条').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 CSV' }).click()
  const exported = readFileSync(await (await download).path(), 'utf8')

  await page.getByRole('button', { name: /^导\s*入$/ }).click()
  await page.getByRole('heading', { name: '商品导入' }).waitFor()
  await page.getByText('还没有导入过商品').waitFor()
  const faulty = `${exported}"EX-BAD","EX-BAD-1"\r\n`
  const upload = (text: string) =>
    page.locator('input[type=file]').setInputFiles({ name: '商品.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload(faulty)
  // The problems are shown first, with their reasons.
  await page.getByText('待确认', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^有误/ }).and(page.locator('[aria-pressed=true]')).waitFor()
  await page.getByText('商品名称：请填写商品名称').waitFor()
  expect(await page.getByRole('button', { name: '没有可导入的商品' }).isDisabled()).toBe(true)
  expect(await createScreenInspector(desk).faults('导入结果')).toEqual([])

  await page.goBack()
  const [titles = '', first = '', ...rest] = exported.split('\r\n')
  const at = titles.split(',').indexOf('现金价')
  const cells = first.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? []
  const price = Number(cells[at])
  cells[at] = (price / 2).toFixed(2)
  await upload([titles, cells.slice(0, titles.split(',').length).join(','), ...rest].join('\r\n'))
  await page.getByRole('button', { name: '导入 1 行' }).click()
  const question = page.getByRole('dialog', { name: /行价格变动较大或低于成本/ })
  await question.getByText('-50%').waitFor()
  await question.getByRole('button', { name: '确认导入' }).click()
  await page.getByText('已完成', { exact: true }).waitFor()
  await page.getByText('已导入', { exact: true }).waitFor()
  const { published } = await consoleGoods.detail({ goodsId: one?.goodsId ?? '' })
  expect(published?.skus.map(({ salePrice }) => salePrice)).toContain(Math.round(price * 50))
})
