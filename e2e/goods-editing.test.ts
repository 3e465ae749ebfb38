import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fen, formatMoney } from '#contract/platform/core/money.ts'
import { ADM, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

/** The maximum number of clicks and keys for a new product besides the typed text. */
const EFFORT_MAX = 60
const PASTE_KEYS = 2

const opens = async (path: string) =>
  openPage(mall, { app: 'console', path, size: 'desk', token: await logInStaffByApi(mall, OPS), prepare: count })
const colleague = async () => createTypedApiClients(mall, await logInStaffByApi(mall, ADM))
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

/** Counts the clicks of a page and the keys that are not letters. */
const COUNTER = `
  globalThis.effort = 0
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && effort++, true)
  addEventListener('keydown', ({ isTrusted, key, ctrlKey }) => isTrusted && (key.length > 1 || ctrlKey) && effort++, true)`
const count = async (page: Page): Promise<void> => {
  await page.addInitScript(COUNTER)
}
const effortOf = (page: Page): Promise<number> => page.evaluate('effort')

/** Pastes into the field that has the focus. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)

const key = (page: Page, name: string) => page.keyboard.press(name)
const type = (page: Page, text: string) => page.keyboard.type(text)
/** Selects an option in the focused select. */
async function choose(page: Page, text: string, option = text): Promise<void> {
  await type(page, text)
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active')
    .filter({ hasText: option })
    .waitFor()
  await key(page, 'Enter')
}
const saved = (page: Page) => page.getByRole('status').getByText('已保存', { exact: true }).waitFor()

const codes = ['22-A', '22-B', '25-A', '25-B', '28-A', '28-B'].map((end) => `KT-${end}`)
const picture = (at: number) => `tools/demo/pictures/auger-tooth-2s/${at}-960.webp`

test('new goods with pictures, attributes and SKUs are entered by keyboard, published and seen by guests', async () => {
  const visited = await opens('/goods')
  const { page, problems } = visited
  const { settle } = createScreenInspector(visited)
  await press(page, '新建商品')
  // Keys go to where the focus is: on a busy machine the field is there before it has the focus, and the choices arrive later.
  await page.locator('input:focus').and(page.getByLabel('商品名称')).waitFor()
  await settle()
  await type(page, 'KT 采煤截齿')
  await key(page, 'Tab')
  await choose(page, '岩锋截齿工具')
  await key(page, 'Tab')
  await choose(page, '采煤截齿')

  const chooser = page.waitForEvent('filechooser')
  await page.locator('#section-pictures input[type=file]').click()
  await (await chooser).setFiles([1, 2, 3].map(picture))

  await page.locator('.sku-maker').getByLabel('刀头直径').click()
  await type(page, '22,25,28,')
  await key(page, 'Tab')
  await type(page, 'YG8C,YG11C,')
  await press(page, '生成 6 个规格')
  await page.getByLabel('第 1 行规格编码').click()
  await paste(page, codes.map((code, at) => `${code}\t${30 + at}.50\t${33 + at}`).join('\n'))
  expect(await page.getByLabel('第 6 行现金价').inputValue()).toBe('35.50')

  await page.locator('#section-attributes').getByLabel('岩石硬度').click()
  await choose(page, 'f 4–6')
  for (const text of ['KT', '38', '155', '42CrMo', 'HRA 87.5', 'MG500 采煤机']) {
    await key(page, 'Tab')
    await type(page, text)
  }
  await key(page, 'Tab')
  await choose(page, 'CZ-35', 'CZ-35 冲压齿座')
  await page.locator('.picture-tiles > li').nth(2).waitFor()
  await page.getByText('内容完整，可以发布').waitFor()
  await press(page, /^发\s*布$/)
  await press(page, '确认发布')
  await page.getByText('已发布').first().waitFor()
  const effort = (await effortOf(page)) + PASTE_KEYS
  expect(effort).toBeLessThanOrEqual(EFFORT_MAX)

  const guest = createTypedApiClients(mall)
  const goodsId = new URL(page.url().replace('#/', '')).searchParams.get('goodsId') ?? expect.fail('no address')
  await expect.poll(() => guest.goods.detail({ goodsId }).catch(() => undefined)).toBeDefined()
  const shown = await openPage(mall, { path: `/detail?goodsId=${goodsId}`, size: 'desk' })
  await shown.page.getByText('KT 采煤截齿').first().waitFor()
  expect((await guest.goods.detail({ goodsId })).skus.map(({ code }) => code)).toEqual(codes)
  expect([...problems, ...shown.problems]).toEqual([])
})

test('after an edit conflict the slower editor sees the changes, decides field by field and loses nothing', async () => {
  const { consoleGoods } = await colleague()
  const [goods] = (await consoleGoods.list({ state: 'on_sale', pageSize: 1 })).dataList
  const goodsId = goods?.goodsId ?? expect.fail('no goods')
  const { page, problems } = await opens(`/edit_goods?goodsId=${goodsId}`)
  const subtitle = page.getByLabel('副标题')
  await subtitle.fill('我写的副标题')
  await saved(page)

  const detail = await consoleGoods.detail({ goodsId })
  const content = detail.draft?.content ?? expect.fail('no draft')
  await consoleGoods.save({ goodsId, rowVersion: detail.rowVersion, content: { ...content, subtitle: '同事的副标题', unit: '支' } })
  await subtitle.fill('我改的副标题')
  const collision = page.getByRole('region', { name: '与他人的修改冲突' })
  await collision.getByRole('heading').getByText('修改了这个商品').waitFor()
  const proposed = (label: string) => collision.getByRole('radiogroup', { name: label }).locator('input:checked').inputValue()
  expect([await proposed('副标题'), await proposed('单位')]).toEqual(['mine', 'theirs'])
  await collision.getByRole('button', { name: '按选择保存' }).click()
  await saved(page)
  const after = (await consoleGoods.detail({ goodsId })).draft?.content
  expect(after).toMatchObject({ subtitle: '我改的副标题', unit: '支' })
  // Nothing of it is published.
  expect((await consoleGoods.detail({ goodsId })).published).toMatchObject({ subtitle: '' })

  await press(page, '放弃草稿')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^放\s*弃$/ })
    .click()
  await page.getByText('已放弃草稿').waitFor()
  await expect.poll(() => subtitle.inputValue()).toBe('')
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
})

