import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

/** A value of an attribute of the demo, as the address names it. */
const GRADE = 'carbide-grade:YG11C'

const list = (page: Page) => page.getByRole('region', { name: '商品列表' })
/** Waits until the list says how many goods there are. */
const finds = (page: Page, goods: number) =>
  list(page)
    .getByRole('status')
    .filter({ hasText: `共 ${goods} 款商品` })
    .waitFor()

test('a buyer filters by two attributes, sorts the parametric table and buys; the address keeps it all', async () => {
  const token = await logInBuyerByApi(mall, MAIN)
  const api = createTypedApiClients(mall, token)
  const { page, problems } = await openPage(mall, { path: '/shop?categoryId=1', token })
  const filters = page.getByRole('complementary', { name: '筛选' })
  await filters
    .getByRole('region', { name: '合金牌号' })
    .getByRole('link', { name: /^YG11C/ })
    .click()
  const grade = await api.goods.list({ categoryId: 1, choices: [GRADE], facets: true })
  await finds(page, grade.total)
  // Only the bands of hardness that goods of this grade are made for are offered, with their numbers.
  const bands = filters.getByRole('region', { name: '岩石硬度（普氏系数 f）' }).getByRole('link')
  const offered = (await bands.allTextContents()).map((text) => Number(/\d+$/.exec(text)?.[0]))
  expect(offered).toEqual(grade.facets?.hardness.map(({ goodsCount }) => goodsCount))
  await filters.getByLabel('柄径最小值').fill('30')
  await filters.getByLabel('柄径最大值').fill('38')
  await filters.getByLabel('柄径最大值').press('Enter')
  await page.waitForURL(({ hash }) => decodeURIComponent(hash).split(',').length === 2)
  const chosen = decodeURIComponent(new URL(page.url().replace('#/', '')).searchParams.get('choices') ?? '').split(',')
  const { total } = await api.goods.list({ categoryId: 1, choices: chosen, facets: true })
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(grade.total)
  await finds(page, total)
  const active = page.getByRole('list', { name: '已选条件' })
  await active.getByRole('link', { name: '清除 合金牌号：YG11C' }).waitFor()
  await active.getByRole('link', { name: '清除 柄径：30 – 38 mm' }).waitFor()

  await page.getByRole('navigation', { name: '显示方式' }).getByRole('link', { name: '参数表' }).click()
  const table = page.getByRole('region', { name: '参数表' })
  await table.getByRole('columnheader', { name: '现金价' }).getByRole('link').click()
  await table.getByRole('columnheader', { name: '现金价' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  const firstIs = async (order: Parameters<typeof api.goods.skuList>[0]) => {
    const { dataList } = await api.goods.skuList({ categoryId: 1, choices: chosen, ...order })
    await expect.poll(() => table.getByRole('row').nth(1).getByRole('cell').first().textContent()).toBe(dataList[0]?.code)
  }
  await firstIs({ sort: 'price' })
  const onCredit = table.getByRole('columnheader', { name: '赊销价' })
  await onCredit.getByRole('link').click()
  await onCredit.and(page.locator('[aria-sort=ascending]')).waitFor()
  await onCredit.getByRole('link').click()
  await onCredit.and(page.locator('[aria-sort=descending]')).waitFor()
  await firstIs({ sort: 'creditPrice', descending: true })
  await table.getByRole('columnheader', { name: '现金价' }).getByRole('link').click()
  await table.getByRole('columnheader', { name: '现金价' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  const add = table
    .getByRole('button', { name: /^加购 / })
    .and(page.locator(':not([aria-disabled="true"])'))
    .first()
  const name = (await add.getAttribute('aria-label')) ?? ''
  await add.click()
  const code = /（(.+)）$/.exec(name)?.[1]
  const inCart = async () => JSON.stringify(await api.cart.list({})).includes(`"${code}"`)
  await expect.poll(inCart).toBe(true)

  // Whoever is sent the address sees the same.
  const sent = await openPage(mall, { path: page.url().split('#')[1] ?? '', size: 'phone' })
  await finds(sent.page, total)
  await sent.page.getByRole('columnheader', { name: '现金价' }).and(sent.page.locator('[aria-sort=ascending]')).waitFor()
  await active.getByRole('link', { name: '清除 柄径：30 – 38 mm' }).click()
  await finds(page, grade.total)
  await page.goBack()
  await finds(page, total)
  expect([...problems, ...sent.problems]).toEqual([])
})

test('on a phone the filters of a machine, brand or sub-category open in a sheet with counts for that list', async () => {
  const api = createTypedApiClients(mall)
  const machine = (await api.machineModel.list({})).dataList[0] ?? expect.fail('no machine')
  const opened = await openPage(mall, { path: `/by_machine?machineModelId=${machine.machineModelId}`, size: 'phone' })
  const { page, go, problems } = opened
  const { facets } = await api.goods.list({ machineModelId: machine.machineModelId, facets: true })
  await finds(page, machine.goodsCount)
  await page.getByRole('button', { name: '筛选' }).click()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  // The address holds the choice, so the box follows a moment after the press.
  await sheet.getByRole('checkbox', { name: `仅看有货 ${facets?.inStockCount}` }).click()
  await page.waitForURL(/machineModelId=.*inStock=1|inStock=1.*machineModelId=/)
  expect(await createScreenInspector(opened).faults('适用商品的筛选')).toEqual([])
  await sheet.getByRole('button', { name: `查看 ${facets?.inStockCount} 款商品` }).click()
  await finds(page, facets?.inStockCount ?? 0)

  const brand = (await api.brand.list({})).dataList[0] ?? expect.fail('no brand')
  await go(`/brand?brandId=${brand.brandId}`)
  await finds(page, brand.goodsCount)
  await page
    .getByRole('navigation', { name: '商品分类' })
    .getByRole('link', { name: /^采煤截齿/ })
    .click()
  await page.waitForURL(/categoryId=/)
  await page.getByRole('button', { name: '筛选' }).click()
  expect(await sheet.getByRole('region', { name: '品牌' }).count(), 'the brand of the page is no choice').toBe(0)
  await sheet
    .getByRole('region', { name: '合金牌号' })
    .getByRole('link', { name: /^YG11C/ })
    .click()
  await page.waitForURL(/choices=/)
  await sheet.getByRole('button', { name: /^查看 \d+ 款商品$/ }).click()
  await page.getByRole('list', { name: '已选条件' }).getByRole('link', { name: '清空条件' }).click()
  await finds(page, brand.goodsCount)

  await go('/categories2?categoryId=1&subId=2&inStock=1')
  await page.getByRole('region', { name: '采煤截齿' }).getByRole('link', { name: '清除 仅看有货' }).waitFor()

  // A top category shows rows of its series, until something is chosen.
  await go('/categories?categoryId=1')
  const all = await api.goods.list({ categoryId: 1, facets: true })
  await finds(page, all.total)
  await page.getByRole('region', { name: '采煤截齿' }).waitFor()
  await page.getByRole('button', { name: '筛选' }).click()
  await sheet.getByRole('checkbox', { name: `仅看有货 ${all.facets?.inStockCount}` }).click()
  await page.waitForURL(/categoryId=1.*inStock=1|inStock=1.*categoryId=1/)
  await sheet.getByRole('button', { name: `查看 ${all.facets?.inStockCount} 款商品` }).click()
  await finds(page, all.facets?.inStockCount ?? 0)
  expect(await page.getByRole('region', { name: '采煤截齿' }).count()).toBe(0)
  expect(problems).toEqual([])
})

test('the page of goods shows documents, machine models, and goods that fit, replace or go with them', async () => {
  const { consoleGoods, goodsDocument } = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  const { dataList } = await consoleGoods.list({ keyword: '采煤截齿', state: 'on_sale' })
  const [one, fits, substitute, together] = dataList.map(({ goodsId, name }) => ({ goodsId, name }))
  if (!one || !fits || !substitute || !together) expect.fail('too few goods')
  const pdf = await goodsDocument.upload(
    { name: '出厂合格证', kind: 'certificate' },
    { file: toBlob(Buffer.from('%PDF-1.7\n%%EOF'), 'application/pdf') },
  )
  const machine = (await createTypedApiClients(mall).machineModel.list({})).dataList[0] ?? expect.fail('no machine')
  const { rowVersion, published } = await consoleGoods.detail({ goodsId: one.goodsId })
  const content = {
    ...(published ?? expect.fail('it is not published')),
    documents: [pdf.id],
    machineModelIds: [machine.machineModelId],
    relations: [
      { kind: 'fits' as const, goodsId: fits.goodsId },
      { kind: 'substitute' as const, goodsId: substitute.goodsId },
      { kind: 'together' as const, goodsId: together.goodsId },
    ],
  }
  const saved = await consoleGoods.save({ goodsId: one.goodsId, rowVersion, content })
  await consoleGoods.publish({ goodsId: one.goodsId, rowVersion: saved.rowVersion, note: '' })

  const { page, problems } = await openPage(mall, { path: `/detail?goodsId=${one.goodsId}`, size: 'phone' })
  const pdfLink = page.getByRole('region', { name: '商品文件' }).getByRole('link', { name: '出厂合格证' })
  const saving = page.waitForEvent('download')
  await pdfLink.click()
  expect((await saving).suggestedFilename()).toBe('出厂合格证.pdf')
  await page.getByRole('region', { name: '适用机型' }).getByRole('link', { name: machine.model }).waitFor()
  for (const [kind, { name }] of [
    ['适配商品', fits],
    ['替代商品', substitute],
    ['搭配商品', together],
  ] as const)
    await page.getByRole('region', { name: kind }).getByRole('link', { name }).first().waitFor()
  expect(problems).toEqual([])
})
