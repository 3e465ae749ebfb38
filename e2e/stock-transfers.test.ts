import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

test.each(selectJourneyScreenSizes('console'))(
  'goods go to another warehouse, part of them comes, and the rest is written off, on a %s',
  async (size) => {
    const token = await logInStaffByApi(mall, OPS)
    const { consoleWarehouse, consoleStockTransfer } = createTypedApiClients(mall, token)
    const { dataList: warehouses } = await consoleWarehouse.list({})
    const stocked = await Promise.all(
      warehouses.map(async (warehouse) => ({
        warehouse,
        lines: (await consoleWarehouse.stock({ warehouseId: warehouse.warehouseId })).dataList,
      })),
    )
    const { warehouse: from, lines } = stocked.find((one) => one.lines.some(({ units }) => units >= 5)) ?? expect.fail('no stock')
    const to = warehouses.find(({ warehouseId }) => warehouseId !== from.warehouseId) ?? expect.fail('one warehouse')
    const { skuCode } = lines.find(({ units }) => units >= 5) ?? expect.fail('no SKU')

    const desk = await openPage(mall, { app: 'console', path: '/stock_transfers', size, token })
    const { page } = desk
    const { faults } = createScreenInspector(desk)
    await page.getByRole('button', { name: '新建调拨单' }).click()
    const drawer = page.getByRole('dialog', { name: '新建调拨单' })
    for (const [label, name] of [
      ['发货仓', from.name],
      ['收货仓', to.name],
    ] as const) {
      await drawer.getByRole('combobox', { name: label }).click()
      await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle(name, { exact: true }).click()
    }
    await drawer.getByLabel('商品编码').fill(skuCode)
    await drawer.getByRole('spinbutton', { name: '数量' }).fill('5')
    await drawer.getByRole('button', { name: '保存草稿' }).click()
    await page.getByRole('heading', { level: 1, name: /^调拨单 DB\d{12}/ }).waitFor()
    await page.getByText(skuCode).first().waitFor()
    const id = new URL(page.url().replace('#/', '')).searchParams.get('id') ?? ''
    const press = (name: RegExp) => page.getByRole('button', { name }).click()
    await press(/^发\s?出$/)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^发\s?出$/ })
      .click()
    await page.getByText('已发出，等待收货').first().waitFor()
    await press(/^收\s?货$/)
    const receiving = page.getByRole('dialog', { name: `${to.name}收货` })
    await receiving.getByRole('spinbutton').fill('3')
    await receiving.getByRole('button', { name: '确认收货' }).click()
    await page.getByText('收货已登记').first().waitFor()
    await page.getByText('共 5，已收 3').waitFor()
    expect(await faults(`/stock_transfer, ${size}`)).toEqual([])
    await press(/^结束调拨$/)
    const closing = page.getByRole('dialog', { name: '结束调拨' })
    await closing.getByText('还有 2 件在途，不再等待。').waitFor()
    await closing.getByRole('radio', { name: '途中损耗' }).check()
    await closing.getByLabel('原因').fill('运输途中损坏')
    await closing.getByRole('button', { name: '结束调拨' }).click()
    await page.getByText('未收到 2').waitFor()
    const { transfer } = await consoleStockTransfer.detail({ id })
    expect([transfer.units, transfer.received, transfer.missing, transfer.closedReason]).toEqual([5, 3, 2, '途中损耗：运输途中损坏'])

    await desk.go('/stock_transfers')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出 CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    expect(await faults(`/stock_transfers, ${size}`)).toEqual([])
    expect(desk.problems).toEqual([])
  },
)

test('a list within a screen keeps its page in the address, so that it is there after a reload', async () => {
  const token = await logInStaffByApi(mall, OPS)
  const { consoleWarehouse } = createTypedApiClients(mall, token)
  const { dataList: warehouses } = await consoleWarehouse.list({})
  const sizes = await Promise.all(warehouses.map(({ warehouseId }) => consoleWarehouse.stock({ warehouseId, pageNo: 2, pageSize: 10 })))
  const at = sizes.findIndex(({ dataList }) => dataList.length > 0)
  const { skuCode } = sizes[at]?.dataList[0] ?? expect.fail('no warehouse has two pages')
  const path = `/warehouse?warehouseId=${warehouses[at]?.warehouseId}`
  const { page, problems } = await openPage(mall, { app: 'console', path, token })
  await page.getByTitle('2', { exact: true }).click()
  await page.getByText(skuCode, { exact: true }).waitFor()
  expect(page.url()).toContain('stockPage=2')
  await page.reload()
  await page.getByText(skuCode, { exact: true }).waitFor()
  // What lies there is searched from the first page on, and what is searched for stays in the address.
  const search = page.getByRole('searchbox', { name: '搜索在仓商品' })
  await search.fill(skuCode)
  await search.press('Enter')
  await expect.poll(() => page.url()).toContain(`keyword=${skuCode}`)
  expect(page.url()).not.toContain('stockPage')
  await page.reload()
  await expect.poll(() => search.inputValue()).toBe(skuCode)
  await page.getByRole('button', { name: `登记 ${skuCode} 的货位` }).waitFor()
  expect(problems).toEqual([])
})