/** Goods on sale by the code of one of their SKUs. */
async function goodsOf(code: string) {
  const { consoleGoods } = await colleague()
  return (await consoleGoods.list({ keyword: code, state: 'on_sale' })).dataList[0] ?? expect.fail(code)
}

test('pictures are sorted by keyboard; versions are published, compared and restored without losing edits', async () => {
  const { consoleGoods } = await colleague()
  const { goodsId, name } = await goodsOf('KT-U94-25')
  const before = (await consoleGoods.detail({ goodsId })).published ?? expect.fail('it is not published')
  const { page, problems } = await opens(`/edit_goods?goodsId=${goodsId}`)
  const grip = page.locator('.picture-grip').first()
  const picture = (await grip.getAttribute('aria-label')) ?? ''
  await grip.focus()
  const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
  for (const at of [1, 2]) {
    await key(page, 'ArrowRight')
    await expect.poll(() => page.locator('.picture-grip').nth(at).getAttribute('aria-label')).toBe(picture)
    await expect.poll(focused, { message: 'the focus goes with the picture' }).toBe(picture)
  }
  await saved(page)
  const order = async () => (await consoleGoods.detail({ goodsId })).draft?.content.pictures.map(({ id }) => id)
  const [first, second, third, ...rest] = before.pictures.map(({ id }) => id)
  expect(await order()).toEqual([second, third, first, ...rest])

  await press(page, /^发\s*布$/)
  const drawer = page.getByRole('dialog', { name: '发布' })
  await drawer.getByText('定时', { exact: true }).click()
  await drawer.getByRole('textbox', { name: '日期' }).fill('2099-01-31')
  await drawer.getByLabel('时间').fill('07:45')
  await press(page, '确认发布')
  await page.getByText('已定时，将于 2099-01-31 07:45 发布').first().waitFor()
  expect((await consoleGoods.detail({ goodsId })).draft?.publishAt?.toISOString()).toBe('2099-01-30T23:45:00.000Z')
  expect((await createTypedApiClients(mall).goods.detail({ goodsId })).pictures[0]?.id).toBe(first)

  // What is edited is not what was to be published: the time is off, and it is published at once instead.
  await page.getByLabel('副标题').fill('图片换了次序')
  await saved(page)
  await press(page, /^发\s*布$/)
  await press(page, '确认发布')
  await page.getByText('已发布').first().waitFor()
  await press(page, '历史版本')
  const history = page.getByRole('dialog', { name: '历史版本' })
  await history.getByText('图片换了次序').first().waitFor()
  await history
    .getByRole('listitem')
    .filter({ hasText: '第 1 版' })
    .getByRole('button', { name: /^恢\s*复$/ })
    .click()
  await press(page, '作为草稿')
  await page.getByText('已作为草稿，发布后生效').first().waitFor()
  await expect.poll(() => page.getByLabel('副标题').inputValue()).toBe(before.subtitle)
  expect(await order()).toEqual([first, second, third, ...rest])

  // The list becomes the entry before this one.
  const own = page.url()
  const types = (hash: string) => page.evaluate(`location.hash = '${hash}'`)
  const price = page.getByLabel('第 1 行现金价')
  await types('#/goods')
  await page.getByPlaceholder('名称、商品编码或规格编码').waitFor()
  await types(`#${own.split('#')[1]}`)
  await price.fill('十元')
  const leaves = () => page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '商品', exact: true }).click()
  await leaves()
  const leaving = page.getByRole('dialog', { name: '有内容还没有保存，离开？' })
  await leaving.getByRole('button', { name: '继续填写' }).click()
  await leaving.waitFor({ state: 'hidden' })
  expect(await price.inputValue()).toBe('十元')
  // The same question for the button of the browser, and for an address that is typed: another screen, other goods.
  for (const go of [() => page.evaluate('history.back()'), () => types('#/orders'), () => types('#/edit_goods')]) {
    await go()
    await leaving.getByRole('button', { name: '继续填写' }).click()
    await leaving.waitFor({ state: 'hidden' })
    await expect.poll(() => page.url()).toBe(own)
    expect(await price.inputValue()).toBe('十元')
  }
  await leaves()
  await leaving.getByRole('button', { name: /^离\s*开$/ }).click()
  await page.getByPlaceholder('名称、商品编码或规格编码').fill('KT-U94-25')
  await page.keyboard.press('Enter')
  await press(page, `复制${name}`)
  await page.getByText('已复制为新的草稿，编码和条码留空').first().waitFor()
  await expect.poll(() => page.getByLabel('第 1 行规格编码').inputValue()).toBe('')
  expect(problems).toEqual([])
})

