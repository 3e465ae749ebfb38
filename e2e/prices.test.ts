import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN, OPS, UNVERIFIED } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
let staff: string
beforeAll(async () => {
  mall = await openTestMall()
  staff = await logInStaffByApi(mall, OPS)
})
afterAll(() => mall?.close())

const CODE = 'KT-U84-22'
const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sheet = (...rows: string[]) => ({
  name: '协议价.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['规格编码,起订数量,现金价,赊销价', ...rows].join('\n')),
})
async function found(token: string) {
  const { dataList } = await createTypedApiClients(mall, token).goods.list({ keyword: CODE, pageSize: 1 })
  return dataList[0] ?? expect.fail('the good is not on the shelves')
}

test('an imported sheet changes contract prices and tiers for its company only, also in the cart', async () => {
  const { dataList } = await createTypedApiClients(mall, staff).consolePrice.lists({ keyword: '年度框架协议' })
  const { page, problems, ...desk } = await openPage(mall, {
    app: 'console',
    path: `/price_import?listId=${dataList[0]?.listId}`,
    token: staff,
  })
  await page.getByRole('heading', { name: '导入价格：年度框架协议' }).waitFor()
  await page
    .getByLabel('选择文件')
    .setInputFiles(sheet(`${CODE},1,35.00,36.80`, `${CODE},300,33.00,34.60`, 'KT-DZ38-45,1,115.92,121.72', 'NOPE-1,1,1,2'))
  const kinds = page.getByRole('group', { name: '结果' })
  for (const kind of ['全部 4', '有误 1', '变更 1', '新增 1', '不变 1'])
    await kinds.getByRole('button', { name: kind, exact: true }).waitFor()
  const changed = page.getByRole('row', { name: /^第 2 行 变更/ })
  for (const amount of ['¥35.42', '¥35.00', '¥37.17', '¥36.80']) await changed.getByRole('cell', { name: amount, exact: true }).waitFor()
  await page.getByRole('cell', { name: '没有编码为“NOPE-1”的规格' }).waitFor()
  expect(await createScreenInspector({ page, problems, ...desk }).faults('/price_import')).toEqual([])
  await pressed(page, '确认生效 2 项')
  await page.getByRole('heading', { name: '已生效 · 协议价.csv' }).waitFor()
  expect(problems).toEqual([])

  const member = await logInBuyerByApi(mall, MAIN)
  const card = await found(member)
  const buyer = await openPage(mall, { path: `/detail?goodsId=${card.goodsId}&skuId=${card.skuId}`, token: member, size: 'phone' })
  const tiers = buyer.page.getByRole('table', { name: '阶梯价' })
  await tiers.getByRole('row', { name: '≥ 1 支 协议价 ¥35.00 ¥36.80' }).waitFor()
  await tiers.getByRole('row', { name: '≥ 300 支 协议价 ¥33.00 ¥34.60' }).waitFor()
  expect(await createScreenInspector(buyer).faults('/detail')).toEqual([])

  await buyer.go('/cart')
  const line = buyer.page.getByRole('listitem').filter({ hasText: CODE })
  const quantity = line.getByRole('textbox', { name: new RegExp(`${CODE} 购买数量$`) })
  const set = async (units: string) => {
    await quantity.fill(units)
    await quantity.press('Enter')
  }
  await set('299')
  await line.getByText('再买 1 支，单价 ¥33.00').waitFor()
  await line.getByText('¥10,246.73').waitFor()
  await set('300')
  await line.getByText('¥9,900.00').waitFor()
  expect(buyer.problems).toEqual([])

  const other = await logInBuyerByApi(mall, UNVERIFIED)
  const stranger = await openPage(mall, { path: `/detail?goodsId=${card.goodsId}&skuId=${card.skuId}`, token: other })
  await stranger.page.getByRole('table', { name: '阶梯价' }).getByRole('row', { name: '≥ 1 支 ¥38.50 ¥40.40' }).waitFor()
  expect(await stranger.page.getByText('协议价').count()).toBe(0)
  expect(await found(other)).toMatchObject({ priceLabel: null })
})

test('the tiers of one SKU are edited beside it, and prices must fall', async () => {
  const { page, problems, ...desk } = await openPage(mall, { app: 'console', path: '/skus?keyword=KT-U85-22', token: staff })
  await pressed(page, '阶梯价')
  const drawer = page.getByRole('dialog', { name: '阶梯价' })
  const first = drawer.getByRole('group', { name: '第 1 级' })
  expect(await first.getByLabel('起订数量').isDisabled()).toBe(true)
  await pressed(page, '增加一级')
  const second = drawer.getByRole('group', { name: '第 2 级' })
  await second.getByLabel('起订数量').fill('50')
  await second.getByLabel('现金价').fill('41.50')
  await second.getByText('应低于上一级的 41.50').waitFor()
  expect(await createScreenInspector({ page, problems, ...desk }).faults('阶梯价')).toEqual([])
  await second.getByLabel('现金价').fill('40.00')
  await pressed(page, '保存阶梯价')
  await page.getByText('价格已更新').waitFor()
  const api = createTypedApiClients(mall, staff)
  const [sku] = (await api.consoleSku.list({ keyword: 'KT-U85-22' })).dataList
  const { prices: kept } = await api.consolePrice.prices({ skuId: sku?.skuId ?? '' })
  expect(kept.map(({ from, salePrice, creditPrice }) => [from, salePrice, creditPrice])).toEqual([
    [1, 4_150, 4_360],
    [50, 4_000, null],
  ])
  expect(problems).toEqual([])
})
