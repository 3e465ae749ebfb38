import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fen, formatMoney, formatYuan } from '#contract/platform/core/money.ts'
import { ADM, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const opens = async (email: string, path: string, size: ScreenSize = 'desk') =>
  openPage(mall, { app: 'console', path, size, token: await logInStaffByApi(mall, email) })
const pressed = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name, exact: true }).click()
const colleague = async () => createTypedApiClients(mall, await logInStaffByApi(mall, ADM))
const skuOf = async (code: string) => {
  const { consoleSku } = await colleague()
  return (await consoleSku.list({ keyword: code })).dataList.find((sku) => sku.code === code) ?? expect.fail(`no ${code}`)
}
const taken = new Set<string>()
/** An available SKU that is also sold on credit, another one for each test. */
const takeSku = async () => {
  const { consoleSku } = await colleague()
  const { dataList } = await consoleSku.list({ pageSize: 100 })
  const sku = dataList.find(({ code, available, creditPrice }) => available >= 50 && creditPrice !== null && !taken.has(code))
  if (!sku) return expect.fail('no SKU is left')
  taken.add(sku.code)
  return sku
}
/** A row of the table, or on a phone a card. */
const inRow = (page: Page, code: string) => page.locator('tr, .cards > li').filter({ has: page.getByText(code, { exact: true }) })

test.each(selectJourneyScreenSizes('console'))(
  'after a price conflict on a %s the slower editor sees it and keeps his input; a large change asks first',
  async (size) => {
    const { code, salePrice, creditPrice, ...sku } = await takeSku()
    const visited = await opens(OPS, `/skus?keyword=${code}`, size)
    const { page } = visited
    const { settle, faults } = createScreenInspector(visited)
    await pressed(inRow(page, code), /^改\s*价$/)
    const drawer = page.getByRole('dialog', { name: '改价' })
    await drawer.getByLabel('现金价').fill(formatYuan(fen(salePrice + 100)))
    const { consoleSku } = await colleague()
    const theirs = fen(salePrice + 50)
    await consoleSku.setPrice({ skuId: sku.skuId, salePrice: theirs, creditPrice, rowVersion: sku.priceVersion })
    await pressed(drawer, '确定改价')
    const received = drawer.getByRole('alert')
    await received.getByText(`→ ${formatMoney(theirs, { grouped: false })}`).waitFor()
    expect(await drawer.getByLabel('现金价').inputValue()).toBe(formatYuan(fen(salePrice + 100)))
    expect((await skuOf(code)).salePrice).toBe(theirs)
    await settle()
    expect(await faults('a price that was changed meanwhile')).toEqual([])

    // He has seen the change, and then makes a typing error.
    await drawer.getByLabel('支持赊销').uncheck()
    await drawer.getByLabel('现金价').fill('3720')
    await pressed(drawer, '确定改价')
    const question = page.getByRole('dialog', { name: /^改价幅度 \+[\d,]+%，确认改价？$/ })
    await question.getByText('¥3,720.00').waitFor()
    await settle()
    expect(await faults('a large change')).toEqual([])
    await pressed(question, '返回修改')
    await question.waitFor({ state: 'hidden' })
    expect((await skuOf(code)).salePrice).toBe(theirs)
    await drawer.getByLabel('现金价').fill('3720')
    await pressed(drawer, '确定改价')
    await pressed(question, '确认改价')
    await page.getByText('价格已更新').waitFor()
    await drawer.waitFor({ state: 'hidden' })
    expect((await skuOf(code)).salePrice).toBe(372_000)
  },
)

test.each(selectJourneyScreenSizes('console'))(
  'stock changes during a count on a %s: the counter sees the change, keeps his input and counts again',
  async (size) => {
    const { code, skuId, available, reserved } = await takeSku()
    const visited = await opens(OPS, `/skus?keyword=${code}`, size)
    const { page } = visited
    const { settle, faults } = createScreenInspector(visited)
    await pressed(inRow(page, code), /^盘\s*点$/)
    const drawer = page.getByRole('dialog', { name: '盘点' })
    const inHouse = available + reserved
    await drawer.getByLabel('实盘数量').fill(String(inHouse - 1))
    const { consoleSku } = await colleague()
    await consoleSku.adjustStock({ skuId, change: -4, reason: '运输破损' })
    await pressed(drawer, '记录盘点')
    const received = drawer.getByRole('alert')
    await received.getByText('运输破损').waitFor()
    await received.getByText('-4', { exact: true }).waitFor()
    expect(await drawer.getByLabel('实盘数量').inputValue()).toBe(String(inHouse - 1))
    await drawer.getByText('+3', { exact: true }).waitFor()
    await settle()
    expect(await faults('a count that came too late')).toEqual([])
    await drawer.getByLabel('实盘数量').fill(String(inHouse - 5))
    await pressed(drawer, '记录盘点')
    await page.getByText('盘点已记录').waitFor()
    await drawer.waitFor({ state: 'hidden' })
    const after = await skuOf(code)
    expect(after.available + after.reserved).toBe(inHouse - 5)
  },
)

test('a content conflict is reported in the same way', async () => {
  const { page, problems } = await opens(OPS, '/banners')
  await page.getByRole('button', { name: '修改' }).first().click()
  const drawer = page.getByRole('dialog', { name: '修改横幅' })
  await drawer.getByLabel('说明').fill('我写的说明')
  const { consoleBanner } = await colleague()
  const [banner] = await consoleBanner.list({})
  const { pictureId: _, state: __, ending: ___, ...seen } = banner ?? expect.fail('no banner')
  await consoleBanner.save({ ...seen, title: '同事改的标题' })
  await pressed(drawer, /^保\s*存$/)
  await drawer.getByRole('alert').getByText(`标题 由 ${seen.title} 改为 同事改的标题`).waitFor()
  expect(await drawer.getByLabel('说明').inputValue()).toBe('我写的说明')
  expect((await consoleBanner.list({}))[0]).toMatchObject({ title: '同事改的标题', note: seen.note })
  await pressed(drawer, /^保\s*存$/)
  await page.getByText('已保存').waitFor()
  expect((await consoleBanner.list({}))[0]?.note).toBe('我写的说明')
  expect(problems).toEqual([])
})
