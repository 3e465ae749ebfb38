import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreeLoopbackPort } from '#bench/cluster.ts'
import { defaultMallCompanyProfile } from '#contract/content/content/default-company-profile.ts'
import { BUILD_OUTPUT_FOLDER } from '#tools/build.ts'
import { MAIN } from '#tools/demo/people.ts'
import { chooseOption } from './choose-option.ts'
import { createScreenInspector } from './inspect.ts'
import { logInBuyerByApi } from './people.ts'
import { slowDownRendering, waitUntilRenderingHasBegun } from './slow-rendering.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
let vite: ViteDevServer
let base: string
const FIRST_VISIT_MS = 180_000
const cacheDir = mkdtempSync(path.join(tmpdir(), 'mall-parts-'))

beforeAll(async () => {
  mall = await openTestMall()
  const port = await findFreeLoopbackPort()
  const configFile = path.resolve('storefront/vite.config.ts')
  // Modules may be behind a symbolic link, where Vite would not look for fonts.
  const fs = { allow: [path.resolve('.'), realpathSync('node_modules')] }
  const server = { host: '127.0.0.1', port, strictPort: true, hmr: false, fs, proxy: { '/api': mall.base } } as const
  vite = await createServer({ configFile, cacheDir, logLevel: 'error', server })
  await vite.listen()
  base = `http://127.0.0.1:${port}`
  // The first visit waits until all modules are bundled. The tests should not wait for that.
  const prepare = async (page: Page) => page.setDefaultNavigationTimeout(FIRST_VISIT_MS)
  const { page, context } = await openPage({ browser: mall.browser, base }, { path: '/dev/parts', prepare })
  await page.getByRole('heading', { name: '页面部件' }).waitFor()
  await context.close()
}, 2 * FIRST_VISIT_MS)
afterAll(async () => {
  await vite?.close()
  await mall?.close()
  rmSync(cacheDir, { recursive: true, force: true })
})

test.each(selectJourneyScreenSizes('mall'))('every UI component is rendered in all its states, on a %s', async (size) => {
  const visited = await openPage({ browser: mall.browser, base }, { size, path: '/dev/parts' })
  const { faults } = createScreenInspector(visited)
  const { page } = visited
  await page.getByRole('heading', { name: '页面部件' }).waitFor()
  const found = await faults('parts')
  for (const name of ['打开弹窗', '打开宽弹窗', '打开确认']) {
    await page.getByRole('button', { name, exact: true }).click()
    const window = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await window.waitFor()
    found.push(...(await faults(name)))
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'hidden' })
  }
  expect(found).toEqual([])
})

test('a quantity field follows its rule for every key press and input', async () => {
  const { page, problems } = await openPage({ browser: mall.browser, base }, { path: '/dev/parts' })
  // At least 20, in steps of 20.
  const field = page.getByRole('textbox', { name: 'U84 数量' })
  const [less, more] = ['减少', '增加'].map((way) => page.getByRole('button', { name: `${way}U84 数量` })) as [Locator, Locator]
  const shows = (value: number) => expect.poll(() => field.inputValue()).toBe(String(value))
  await field.waitFor()
  await more.click()
  await shows(80)
  for (const value of [60, 40, 20]) {
    await less.click()
    await shows(value)
  }
  expect(await less.isDisabled()).toBe(true)
  for (const [key, value] of [
    ['ArrowDown', 20],
    ['ArrowUp', 40],
    ['ArrowUp', 60],
    ['ArrowDown', 40],
  ] as const) {
    await field.press(key)
    await shows(value)
  }
  for (const [typed, leave, value] of [
    ['45', 'Enter', 60],
    ['', 'Tab', 60],
    ['0', 'Enter', 60],
    ['7', 'Tab', 20],
    ['１００ 支', 'Enter', 100],
  ] as const) {
    await field.fill(typed)
    await field.press(leave)
    await shows(value)
  }
  // A number that is too large is said to be so beside the field, which keeps it.
  await field.fill('10000000')
  await field.press('Tab')
  const error = page.getByText('一次最多 999,999，更多请分单或联系客服')
  await error.waitFor()
  expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['10000000', 'true'])
  expect(await field.getAttribute('aria-describedby')).toBe(await error.getAttribute('id'))
  await field.fill('9999')
  await error.waitFor({ state: 'hidden' })
  await field.press('Enter')
  await shows(10_000)
  // A button replaces an incomplete number.
  await field.fill('30')
  await less.click()
  await shows(20)
  expect(problems).toEqual([])
})

test('checkboxes toggle by label and keyboard, and show indeterminate, disabled and error states', async () => {
  const { page, problems } = await openPage({ browser: mall.browser, base }, { path: '/dev/parts' })
  const box = (name: string) => page.getByRole('checkbox', { name })
  await page.getByText('未选', { exact: true }).click()
  expect(await box('同意协议').isChecked()).toBe(true)
  await box('同意协议').press('Space')
  expect(await box('同意协议').isChecked()).toBe(false)
  expect(await page.evaluate(`document.querySelector('[aria-label="选择店铺"]').indeterminate`)).toBe(true)
  // The owner of the value has not changed it, so it stays.
  await box('选择商品').click()
  expect(await box('选择商品').isChecked()).toBe(true)
  await page.getByText('不可选', { exact: true }).click({ force: true })
  expect([await box('已下架商品').isDisabled(), await box('已下架商品').isChecked()]).toEqual([true, false])
  expect(await box('必须同意').getAttribute('aria-invalid')).toBe('true')
  expect(problems).toEqual([])
})

