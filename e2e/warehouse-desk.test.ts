import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createPaidOrder, createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, screenSizes, type TestMallWithProviders } from './test-mall.ts'

let mall: TestMallWithProviders
beforeAll(async () => {
  mall = await openTestMall({ labelling: true })
})
afterAll(() => mall?.close())

const opens = async (path: string, size: ScreenSize) => {
  const token = await logInStaffByApi(mall, OPS)
  const desk = await openPage(mall, { app: 'console', path, size, token })
  return { ...desk, staff: createTypedApiClients(mall, token), ...createScreenInspector(desk) }
}
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
})

test.each(screenSizes)('a warehouse is added, and a file says where goods lie, on a %s', async (size) => {
  const desk = await opens('/warehouses', size)
  const { page, staff, faults } = desk
  const name = `榆林分仓 ${size}`
  await page.getByRole('button', { name: '新增仓库' }).click()
  const adding = page.getByRole('dialog', { name: '新增仓库' })
  await adding.getByLabel('仓库编码').fill(`YL-${size === 'phone' ? 1 : 2}`)
  await adding.getByLabel('仓库名称').fill(name)
  await adding.getByRole('combobox', { name: '服务省份' }).fill('陕西')
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle('陕西省', { exact: true }).click()
  await adding.getByLabel('地址').fill('榆阳区开发大道 8 号')
  expect(await faults(`a new warehouse, ${size}`)).toEqual([])
  await adding.getByRole('button', { name: /^保\s?存$/ }).click()
  await page.getByRole('link', { name }).waitFor()
  const { dataList } = await staff.consoleWarehouse.list({ keyword: name })
  expect(dataList).toMatchObject([{ name, provinces: ['陕西省'], open: true, units: 0 }])

  const [sku] = (await staff.consoleSku.list({ keyword: 'KT-U8' })).dataList
  const { code, skuId } = sku ?? expect.fail('no goods')
  const bin = `E-0${size === 'phone' ? 1 : 2}-3`
  await desk.go('/skus')
  await page.getByText(code, { exact: true }).first().waitFor()
  await page.getByLabel('导入货位').setInputFiles(csv('货位.csv', ['规格编码,货位', `${code},${bin}`, 'KT-NONE-1,A-01']))
  const result = page.getByRole('dialog', { name: '货位登记结果' })
  await result.getByText('货位.csv：登记 1 行，有误 1 行').waitFor()
  await result.getByText('KT-NONE-1').first().waitFor()
  expect(await faults(`bins of a file, ${size}`)).toEqual([])
  await page.keyboard.press('Escape')
  await result.waitFor({ state: 'hidden' })
  const stocked = (await staff.consoleWarehouse.list({})).dataList.map(({ warehouseId }) =>
    staff.consoleWarehouse.stock({ warehouseId, keyword: code }),
  )
  const bins = (await Promise.all(stocked)).flatMap(({ dataList: lines }) =>
    lines.filter((line) => line.skuId === skuId).map((line) => line.bin),
  )
  expect(bins).toContain(bin)
  expect(desk.problems).toEqual([])
})

test.each(screenSizes)('an order leaves its wave, the rest is picked, and the wave is closed, on a %s', async (size) => {
  const bought = [await createPaidOrder(mall, 'U84'), await createPaidOrder(mall, 'U85')]
  const [out = '', stays = ''] = bought.map(({ orderNo }) => orderNo)
  const { ops } = bought[0] ?? expect.fail('no order')
  const { id } = await ops.consoleWave.create({ count: 200 })
  // What other journeys left behind does not fill the list.
  for (const { enterpriseId, orderNo } of (await ops.consoleWave.packing({ id })).orders)
    if (orderNo !== out && orderNo !== stays) await ops.consoleWave.removeOrder({ id, enterpriseId, orderNo })
  const desk = await opens(`/wave?id=${id}&status=waiting`, size)
  const { page, staff, faults } = desk
  await page.getByRole('button', { name: `移出 ${out}` }).click()
  await page.getByText('已移出').first().waitFor()
  await page.getByText(out).waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '快捷键' })
  for (const name of ['取号', '打印面单', '已拣完', '取消波次']) await keys.getByText(name, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await desk.settle()
  await page.keyboard.press('a')
  await page.getByText('已登记拣完').first().waitFor()
  expect(await faults(`/wave, ${size}`)).toEqual([])
  const { orders } = await staff.consoleWave.packing({ id })
  expect(orders.map(({ orderNo }) => orderNo)).toContain(stays)
  expect(orders.map(({ orderNo }) => orderNo)).not.toContain(out)
  await page.keyboard.press('r')
  const closing = page.getByRole('dialog', { name: '取消这个波次？' })
  await closing.getByRole('button', { name: '取消波次' }).click()
  await page.getByText('波次已取消').first().waitFor()
  expect((await staff.consoleOrder.list({ queue: 'waitSend', orderNo: stays })).total).toBe(1)
  expect(desk.problems).toEqual([])
})