test('a bulk price change is tried, reviewed, confirmed and undone', async () => {
  const { consoleGoods } = await colleague()
  const { goodsId, name } = await goodsOf('KT-U84-22')
  const prices = async () => (await consoleGoods.detail({ goodsId })).published?.skus.map(({ salePrice }) => salePrice)
  const before = await prices()
  const { page, problems } = await opens(`/goods?keyword=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: `选择${name}` }).check()
  await press(page, '批量修改 1 个')
  const drawer = page.getByRole('dialog', { name: '批量修改' })
  await drawer.getByRole('textbox', { name: '百分比' }).fill('5')
  await drawer.getByRole('button', { name: /^试\s*算$/ }).click()
  await drawer.getByText('→').first().waitFor()
  expect(await prices()).toEqual(before)
  // Goods with many SKUs show all of their lines on request.
  await drawer.getByRole('button', { name: /^显示其余 \d+ 处$/ }).click()
  for (const price of before ?? [])
    await drawer
      .getByText(formatMoney(fen(Number(price))), { exact: true })
      .first()
      .waitFor()
  await drawer.getByRole('button', { name: '修改 1 个商品' }).click()
  await drawer.getByText('已修改', { exact: true }).waitFor()
  const lowest = formatMoney(fen(Math.min(...((await prices()) ?? []).map(Number))))
  await page.getByRole('main').getByRole('row', { name }).getByText(lowest).waitFor()
  expect(await prices()).not.toEqual(before)
  await drawer.getByRole('button', { name: /^撤\s*销$/ }).click()
  await page
    .getByRole('dialog', { name: '撤销 1 个商品的修改？' })
    .getByRole('button', { name: /^撤\s*销$/ })
    .click()
  await drawer.getByText('已撤销', { exact: true }).first().waitFor()
  await expect.poll(prices).toEqual(before)
  expect(problems).toEqual([])
})

test('a number of another maker is kept beside its SKU, confirmed by name, and leads a guest from the search to the SKU', async () => {
  const { goodsId, name } = await goodsOf('KT-U76-22')
  const { page, problems } = await opens(`/edit_goods?goodsId=${goodsId}`)
  const cell = (field: string) => page.locator(`[data-path="skus.0.crossReferences.0.${field}"]`)
  await press(page, '添加竞品型号')
  await cell('brand').locator('input').fill('丙石演示')
  await cell('partNumber').locator('input').fill('BS-7622')
  await cell('fit').locator('.ant-select').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '完全替代' }).click()
  // What replaces a part without a question needs a person who says so. It is told where it is missing, in the rail.
  await page.getByRole('navigation', { name: '编辑的各部分' }).getByText('完全替代须填写确认人').waitFor()
  await cell('confirmedBy').locator('input').fill('工艺部 王工')
  await page.getByText('内容完整，可以发布').waitFor()
  await saved(page)
  await press(page, /^发\s*布$/)
  await press(page, '确认发布')
  await page.getByText('已发布').first().waitFor()

  const shown = await openPage(mall, { path: '/shop?keyword=BS%207622', size: 'phone' })
  const found = shown.page.getByRole('list', { name: '竞品型号对照' })
  await found.getByText('竞品型号 BS-7622（丙石演示）对应：完全替代').waitFor()
  await found.getByRole('link', { name: new RegExp(`${name} KT-U76-22`) }).click()
  await shown.page.waitForURL(/skuId=/)
  await shown.page.getByRole('region', { name: '竞品型号对照' }).getByText('BS-7622').waitFor()
  expect([...problems, ...shown.problems]).toEqual([])
})