test.each(selectJourneyScreenSizes('mall'))(
  'a day is typed freely or chosen from a Chinese calendar, in any browser language, on a %s',
  async (size) => {
    const visited = await openPage({ browser: mall.browser, base }, { size, path: '/dev/parts', locale: 'en-US' })
    const { page } = visited
    const field = page.getByRole('textbox', { name: '到货日期' })
    await field.waitFor()
    for (const typed of ['20261122', '2026/11/22', '2026.11.22', '2026年11月22日', '2026-11-22']) {
      await field.fill('')
      await field.pressSequentially(typed)
      await field.press('Tab')
      expect(await field.inputValue(), typed).toBe('2026-11-22')
    }
    await field.fill('2026-02-30')
    await field.press('Tab')
    await page.getByText('请按 年-月-日 填写，如 2026-11-22').waitFor()
    const limited = page.getByRole('textbox', { name: '对账日期' })
    await limited.fill('2026-11-23')
    await limited.press('Tab')
    await page.getByText('日期不能晚于 2026-11-22').waitFor()

    // With the keyboard: from the day of the field, beyond the end of its month, and back to the button that opened the calendar.
    await field.fill('2026-11-22')
    const opener = page.getByRole('button', { name: '打开日历：到货日期' })
    await opener.press('Enter')
    const calendar = page.getByRole('dialog', { name: '选择到货日期' })
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
    await calendar.waitFor()
    expect(await createScreenInspector(visited).faults('calendar')).toEqual([])
    for (const [key, day] of [
      ['', '2026年11月22日'],
      ['ArrowRight', '2026年11月23日'],
      ['ArrowDown', '2026年11月30日'],
      ['ArrowDown', '2026年12月7日'],
      ['End', '2026年12月13日'],
      ['PageUp', '2026年11月13日'],
    ]) {
      if (key !== '') await page.keyboard.press(key ?? '')
      await expect.poll(focused).toBe(day)
    }
    await page.keyboard.press('Enter')
    await calendar.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('2026-11-13')
    await expect.poll(focused).toBe('打开日历：到货日期')

    // With the mouse. Looking at another month selects nothing.
    await opener.click()
    await calendar.getByRole('button', { name: '上一年' }).click()
    await calendar.getByRole('button', { name: '下个月' }).click()
    await calendar.getByText('2025年12月', { exact: true }).waitFor()
    expect(await field.inputValue()).toBe('2026-11-13')
    await calendar.getByRole('button', { name: '2025年12月31日' }).click()
    await calendar.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('2025-12-31')
    await opener.click()
    await calendar.getByRole('button', { name: '清除' }).click()
    await calendar.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('')

    // Neither can select days that are not allowed.
    await page.getByRole('button', { name: '打开日历：对账日期' }).click()
    const narrow = page.getByRole('dialog', { name: '选择对账日期' })
    await expect.poll(focused).toBe('2026年11月22日')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageUp')
    await expect.poll(focused).toBe('2026年11月10日')
    expect(await narrow.getByRole('button', { name: '2026年11月9日' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await narrow.waitFor({ state: 'detached' })
    expect(await limited.inputValue()).toBe('2026-11-23')
    expect(visited.problems).toEqual([])
  },
)

test.each(selectJourneyScreenSizes('mall'))(
  'an option is chosen by the mouse, the arrows or its first characters, in any browser language, on a %s',
  async (size) => {
    const visited = await openPage({ browser: mall.browser, base }, { size, path: '/dev/parts', locale: 'en-US' })
    const { page } = visited
    const field = page.getByRole('combobox', { name: '项目' })
    const list = page.getByRole('listbox')
    const shows = (text: string) => expect.poll(() => field.textContent()).toBe(text)
    const active = () => page.evaluate<string>('document.activeElement.textContent')
    await shows('英红二矿回采')
    await field.press('ArrowDown')
    await list.waitFor()
    expect(await createScreenInspector(visited).faults('list')).toEqual([])
    expect(await list.getByRole('option', { selected: true }).allTextContents()).toEqual(['英红二矿回采'])
    for (const [key, option] of [
      ['', '英红二矿回采'],
      ['ArrowDown', '云浮石灰石矿二期剥离'],
      ['End', 'G107 清远段路面铣刨'],
      ['ArrowUp', '云浮石灰石矿二期剥离'],
      ['Home', '英红二矿回采'],
      ['g', 'G107 清远段路面铣刨'],
    ] as const) {
      if (key !== '') await page.keyboard.press(key)
      await expect.poll(active, { message: key }).toBe(option)
    }
    await page.keyboard.press('Enter')
    await list.waitFor({ state: 'hidden' })
    await shows('G107 清远段路面铣刨')
    await expect.poll(active).toBe('G107 清远段路面铣刨')

    // Looking at the options chooses none.
    await field.press('Space')
    await list.waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await shows('G107 清远段路面铣刨')
    await chooseOption(field, '云浮石灰石矿二期剥离')
    await shows('云浮石灰石矿二期剥离')

    const missing = page.getByRole('combobox', { name: '取消原因' })
    expect([await missing.textContent(), await missing.getAttribute('aria-invalid')]).toEqual(['请选择', 'true'])
    const about = await missing.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${about}"]`).textContent()).toBe('请选择取消原因')
    expect(await page.getByRole('combobox', { name: '结算方式' }).isDisabled()).toBe(true)
    expect(visited.problems).toEqual([])
  },
)

/** What the screen shows where the system forces its colours: whether an element's background is the system's mark of a choice. */
const FORCED = `(() => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.cssText = 'forced-color-adjust:none;background:Highlight'
  const mark = getComputedStyle(probe).backgroundColor
  const page = getComputedStyle(document.body).backgroundColor
  const styleOf = (selector) => getComputedStyle(document.querySelector(selector))
  const isMarked = (selector) => styleOf(selector).backgroundColor === mark
  const segments = [...document.querySelectorAll('[role="img"][aria-label*="已赊销"] > span')]
  return {
    tab: isMarked('nav[aria-label="订单状态"] [aria-current="page"]'),
    otherTab: isMarked('nav[aria-label="订单状态"] a:not([aria-current])'),
    page: isMarked('nav[aria-label="分页"] [aria-current="page"]'),
    checked: isMarked('[aria-label="选择商品"]'),
    partly: isMarked('[aria-label="选择店铺"]'),
    unchecked: isMarked('[aria-label="必须同意"]'),
    option: isMarked('[role="option"][data-highlighted]'),
    otherOption: isMarked('[role="option"]:not([data-highlighted])'),
    buttonEdge: styleOf('button[class*="bg-pine"]').outlineStyle,
    gauge: segments.length > 0 && segments.some((one) => getComputedStyle(one).backgroundColor !== page),
  }
})()`

test('what is chosen, filled or pressed is seen where the system forces its colours', async () => {
  const prepare = (page: Page) => page.emulateMedia({ forcedColors: 'active' })
  const { page, problems } = await openPage({ browser: mall.browser, base }, { path: '/dev/parts', prepare })
  await page.getByRole('combobox', { name: '项目' }).press('ArrowDown')
  await page.getByRole('listbox').waitFor()
  expect(await page.evaluate(FORCED)).toEqual({
    tab: true,
    otherTab: false,
    page: true,
    checked: true,
    partly: true,
    unchecked: false,
    option: true,
    otherOption: false,
    buttonEdge: 'solid',
    gauge: true,
  })
  expect(problems).toEqual([])
})

test('Escape closes a calendar and a list of options, but not the window around them', async () => {
  const token = await logInBuyerByApi(mall, MAIN)
  const { page, problems } = await openPage({ browser: mall.browser, base }, { path: '/patrol', token })
  await page.getByRole('button', { name: '记录巡检' }).click()
  const window = page.getByRole('dialog', { name: '记录巡检' })
  await window.getByRole('button', { name: '打开日历：日期' }).click()
  const calendar = page.getByRole('dialog', { name: '选择日期' })
  await calendar.waitFor()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await window.getByRole('combobox', { name: '项目' }).click()
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  expect(await window.isVisible()).toBe(true)
  expect(problems).toEqual([])
})

test('a screen that loads during the first rendering of the shell is shown without console errors', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { page, problems } = await openPage(
    { browser: mall.browser, base },
    {
      path: '/dev/parts',
      prepare: async (page) => {
        await slowDownRendering(page)
        await page.route('**/dev/parts-page.tsx*', async (route) => {
          await arrived
          await route.continue()
        })
      },
    },
  )
  await waitUntilRenderingHasBegun(page)
  arrive()
  await page.getByRole('heading', { name: '页面部件' }).waitFor()
  expect(problems).toEqual([])
})

const EVENTS = [
  ['somebody goes on', `location.hash = '/app_download'`, `把${defaultMallCompanyProfile.name}装到手机和电脑`],
  ['another tab logs in', `localStorage.setItem('yanfeng.token', 'gone'), dispatchEvent(new Event('storage'))`, '登录'],
] as const
test.each(EVENTS)('%s during the first rendering: the screen follows without console errors', async (_, event, heading) => {
  const { page, problems } = await openPage({ browser: mall.browser, base }, { path: '/dev/parts', prepare: slowDownRendering })
  await waitUntilRenderingHasBegun(page)
  await page.evaluate(`void (${event})`)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  expect(problems).toEqual([])
})

test('the production build does not contain the component page', () => {
  const assets = path.join(BUILD_OUTPUT_FOLDER, 'storefront', 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  expect(scripts.filter((name) => /\/dev\/parts|页面部件/.test(readFileSync(path.join(assets, name), 'utf8')))).toEqual([])
})