test.each(screenSizes)('numbers of a file are tried, and then their orders are sent, on a %s', async (size) => {
  const { enterpriseId, orderNo } = await createPaidOrder(mall, 'U84')
  const trackingNo = createWaybillNo()
  const desk = await opens('/waybill_import', size)
  const { page, staff, faults } = desk
  const lines = ['订单号,承运公司,运单号', `${orderNo},德邦快递,${trackingNo}`, `123,德邦快递,${createWaybillNo()}`]
  await page.getByLabel('选择文件').setInputFiles(csv('单号.csv', lines))
  await page.getByText('单号.csv：可发 1 单，单号重复 0 行，有误 1 行').waitFor()
  await page.getByText('订单号“123”应为 18 位数字').first().waitFor()
  const stateOf = async () => (await staff.consoleOrder.detail({ enterpriseId, orderNo })).state
  expect([await stateOf(), await faults(`/waybill_import, ${size}`)]).toEqual(['WAIT_SEND', []])
  await page.getByRole('button', { name: '确认发出 1 单' }).click()
  await page.getByText('单号.csv：已发出 1 单').waitFor()
  const { state, parcels } = await staff.consoleOrder.detail({ enterpriseId, orderNo })
  expect([state, parcels.map((parcel) => parcel.trackingNo)]).toEqual(['SENT', [trackingNo]])
  expect(desk.problems).toEqual([])
  expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
})

/** Asks a carrier, which does not answer, for the numbers of two orders, twenty minutes ago. */
async function asksInVain(): Promise<string[]> {
  const bought = [await createPaidOrder(mall, 'U84'), await createPaidOrder(mall, 'U85')]
  const { ops } = bought[0] ?? expect.fail('no order')
  await fetch(`${mall.carrierBase}/faults`, { method: 'POST', body: JSON.stringify({ deaf: 50 }) })
  const orders = bought.map(({ enterpriseId, orderNo }) => ({ enterpriseId, orderNo }))
  const { rows } = await ops.consoleWaybill.take({ carrier: '德邦快递', orders })
  expect(rows.filter(({ result }) => result === 'taken')).toEqual([])
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  await owner.query(`update waybill set state_at = state_at - interval '20 minutes' where state = 'ASKED'`)
  await owner.end()
  return orders.map(({ orderNo }) => orderNo)
}

test.each(screenSizes)(
  'waybills without an answer are given up row by row, so that their orders get another number, on a %s',
  async (size) => {
    const orderNos = await asksInVain()
    const desk = await opens('/waybills?unanswered=1', size)
    const { page, staff, faults } = desk
    const rows = size === 'phone' ? page.locator('.cards > li') : page.locator('.table tbody tr')
    await rows.filter({ hasText: orderNos[1] ?? '' }).waitFor()
    expect(await rows.count()).toBe(2)
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: '快捷键' })
    await keys.getByText('放弃（选中的一行）', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
    await desk.settle()
    const giving = page.getByRole('dialog', { name: '放弃面单' })
    for (const progress of ['已处理 1 件，还有 1 件', '这一队已处理完，您处理了 2 件']) {
      await page.keyboard.press('r')
      await giving.getByLabel('原因').fill('已向承运公司核实没有取到')
      await giving.getByRole('button', { name: '放弃面单' }).click()
      await page.getByText(progress).waitFor()
      await giving.waitFor({ state: 'hidden' })
      if (progress.includes('还有')) await expect.poll(() => rows.first().locator(':focus').count()).toBe(1)
    }
    expect(await faults(`/waybills, ${size}`)).toEqual([])
    await fetch(`${mall.carrierBase}/faults`, { method: 'POST', body: '{}' })
    const { enterpriseId } = (await staff.consoleOrder.list({ orderNo: orderNos[0] ?? '' })).dataList[0] ?? expect.fail('no order')
    const again = await staff.consoleWaybill.take({ carrier: '德邦快递', orders: [{ enterpriseId, orderNo: orderNos[0] ?? '' }] })
    expect(again.rows).toMatchObject([{ result: 'taken' }])
    expect(desk.problems).toEqual([])
  },
)
